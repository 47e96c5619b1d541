"""Plots of time or work against the size of the board, with fitted laws of growth."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from tttcore.plots.looks import by_place
from tttcore.plots.style import entry, legend_below, logarithmic, panels, powers_of_ten, styled, whole_numbers
from tttcore.plots.table_checks import in_order, require


@dataclass(frozen=True)
class Law:
    """Law of growth, log value = intercept + slope · scale(x), and the panel on whose axes it is a straight line.

    Attributes
    ----------
    scale : transformation of x, the identity or the natural logarithm.
    x_log : whether the x axis is logarithmic.
    title : title of the panel.
    template : text of the law, with a place for its `slope` or its `factor`, the slope's exponential.
    """

    scale: Callable[[NDArray[np.float64]], NDArray[np.float64]]
    x_log: bool
    title: str
    template: str


LAWS = {
    "exponential": Law(np.asarray, False, "An exponential law is straight here", "× {factor:.3g} for each one more"),
    "power": Law(np.log, True, "A power law is straight here", "to the power of {slope:.3g}"),
}

_ROOM = 3
"""Factor by which the y axis extends beyond the points; a law that fits badly may leave it."""


@styled()
def growth(table: pd.DataFrame, fits: pd.DataFrame, *, xlabel: str, ylabel: str, title: str = "") -> Figure:
    """Draw the same points with each fitted law, a panel per law on whose axes it is straight; y is logarithmic.

    Parameters
    ----------
    table : DataFrame[series, x, value, extrapolated], x and values above 0; markers of extrapolated values are open.
    fits : DataFrame[series, law, intercept, slope, r2], see `stats.growth_laws`: `law` is one of `LAWS`;
        its line is dashed beyond the last point that isn't extrapolated.

    Source: Post 1999, Figures 1 and 2.
    """
    require(table, "series", "x", "value", "extrapolated")
    require(fits, "series", "law", "intercept", "slope", "r2")
    laws = in_order(fits["law"])
    figure, grid = panels(max(7.2, 0.8 + 4.0 * len(laws)), 5.6, 1, len(laws), title=title, sharey=True)
    series = in_order(table["series"])
    styles = {name: (look.colour, look.marker) for name, look in by_place(series).items()}
    for axes, law in zip(grid.flat, laws, strict=True):
        fitted = {row["series"]: row for row in fits[fits["law"] == law].to_dict("records")}
        for name, (colour, marker) in styles.items():
            own = table[table["series"] == name]
            _points(axes, own, colour, marker)
            if name in fitted:
                _line(axes, own, LAWS[law], fitted[name], colour)
        powers_of_ten(axes.yaxis)
        if LAWS[law].x_log:
            logarithmic(axes.xaxis)
        else:
            whole_numbers(axes)
        axes.set(xlabel=xlabel + (" (logarithmic)" if LAWS[law].x_log else ""), title=LAWS[law].title)
        axes.legend(*axes.get_legend_handles_labels(), loc="upper center", bbox_to_anchor=(0.5, -0.11))
    ends = (table["value"].min() / _ROOM, table["value"].max() * _ROOM)
    grid[0, 0].set(ylabel=f"{ylabel} (logarithmic)", ylim=ends)
    point = {"linestyle": "", "markersize": 5}
    entries = [entry(name, marker=marker, color=colour, **point) for name, (colour, marker) in styles.items()]
    if table["extrapolated"].any():
        entries.append(entry("extrapolated", marker="o", color="#777777", markerfacecolor="white", **point))
    legend_below(figure, *entries, columns=3)
    return figure


def _points(axes: Axes, own: pd.DataFrame, colour: str, marker: str) -> None:
    """Draw the points of a series, extrapolated ones open."""
    beyond = own["extrapolated"].astype(bool)
    for shown, face in ((own[~beyond], colour), (own[beyond], "white")):
        axes.plot(shown["x"], shown["value"], linestyle="", marker=marker, markersize=5, color=colour,
                  markerfacecolor=face, zorder=3)  # fmt: skip


def _line(axes: Axes, own: pd.DataFrame, law: Law, fit: Mapping, colour: str) -> None:
    """Draw a law from the first point to the last one that is not extrapolated, and dashed from there to the last."""
    text = law.template.format(slope=fit["slope"], factor=math.exp(fit["slope"]))
    first, last = own["x"].min(), own["x"].max()
    turn = own.loc[~own["extrapolated"].astype(bool), "x"].max()
    for ends, style, label in (((first, turn), "-", f"{text} (R² = {fit['r2']:.4f})"), ((turn, last), "--", None)):
        at = np.array(ends, float)
        values = np.exp(fit["intercept"] + fit["slope"] * law.scale(at))
        axes.plot(at, values, linestyle=style, color=colour, linewidth=1.2, label=label)
