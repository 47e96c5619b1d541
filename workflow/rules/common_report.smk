"""What rules that tell of the studies ask for: figures, leagues, pages."""

from pathlib import Path

from tttcore.engines.leagues import board_league, board_leagues, league_figures
from tttcore.engines.engine import engine
from tttcore.league.figures import FIGURES as LEAGUE_FIGURES
from tttcore.report.methods import meanings, methods
from tttcore.report.play_files import play_digest
from tttcore.report.provenance import UNLISTED
from tttcore.report.shared import asset_digest
from tttcore.report.site import FIRST, LAST, template_digest

WITH_NULL_RESULT = [
    name for name, study in STUDIES.items() if study.config["null_result"]
]
WITH_GENOMES = [
    name for name, study in STUDIES.items() if engine(study.engine).STORED.genomes
]
PAGES = [Path(page).stem for page in (*FIRST, *LAST)]
"""Pages that aren't a study's."""


def benchmark_figures(study):
    """Files of all figures of benchmarks of a study."""
    return [
        f"results/benchmarks/{study}/figures/{name}.{extension}"
        for name in STUDIES[study].config["benchmarks"]
        for extension in config["formats"]
    ]


def figures_of(study):
    """Files of all figures of a study."""
    names = STUDIES[study].config["figures"]
    return [
        f"results/{study}/figures/{name}.{extension}"
        for name in names
        for extension in config["formats"]
    ]


def figures_of_study(wildcards):
    return figures_of(wildcards.study)


def page_settings_of(wildcards):
    """What a study's page says of its document, tables, figures and charts."""
    settings = STUDIES[wildcards.study].config
    document = ("study", "title", "authors", "year", "about")
    return {
        key: settings[key]
        for key in (
            *document,
            "engine",
            "treatments",
            "comparisons",
            "published",
            "tables",
            "figures",
            "charts",
        )
    }


def audit_settings():
    """What the audit takes from the configuration of every study, its own file among it."""
    keys = (
        "study",
        "title",
        "engine",
        "treatments",
        "published",
        "tables",
        "figures",
        "benchmarks",
        "null_result",
    )
    return {
        name: {key: study.config[key] for key in keys}
        | {"comparisons": study.comparisons, "file": study.file}
        for name, study in STUDIES.items()
    }


def shown_scale():
    """The scale, and what stands in place of its numbers of runs, as pages say it."""
    asked = config.get("replicates")
    if asked is None:
        return config["scale"]
    if isinstance(asked, int):
        return f"{config['scale']}, but {asked:,} runs of each treatment"
    numbers = ", ".join(f"{name} {number:,}" for name, number in asked.items())
    return f"{config['scale']}, but of each treatment: {numbers} runs"


def titles():
    """Title of every study, as pages name them."""
    return {name: study.config["title"] for name, study in STUDIES.items()}


def documents():
    """What the first page says of every document, and shows of it."""
    keys = ("title", "authors", "year", "about", "cover", "figures")
    return {
        name: {key: study.config[key] for key in keys}
        for name, study in STUDIES.items()
    }


def results_of(study):
    """Tables, runs and verdicts of a study, as files and folders."""
    names = ("runs.parquet", "traces.parquet", "champions.csv", "method")
    return [
        *(f"results/{study}/{name}" for name in names),
        *(f"results/{study}/verdicts.{suffix}" for suffix in ("parquet", "csv")),
        *list_tables(study),
        *list_tables(study, "csv"),
    ]


def everything_of(study):
    """All that is made for a study."""
    timed = ["results/report/timings.html"] if study in TIMED else []
    return [
        *timed,
        "results/report/assets",
        f"results/report/{study}.html",
        f"results/{study}/verdicts.csv",
        *figures_of(study),
    ]


def pages_without_times():
    """Pages that are the same whenever they are made, with what they link to."""
    pages = [f"report/{name}.html" for name in (*PAGES, *STUDIES)]
    return [
        "results/report/assets",
        expand("results/report/figures/{name}", name=[*STUDIES, "league"]),
        [f"results/{page}" for page in pages if page not in UNLISTED],
    ]


def methods_text():
    """The methods section, from the configuration of all studies."""
    return methods(
        {name: study.config for name, study in STUDIES.items()},
        {name: study.treatments for name, study in STUDIES.items()},
        {name: meanings(study.engine) for name, study in STUDIES.items()},
        scale=config["scale"],
        seed=config["seed"],
    )


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
    studies = get_league_settings(wildcards)
    if board_league(get_league_engine(wildcards)).NEEDS == "statistics":
        return [file for study in studies for file in list_tables(study)]
    return expand(rules.runs.output.champions, study=studies)


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
