"""Functions of several rules that run and measure: checked configuration, code digests, batches, limits."""

import os
import sys
from functools import cache
from math import ceil
from pathlib import Path
from types import SimpleNamespace

from tttcore.pipeline.batches import job_seconds, plan, stored_batches
from tttcore.pipeline.code_digests import (
    code_digest,
    imported_by,
    remember_analyses,
    script_digest,
)
from tttcore.pipeline.fewer_runs import check_not_fewer
from tttcore.pipeline.provenance import files_digest, text_digest
from tttcore.pipeline.messages import ConfigError, check_known
from tttcore.project import checked_studies
from tttcore.engines.agents import agents_module
from tttcore.engines.collect import check_origin
from tttcore.engines.engine import engine
from tttcore.engines.replicates import build_recipe, recipe_modules
from tttcore.pipeline.rooms import ENGINES as ENGINE_ROOMS
from tttcore.pipeline.rooms import submodule
from tttcore.pipeline.store import StoreError
from tttcore.studies import tables

try:
    STUDIES = checked_studies(config)
except ConfigError as error:
    sys.exit(f"error: {error}")

ENGINES = sorted({study.engine for study in STUDIES.values()})
TIMED = [name for name, study in STUDIES.items() if study.config["timings"]]
WITH_AGENTS = [name for name, study in STUDIES.items() if agents_module(study.engine)]

modified_path = workflow.modifier.modify_path
"""Path of a file of ours if another workflow imports this one with a prefix."""


RULES_FOLDER = workflow.current_basedir
"""Folder of these rules."""


@cache
def own_path(path):
    """Path of a file of this workflow, given its path from the Snakefile; of a copy, if it is on another machine.

    Snakemake may take copies that it makes late in a plan for missing, so none are made where they can be avoided.
    """
    if isinstance(RULES_FOLDER, os.PathLike):
        return os.path.normpath(os.path.join(RULES_FOLDER, "..", "..", path))
    return workflow.source_path(f"../../{path}")


def script_path(name):
    """File of a script."""
    return Path(own_path(f"workflow/scripts/{name}.py"))


RUN_REPLICATES = script_path("run_replicates")


def given(study, get):
    """Value of `get` for a study, as a rule of that study alone takes it."""
    return lambda wildcards: get(SimpleNamespace(study=study))


remember_analyses(Path(".snakemake/sources.json"))
digest_of = cache(code_digest)
"""Digest of the logic of modules: an edit of it reruns the rule, a comment doesn't."""


def code(script, *more):
    """Digest of the logic of a script and of what it imports, as a parameter.

    It is taken when a job needs it: on a cluster every job loads all rules and runs one.

    Parameters
    ----------
    script : name of a file in ``workflow/scripts/``.
    more : functions from wildcards to further modules, which the script imports by name.
    """
    path = script_path(script)

    def get_code(wildcards):
        further = [module for get in more for module in get(wildcards) if module]
        modules = digest_of(*imported_by(path), *further)
        return text_digest(script_digest(path), modules)

    return get_code


@cache
def built(what, study):
    """Kinds that a study's file asks for, by name: `tables`, `figures` or `benchmarks`."""
    return what.build(STUDIES[study].config, study)


def kind_modules(what):
    """Function from wildcards to the modules of all kinds that are asked for, by one study or by all of them."""

    def get_modules(wildcards):
        asked = [wildcards.study] if "study" in wildcards.keys() else STUDIES
        kinds = [kind for study in asked for kind in built(what, study).values()]
        return sorted({type(kind).__module__ for kind in kinds})

    return get_modules


def engine_module(name):
    """Function from wildcards to the module of that name in the engine's package, in a list; None if it isn't there."""

    def get_module(wildcards):
        own = (
            wildcards.engine if "engine" in wildcards.keys() else get_engine(wildcards)
        )
        return [submodule(ENGINE_ROOMS, own, name)]

    return get_module


def replicates(study):
    """Replicates that the configured scale asks for, by treatment."""
    return {
        name: treatment.replicates[config["scale"]]
        for name, treatment in STUDIES[study].treatments.items()
    }


@cache
def seconds_of_jobs(study):
    """Computing time that a job of a study's runs should take."""
    treatments = STUDIES[study].treatments
    work = sum(
        wanted * treatments[name].seconds for name, wanted in replicates(study).items()
    )
    return job_seconds(work, least=config["batch_seconds"], most=config["most_batches"])


def unrecorded_batches(study, treatment):
    """Stored batches that Snakemake has no record of, as in a copy: it can't tell whether seed and recipe are others."""
    stored = stored_batches(modified_path(f"results/{study}/runs/{treatment}"))
    files = (
        rules.batch.rule.output[0].apply_wildcards(
            {"study": study, "treatment": treatment, "batch": batch}
        )
        for batch in stored
    )
    return [file for file in files if workflow.persistence.metadata(file) is None]


@cache
def check_stored(study):
    """End with one line if a study's results are of more runs than are asked for, or of another seed or recipe."""
    try:
        runs = modified_path(f"results/{study}/runs.parquet")
        check_not_fewer(runs, replicates(study))
        for name, treatment in STUDIES[study].treatments.items():
            made_with = {"seed": config["seed"], "recipe": treatment.recipe}
            for file in unrecorded_batches(study, name):
                folder = modified_path(f"results/{study}")
                remedy = f"remove {folder} and run again, or give the old setting"
                check_origin(file, made_with, remedy=remedy)
    except (ConfigError, StoreError) as error:
        sys.exit(f"error: {error}")


def get_batches(wildcards):
    """Files that hold the runs of a study: those there already, and new ones for the rest."""
    if workflow.is_main_process:
        check_stored(wildcards.study)
    files = []
    treatments = STUDIES[wildcards.study].treatments
    for name, wanted in replicates(wildcards.study).items():
        folder = f"results/{wildcards.study}/runs/{name}"
        size = treatments[name].batch_size(seconds_of_jobs(wildcards.study))
        files += [
            f"{folder}/{batch}.parquet"
            for batch in plan(
                wanted, size=size, stored=stored_batches(modified_path(folder))
            )
        ]
    return files


def get_engine(wildcards):
    return STUDIES[wildcards.study].engine


def get_kernels(wildcards):
    """Sign that a study's kernels are compiled."""
    return f"results/kernels/{get_engine(wildcards)}.txt"


def find(name, known, kind, study):
    """Entry of a name that a file asked for has; ends with one line where a study has none of that name."""
    try:
        check_known([name], known, study, kind)
    except ConfigError as error:
        sys.exit(f"error: {error}")
    return known[name]


def get_kernels_of_batch(wildcards):
    """The same, for a batch that can be."""
    study = wildcards.study
    find(wildcards.treatment, STUDIES[study].treatments, "treatment", study)
    start, stop = map(int, wildcards.batch.split("-"))
    if start >= stop:
        sys.exit(
            f"error: {study}: batch '{start}-{stop}' holds no runs; allowed: its first run, -, the first one after it"
        )
    return get_kernels(wildcards)


def get_replicates(wildcards):
    return replicates(wildcards.study)


def get_recipes(wildcards):
    """Parameters of all treatments of a study, by name."""
    return {
        name: treatment.recipe
        for name, treatment in STUDIES[wildcards.study].treatments.items()
    }


def get_recipe(wildcards):
    """Parameters of a treatment; changing them reruns it."""
    return STUDIES[wildcards.study].treatments[wildcards.treatment].recipe


@cache
def code_of_runs(study):
    """Digest of what makes the runs of each treatment of a study: its engine, and the operators that its recipe names."""
    name = STUDIES[study].engine
    made_by = engine(name)
    return {
        treatment: digest_of(
            "tttcore.engines.replicates",
            submodule(ENGINE_ROOMS, name, "engine"),
            *sorted(recipe_modules(build_recipe(made_by, each.recipe, treatment))),
        )
        for treatment, each in STUDIES[study].treatments.items()
    }


def get_code_of_runs(wildcards):
    return code_of_runs(wildcards.study)


def get_code_of_batch(wildcards):
    return code_of_runs(wildcards.study)[wildcards.treatment]


def get_code_of_batch_script(wildcards):
    """Digest of the script that stores runs; what it imports beside the engine changes none of them."""
    return script_digest(RUN_REPLICATES)


def seconds_of_batch(wildcards):
    """Computing time that a batch of runs is thought to take."""
    start, stop = map(int, wildcards.batch.split("-"))
    treatment = STUDIES[wildcards.study].treatments[wildcards.treatment]
    return (stop - start) * treatment.seconds


def get_batch_minutes(wildcards, attempt):
    """Time limit of a batch of runs: twenty times what it is thought to take, and more when it is tried again."""
    return attempt * (15 + ceil(20 * seconds_of_batch(wildcards) / 60))


def get_batch_priority(wildcards):
    """Batches that take much longer than others, being of one long replicate, start first, the longest before all."""
    seconds = seconds_of_batch(wildcards)
    return seconds if seconds > 1.5 * seconds_of_jobs(wildcards.study) else 0


def count_runs(wildcards):
    """Runs of all treatments of a study, or of all studies."""
    asked = [wildcards.study] if "study" in wildcards.keys() else STUDIES
    return sum(sum(replicates(study).values()) for study in asked)


def get_minutes(wildcards, attempt):
    """Time limit of what goes through all runs of a study."""
    return attempt * (30 + ceil(count_runs(wildcards) / 100_000))


def get_megabytes(wildcards, attempt):
    """Memory of what goes through all runs of a study: of each it holds some numbers."""
    return attempt * (2000 + ceil(count_runs(wildcards) / 5000))
