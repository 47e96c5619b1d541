"""Build and check the tables of statistics that a study's file asks for."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from tttcore.engines.engine import engine
from tttcore.pipeline.messages import ConfigError, check_known, choices
from tttcore.pipeline.names import COMPARISON, PUBLISHED_TABLE, TREATMENT, named
from tttcore.pipeline.published_data import read_runs
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import FACTS, METHOD
from tttcore.pipeline.text import read_csv
from tttcore.stats.evidence import Evidence
from tttcore.stats.table_kind import EVIDENCE, GROUPS, Kind, kinds
from tttcore.studies.kinds import build_kinds
from tttcore.studies.method import method_captions

__all__ = ["Kind", "build", "check", "kinds"]

_ATTRIBUTES = {*(field.name for field in fields(Evidence)), *vars(Evidence)}
EVIDENCE_NAMES = sorted({GROUPS, EVIDENCE, *(name for name in _ATTRIBUTES if not name.startswith("_"))})
"""Positional parameters that the function of a table can have."""


def build(study: Mapping[str, Any], where: str) -> dict[str, Kind]:
    """Build every table that a study's file asks for, by name.

    Parameters
    ----------
    study : ``study``, ``engine``, ``treatments``, ``comparisons``, ``published`` and ``tables`` of its configuration.
    where : name of the file, for messages.

    Raises
    ------
    ConfigError
        For the first that can't be made.
    """
    _check_names(study, where)
    return build_kinds(kinds, study, "tables", where, _check)


def _check(kind: Kind, study: Mapping[str, Any], where: str) -> None:
    """Check that a study has what a kind needs and names; else ConfigError that names the place `where`."""
    _check_evidence(kind)
    if kind.needs_published and "data" not in study["published"]:
        raise ConfigError(f"{where}: needs published.data")
    check_known(named(kind, PUBLISHED_TABLE), study["published"]["tables"], where, PUBLISHED_TABLE)
    check_known(named(kind, COMPARISON), study["comparisons"], where, COMPARISON)
    check_known(named(kind, TREATMENT), study["treatments"], where, TREATMENT)
    traced = engine(study["engine"]).STORED.traces.names[3:]
    check_known(kind.trace_columns, traced, where, "column of the traces")


def _check_evidence(kind: Kind) -> None:
    """Check that the function of a kind asks for evidence that there is; ConfigError with its file."""
    for part in kind.evidence_names():
        if part not in EVIDENCE_NAMES:
            file = f"{type(kind).__module__.replace('.', '/')}.py"
            raise ConfigError(f"{file}: {kind.function.__name__} asks for {part!r}{choices(part, EVIDENCE_NAMES)}")


def _check_names(study: Mapping[str, Any], where: str) -> None:
    """Check that no table is called like another of the study, or like one that it has anyway; else ConfigError."""
    method = dict.fromkeys(method_captions(study["study"]), "a table of the study's method")
    taken = {FACTS: "the exact facts of 3x3", METHOD: "the facts of the study's method", **method}
    for section, names in (("published.tables", study["published"]["tables"]), ("tables", study["tables"])):
        for name in names:
            if name in taken:
                raise ConfigError(f"{where}: {section}.{name}: the name is taken by {taken[name]}; choose another")
            taken[name] = f"{section}.{name}"


def check(found: Mapping[str, Kind], study: Study) -> None:
    """Check that the document's files and the treatments have the data of the tables; else ConfigError."""
    files = study.config["published"]
    if "data" in files:
        read_runs(files["data"])
    for name, file in files["tables"].items():
        try:
            read_csv(file)
        except ConfigError as error:
            raise ConfigError(f"{study.file}: published.tables.{name}: {error}") from None
    for name, kind in found.items():
        try:
            kind.check(study)
        except ConfigError as error:
            raise ConfigError(f"{study.file}: tables.{name}: {error}") from None
