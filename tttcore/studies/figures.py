"""Build and check the figures that a study's file asks for."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from tttcore.engines.engine import engine
from tttcore.pipeline.messages import ConfigError, choices
from tttcore.pipeline.study import ALL, PUBLISHED
from tttcore.plots.figures.kind import Kind, Shown, kinds
from tttcore.studies.kinds import check_room

__all__ = ["Kind", "Shown", "build", "check", "kinds"]


def build(study: Mapping[str, Any], where: str) -> dict[str, Kind]:
    """Build every figure that a study's file asks for, by name.

    Parameters
    ----------
    study : ``study``, ``engine``, ``figures``, ``tables``, ``treatments``, ``comparisons`` and ``published`` of its
        configuration.
    where : name of the file, for messages.

    Raises
    ------
    ConfigError
        For the first that can't be drawn.
    """
    found = {name: kinds.build(figure, f"{where}: figures.{name}") for name, figure in study["figures"].items()}
    for name, kind in found.items():
        check(kind, study, study["figures"][name]["name"], f"{where}: figures.{name}")
    return found


def check(kind: Shown, study: Mapping[str, Any], name: str, where: str) -> None:
    """Check that a study has the data of a figure or a chart; else ConfigError.

    Parameters
    ----------
    name : name of the kind.
    where : place in the user's file, for messages.
    """
    check_room(kind, study, name, where)
    traced = engine(study["engine"]).STORED.traces.names
    for column in kind.trace_columns:
        if column not in traced:
            raise ConfigError(f"{where}: needs the column {column!r} of the traces{choices(column, traced)}")
    for table in kind.drawn_tables:
        if table not in study["tables"]:
            raise ConfigError(f"{where}: needs the table {table!r}, which is not in tables")
    if kind.needs_published and "data" not in study["published"]:
        raise ConfigError(f"{where}: needs published.data")
    _check_names(kind, study, where)


def _check_names(kind: Shown, study: Mapping[str, Any], where: str) -> None:
    """Check the options that name treatments, comparisons, sets or series; ConfigError for an unknown name."""
    comparisons = list(study["comparisons"])
    sets = [*comparisons, ALL, *([PUBLISHED] if "data" in study["published"] else [])]
    known = {
        "treatment": list(study["treatments"]),
        "treatments": list(study["treatments"]),
        "comparisons": comparisons,
        "set": sets,
        "sets": sets,
        "series": [series for table in study["tables"].values() for series in (table or {}).get("sizes", [])],
    }
    for option in set(known) & {field.name for field in fields(kind)}:
        asked = getattr(kind, option)
        for name in [asked] if isinstance(asked, str) else asked:
            if name not in known[option]:
                raise ConfigError(f"{where}.{option}: unknown {name!r}{choices(name, known[option])}")
