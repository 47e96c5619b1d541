"""Kind of chart about Genies: quantiles of final genes."""

from collections.abc import Sequence

import pandas as pd

from tttcore.plots.charts import descriptions
from tttcore.plots.charts.kind import Drawing, chart
from tttcore.plots.figures.kind import grouped
from tttcore.plots.looks import Looks


@chart(table="gene_quantiles", table_kind="gene_quantiles")
def genes(table: pd.DataFrame, looks: Looks, *, treatments: Sequence[str], labels: Sequence[str] = ()) -> Drawing:
    """Box plot of the final genes of different runs."""
    from tttcore.plots.charts.bars import Axes, bars  # noqa: PLC0415 - see `chart`

    own = grouped(table.drop(columns="place"), treatments, looks.called(treatments, labels))
    shown = own.rename(columns={"gene": "place", "lower": "bottom", "upper": "top", "median": "y"})
    axes = Axes("Marks in a line, own (+) or the opponent's (−)", "Weight at the end")
    return Drawing(*bars(shown, axes, looks.labelled(treatments, labels)), descriptions.places(shown))
