"""The kinds of tables that a study's file can ask for, each with the options that it takes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tttcore.analysis.kinds import (  # noqa: F401 - they register their kinds
    behaviour,
    combinations,
    contests,
    courses,
    genies,
    groups,
    league,
    outcomes,
    policies,
    published,
    readings,
    runtimes,
    scaling,
    searches,
    storage,
    tabular,
    training,
)
from tttcore.analysis.kinds.kind import Kind, kinds
from tttcore.analysis.published_files import read_runs
from tttcore.analysis.tables import FACTS, METHOD, method_captions
from tttcore.base.registry import ConfigError, choices
from tttcore.base.schemas import SCHEMAS
from tttcore.base.text import read_csv
from tttcore.studies.engine import check_engine, engine
from tttcore.studies.study import Study

__all__ = ["Kind", "build", "check", "given", "kinds"]


def build(study: Mapping[str, Any], where: str) -> dict[str, Kind]:
    """Every table that a study's file asks for, by name.

    Parameters
    ----------
    study : its name as ``study``, and its ``engine``, ``treatments``, ``comparisons``, ``published`` and ``tables``.
    where : the file, for messages.

    Raises
    ------
    ConfigError
        For the first that can't be made.
    """
    found = {name: kinds.build(table, f"{where}: tables.{name}") for name, table in study["tables"].items()}
    taken = given(study)
    for name, kind in found.items():
        place = f"{where}: tables.{name}"
        check_engine(kind.engine, study, study["tables"][name]["name"], place)
        if kind.needs_published and "data" not in study["published"]:
            raise ConfigError(f"{place}: needs published.data")
        for what, asked, known in (
            ("published table", kind.reads, list(study["published"]["tables"])),
            ("comparison", kind.compares, list(study["comparisons"])),
            ("treatment", kind.shows, list(study["treatments"])),
            ("column of the traces", kind.follows, _traced(study["engine"]) if kind.follows else []),
        ):
            for wanted in asked:
                if wanted not in known:
                    raise ConfigError(f"{place}: unknown {what} {wanted!r}{choices(wanted, known)}")
        if name in taken:
            raise ConfigError(f"{place}: the name is taken; choose another")
    return found


def given(study: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the tables that a study has without asking: of facts, of its method, of the document."""
    return (FACTS, METHOD, *method_captions(study["study"]), *study["published"]["tables"])


def check(found: Mapping[str, Kind], study: Study) -> None:
    """Whether the document's files and the treatments have what tables are about; ConfigError for the first mistake."""
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


def _traced(name: str) -> list[str]:
    """What traces of an engine's runs hold of each step."""
    return SCHEMAS[engine(name).STORED.traces].names[3:]
