"""Figures of a published training log among our runs, and of what a parameter does to them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import pandas as pd
from matplotlib.figure import Figure

from tttcore.engines.genetic_algorithm.plots import training_log as training
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import Kind, OfTable, kinds


@kinds.register("training")
@dataclass(frozen=True, kw_only=True)
class Training(Kind):
    """A published training log among our runs, a column per treatment."""

    treatments: list[str]
    tables: ClassVar = ("log_bands",)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return training.training(_in_order(evidence.statistics("log_bands"), self.treatments), title=self.title)


@kinds.register("log_percentiles")
@dataclass(frozen=True, kw_only=True)
class LogPercentiles(Kind):
    """Where a published training log lies among the runs of each treatment, generation by generation."""

    treatments: list[str]
    tables: ClassVar = ("log_bands",)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return training.log_percentiles(_in_order(evidence.statistics("log_bands"), self.treatments), title=self.title)


@kinds.register("parameter_effect")
@dataclass(frozen=True, kw_only=True)
class ParameterEffect(OfTable):
    """What a parameter does to generations, success and the last gap.

    Attributes
    ----------
    table : name of a table of the kind ``sweep``.
    parameter : what to call the parameter.
    """

    parameter: str

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        table = evidence.statistics(self.table).assign(group="runs")
        return training.parameter_effect(table, parameter=self.parameter, title=self.title)


def _in_order(table: pd.DataFrame, treatments: Sequence[str]) -> pd.DataFrame:
    """Rows of some treatments, in the order in which they are asked for."""
    return pd.concat([table[table["treatment"] == treatment] for treatment in treatments])
