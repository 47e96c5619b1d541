"""The kinds of tables that a study's file can ask for, each with the options that it takes."""

from collections.abc import Mapping
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
from tttcore.analysis.tables import FACTS, METHOD, method_captions
from tttcore.base.registry import ConfigError, choices
from tttcore.base.schemas import SCHEMAS
from tttcore.studies.engine import check_engine, engine

__all__ = ["Kind", "build", "kinds"]


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
    taken = (FACTS, METHOD, *method_captions(study["study"]), *study["published"]["tables"])
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


def _traced(name: str) -> list[str]:
    """What traces of an engine's runs hold of each step."""
    return SCHEMAS[engine(name).STORED.traces].names[3:]
