"""Kinds of charts about Genies: quantiles of final genes."""

# ruff: noqa: PLC0415 - see `Kind`

from dataclasses import dataclass
from typing import ClassVar

import pandas as pd

from tttcore.plots.charts import words
from tttcore.plots.charts.kind import Drawing, Kind, kinds
from tttcore.plots.figures.kind import Labelled


@kinds.register("genes")
@dataclass(frozen=True, kw_only=True)
class Genes(Labelled, Kind):
    """Box plot of the final genes of different runs, from a table of the kind ``gene_quantiles``."""

    table: str = "gene_quantiles"
    table_kind: ClassVar = "gene_quantiles"

    def draw(self, table: pd.DataFrame) -> Drawing:
        """See `Kind.draw`."""
        from tttcore.plots.charts.bars import Axes, bars

        own = self.grouped(table.drop(columns="place"))
        shown = own.rename(columns={"gene": "place", "lower": "bottom", "upper": "top", "median": "y"})
        axes = Axes("Marks in a line, own (+) or the opponent's (−)", "Weight at the end")
        return Drawing(*bars(shown, axes), words.places(shown))
