"""Functions of the rules that tell of the studies: figures, leagues, settings of pages."""

from pathlib import Path

from tttcore.engines.lessons import lessons_module
from tttcore.engines.printed import printed_label, printed_module
from tttcore.league.leagues import figures_module, league, leagues
from tttcore.report.citation import cited
from tttcore.report.provenance import UNLISTED
from tttcore.report.site import FIRST, LAST, template_digest
from tttcore.studies.treatment_names import names_of, treatment_names

PAGES = [Path(page).stem for page in (*FIRST, *LAST)]
"""Pages that aren't a study's."""
OF_DOCUMENT = ("title", "authors", "year", "source", "question", "about", "cover")
"""Keys of a study's configuration that tell of its document."""


def get_everything(study):
    """Everything that is made for a study."""
    timed = ["results/report/timings.html"] if study in TIMED else []
    return [
        *timed,
        "results/report/assets",
        f"results/report/{study}.html",
        f"results/{study}/verdicts.csv",
        *get_figures(study),
        *get_multiverse(study),
    ]


def get_printed(wildcards):
    """Pages to print of a study, if its engine makes such."""
    asked = [wildcards.study] if printed_module(get_engine(wildcards)) else []
    return expand("results/report/printed/{study}.pdf", study=asked)


def get_printed_recipe(wildcards):
    """Recipe of the study's first treatment, whose pages are printed."""
    return next(iter(get_recipes(wildcards).values()))


def get_printed_title(wildcards):
    return cited(STUDIES[wildcards.study].config)


def get_names():
    """Document of every study, as pages cite it."""
    return {name: cited(study.config) for name, study in STUDIES.items()}


def get_treatment_names():
    """Names of treatments for people, by study and key."""
    return {name: treatment_names(name) for name in STUDIES}


TAUGHT = [name for name in WITH_AGENTS if lessons_module(STUDIES[name].engine)]
"""Studies whose players go on learning on the play page."""


def get_learning():
    """Engine and recipes of each of these studies."""
    return {
        name: {
            "engine": STUDIES[name].engine,
            "recipes": get_recipes(SimpleNamespace(study=name)),
        }
        for name in TAUGHT
    }


def get_lessons_modules(wildcards):
    """Modules by which players of these studies learn."""
    return [
        lessons_module(engine)
        for engine in sorted({STUDIES[name].engine for name in TAUGHT})
    ]


def get_player_names():
    """Names of players of recipes for people, by key."""
    return {
        key: name for study in STUDIES for key, name in names_of(study).players.items()
    }


LEAGUES = {
    name: module
    for name, module in leagues().items()
    if league(module).settings(STUDIES)
}
"""Modules of the leagues that the studies allow, by the league's name."""


def get_league_figures():
    """Files of the figures of all leagues."""
    names = [name for module in LEAGUES.values() for name in league(module).FIGURES]
    return get_files("results/league/figures", names)


def get_league_settings(wildcards):
    """Settings of the studies that take part in a league, by the kinds of files that it reads of them."""
    return league(LEAGUES[wildcards.league]).settings(STUDIES)


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
        for kind, studies in get_league_settings(wildcards).items()
    }


def get_league_module(wildcards):
    """Module that computes a league, in a list."""
    return [LEAGUES[wildcards.league]]


def get_league_modules(wildcards):
    """Modules whose captions and labels the page of leagues shows."""
    return [
        name for module in LEAGUES.values() for name in (module, figures_module(module))
    ]


def get_audit_settings():
    """Parts of the configuration of every study that the audit uses, its own file among them; of figures, their claims."""
    keys = (
        "study",
        "title",
        "engine",
        "treatments",
        "published",
        "tables",
        "null_result",
    )
    return {
        name: {key: study.config.get(key) for key in keys}
        | {
            kind: get_claims_of(study.config[kind])
            for kind in ("figures", "benchmarks")
        }
        | {"comparisons": study.comparisons, "file": study.file}
        for name, study in STUDIES.items()
    }


def get_claims_of(figures):
    """Claims that each figure cites, without its texts, of which the audit shows none."""
    return {name: {"claims": each.get("claims", [])} for name, each in figures.items()}


def get_study_figures(wildcards):
    return get_figures(wildcards.study)


def get_multiverse_figure(wildcards):
    return get_multiverse(wildcards.study)


def get_approaches():
    """Method by which the players of every study learn, and the document, as the page of leagues names them."""
    return {
        name: f"{study.config['approach'] or name} ({cited(study.config)})"
        for name, study in STUDIES.items()
    }


def get_page_settings(wildcards):
    """Settings of a study's page: its document, tables and figures."""
    settings = STUDIES[wildcards.study].config
    return {
        key: settings[key]
        for key in (
            *OF_DOCUMENT,
            "study",
            "engine",
            "treatments",
            "comparisons",
            "published",
            "tables",
            "figures",
        )
    } | {"printed": printed_label(settings["engine"])}


def get_results(study):
    """Tables, runs and verdicts of a study, as files and folders."""
    return [
        f"results/{study}/{name}"
        for name in (
            "runs.parquet",
            "traces.parquet",
            "champions.csv",
            "tables",
            "method",
            "verdicts.parquet",
            "verdicts.csv",
            "findings.csv",
            "multiverse.csv",
        )
    ] + get_multiverse(study)


def get_all_results():
    """All tables, runs, figures and verdicts, without the pages that show them and without times."""
    return [
        rules.tables.output,
        rules.facts.output,
        [get_results(study) + get_figures(study) for study in STUDIES],
        get_league_figures(),
        expand("results/{study}/agents.parquet", study=WITH_AGENTS),
        expand("results/league/{league}", league=LEAGUES),
        "results/audit",
    ]


def get_pages_without_times():
    """Pages that are the same whenever they are made, with what they link to."""
    pages = [f"report/{name}.html" for name in (*PAGES, *STUDIES)]
    return [
        "results/report/assets",
        expand("results/report/figures/{name}", name=[*STUDIES, "league"]),
        [f"results/{page}" for page in pages if page not in UNLISTED],
        [get_printed(SimpleNamespace(study=study)) for study in STUDIES],
        WORKSHEET,
    ]


def get_shown_scale():
    """The scale, and what stands in place of its numbers of runs, as pages say it."""
    asked = config.get("replicates")
    if asked is None:
        return config["scale"]
    if isinstance(asked, int):
        return f"{config['scale']}, but {asked:,} runs of each treatment"
    numbers = ", ".join(f"{name} {number:,}" for name, number in asked.items())
    return f"{config['scale']}, but of each treatment: {numbers} runs"


def get_documents():
    """Settings of the first page: description and cover of every document."""
    return {
        name: {key: study.config[key] for key in (*OF_DOCUMENT, "figures")}
        for name, study in STUDIES.items()
    }
