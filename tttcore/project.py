"""Check the whole configuration of the project before anything runs."""

from collections.abc import Iterable, Mapping, MutableMapping
from pathlib import Path
from typing import Any

from tttcore.claims.claims_file import (
    check_cited,
    check_decidable,
    check_measures,
    check_null_result,
    planned_tables,
    read_claims,
)
from tttcore.claims.findings import check_values, read_findings
from tttcore.claims.multiverse import check_readings
from tttcore.claims.selectors import Known
from tttcore.engines.learning import check_followed
from tttcore.engines.study_files import check_recipes, read_study
from tttcore.pipeline.config import checked
from tttcore.pipeline.messages import ConfigError, choices
from tttcore.pipeline.needs import check_needs
from tttcore.pipeline.settings import ProjectSettings
from tttcore.pipeline.study import Study, check_labels
from tttcore.report.machines import check_lessons
from tttcore.studies import figures, tables
from tttcore.studies.functions import functions
from tttcore.studies.method import check_method

RESERVED = {
    **dict.fromkeys(
        ("audit", "benchmarks", "kernels", "league", "logs", "machines", "report", "tables"),
        "a folder of results",
    ),
    **dict.fromkeys(
        ("boxes", "course", "enter", "facts", "index", "learn", "play", "provenance", "timings", "worksheet"),
        "a page of the report",
    ),
    **dict.fromkeys(
        (
            "agents",
            "all",
            "assets",
            "batch",
            "crate",
            "default",
            "learning",
            "method",
            "runs",
            "statements",
            "statistics",
            "verdicts",
        ),
        "a rule of the workflow",
    ),
    "house": "the baselines among the agents",
}
"""Names that no study can have, with what has them."""
OTHERS = "*"
"""Stands for all studies with a file that aren't named."""


def checked_studies(config: MutableMapping[str, Any], *, folder: str | Path = "config") -> dict[str, Study]:
    """Read and check the whole configuration, see `read_studies`; ConfigError for the first mistake, in one line."""
    studies = read_studies(config, folder=folder)
    claimed, timed = dict[str, str](), dict[str, str]()
    for study in studies.values():
        _check_study(study, Path(folder), claimed, timed)
    return studies


def read_studies(config: MutableMapping[str, Any], *, folder: str | Path = "config") -> dict[str, Study]:
    """Read the studies, by name; what their files name is not looked for: jobs of a checked project need no more.

    Parameters
    ----------
    config : the project's own settings; defaults are filled in.
    folder : where ``studies`` is, and as what messages call the files.
    """
    folder = Path(folder)
    config.update(checked(dict(config), ProjectSettings, f"{folder}/config.yaml"))
    config["studies"] = _asked(config["studies"], folder / "studies")
    replicates = _replicates(config, f"{folder}/config.yaml")
    found = (read_study(folder / "studies" / f"{name}.yaml") for name in config["studies"])
    studies = {study.name: study.at(config["scale"]) for study in found}
    return studies | {name: studies[name].with_replicates(number) for name, number in replicates.items()}


def _check_study(study: Study, folder: Path, claimed: dict[str, str], timed: dict[str, str]) -> None:
    """Check that all that a study's files name is there; add its claims and benchmarks to those of other studies."""
    name = study.config["study"]
    if name in RESERVED:
        raise ConfigError(f"{study.file}: study: {name!r} is taken by {RESERVED[name]}; choose another")
    check_recipes(study)
    check_method(study)
    tables.check(study)
    figures.check(study)
    for figure, benchmark in functions(name, "benchmarks", study.config["benchmarks"], study.file).items():
        check_needs(benchmark, study, f"{study.file}: benchmarks.{figure}")
    check_labels(study)
    check_followed(study)
    check_lessons(study)
    ids = check_statements(study, folder)
    check_cited(study.config, ids, study.file)
    check_null_result(study.config, tables.tables_of(study.config, study.file), ids, study.file)
    _take(ids, claimed, f"{folder / 'claims' / name}.csv: id")
    _take(study.config["benchmarks"], timed, f"{study.file}: benchmarks")


def check_statements(study: Study, folder: Path, exact: Mapping[str, Known] | None = None) -> list[str]:
    """Check a study's statements, findings and readings against its tables, as far as these are known.

    Parameters
    ----------
    folder : has ``claims`` and ``findings``, each with a file of the study.
    exact : tables that are there already, by name.

    Returns
    -------
    Ids of the statements.
    """
    claims_file, findings_file = (folder / kind / f"{study.name}.csv" for kind in ("claims", "findings"))
    stated = read_claims(claims_file, of_document=bool(study.config["authors"]))
    known = {**planned_tables(study, tables.tables_of(study.config, study.file)), **(exact or {})}
    check_measures(stated, known, str(claims_file))
    check_decidable(stated, Study.of(study.config, study.file), known, str(claims_file))
    check_readings(study.config["readings"], stated, known, study.file)
    check_values(read_findings(findings_file, stated), known, str(findings_file))
    return stated["id"].tolist()


def _take(names: Iterable[str], taken: dict[str, str], where: str) -> None:
    """Add names to those that other studies have `taken`, with their place; ConfigError for the first that is taken."""
    for name in names:
        if name in taken:
            raise ConfigError(f"{where}: {name!r} is taken by {taken[name]}; choose another")
        taken[name] = where


def _asked(names: list[str], folder: Path) -> list[str]:
    """Names of studies, `OTHERS` replaced by all in the folder that aren't named, in alphabetical order."""
    others = sorted({path.stem for path in folder.glob("[!.]*.yaml")} - {*names})
    return [study for name in names for study in (others if name == OTHERS else [name])]


def _replicates(config: Mapping[str, Any], place: str) -> Mapping[str, int]:
    """Runs of every treatment by study, for the studies whose number the project's settings override."""
    asked, studies = config.get("replicates", {}), config["studies"]
    if isinstance(asked, int):
        return dict.fromkeys(studies, asked)
    for name in asked:
        if name not in studies:
            raise ConfigError(
                f"{place}: replicates, there or by --config: no study {name!r} is made{choices(name, studies)}"
            )
    return asked
