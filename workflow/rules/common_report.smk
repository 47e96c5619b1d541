"""Functions of several rules that tell of the studies: titles, figures, leagues."""

from pathlib import Path

from tttcore.engines.engine import engine
from tttcore.league.leagues import figures_module, league, league_figures, leagues
from tttcore.report.site import FIRST, LAST, template_digest

WITH_GENOMES = [
    name for name, study in STUDIES.items() if engine(study.engine).STORED.genomes
]
PAGES = [Path(page).stem for page in (*FIRST, *LAST)]
"""Pages that aren't a study's."""


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


LEAGUES = {
    name: module
    for name, module in leagues().items()
    if league(module).settings(STUDIES)
}
"""Modules of the leagues that the studies allow, by the league's name."""
LEAGUE_FIGURES = {
    figure: name
    for name, module in LEAGUES.items()
    for figure in league_figures(module).FIGURES
}
"""Leagues by the names of their figures."""


def figures_of_leagues():
    """Files of the figures of all leagues."""
    return [
        f"results/league/figures/{name}.{extension}"
        for name in LEAGUE_FIGURES
        for extension in config["formats"]
    ]


def settings_of_league(wildcards):
    """Settings of the studies that take part in a league, by the kinds of files that it reads of them."""
    return league(LEAGUES[wildcards.league]).settings(STUDIES)


def files_of_league(wildcards):
    """Files that a league reads, by kind."""
    of_game = {"facts": rules.facts.output, "tables": rules.tables.output}
    of_study = {
        "agents": rules.agents.output,
        "champions": rules.runs.output.champions,
        "runs": rules.runs.output.runs,
        "statistics": rules.statistics.output[0],
    }
    return {
        kind: of_game.get(kind) or expand(of_study[kind], study=studies)
        for kind, studies in settings_of_league(wildcards).items()
    }


def league_module(wildcards):
    """Module that computes a league, in a list."""
    return [LEAGUES[wildcards.league]]


def league_figure_module(wildcards):
    """Module that draws a league's figures, in a list."""
    return [figures_module(LEAGUES[LEAGUE_FIGURES[wildcards.figure]])]


def all_league_modules(wildcards):
    """Modules whose captions and labels the page of leagues shows."""
    return [
        name for module in LEAGUES.values() for name in (module, figures_module(module))
    ]
