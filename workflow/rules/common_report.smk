"""Functions of the rules that make leagues and pages."""

from tttcore.claims.error_rates import STORED as ERROR_RATES
from tttcore.claims.replicability import BY_SEED
from tttcore.learning.captions import figure_names
from tttcore.league.leagues import figures_module, league, leagues
from tttcore.report.figures import players_of_recipes
from tttcore.report.pages import UNLISTED
from tttcore.report.site import (
    TEACHING,
    navigation,
    page_templates_digest,
    shared_digest,
    shared_sources,
)

LEAGUE_SETTINGS = {
    name: settings
    for name, module in leagues().items()
    if (settings := league(module).settings(STUDIES))
}
"""Leagues that the studies allow: settings of the studies that take part, by kind of file that the league reads."""
LEAGUES = {name: each for name, each in leagues().items() if name in LEAGUE_SETTINGS}
"""Modules of these leagues."""
LEAGUE_FIGURES = expand(
    "results/league/figures/{figure}.{extension}",
    figure=[name for module in LEAGUES.values() for name in league(module).FIGURES],
    extension=config["formats"],
)
CODE_OF_LEAGUES = digest_of(*LEAGUES.values(), *map(figures_module, LEAGUES.values()))
"""Digest of the leagues' modules, which hold captions and labels, too."""
PLAYERS_OF_RECIPES = players_of_recipes(STUDIES.values())
"""Names of players of recipes, by key."""


def get_league_files(wildcards):
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
        for kind, studies in LEAGUE_SETTINGS[wildcards.league].items()
    }


MACHINES = {study: STUDIES[study].config["machine"] for study in WITH_MACHINES}
"""Learners of all studies, and how the page of machines calls them."""
GAMES = {
    study: STUDIES[study].recipes[machine["treatment"]].get("game", "3x3")
    for study, machine in MACHINES.items()
}
"""Games that they learn."""
MACHINE_FIGURES = expand(
    "results/machines/figures/{figure}.{extension}",
    figure=figure_names(MACHINES, GAMES),
    extension=config["formats"],
)
PAGES = [
    Path(page).stem for page in navigation({}, trial=TRIAL) if page not in TEACHING
]
"""Pages that aren't a study's, without that of exercises."""
TEMPLATES = page_templates_digest()
WORKSHEETS = []
"""The page of exercises, if the classroom is there and adds one."""
WITH_NULL_RESULT = [
    name for name, study in STUDIES.items() if "null_result" in study.config
]
PRINTED = with_module("printed")
"""Studies with pages to print."""
QUESTIONS = {
    name: study.config["question"] or study.config["title"]
    for name, study in STUDIES.items()
}
"""Question of every document, or its title."""
APPROACHES = {
    name: f"{study.config['approach'] or name} ({CITED[name]})"
    for name, study in STUDIES.items()
}
"""Method by which the players of every study learn, and the document."""


def get_printed(wildcards):
    """Pages to print of the job's study, or of all studies that have them."""
    studies = [study for study in studies_of(wildcards) if study in PRINTED]
    return expand("results/report/printed/{study}.pdf", study=studies)


def get_everything(study):
    """All outputs for a study."""
    timed = ["results/report/timings.html"] if study in TIMED else []
    agents = [f"results/{study}/agents.parquet"] if study in WITH_AGENTS else []
    return [
        *timed,
        *agents,
        "results/report/assets",
        f"results/report/{study}.html",
        f"results/{study}/verdicts.csv",
        *get_figures(study),
        *get_multiverse(study),
    ]


def get_results():
    """All tables, runs, figures and verdicts, without the pages that show them and without times."""
    names = ("runs.parquet", "traces.parquet", "champions.csv", "tables", "method")
    judged = ("verdicts.parquet", "verdicts.csv", "findings.csv", "multiverse.csv")
    return [
        rules.tables.output,
        rules.facts.output,
        expand("results/{study}/{name}", study=STUDIES, name=[*names, *judged]),
        [get_multiverse(study) + get_figures(study) for study in STUDIES],
        LEAGUE_FIGURES,
        rules.machines.output,
        expand("results/{study}/agents.parquet", study=WITH_AGENTS),
        expand("results/{study}/learning.parquet", study=WITH_MACHINES),
        expand("results/league/{league}", league=LEAGUES),
        "results/audit",
    ]


def get_pages_without_times():
    """Reproducible pages, with the files that they link to."""
    pages = [f"report/{name}.html" for name in (*PAGES, *STUDIES)]
    return [
        "results/report/assets",
        expand("results/report/figures/{name}", name=[*STUDIES, "league", "machines"]),
        [f"results/{page}" for page in pages if page not in UNLISTED],
        "results/report/error_rates.csv",
        expand("results/report/printed/{study}.pdf", study=PRINTED),
        WORKSHEETS,
    ]


def get_shown_scale():
    """Scale, and overridden numbers of runs, as pages show them."""
    asked = config.get("replicates")
    if asked is None:
        return config["scale"]
    if isinstance(asked, int):
        return f"{config['scale']}, but {asked:,} runs of each treatment"
    numbers = ", ".join(f"{name} {number:,}" for name, number in asked.items())
    return f"{config['scale']}, but of each treatment: {numbers} runs"
