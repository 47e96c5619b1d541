"""Interface of leagues, each a module that computes its tables and one that draws them, and functions to find them."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from tttcore.engines.engine import engines
from tttcore.pipeline.modules import ENGINES, submodule
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import Tables

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tttcore.plots.names import PlayerNames

CLASSIC = "tttcore.league.classic"
"""Module of the league of 3x3, in which players of all engines meet."""


class League(Protocol):
    """Module `CLASSIC`, or ``league`` in the package of the engine whose players play on its board.

    Attributes
    ----------
    NAME : name of the folder of its results, and of its section on the page.
    TITLE, ABOUT : heading and first paragraph of that section.
    LISTINGS : caption, and columns with their labels, of each table in the order of the page.
    FIGURES : title and caption of every figure, by name.
    answer : optional function of the league's tables and `PlayerNames`: a sentence on who leads.
    """

    NAME: str
    TITLE: str
    ABOUT: str
    LISTINGS: Mapping[str, tuple[str, Mapping[str, str]]]
    FIGURES: Mapping[str, Mapping[str, str]]

    def settings(self, studies: Mapping[str, Study]) -> Mapping[str, Mapping[str, Any]]:
        """Settings by study that takes part, for each kind of file that the league reads; empty if there is no league.

        Kinds of files of a study are ``agents``, ``champions``, ``runs`` and ``statistics``. Those of the game, which
        have no settings, are ``facts`` and ``tables``.
        """

    def tables_from_files(
        self, files: Mapping[str, Sequence[str]], settings: Mapping[str, Mapping[str, Any]], *, seed: int
    ) -> Tables:
        """Compute the tables of the league.

        Parameters
        ----------
        files : by the kinds of `settings`; of a study each, in the same order.
        seed : the project's seed.
        """


class LeagueFigures(Protocol):
    """Module that draws the figures of a league: named alike, in the package ``plots`` beside it."""

    def draw(self, name: str, tables: Mapping[str, Any], names: "PlayerNames", /) -> "Figure":
        """Draw a figure of `League.FIGURES` from the league's tables, with names of players for people."""


def leagues() -> dict[str, str]:
    """Modules of all leagues, by the league's name: that of 3x3, and those of engines in alphabetical order."""
    modules = [CLASSIC, *filter(None, (submodule(ENGINES, engine, "league") for engine in engines()))]
    return {league(module).NAME: module for module in modules}


def league(module: str) -> League:
    """League of a module."""
    return cast(League, import_module(module))


def figures_module(module: str) -> str:
    """Module of the figures of a league."""
    package, _, name = module.rpartition(".")
    return f"{package}.plots.{name}"


def league_figures(module: str) -> LeagueFigures:
    """Figures of a league."""
    return cast(LeagueFigures, import_module(figures_module(module)))
