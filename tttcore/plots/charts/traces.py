"""Kinds of charts of trajectories."""

# ruff: noqa: PLC0415 - see `Kind`

from dataclasses import dataclass
from typing import ClassVar, Literal

import pandas as pd

from tttcore.plots.charts import words
from tttcore.plots.charts.kind import Drawing, Kind, kinds
from tttcore.plots.figures.kind import Labelled


@kinds.register("traces")
@dataclass(frozen=True, kw_only=True)
class Traces(Labelled, Kind):
    """Median and middle 95% over runs of a quantity, step by step, from a table of the kind ``courses``.

    Attributes
    ----------
    xlabel, ylabel : labels of the axes of steps and of the quantity.
    log : logarithmic axes.
    shares : whether the quantity is shown in percent.
    """

    table_kind: ClassVar = "courses"
    xlabel: str
    ylabel: str
    log: Literal["none", "x", "y", "xy"] = "none"
    shares: bool = False

    def draw(self, table: pd.DataFrame) -> Drawing:
        """See `Kind.draw`."""
        from tttcore.plots.charts.curves import Axes, curves

        columns = ["group", "step", "median", "low", "high", "going"]
        shown = self.grouped(table)[columns].rename(columns={"step": "x", "median": "y", "going": "runs"})
        log = "" if self.log == "none" else self.log
        axes = Axes(self.xlabel, self.ylabel, log=log, shares=self.shares)
        described = words.trajectory(shown, self.xlabel, shares=self.shares)
        return Drawing(*curves(shown, axes, steps=False, tooltips=["runs"]), described)
