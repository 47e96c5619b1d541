"""The kinds of tables that a study's file can ask for, each with the options that it takes."""

from collections.abc import Mapping
from typing import Any

from tttcore.analysis.kinds import behaviour, groups, published, runtimes, training  # noqa: F401 - they register their kinds
from tttcore.analysis.kinds.kind import Kind, kinds
from tttcore.analysis.tables import FACTS, METHOD
from tttcore.base.registry import ConfigError, choices

__all__ = ["Kind", "build", "kinds"]


def build(study: Mapping[str, Any], where: str) -> dict[str, Kind]:
    """Every table that a study's file asks for, by name.

    Parameters
    ----------
    study : its ``tables``, ``published`` and ``comparisons``.
    where : the file, for messages.

    Raises
    ------
    ConfigError
        For the first that can't be made.
    """
    found = {name: kinds.build(table, f"{where}: tables.{name}") for name, table in study["tables"].items()}
    for name, kind in found.items():
        if kind.needs_published and "data" not in study["published"]:
            raise ConfigError(f"{where}: tables.{name}: needs published.data")
        for what, asked in (("published table", kind.reads), ("comparison", kind.compares)):
            known = list(study["comparisons"] if what == "comparison" else study["published"]["tables"])
            for wanted in asked:
                if wanted not in known:
                    raise ConfigError(f"{where}: tables.{name}: unknown {what} {wanted!r}{choices(wanted, known)}")
        if name in (FACTS, METHOD, *study["published"]["tables"]):
            raise ConfigError(f"{where}: tables.{name}: the name is taken; choose another")
    return found
