"""Interactive charts: what a study's file can ask for beside its figures, drawn from the same tables."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import pandas as pd

from tttcore.base.registry import ConfigError
from tttcore.figures.kinds import check
from tttcore.report.charts import genes, runtimes, traces  # noqa: F401 - they register their kinds
from tttcore.report.charts.chart import Chart
from tttcore.report.charts.kind import Kind, kinds

__all__ = ["Chart", "Kind", "assets", "build", "charts_of", "kinds"]

LIBRARY = "bokeh.min.js"
"""What draws charts in the page; its own licence stands at its beginning."""


def build(study: Mapping[str, Any], where: str) -> dict[str, Kind]:
    """Every chart that a study's file asks for, by name.

    Parameters
    ----------
    study : its ``engine``, ``charts``, ``tables``, ``treatments``, ``comparisons`` and ``published``.
    where : the file, for messages.

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
        if given != kind.drawn:
            raise ConfigError(f"{place}.table: {kind.table!r} is of the kind {given!r}; needs one of {kind.drawn!r}")
    return found


def charts_of(study: Mapping[str, Any], tables: Mapping[str, pd.DataFrame]) -> list[Chart]:
    """Charts of a study's page, in the order of its file.

    Parameters
    ----------
    study : its name as ``study``, and what `build` takes.
    tables : its tables of statistics.
    """
    return [kind.chart(name, study["study"], tables) for name, kind in build(study, study["study"]).items()]


def assets() -> dict[str, bytes]:
    """The library that pages with charts link to, as the installed package has it: file name and content."""
    return {LIBRARY: (files("bokeh") / "server" / "static" / "js" / LIBRARY).read_bytes()}
