"""Build, check and draw the interactive charts that a study's file asks for."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.pipeline.messages import ConfigError
from tttcore.plots.charts.chart import Chart
from tttcore.plots.charts.kind import Kind, kinds
from tttcore.studies.figures import check

__all__ = ["Chart", "Kind", "build", "charts_of", "kinds"]


def build(study: Mapping[str, Any], where: str) -> dict[str, Kind]:
    """Build every chart that a study's file asks for, by name.

    Parameters
    ----------
    study : ``study``, ``engine``, ``charts``, ``tables``, ``treatments``, ``comparisons`` and ``published`` of its
        configuration.
    where : name of the file, for messages.

    Raises
    ------
    ConfigError
        For the first that can't be drawn.
    """
    found = {name: kinds.build(chart, f"{where}: charts.{name}") for name, chart in study["charts"].items()}
    for name, kind in found.items():
        place = f"{where}: charts.{name}"
        check(kind, study, study["charts"][name]["name"], place)
        given = study["tables"][kind.table]["name"]
        if given != kind.table_kind:
            raise ConfigError(
                f"{place}.table: {kind.table!r} is of the kind {given!r}; needs one of {kind.table_kind!r}"
            )
    return found


def charts_of(study: Mapping[str, Any], tables: Mapping[str, pd.DataFrame]) -> list[Chart]:
    """Draw the charts of a study's page, in the order of its file.

    Parameters
    ----------
    study : its configuration, see `build`.
    tables : its tables of statistics.
    """
    return [kind.chart(name, study["study"], tables) for name, kind in build(study, study["study"]).items()]
