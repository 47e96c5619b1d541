"""Functions of several rules of the report: titles, figures, leagues, pages."""

from pathlib import Path

from tttcore.engines.leagues import board_league, board_leagues, league_figures
from tttcore.league.figures import FIGURES as LEAGUE_FIGURES
from tttcore.report.site import FIRST, LAST, template_digest

PAGES = [Path(page).stem for page in (*FIRST, *LAST)]
"""Pages that aren't a study's."""


def get_titles():
    """Title of every study, as pages name them."""
    return {name: study.config["title"] for name, study in STUDIES.items()}


def get_files(folder, figures):
    """Files of figures in a folder, in all formats."""
    return expand(
        f"{folder}/{{figure}}.{{extension}}",
        figure=figures,
        extension=config["formats"],
    )


def get_figures(study):
    """Files of all figures of a study."""
    return get_files(f"results/{study}/figures", STUDIES[study].config["figures"])


def get_everything(study):
    """Everything that is made for a study."""
    timed = ["results/report/timings.html"] if study in TIMED else []
    return [
        *timed,
        "results/report/assets",
        f"results/report/{study}.html",
        f"results/{study}/verdicts.csv",
        *get_figures(study),
    ]


def select_league_settings(made_by):
    """Settings of the league of an engine, by study that takes part; empty if there is none."""
    own = {name: study for name, study in STUDIES.items() if study.engine == made_by}
    return board_league(made_by).settings(own) if own else {}


BOARD_LEAGUES = {
    league: made_by
    for league, made_by in board_leagues().items()
    if select_league_settings(made_by)
}
"""Engines of the leagues of other boards that the studies allow, by the league's name."""
BOARD_LEAGUE_FIGURES = {
    figure: league
    for league, made_by in BOARD_LEAGUES.items()
    for figure in league_figures(made_by).FIGURES
}
"""Leagues of other boards by the names of their figures."""
LEAGUES = ["classic", *BOARD_LEAGUES]


def get_league_figures():
    """Files of the figures of all leagues."""
    return get_files("results/league/figures", [*LEAGUE_FIGURES, *BOARD_LEAGUE_FIGURES])
