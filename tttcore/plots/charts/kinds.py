"""Kinds of charts for studies of any engine: runtime distributions of a set of samples, and trajectories.

Options of both distributions: `outcome`, the aim that a successful run has reached; `xlabel`, the unit of the run
lengths; `last`, the greatest length to draw, 0 for all in the table; `log`, whether their axis is logarithmic.
"""

# ruff: noqa: PLC0415 - see `chart`

from collections.abc import Sequence
from typing import Annotated, Literal

import pandas as pd

from tttcore.pipeline.declaration import INDEX
from tttcore.plots.charts import descriptions
from tttcore.plots.charts.kind import Drawing, chart
from tttcore.plots.figures.kind import NO_LOSS, grouped
from tttcore.plots.looks import Looks
from tttcore.plots.table_checks import in_order


@chart(table="ecdf", table_kind="ecdf")
def ecdf(
    table: pd.DataFrame,
    looks: Looks,
    *,
    set: str,
    outcome: str = NO_LOSS,
    xlabel: str = "Generation",
    last: Annotated[int, INDEX] = 0,
    log: bool = False,
) -> Drawing:
    """Share of runs that have succeeded within each length."""
    from tttcore.plots.charts.curves import Axes, changes, curves

    shown = _of_set(table, looks, set, last, "fraction")[["group", "x", "y"]]
    axes = Axes(xlabel, f"Runs with {outcome} so far", log="x" if log else "", shares=True)
    named = looks.of_set(set, in_order(shown["group"]))
    return Drawing(*curves(changes(shown), axes, named, steps=True), descriptions.reached(shown, xlabel))


@chart(table="survival", table_kind="survival")
def survival(
    table: pd.DataFrame,
    looks: Looks,
    *,
    set: str,
    outcome: str = NO_LOSS,
    xlabel: str = "Generation",
    last: Annotated[int, INDEX] = 0,
    log: bool = False,
) -> Drawing:
    """Share of runs without success after each length (Kaplan-Meier), in its 95% band."""
    from tttcore.plots.charts.curves import Axes, curves

    shown = _of_set(table, looks, set, last, "survival")[["group", "x", "y", "low", "high", "at_risk"]]
    axes = Axes(xlabel, f"Runs still without {outcome}", log="x" if log else "", shares=True)
    named = looks.of_set(set, in_order(shown["group"]))
    described = descriptions.reached(shown.assign(y=1 - shown["y"]), xlabel)
    return Drawing(*curves(shown, axes, named, steps=True, tooltips=["at_risk"]), described)


@chart(table_kind="trajectories")
def traces(
    table: pd.DataFrame,
    looks: Looks,
    *,
    treatments: Sequence[str],
    labels: Sequence[str] = (),
    xlabel: str,
    ylabel: str,
    log: Literal["none", "x", "y", "xy"] = "none",
    shares: bool = False,
) -> Drawing:
    """Median and middle 95% over runs of a quantity, step by step, from a table of the kind ``trajectories``.

    Parameters
    ----------
    xlabel, ylabel : labels of the axes of steps and of the quantity.
    log : logarithmic axes.
    shares : whether the quantity is shown in percent.
    """
    from tttcore.plots.charts.curves import Axes, curves

    columns = ["group", "step", "median", "low", "high", "going"]
    own = grouped(table, treatments, looks.called(treatments, labels))[columns]
    shown = own.rename(columns={"step": "x", "median": "y", "going": "runs"})
    axes = Axes(xlabel, ylabel, log="" if log == "none" else log, shares=shares)
    described = descriptions.trajectory(shown, xlabel, shares=shares)
    named = looks.labelled(treatments, labels)
    return Drawing(*curves(shown, axes, named, steps=False, tooltips=["runs"]), described)


def _of_set(table: pd.DataFrame, looks: Looks, name: str, last: int, column: str) -> pd.DataFrame:
    """Named groups of a set of samples up to the length `last`, with lengths as ``x`` and a column as ``y``."""
    own = looks.named(name, table[table["set"] == name]).rename(columns={"generation": "x", column: "y"})
    return own[own["x"] <= last] if last else own
