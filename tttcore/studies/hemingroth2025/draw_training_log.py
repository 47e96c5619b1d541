"""Draw the published training log among simulated runs."""

import math
from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator

from tttcore.plots.looks import Look, by_place
from tttcore.plots.palette import BLUE, PUBLISHED, VERMILLION, published_line
from tttcore.plots.style import hide_spare, legend_below, panels, percents, styled, whole_numbers, wrapped
from tttcore.plots.table_checks import in_order, require

CURVES = {"best": (BLUE, "o"), "average": (VERMILLION, "s")}
"""Colour and marker of each curve."""
LINEAR_BELOW = 5e-4
"""Share of games lost below which the logarithmic axis is linear, down to 0; one game in 1,300 is more."""
_MOST_IN_FULL = 3
"""Most groups beside each other, and most for which both shares are drawn."""
TAIL = 0.025
"""Share of the runs on either side of a 95% interval."""


@styled()
def training(bands: pd.DataFrame, *, title: str = "") -> Figure:
    """Best and average fitness by generation of simulated runs and of a published one, a panel per group.

    Panels show the share of games lost on a logarithmic axis, on which the late generations can be read; for up to
    `_MOST_IN_FULL` groups further panels above show the share not lost. The median is a line, the pointwise 95% band is
    filled, the 95% global envelope a thin outline.

    Parameters
    ----------
    bands : DataFrame[group, curve, generation, published, median, low, high, global_low, global_high],
        see `envelope.log_bands`.

    Source: hemingroth2025, Figure 5.
    """
    values = ["published", "median", "low", "high", "global_low", "global_high"]
    require(bands, "group", "curve", "generation", *values)
    names = in_order(bands["group"])
    columns = math.ceil(len(names) / math.ceil(len(names) / _MOST_IN_FULL))
    lost = bands.assign(**{column: 1 - bands[column] for column in values})
    tables = [bands, lost] if columns == len(names) else [lost]
    shown = [(table, name) for table in tables for name in names]
    rows = math.ceil(len(shown) / columns)
    size = (max(7.2, 1.2 + 2.9 * columns), 1.2 + 2.9 * rows)
    figure, grid = panels(*size, rows, columns, title=title, sharex=True, sharey="row")
    for axes, (table, name) in zip(grid.flat, shown, strict=False):
        for curve in CURVES:
            _curve(axes, table[(table["group"] == name) & (table["curve"] == curve)], curve)
        if table is tables[0]:
            axes.set_title(wrapped(name, (size[0] - 1) / columns))
    for axes in grid[-1]:
        axes.set_xlabel("Generation (1: initial population)")
        whole_numbers(axes)
    for axes in grid[len(tables) - 1 :, 0]:
        axes.set_ylabel("Games lost / games played\n(logarithmic above 0.05%)")
        _set_symlog_shares(axes)
    if lost is not tables[0]:
        grid[0, 0].set_ylabel("Games not lost / games played")
    hide_spare(grid)
    legend_below(figure, columns=2)
    return figure


@styled()
def log_percentiles(bands: pd.DataFrame, *, looks: Mapping[str, Look] | None = None, title: str = "") -> Figure:
    """Percentile of a published run among the simulated ones in each generation, a line per group.

    Shares are of runs below the published value, with half of those that equal it; the lines at 2.5% and 97.5%
    bound the pointwise 95% band.

    Parameters
    ----------
    bands : DataFrame[group, curve, generation, share_below, share_equal], see `envelope.log_bands`.
    looks : look of each group; by place without any.
    """
    require(bands, "group", "curve", "generation", "share_below", "share_equal")
    figure, grid = panels(7.2, 6.4, len(CURVES), 1, title=title, sharex=True, sharey=True)
    drawn = looks or by_place(in_order(bands["group"]))
    for axes, curve in zip(grid.flat, CURVES, strict=True):
        for group, own in bands[bands["curve"] == curve].groupby("group", sort=False, observed=True):
            share = own["share_below"] + own["share_equal"] / 2
            look = drawn[str(group)].line(len(own))
            axes.plot(own["generation"], share, label=str(group), linewidth=1.2, **look)
        for bound in (TAIL, 1 - TAIL):
            axes.axhline(bound, color=PUBLISHED, linewidth=1, linestyle=(0, (4, 2)), zorder=1)
        axes.set(title=f"Published {curve}", ylim=(-0.03, 1.03), ylabel="Simulated runs below it")
        percents(axes.yaxis)
    axes.set_xlabel("Generation (1: initial population)\ndashed: 2.5% and 97.5%")
    whole_numbers(axes)
    legend_below(figure, columns=3)
    return figure


def _curve(axes: Axes, own: pd.DataFrame, curve: str) -> None:
    """Draw median, bands and published values of a curve."""
    colour, marker = CURVES[curve]
    generations = own["generation"]
    axes.fill_between(generations, own["low"], own["high"], color=colour, alpha=0.25, linewidth=0,
                      label=f"simulated {curve}: pointwise 95%")  # fmt: skip
    for bound, label in (("global_low", f"simulated {curve}: 95% global envelope"), ("global_high", None)):
        axes.plot(generations, own[bound], color=colour, linewidth=0.7, label=label)
    axes.plot(generations, own["median"], color=colour, linewidth=1.8, label=f"simulated {curve}: median")
    look = published_line(marker, linestyle="", markersize=3.5, markeredgewidth=0.8)
    axes.plot(generations, own["published"], label=f"published {curve}", **look)


def _set_symlog_shares(axes: Axes) -> None:
    """Scale the y axis of shares: logarithmic down to `LINEAR_BELOW`, linear from there to 0."""
    axes.set_yscale("symlog", linthresh=LINEAR_BELOW, linscale=0.35)
    axes.set_ylim(-LINEAR_BELOW / 6, 1)
    axes.yaxis.set_major_locator(FixedLocator([0.0, 0.001, 0.01, 0.1, 1.0]))
    axes.yaxis.set_minor_locator(NullLocator())
    percents(axes.yaxis)
