"""The tables of a study: functions of the names in its file, with captions from there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.pipeline.manifest import read_manifest, sha256
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.needs import check_needs
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import FACTS, METHOD, Tables, read_csv, read_runs
from tttcore.stats.columns import Labels
from tttcore.stats.evidence import Evidence
from tttcore.studies.functions import functions, module_of
from tttcore.studies.method import method_captions

SUMS = "SHA256SUMS"
"""File with the digests of published data, in their folder, as ``sha256sum`` writes it."""


@dataclass(frozen=True)
class Table:
    """A table of a study.

    Attributes
    ----------
    function : computes it from the study's evidence.
    caption : description of it on pages.
    """

    function: Callable[[Evidence], pd.DataFrame]
    caption: str

    @property
    def columns(self) -> Labels:
        """Labels of all its columns, empty for those that pages don't show, see `stats.columns.columns`."""
        return vars(self.function)["columns"]

    @property
    def shown(self) -> dict[str, str]:
        """Labels of the columns that pages show; a page only links to a table without any."""
        return {name: label for name, label in self.columns.items() if label}

    @property
    def comparison(self) -> str:
        """Comparison whose labels its rows have, if no column ``set`` names one; else empty."""
        return vars(self.function)["comparison"]

    def treatments_of(self, row: Mapping[str, Any]) -> Sequence[str]:
        """Names of the treatments that a row summarises whose columns name none."""
        behind = vars(self.function)["treatments"]
        return behind(row) if callable(behind) else behind


def tables_of(study: Mapping[str, Any], where: str) -> dict[str, Table]:
    """Tables that a study's file names, in its order.

    Parameters
    ----------
    study : ``study``, ``engine`` and ``tables`` of its configuration.
    where : name of the file, for messages.

    Raises
    ------
    ConfigError
        For the first without a function.
    """
    found = functions(study["study"], "tables", study["tables"], where, study["engine"])
    return {name: Table(function, study["tables"][name]) for name, function in found.items()}


def compute(tables: Mapping[str, Table], evidence: Evidence) -> Tables:
    """Compute tables from a study's evidence, by name; a column ``set`` comes first."""
    return {name: _computed(name, table, evidence) for name, table in tables.items()}


def check(study: Study) -> None:
    """Check the names of tables and what their functions need, and that the document's own data can be read.

    A study's module ``tables`` may have a function ``check`` of its own, which is called with the study.

    Raises
    ------
    ConfigError
        For the first mistake.
    """
    _check_names(study.config, study.file)
    files = study.config["published"]
    for file in (*([files["data"]] if "data" in files else []), *files["tables"].values()):
        _check_digest(Path(file))
    if "data" in files:
        read_runs(files["data"])
    for name, file in files["tables"].items():
        try:
            read_csv(file)
        except ConfigError as error:
            raise ConfigError(f"{study.file}: published.tables.{name}: {error}") from None
    for name, table in tables_of(study.config, study.file).items():
        check_needs(table.function, study, f"{study.file}: tables.{name}")
    try:
        getattr(module_of(study.name, "tables", study.engine), "check", lambda _: None)(study)
    except ConfigError as error:
        raise ConfigError(f"{study.file}: {error}") from None


def _check_digest(file: Path) -> None:
    """Check a published file against `SUMS` beside it, if that is there; else ConfigError."""
    sums = file.parent / SUMS
    if not sums.exists():
        return
    known = read_manifest(sums).get(file.name)
    if known is None or known.bytes != sha256(file):
        fault = "doesn't name it" if known is None else "has another digest"
        raise ConfigError(f"{file}: {sums} {fault}; if it is right, run there: sha256sum *.csv > {SUMS}")


def _computed(name: str, table: Table, evidence: Evidence) -> pd.DataFrame:
    try:
        found = table.function(evidence)
        columns = [*(["set"] if "set" in found else []), *(column for column in found if column != "set")]
        return found[columns].reset_index(drop=True)
    except ConfigError as error:
        raise ConfigError(f"tables.{name}: {error}") from None


def _check_names(study: Mapping[str, Any], where: str) -> None:
    """Check that no table is called like another of the study, or like one that it has anyway; else ConfigError."""
    method = dict.fromkeys(method_captions(study["study"]), "a table of the study's method")
    taken = {FACTS: "the exact facts of 3x3", METHOD: "the facts of the study's method", **method}
    for section, names in (("published.tables", study["published"]["tables"]), ("tables", study["tables"])):
        for name in names:
            if name in taken:
                raise ConfigError(f"{where}: {section}.{name}: the name is taken by {taken[name]}; choose another")
            taken[name] = f"{section}.{name}"
