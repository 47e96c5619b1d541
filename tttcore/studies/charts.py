"""Build, check and draw the interactive charts that a study's file asks for."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pandas as pd

from tttcore.pipeline.messages import ConfigError
from tttcore.plots.charts.kind import Kind, kinds
from tttcore.studies import figures
from tttcore.studies.kinds import build_kinds
from tttcore.studies.looks import looks_of

if TYPE_CHECKING:
    from tttcore.plots.charts.chart import Chart


def build(study: Mapping[str, Any], where: str) -> dict[str, Kind]:
    """Build every chart that a study's file asks for, by name, see `build_kinds`."""
    return build_kinds(kinds, study, "charts", where, _check)


def charts_of(study: Mapping[str, Any], tables: Mapping[str, pd.DataFrame]) -> "list[Chart]":
    """Draw the charts of a study's page, in the order of its file.

    Parameters
    ----------
    study : its configuration, see `build`.
    tables : its tables of statistics.
    """
    looks = looks_of(study)
    return [kind.chart(name, study["study"], tables, looks) for name, kind in build(study, study["study"]).items()]


def _check(kind: Kind, study: Mapping[str, Any], where: str) -> None:
    figures.check(kind, study, where)
    given = study["tables"][kind.table]["name"]
    if given != kind.table_kind:
        raise ConfigError(f"{where}.table: {kind.table!r} is of the kind {given!r}; needs one of {kind.table_kind!r}")
