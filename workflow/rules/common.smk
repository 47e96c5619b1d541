"""Definitions for all rules: checked studies, code digests, files of the configuration, batches of runs, job limits."""

import os
import sys
from functools import cache
from math import ceil
from pathlib import Path

from tttcore.claims.claims_file import HISTORY, changed_rules
from tttcore.engines.collect import check_origin
from tttcore.engines.engine import engine
from tttcore.engines.replicates import build_recipe, recipe_modules
from tttcore.pipeline.batches import (
    check_not_fewer,
    plan_study,
    stored_batches,
)
from tttcore.pipeline.code_digests import (
    code_digest,
    files_digest,
    imported_by,
    remember_analyses,
    script_digest,
    text_digest,
)
from tttcore.pipeline.messages import ConfigError, check_known
from tttcore.pipeline.modules import ENGINES, submodule
from tttcore.pipeline.modules import STUDIES as STUDY_PACKAGES
from tttcore.pipeline.store import StoreError
from tttcore.pipeline.study import QUICK
from tttcore.pipeline.system_errors import describe_os_error
from tttcore.pipeline.user_classes import SUFFIX
from tttcore.plots.names import player_names
from tttcore.project import checked_studies, read_studies
from tttcore.report.site import cited
from tttcore.wings import has_wing

try:
    # Jobs start Snakemake again, on what the main process has checked.
    STUDIES = (checked_studies if workflow.is_main_process else read_studies)(config)
except ConfigError as error:
    sys.exit(f"error: {error}")


def with_module(part):
    """Studies whose engine has a module of this name."""
    return [
        name
        for name, study in STUDIES.items()
        if submodule(ENGINES, study.engine, part)
    ]


WITH_AGENTS = with_module("agents")
"""Studies whose runs leave players behind."""
WITH_MACHINES = [name for name, study in STUDIES.items() if study.followed]
"""Studies whose learners are followed while they learn."""
FOLLOWED = 30
"""Most runs of a treatment that are followed."""
TRIAL = config["scale"] == QUICK
"""True at the scale quick, for trying the workflow: timings, long counts and calibrations are left out."""
EXPORTED = (
    {"champions": 1, "followed": 1, "snapshots": 2} if TRIAL else config["agents"]
)
"""Players of each treatment that are exported."""
TIMED = [
    name for name, study in STUDIES.items() if study.config["timings"] and not TRIAL
]
"""Studies whose document timed something."""
CITED = {name: cited(study.config) for name, study in STUDIES.items()}
"""Document of every study, as pages cite it."""
SITE = {"studies": CITED, "trial": TRIAL}
"""Variables of all pages."""
PLAYERS = {name: player_names(study.config) for name, study in STUDIES.items()}
"""Names of treatments on pages about several documents, by study and key."""
CONFIG = {
    "study": "config/studies/{study}.yaml",
    "claims": "config/claims/{study}.csv",
    "findings": "config/findings/{study}.csv",
}
"""Files about a study; it may lack claims and findings."""
OPTIONAL = ("claims", "findings")
RULES_FOLDER = workflow.current_basedir
modified_path = workflow.modifier.modify_path
"""Path of a project file if another workflow imports this one with a prefix."""
remember_analyses(Path(".snakemake/sources.json"))
digest_of = cache(code_digest)


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


def studies_of(wildcards):
    """The study of a job, or all of them in jobs of none."""
    return [wildcards.study] if "study" in wildcards.keys() else [*STUDIES]


def code(script, *parts, study=None):
    """Digest of the logic of a script and all that it imports, as a parameter: an edit reruns the rule, a comment doesn't.

    Parameters
    ----------
    script : name of a file in ``workflow/scripts/``.
    parts : names of modules that the script finds in packages of studies and engines, where these have them.
    study : study of a rule without wildcards; without one the parts are of the job's, or of all studies.
    """
    path = script_path(script)

    def get_code(wildcards):
        studies = [study] if study else studies_of(wildcards)
        engines = sorted({STUDIES[each].engine for each in studies})
        if wildcards and "engine" in wildcards.keys():
            studies, engines = [], [wildcards.engine]
        packages = [(STUDY_PACKAGES, each) for each in studies]
        packages += [(ENGINES, each) for each in engines]
        modules = [submodule(*package, part) for package in packages for part in parts]
        imported = digest_of(*imported_by(path), *sorted(filter(None, modules)))
        return text_digest(script_digest(path), imported)

    return get_code(None) if study else get_code


def replicates(study):
    """Runs of each treatment at the configured scale."""
    treatments = STUDIES[study].treatments
    return {name: each.replicates[config["scale"]] for name, each in treatments.items()}


def followed(study):
    """Runs of each treatment that are followed while they learn."""
    runs = replicates(study)
    return {name: min(runs[name], FOLLOWED) for name in STUDIES[study].followed}


def recipes(study):
    """Parameters of each treatment."""
    return {name: each.recipe for name, each in STUDIES[study].treatments.items()}


def of_study(key):
    """Value of a key of the study's file as a parameter; also of what follows from it: `runs`, `recipes`."""
    further = {
        "runs": replicates,
        "recipes": recipes,
        "code_of_runs": code_of_runs,
        "followed": followed,
    }

    def get(wildcards):
        study = wildcards.study
        return further[key](study) if key in further else STUDIES[study].config[key]

    return get


def config_files(study, *kinds):
    """Files about a study, of these kinds of `CONFIG`; ``data`` are those with the document's own numbers."""
    published = STUDIES[study].config["published"]
    data = [published["data"]] if "data" in published else []
    files = {kind: CONFIG[kind].format(study=study) for kind in kinds if kind in CONFIG}
    found = [
        file
        for kind, file in files.items()
        if kind not in OPTIONAL or os.path.exists(file)
    ]
    return found + ([*data, *published["tables"].values()] if "data" in kinds else [])


def from_config(*kinds):
    """Files about the job's study, or about all studies, as an input."""
    return lambda wildcards: [
        file for study in studies_of(wildcards) for file in config_files(study, *kinds)
    ]


def digest_of_config(*kinds):
    """Digest of these files as a parameter: one may be replaced by an older one, unnoticed by file times."""
    return lambda wildcards: files_digest(from_config(*kinds)(wildcards))


def known_or_exit(name, known, kind, study):
    """End with one line if a file that is asked for has a name that its study lacks."""
    try:
        check_known([name], known, study, kind)
    except ConfigError as error:
        sys.exit(f"error: {error}")


PRIORITY = {study: len(STUDIES) + 1 - place for place, study in enumerate(STUDIES)}
"""Priority of each study's jobs: studies are finished one after another, in the order of the settings.

Players and leagues have 1, since the last league ends a long chain of jobs; all else has 0.
"""
FIRST = len(STUDIES) + 2
"""Priority of what needs no runs, so that a statement's mistake is found before hours of them."""


def get_priority(wildcards):
    """Priority of a job that pages of studies wait for: that of the first study that needs it."""
    return max(PRIORITY[study] for study in studies_of(wildcards))


@cache
def check_stored(study):
    """End with one line if a study's stored results have more runs than requested, or another seed or recipe."""
    folder = modified_path(f"results/{study}")
    remedy = f"remove {folder} and run again, or give the old setting"
    try:
        check_not_fewer(f"{folder}/runs.parquet", replicates(study))
        for name, recipe in recipes(study).items():
            for batch in stored_batches(f"{folder}/runs/{name}"):
                names = {"study": study, "treatment": name, "batch": batch}
                file = rules.batch.rule.output[0].apply_wildcards(names)
                if workflow.persistence.metadata(file) is None:  # in a copy of results
                    made_with = {"seed": config["seed"], "recipe": recipe}
                    check_origin(file, made_with, remedy=remedy)
    except (ConfigError, StoreError, OSError) as error:
        sys.exit(f"error: {describe_os_error(error) or error}")


def planned_batches(study):
    """Batches with the runs of a study: stored ones, and new ones for missing replicates."""
    folder = f"results/{study}/runs"
    planned = plan_study(STUDIES[study], config, modified_path(folder))
    return [
        f"{folder}/{treatment}/{batch}.parquet"
        for treatment, batches in planned.items()
        for batch in batches
    ]


def batches_of(study):
    """Batches with the runs of a study, after a check of stored ones."""
    if workflow.is_main_process:
        check_stored(study)
    return planned_batches(study)


def get_kernels(wildcards):
    """Marker that a study's kernels are compiled."""
    return f"results/kernels/{STUDIES[wildcards.study].engine}.txt"


@cache
def code_of_runs(study):
    """Code digest of each treatment's runs: the engine, and the operators and files that the recipe names.

    An operator in a user's file has the file as its module.
    """
    name = STUDIES[study].engine
    shared = ["tttcore.engines.replicates", submodule(ENGINES, name, "engine")]
    found = {}
    for treatment, config in recipes(study).items():
        recipe = build_recipe(engine(name), config, treatment)
        modules = recipe_modules(recipe)
        files = sorted(module for module in modules if module.endswith(SUFFIX))
        imported = {module for file in files for module in imported_by(file)}
        code = digest_of(*shared, *sorted((modules | imported).difference(files)))
        own = [*map(script_digest, files)]
        own += getattr(engine(name), "recipe_files", lambda _: [])(recipe)
        found[treatment] = text_digest(code, *own) if own else code
    return found


def get_minutes(wildcards, attempt):
    """Time limit of jobs that read all runs of a study, or of all studies."""
    runs = sum(sum(replicates(study).values()) for study in studies_of(wildcards))
    return attempt * (30 + ceil(runs / 100_000))


def get_megabytes(wildcards, attempt):
    """Memory of jobs that read all runs of a study, or of all studies, and hold some numbers of each."""
    runs = sum(sum(replicates(study).values()) for study in studies_of(wildcards))
    return attempt * (2000 + ceil(runs / 5000))


def get_figures(study):
    """Files of all figures of a study, in all formats."""
    names = STUDIES[study].config["figures"]
    return expand(
        f"results/{study}/figures/{{name}}.{{extension}}",
        name=names,
        extension=config["formats"],
    )


def get_multiverse(study):
    """Files of the figure of verdicts under every reading, where a study has other readings."""
    extensions = config["formats"] if STUDIES[study].config["readings"] else []
    return [f"results/{study}/multiverse.{extension}" for extension in extensions]
