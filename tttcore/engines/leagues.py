"""Interface of the leagues of boards other than 3x3, each provided by the engine of its players."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Literal, Protocol, cast

from matplotlib.figure import Figure

from tttcore.engines.engine import engines
from tttcore.pipeline.rooms import ENGINES, submodule
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import Tables

Listings = Mapping[str, tuple[str, Mapping[str, str]]]
"""Caption, and columns with their labels, of each table in the order of the page."""


class BoardLeague(Protocol):
    """Module ``league`` in an engine's package.

    Attributes
    ----------
    NAME : name of the folder of its results, and of its section on the page.
    TITLE, ABOUT : heading and first paragraph of that section.
    NEEDS : input from each study: the file of its champions, or its tables of statistics.
    LISTINGS : captions and columns of its tables.
    """

    NAME: str
    TITLE: str
    ABOUT: str
    NEEDS: Literal["champions", "statistics"]
    LISTINGS: Listings

    def settings(self, studies: Mapping[str, Study]) -> dict[str, Any]:
        """Settings of each participating study by name, from the engine's studies; empty if there is no league."""

    def league_tables(self, found: Mapping[str, Any], settings: Mapping[str, Any], *, seed: int) -> Tables:
        """Compute the tables of the league.

        Parameters
        ----------
        found : for each study in `settings` its table of champions, or its tables of statistics by name.
        seed : the project's seed.
        """


class LeagueFigures(Protocol):
    """Module ``plots.league`` in an engine's package.

    Attributes
    ----------
    FIGURES : title and caption of every figure, by name.
    """

    FIGURES: Mapping[str, Mapping[str, str]]

    def draw(self, name: str, tables: Mapping[str, Any]) -> Figure:
        """Draw a figure of `FIGURES` from the league's tables."""


def board_leagues() -> dict[str, str]:
    """Engines with a league, by the league's name, in alphabetical order of the engines."""
    found = (name for name in engines() if submodule(ENGINES, name, "league"))
    return {board_league(name).NAME: name for name in found}


def board_league(engine: str) -> BoardLeague:
    """League of an engine."""
    return cast(BoardLeague, import_module(f"{ENGINES}.{engine}.league"))


def league_figures(engine: str) -> LeagueFigures:
    """Figures of an engine's league."""
    return cast(LeagueFigures, import_module(f"{ENGINES}.{engine}.plots.league"))
