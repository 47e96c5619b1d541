"""Kinds of figures for this study: the variants of its listing, and its published training log."""

from dataclasses import dataclass
from typing import ClassVar

import pandas as pd
from matplotlib.figure import Figure

from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import Kind, kinds
from tttcore.studies.hemingroth2025.draw_training_log import log_percentiles, training
from tttcore.studies.hemingroth2025.draw_variants import variant_boards


@kinds.register("variants")
@dataclass(frozen=True, kw_only=True)
class Variants(Kind):
    """Eight variants of a scenario, and the operations of the listing that make and undo them."""

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return variant_boards(title=self.title)


@dataclass(frozen=True, kw_only=True)
class OfLogBands(Kind):
    """Kind of figure of the published training log among the runs of some `treatments`, in this order."""

    treatments: list[str]
    tables: ClassVar = ("log_bands",)

    def bands(self, evidence: Evidence) -> pd.DataFrame:
        """Rows of the treatments in the table ``log_bands``."""
        table = evidence.statistics("log_bands")
        return pd.concat([table[table["treatment"] == treatment] for treatment in self.treatments])


@kinds.register("training")
@dataclass(frozen=True, kw_only=True)
class Training(OfLogBands):
    """Published training log among our runs, a column per treatment."""

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return training(self.bands(evidence), title=self.title)


@kinds.register("log_percentiles")
@dataclass(frozen=True, kw_only=True)
class LogPercentiles(OfLogBands):
    """Percentile of the published training log among the runs of each treatment, by generation."""

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return log_percentiles(self.bands(evidence), title=self.title)
