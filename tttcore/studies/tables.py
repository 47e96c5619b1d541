"""Build and check the tables of statistics that a study's file asks for."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tttcore.engines.engine import engine
from tttcore.pipeline.messages import ConfigError, choices
from tttcore.pipeline.published_data import read_runs
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import FACTS, METHOD
from tttcore.pipeline.text import read_csv
from tttcore.stats.tables.kind import Kind, kinds
from tttcore.studies.kinds import check_room
from tttcore.studies.method import method_captions

__all__ = ["Kind", "build", "check", "given", "kinds"]


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
    found = {name: kinds.build(table, f"{where}: tables.{name}") for name, table in study["tables"].items()}
    taken = given(study)
    for name, kind in found.items():
        place = f"{where}: tables.{name}"
        check_room(kind, study, study["tables"][name]["name"], place)
        if kind.needs_published and "data" not in study["published"]:
            raise ConfigError(f"{place}: needs published.data")
        for what, asked, known in (
            ("published table", kind.published_tables, list(study["published"]["tables"])),
            ("comparison", kind.comparison_names, list(study["comparisons"])),
            ("treatment", kind.treatment_names, list(study["treatments"])),
            ("column of the traces", kind.trace_columns, traced(study["engine"]) if kind.trace_columns else []),
        ):
            for wanted in asked:
                if wanted not in known:
                    raise ConfigError(f"{place}: unknown {what} {wanted!r}{choices(wanted, known)}")
        if name in taken:
            raise ConfigError(f"{place}: the name is taken; choose another")
    return found


def given(study: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the tables that every study has: facts, its method, the document's own tables."""
    return (FACTS, METHOD, *method_captions(study["study"]), *study["published"]["tables"])


def check(found: Mapping[str, Kind], study: Study) -> None:
    """Check that the document's files and the treatments have the data of the tables; else ConfigError."""
    files = study.config["published"]
    if "data" in files:
        read_runs(files["data"])
    for name, file in files["tables"].items():
        if not Path(file).is_file():
            raise ConfigError(f"{study.file}: published.tables.{name}: {file!r}: no such file")
        read_csv(file)
    for name, kind in found.items():
        try:
            kind.check(study)
        except ConfigError as error:
            raise ConfigError(f"{study.file}: tables.{name}: {error}") from None


def traced(name: str) -> list[str]:
    """Columns of an engine's traces with the quantities of each step."""
    return engine(name).STORED.traces.names[3:]
