"""What rules that run and measure ask for: checked configuration, code digests, batches."""

import sys
from functools import cache
from math import ceil
from pathlib import Path

from tttcore.base.batches import job_seconds, plan, stored_batches
from tttcore.base.provenance import code_digest
from tttcore.base.registry import ConfigError
from tttcore.project import checked_studies
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
WITH_AGENTS = [name for name, study in STUDIES.items() if agents_module(study.engine)]


@cache
def code_of(*modules):
    """Digest of the modules' logic: an edit of it reruns the rule, a comment doesn't."""
    return code_digest(*(f"tttcore.{module}" for module in modules))


def code(*modules):
    """The same as a parameter, taken when a job needs it: on a cluster every job loads all rules and runs one."""

    def digest(wildcards):
        return code_of(*modules)

    return digest


def replicates(study):
    """Replicates that the configured scale asks for, by treatment."""
    return {
        name: treatment.replicates[config["scale"]]
        for name, treatment in STUDIES[study].treatments.items()
    }


JOB_SECONDS = job_seconds(
    sum(
        wanted * STUDIES[study].treatments[name].seconds
        for study in STUDIES
        for name, wanted in replicates(study).items()
    ),
    least=config["batch_seconds"],
    most=config["most_batches"],
)
"""Computing time that a job of runs should take."""


def batches_of(wildcards):
    """Files that hold the runs of a study: those there already, and new ones for the rest."""
    files = []
    treatments = STUDIES[wildcards.study].treatments
    for name, wanted in replicates(wildcards.study).items():
        folder = f"results/{wildcards.study}/runs/{name}"
        size = treatments[name].batch_size(JOB_SECONDS)
        files += [
            f"{folder}/{batch}.parquet"
            for batch in plan(wanted, size=size, stored=stored_batches(folder))
        ]
    return files


def minutes_of_run(wildcards, attempt):
    """Time limit of a batch of runs: twenty times what it is thought to take, and more when it is tried again."""
    start, stop = map(int, wildcards.batch.split("-"))
    treatment = STUDIES[wildcards.study].treatments[wildcards.treatment]
    return attempt * (15 + ceil(20 * (stop - start) * treatment.seconds / 60))


def minutes_of_all(wildcards, attempt):
    """Time limit of what goes through all runs of a study."""
    return attempt * (30 + ceil(runs_of(wildcards) / 100_000))


def megabytes_of_all(wildcards, attempt):
    """Memory of what goes through all runs of a study: of each it holds some numbers."""
    return attempt * (2000 + ceil(runs_of(wildcards) / 5000))


def runs_of(wildcards):
    """Runs of all treatments of a study, or of all studies."""
    asked = [wildcards.study] if "study" in wildcards.keys() else STUDIES
    return sum(sum(replicates(study).values()) for study in asked)


def engine_of(wildcards):
    """Name of what runs a study."""
    return STUDIES[wildcards.study].engine


def kernels_of(wildcards):
    """Sign that a study's kernels are compiled."""
    return f"results/kernels/{engine_of(wildcards)}.txt"


def code_of_engine(wildcards):
    """Digest of an engine."""
    return code_of(f"studies.{wildcards.engine}")


def code_of_runs(wildcards):
    """Digest of what makes a study's runs."""
    return code_of(f"studies.{engine_of(wildcards)}")


def code_of_agents(wildcards):
    """Digest of what finds the players of a study's runs."""
    own = agents_module(engine_of(wildcards)).removeprefix("tttcore.")
    return code_of("studies.agents", own, "studies.collect")


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
    return code_of("analysis.tables", *modules_of(wildcards.study))


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
    return code_of("analysis.timings", engine, *modules_of(wildcards.study))


def timings_of(wildcards):
    """Work that the document timed."""
    return STUDIES[wildcards.study].config["timings"]


def every_core(wildcards):
    """Cores of a job that is timed: all that there are, so that none runs beside it; one where a cluster decides."""
    return workflow.resource_settings.cores or 1
