"""What rules that run and measure ask for: checked configuration, code digests, batches."""

import sys
from functools import cache
from math import ceil
from pathlib import Path

from tttcore.pipeline.batches import job_seconds, plan, stored_batches
from tttcore.pipeline.provenance import code_digest, imported_by
from tttcore.pipeline.messages import ConfigError
from tttcore.project import checked_studies
from tttcore.engines.agents import agents_module
from tttcore.pipeline.rooms import ENGINES as ENGINE_ROOMS
from tttcore.pipeline.rooms import submodule
from tttcore.studies import benchmarks, charts, figures, tables
from tttcore.studies.method import method_module, timings_module

try:
    STUDIES = checked_studies(config)
except ConfigError as error:
    sys.exit(f"error: {error}")

ENGINES = sorted({study.engine for study in STUDIES.values()})
TIMED = [name for name, study in STUDIES.items() if study.config["timings"]]
WITH_AGENTS = [name for name, study in STUDIES.items() if agents_module(study.engine)]


@cache
def digest_of(*modules):
    """Digest of the modules' logic: an edit of it reruns the rule, a comment doesn't."""
    return code_digest(*modules)


def code(script, *more):
    """Digest of the logic that a script imports, as a parameter.

    It is taken when a job needs it: on a cluster every job loads all rules and runs one.

    Parameters
    ----------
    script : name of a file in ``workflow/scripts/``.
    more : functions from wildcards to further modules, which the script imports by name.
    """
    path = Path(workflow.basedir) / "workflow" / "scripts" / f"{script}.py"

    def digest(wildcards):
        further = [module for get in more for module in get(wildcards) if module]
        return digest_of(*imported_by(path), *further)

    return digest


@cache
def built(what, study):
    """Kinds that a study's file asks for, by name: `tables`, `figures`, `charts` or `benchmarks`."""
    return what.build(STUDIES[study].config, study)


def kind_modules(what):
    """Function from wildcards to the modules of what a study's file asks for: `tables`, `figures` or `charts`.

    They are those of all studies where the wildcards name none.
    """

    def modules(wildcards):
        asked = [wildcards.study] if "study" in wildcards.keys() else STUDIES
        kinds = [kind for study in asked for kind in built(what, study).values()]
        return sorted({type(kind).__module__ for kind in kinds})

    return modules


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


def engine_part(name):
    """Function from wildcards to a module of that name in the engine's package, in a list; empty if it isn't there."""

    def modules(wildcards):
        engine = (
            wildcards.engine if "engine" in wildcards.keys() else engine_of(wildcards)
        )
        return [submodule(ENGINE_ROOMS, engine, name)]

    return modules


def code_of_runs(wildcards):
    """Digest of what makes a study's runs."""
    return digest_of(*engine_part("engine")(wildcards))


def method_of(wildcards):
    """Module that measures a study's method, in a list."""
    return [method_module(wildcards.study)]


def timings_code_of(wildcards):
    """Module that makes a study's own work ready to be timed, in a list."""
    return [timings_module(wildcards.study)]


def figure_module(wildcards):
    """Module of a figure's kind, in a list."""
    return [type(built(figures, wildcards.study)[wildcards.figure]).__module__]


def benchmark_module(wildcards):
    """Module of the kind of a figure of times, in a list."""
    return [type(built(benchmarks, wildcards.study)[wildcards.figure]).__module__]


def histories_of(wildcards):
    """Batches of a study, if a figure draws single runs."""
    kind = built(figures, wildcards.study)[wildcards.figure]
    return batches_of(wildcards) if kind.histories else []


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


def timings_of(wildcards):
    """Work that the document timed."""
    return STUDIES[wildcards.study].config["timings"]


def every_core(wildcards):
    """Cores of a job that is timed: all that there are, so that none runs beside it; one where a cluster decides."""
    return workflow.resource_settings.cores or 1
