"""What the rules ask for: checked configuration, code digests, batches and file names."""

import sys
from pathlib import Path

from tttcore.base.batches import plan, stored_batches
from tttcore.base.provenance import code_digest
from tttcore.base.registry import ConfigError
from tttcore.figures import league, lattice_league, nine_board_league
from tttcore.project import checked_studies
from tttcore.report.methods import meanings, methods
from tttcore.report.play_files import play_digest
from tttcore.report.shared import asset_digest
from tttcore.report.site import FIRST, LAST, template_digest
from tttcore.studies.agents import agents_module
from tttcore.studies.study import method_module

try:
    STUDIES = checked_studies(
        config, schemas=Path(workflow.basedir) / "workflow" / "schemas"
    )
except ConfigError as error:
    sys.exit(f"error: {error}")

ENGINES = sorted({study.engine for study in STUDIES.values()})
TIMED = [name for name, study in STUDIES.items() if study.config["timings"]]
WITH_NULL_RESULT = [
    name for name, study in STUDIES.items() if study.config["null_result"]
]
WITH_LATTICES = [name for name, study in STUDIES.items() if study.engine == "genies"]
WITH_AGENTS = [name for name, study in STUDIES.items() if agents_module(study.engine)]
PAGES = [Path(page).stem for page in (*FIRST, *LAST)]
"""Pages that aren't a study's."""


def code(*modules):
    """Digest of the modules' logic: an edit of it reruns the rule, a comment doesn't."""
    return code_digest(*(f"tttcore.{module}" for module in modules))


def replicates(study):
    """Replicates that the configured scale asks for, by treatment."""
    return {
        name: treatment.replicates[config["scale"]]
        for name, treatment in STUDIES[study].treatments.items()
    }


def batches_of(wildcards):
    """Files that hold the runs of a study: those there already, and new ones for the rest."""
    files = []
    for name, wanted in replicates(wildcards.study).items():
        folder = f"results/{wildcards.study}/runs/{name}"
        size = (
            STUDIES[wildcards.study]
            .treatments[name]
            .batch_size(config["batch_seconds"])
        )
        files += [
            f"{folder}/{batch}.parquet"
            for batch in plan(wanted, size=size, stored=stored_batches(folder))
        ]
    return files


def engine_of(wildcards):
    """Name of what runs a study."""
    return STUDIES[wildcards.study].engine


def kernels_of(wildcards):
    """Sign that a study's kernels are compiled."""
    return f"results/kernels/{engine_of(wildcards)}.txt"


def code_of_engine(wildcards):
    """Digest of an engine."""
    return code(f"studies.{wildcards.engine}")


def code_of_runs(wildcards):
    """Digest of what makes a study's runs."""
    return code(f"studies.{engine_of(wildcards)}")


def code_of_agents(wildcards):
    """Digest of what finds the players of a study's runs."""
    own = agents_module(engine_of(wildcards)).removeprefix("tttcore.")
    return code("studies.agents", own, "studies.collect")


def recipes_of(wildcards):
    """Parameters of all treatments of a study, by name."""
    return {
        name: treatment.recipe
        for name, treatment in STUDIES[wildcards.study].treatments.items()
    }


def recipe_of(wildcards):
    """Parameters of a treatment; changing them reruns it."""
    return STUDIES[wildcards.study].treatments[wildcards.treatment].recipe


def replicates_of(wildcards):
    """Replicates of each treatment of a study."""
    return replicates(wildcards.study)


def fewest_of(wildcards):
    """Replicates of the treatment of a study that has the fewest."""
    return min(replicates(wildcards.study).values())


def judged_from(wildcards):
    """Runs of every treatment from which verdicts on reruns are given."""
    return STUDIES[wildcards.study].config["judged_from"]


def comparisons_of(wildcards):
    """Sets of treatments that are compared."""
    return STUDIES[wildcards.study].comparisons


def drawn(settings):
    """Of a figure's settings those that change what is drawn, which leaves out the claims that it is about."""
    return {key: value for key, value in settings.items() if key != "claims"}


def figure_of(wildcards):
    """Kind and options of a figure."""
    return drawn(STUDIES[wildcards.study].config["figures"][wildcards.figure])


def modules_of(study):
    """The study's own module, if it has one."""
    own = method_module(study)
    return [own.removeprefix("tttcore.")] if own else []


def code_of_method(wildcards):
    """Digest of what measures a study's method."""
    return code("analysis.tables", *modules_of(wildcards.study))


def published_of(wildcards):
    """The document's own numbers."""
    return STUDIES[wildcards.study].config["published"]


def tables_of(wildcards):
    """Kinds and options of the tables of statistics."""
    return STUDIES[wildcards.study].config["tables"]


def data_of(wildcards):
    """The document's own numbers as files."""
    published = published_of(wildcards)
    data = [published["data"]] if "data" in published else []
    return [*data, *published["tables"].values()]


def code_of_timings(wildcards):
    """Digest of what is timed, and how."""
    engine = f"studies.{engine_of(wildcards)}"
    return code("analysis.timings", engine, *modules_of(wildcards.study))


def timings_of(wildcards):
    """Work that the document timed."""
    return STUDIES[wildcards.study].config["timings"]


def clocked(study):
    """What is timed here for figures of times, by figure."""
    return STUDIES[study].config["clocked"]


def clocked_of(wildcards):
    """Kind and options of a figure of times."""
    return drawn(clocked(wildcards.study)[wildcards.figure])


def clocked_figures(study):
    """Files of all figures of times of a study."""
    return [
        f"results/benchmarks/{study}/figures/{name}.{extension}"
        for name in clocked(study)
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
        "clocked",
        "null_result",
    )
    return {
        name: {key: study.config[key] for key in keys}
        | {"comparisons": study.comparisons, "file": study.file}
        for name, study in STUDIES.items()
    }


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
        )
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


def methods_text():
    """The methods section, from the configuration of all studies."""
    schemas = Path(workflow.basedir) / "workflow" / "schemas"
    return methods(
        {name: study.config for name, study in STUDIES.items()},
        {name: study.treatments for name, study in STUDIES.items()},
        {name: meanings(schemas / f"{name}.schema.yaml") for name in STUDIES},
        scale=config["scale"],
        seed=config["seed"],
    )


def boards_of(study):
    """Edge and dimensions of the board of every treatment of Genies."""
    return {
        name: {key: treatment.recipe[key] for key in ("edge", "dimensions")}
        for name, treatment in STUDIES[study].treatments.items()
    }


def rated(study):
    """Names of a study's tables of ratings and of all pairs of players on nine boards, by kind; empty without both."""
    found = {
        table["name"]: name for name, table in STUDIES[study].config["tables"].items()
    }
    kinds = ("ratings", "crosstable")
    return {kind: found[kind] for kind in kinds} if {*kinds} <= {*found} else {}


def leagues():
    """Figures of every league that the studies allow, by the name of its folder."""
    found = {"classic": league.FIGURES}
    if WITH_LATTICES:
        found["lattice"] = lattice_league.FIGURES
    if any(rated(study) for study in STUDIES):
        found["nine_board"] = nine_board_league.FIGURES
    return found


def figures_of_leagues():
    """Files of the figures of all leagues."""
    return [
        f"results/league/figures/{name}.{extension}"
        for figures in leagues().values()
        for name in figures
        for extension in config["formats"]
    ]


def board_league_of(wildcards):
    """Tables of the league that a figure draws."""
    (name,) = (
        name for name, figures in leagues().items() if wildcards.figure in figures
    )
    return f"results/league/{name}"
