"""Kinds of charts of runtime distributions."""

# ruff: noqa: PLC0415 - see `Kind`

from dataclasses import dataclass
from typing import Annotated, ClassVar

import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.plots.charts import words
from tttcore.plots.charts.kind import Drawing, Kind, kinds
from tttcore.plots.curves import NO_LOSS


@dataclass(frozen=True, kw_only=True)
class OfSet(Kind):
    """A kind of chart of the run lengths of a set of samples.

    Attributes
    ----------
    set : name of the set of samples.
    outcome : aim that a successful run has reached.
    xlabel : unit of the run lengths.
    last : greatest length to draw, 0 for all in the table.
    log : whether the axis of lengths is logarithmic.
    """

    set: str
    outcome: str = NO_LOSS
    xlabel: str = "Generation"
    last: Annotated[int, Between(0)] = 0
    log: bool = False

    def of_set(self, table: pd.DataFrame, column: str) -> pd.DataFrame:
        """Rows of the set up to `last`, with lengths as ``x`` and a column as ``y``."""
        own = table[table["set"] == self.set].rename(columns={"generation": "x", column: "y"})
        return own[own["x"] <= self.last] if self.last else own

    @property
    def logarithmic(self) -> tuple[str, ...]:
        """Names of the logarithmic axes."""
        return ("x",) if self.log else ()


@kinds.register("ecdf")
@dataclass(frozen=True, kw_only=True)
class Ecdf(OfSet):
    """Share of runs that have succeeded within each length."""

    table: str = "ecdf"
    table_kind: ClassVar = "ecdf"

    def draw(self, table: pd.DataFrame) -> Drawing:
        """See `Kind.draw`."""
        from tttcore.plots.charts.curves import Axes, changes, curves

        shown = self.of_set(table, "fraction")[["group", "x", "y"]]
        axes = Axes(self.xlabel, f"Runs with {self.outcome} so far", log=self.logarithmic, shares=True)
        return Drawing(*curves(changes(shown), axes, steps=True), words.reached(shown, self.xlabel))


@kinds.register("survival")
@dataclass(frozen=True, kw_only=True)
class Survival(OfSet):
    """Share of runs without success after each length (Kaplan-Meier), in its 95% band."""

    table: str = "survival"
    table_kind: ClassVar = "survival"

    def draw(self, table: pd.DataFrame) -> Drawing:
        """See `Kind.draw`."""
        from tttcore.plots.charts.curves import Axes, curves

        shown = self.of_set(table, "survival")[["group", "x", "y", "low", "high", "at_risk"]]
        axes = Axes(self.xlabel, f"Runs still without {self.outcome}", log=self.logarithmic, shares=True)
        solved = shown.assign(y=1 - shown["y"])
        return Drawing(*curves(shown, axes, steps=True, tooltips=["at_risk"]), words.reached(solved, self.xlabel))
