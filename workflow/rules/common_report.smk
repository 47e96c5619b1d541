"""Functions of several rules that tell of the studies: titles, figures, leagues."""

from pathlib import Path

from tttcore.engines.leagues import board_league, board_leagues, league_figures
from tttcore.engines.engine import engine
from tttcore.league.figures import FIGURES as LEAGUE_FIGURES
from tttcore.report.site import FIRST, LAST, template_digest

WITH_GENOMES = [
    name for name, study in STUDIES.items() if engine(study.engine).STORED.genomes
]
PAGES = [Path(page).stem for page in (*FIRST, *LAST)]
"""Pages that aren't a study's."""


def clocked(study):
    """What is timed here for figures of times, by figure."""
    return STUDIES[study].config["clocked"]


def clocked_of(wildcards):
    """Kind and options of a figure of times."""
    return drawn(clocked(wildcards.study)[wildcards.figure])


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


def titles():
    """Title of every study, as pages name them."""
    return {name: study.config["title"] for name, study in STUDIES.items()}


def one_of(names):
    """Pattern of a wildcard that is one of some names; of none if there are none."""
    return "|".join(names) or "(?!)"


def league_settings(made_by):
    """Settings of the league of an engine, by study that takes part; empty if there is none."""
    own = {name: study for name, study in STUDIES.items() if study.engine == made_by}
    return board_league(made_by).settings(own) if own else {}


BOARD_LEAGUES = {
    league: made_by
    for league, made_by in board_leagues().items()
    if league_settings(made_by)
}
"""Engines of the leagues of other boards that the studies allow, by the league's name."""
BOARD_LEAGUE_FIGURES = {
    figure: league
    for league, made_by in BOARD_LEAGUES.items()
    for figure in league_figures(made_by).FIGURES
}
"""Leagues of other boards by the names of their figures."""
LEAGUES = ["classic", *BOARD_LEAGUES]


def figures_of_leagues():
    """Files of the figures of all leagues."""
    return [
        f"results/league/figures/{name}.{extension}"
        for name in (*LEAGUE_FIGURES, *BOARD_LEAGUE_FIGURES)
        for extension in config["formats"]
    ]


def get_league_engine(wildcards):
    return BOARD_LEAGUES[wildcards.league]


def get_league_settings(wildcards):
    return league_settings(get_league_engine(wildcards))


def get_league_inputs(wildcards):
    """Champions or statistics of the studies that take part in a league."""
    needed = board_league(get_league_engine(wildcards)).NEEDS
    made = {
        "champions": rules.collect.output.champions,
        "statistics": rules.statistics.output[0],
    }
    return expand(made[needed], study=get_league_settings(wildcards))


def get_league_module(wildcards):
    return [submodule(ENGINE_ROOMS, get_league_engine(wildcards), "league")]


def get_league_of_figure(wildcards):
    return f"results/league/{BOARD_LEAGUE_FIGURES[wildcards.figure]}"


def get_engine_of_league_figure(wildcards):
    return BOARD_LEAGUES[BOARD_LEAGUE_FIGURES[wildcards.figure]]


def get_league_drawing_module(wildcards):
    return [
        submodule(ENGINE_ROOMS, get_engine_of_league_figure(wildcards), "plots.league")
    ]


def get_all_league_modules(wildcards):
    """Modules whose captions and labels the page of leagues shows."""
    return [
        submodule(ENGINE_ROOMS, made_by, name)
        for made_by in BOARD_LEAGUES.values()
        for name in ("league", "plots.league")
    ]
