"""Kind of chart of trajectories."""

from collections.abc import Sequence
from typing import Literal

import pandas as pd

from tttcore.plots.charts import words
from tttcore.plots.charts.kind import Drawing, chart
from tttcore.plots.figures.kind import grouped


@chart(table_kind="courses")
def traces(
    table: pd.DataFrame,
    *,
    treatments: Sequence[str],
    labels: Sequence[str] = (),
    xlabel: str,
    ylabel: str,
    log: Literal["none", "x", "y", "xy"] = "none",
    shares: bool = False,
) -> Drawing:
    """Median and middle 95% over runs of a quantity, step by step, from a table of the kind ``courses``.

    Parameters
    ----------
    xlabel, ylabel : labels of the axes of steps and of the quantity.
    log : logarithmic axes.
    shares : whether the quantity is shown in percent.
    """
    from tttcore.plots.charts.curves import Axes, curves  # noqa: PLC0415 - see `chart`

    columns = ["group", "step", "median", "low", "high", "going"]
    shown = grouped(table, treatments, labels)[columns].rename(columns={"step": "x", "median": "y", "going": "runs"})
    axes = Axes(xlabel, ylabel, log="" if log == "none" else log, shares=shares)
    described = words.trajectory(shown, xlabel, shares=shares)
    return Drawing(*curves(shown, axes, steps=False, tooltips=["runs"]), described)
