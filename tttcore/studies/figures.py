"""Build and check the figures that a study's file asks for."""

from collections.abc import Mapping
from typing import Any

from tttcore.engines.engine import engine
from tttcore.pipeline.messages import ConfigError, choices
from tttcore.plots.figures.kind import Kind, kinds
from tttcore.studies.kinds import build_kinds, check_names


def build(study: Mapping[str, Any], where: str) -> dict[str, Kind]:
    """Build every figure that a study's file asks for, by name, see `build_kinds`."""
    return build_kinds(kinds, study, "figures", where, _check)


def _check(kind: Kind, study: Mapping[str, Any], where: str) -> None:
    """Check that a study has the data of a figure; else ConfigError that names the place `where`."""
    traced = engine(study["engine"]).STORED.traces.names
    for column in kind.trace_columns:
        if column not in traced:
            raise ConfigError(f"{where}: needs the column {column!r} of the traces{choices(column, traced)}")
    for table in kind.drawn_tables:
        if table not in study["tables"]:
            raise ConfigError(f"{where}: needs the table {table!r}, which is not in tables")
    if kind.needs_published and "data" not in study["published"]:
        raise ConfigError(f"{where}: needs published.data")
    check_names(kind, study, where)
