"""Draw a figure of a study or a league by today's code and configuration, from the results of an earlier run."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tttcore.engines.study_files import read_study
from tttcore.league.leagues import league, league_figures, leagues
from tttcore.pipeline.messages import ConfigError, choices
from tttcore.pipeline.store import StoreError
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import read_study_tables
from tttcore.plots.names import PlayerNames, player_names
from tttcore.report.league import FOLDER
from tttcore.report.site import cited
from tttcore.studies import figures

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def studies(config: str | Path = "config") -> dict[str, str]:
    """Documents of the studies that have figures, by study, and the leagues of all players, which are `FOLDER`."""
    found = {name: study.config for name, study in _read_studies(Path(config)).items()}
    documents = {name: f"{cited(each)}, {each['title']}" for name, each in found.items() if each["figures"]}
    return documents | {FOLDER: "leagues of all players"}


def titles(study: str) -> dict[str, str]:
    """Title of every figure of a study, or of all leagues if it is `FOLDER`, by name."""
    if study != FOLDER:
        return figures.titles(study)
    return {name: each["title"] for module in leagues().values() for name, each in league(module).FIGURES.items()}


def draw(study: str, figure: str, *, results: str | Path = "results", config: str | Path = "config") -> "Figure":
    """Draw a figure of a study, see `studies.figures.draw`, or of a league if `study` is `FOLDER`.

    Parameters
    ----------
    figure : one of `titles`.
    results : folder with a folder for each study, and with the leagues in `FOLDER`.
    config : folder with ``studies``, whose files name the figures and the players.

    Raises
    ------
    ConfigError
        For an unknown study or figure, or a mistake in a study's file.
    StoreError, OSError
        If a table that the figure needs is missing or damaged.
    """
    if study == FOLDER:
        return _of_league(figure, Path(results), Path(config))
    return figures.draw(study, figure, results=results, config=config)


def _of_league(figure: str, results: Path, config: Path) -> "Figure":
    modules = {name: module for module in leagues().values() for name in league(module).FIGURES}
    if figure not in modules:
        raise ConfigError(f"{FOLDER} has no figure {figure!r}{choices(figure, [*modules])}")
    module = modules[figure]
    folder = results / FOLDER / league(module).NAME
    if not (tables := read_study_tables([folder])):
        raise StoreError(f"{folder}: no tables of this league, from which {figure} is drawn; `make` writes them")
    known = _read_studies(config)
    names = PlayerNames(
        {name: cited(study.config) for name, study in known.items()},
        {name: player_names(study.config) for name, study in known.items()},
        players_of_recipes(known.values()),
    )
    return league_figures(module).draw(figure, tables, names)


def _read_studies(config: Path) -> dict[str, Study]:
    return {file.stem: read_study(file) for file in sorted((config / "studies").glob("[!.]*.yaml"))}


def players_of_recipes(studies: Iterable[Study]) -> dict[str, str]:
    """Names of players that recipes have, which belong to no run, by key."""
    return {
        key: study.config["labels"][key]
        for study in studies
        for recipe in study.recipes.values()
        for key in recipe.get("players", ())
        if key in study.config["labels"]
    }
