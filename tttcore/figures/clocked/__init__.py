"""What a study's file can have timed on this machine, drawn for the page of timings."""

from collections.abc import Mapping
from typing import Any

from tttcore.base.registry import ConfigError, choices
from tttcore.figures.clocked import boards, moves  # noqa: F401 - they register their kinds
from tttcore.figures.clocked.clock import Clock, clocks
from tttcore.studies.engine import check_engine

__all__ = ["Clock", "build", "clocks"]


def build(study: Mapping[str, Any], where: str) -> dict[str, Clock]:
    """Everything that a study's file has timed, by name.

    Parameters
    ----------
    study : its ``engine``, ``treatments`` and what it has ``clocked``.
    where : the file, for messages.

    Raises
    ------
    ConfigError
        For the first that can't be timed.
    """
    found = {}
    for name, asked in study["clocked"].items():
        place = f"{where}: clocked.{name}"
        found[name] = clocks.build(asked, place)
        check_engine(found[name].engine, study, asked["name"], place)
        for treatment in found[name].shows:
            if treatment not in study["treatments"]:
                known = choices(treatment, list(study["treatments"]))
                raise ConfigError(f"{place}.treatment: unknown {treatment!r}{known}")
    return found
