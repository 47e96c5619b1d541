"""A published training log among simulated runs, and what a parameter does to them."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator, PercentFormatter

from tttcore.plots.style import (
    BLUE,
    PUBLISHED,
    VERMILLION,
    legend_below,
    line_styles,
    markers,
    published_line,
    styled,
    whole_numbers,
)
from tttcore.plots.tidy import in_order, require

CURVES = {"best": (BLUE, "o", "best"), "average": (VERMILLION, "s", "average")}
"""Colour, marker and name of each curve."""
LEAST_LOST = 5e-4
"""Below it the logarithmic axis is linear, down to none lost; one game in 1,300 is more."""
TAIL = 0.025


@styled()
def training(bands: pd.DataFrame, *, title: str = "") -> Figure:
    """Best and average fitness of simulated runs by generation with a published run, a column per treatment.

    The upper panels show the share of games not lost; the lower ones the share lost on a logarithmic axis,
    on which the late generations can be read. The median is a line, the pointwise 95% band is
    filled, the 95% global envelope a thin outline.

    Parameters
    ----------
    bands : DataFrame[treatment, curve, generation, published, median, low, high, global_low, global_high],
        see `stats.envelope.log_bands`.

    Source: hemingroth2025, Figure 5.
    """
    require(bands, "treatment", "curve", "generation", "published", "median", "low", "high", "global_low",
            "global_high")  # fmt: skip
    names = in_order(bands["treatment"])
    figure = Figure(figsize=(max(7.2, 1.6 + 3.2 * len(names)), 7.0))
    grid = figure.subplots(2, len(names), sharex=True, sharey="row", squeeze=False)
    values = ["published", "median", "low", "high", "global_low", "global_high"]
    for (upper, lower), name in zip(grid.T, names, strict=True):
        own = bands[bands["treatment"] == name]
        lost = own.assign(**{column: 1 - own[column] for column in values})
        for curve in CURVES:
            _curve(upper, own[own["curve"] == curve], curve)
            _curve(lower, lost[lost["curve"] == curve], curve)
        upper.set_title(name)
        lower.set_xlabel("Generation (1: initial population)")
        whole_numbers(lower)
    grid[0, 0].set_ylabel("Games not lost / games played")
    grid[1, 0].set_ylabel("Games lost / games played\n(logarithmic above 0.05%)")
    _shares_from_none(grid[1, 0])
    legend_below(figure, grid[0, 0], columns=2)
    figure.suptitle(title)
    return figure


@styled()
def log_percentiles(bands: pd.DataFrame, *, title: str = "") -> Figure:
    """Where a published run falls among the simulated ones in each generation, a line per treatment.

    Shares are of runs below the published value, with half of those that equal it; the lines at 2.5% and 97.5%
    bound the pointwise 95% band.

    Parameters
    ----------
    bands : DataFrame[treatment, curve, generation, share_below, share_equal],
        see `stats.envelope.log_bands`.
    """
    require(bands, "treatment", "curve", "generation", "share_below", "share_equal")
    figure = Figure(figsize=(7.2, 6.4))
    panels = figure.subplots(len(CURVES), 1, sharex=True, sharey=True)
    looks = line_styles(in_order(bands["treatment"]))
    shapes = markers(list(looks))
    for axes, (curve, (_, _, name)) in zip(panels, CURVES.items(), strict=True):
        for treatment, own in bands[bands["curve"] == curve].groupby("treatment", sort=False, observed=True):
            share = own["share_below"] + own["share_equal"] / 2
            axes.plot(own["generation"], share, label=str(treatment), marker=shapes[str(treatment)], markersize=3.5,
                      **{**looks[str(treatment)], "linewidth": 1.2})  # fmt: skip
        for bound in (TAIL, 1 - TAIL):
            axes.axhline(bound, color=PUBLISHED, linewidth=1, linestyle=(0, (4, 2)), zorder=1)
        axes.set(title=f"Published {name}", ylim=(-0.03, 1.03), ylabel="Simulated runs below it")
        axes.yaxis.set_major_formatter(PercentFormatter(xmax=1, decimals=0))
    panels[-1].set_xlabel("Generation (1: initial population)\ndashed: 2.5% and 97.5%")
    whole_numbers(panels[-1])
    legend_below(figure, panels[0], columns=3)
    figure.suptitle(title)
    return figure


@styled()
def parameter_effect(table: pd.DataFrame, *, parameter: str, title: str = "") -> Figure:
    """What a parameter does: generations to a no-loss player, share of runs solved, and the final gap.

    Parameters
    ----------
    table : DataFrame[group, value, generations, generations_low, generations_high, solved, solved_low,
        solved_high, gap, gap_low, gap_high]: a line per group; `value` of the parameter above 0;
        median generations (infinite or NaN if fewer than half of the runs are solved), share solved by the cap, and
        median of best less average in some late generation, each with its interval; see `stats.parameter_sweep`.
    parameter : name of the parameter, for the x axis.
    """
    rows = {
        "generations": "Generations to a\nno-loss player (median)",
        "solved": "Runs solved\nby the cap",
        "gap": "Best less average\nof a late generation",
    }
    require(table, "group", "value", *(f"{row}{end}" for row in rows for end in ("", "_low", "_high")))
    figure = Figure(figsize=(7.2, 7.6))
    panels = figure.subplots(len(rows), 1, sharex=True)
    looks = line_styles(in_order(table["group"]))
    shapes = markers(list(looks))
    for axes, (row, label) in zip(panels, rows.items(), strict=True):
        top = _highest(table[[row, f"{row}_low", f"{row}_high"]])
        for group, own in table.groupby("group", sort=False, observed=True):
            look = {"marker": shapes[str(group)], "markersize": 5, **looks[str(group)]}
            _with_interval(axes, own.sort_values("value"), row, beyond=2 * top, label=str(group), **look)
        axes.set(ylabel=label, ylim=(0, 1.05 * top))
    panels[0].set_xscale("log")
    panels[1].set_ylim(-0.03, 1.03)
    panels[1].yaxis.set_major_formatter(PercentFormatter(xmax=1, decimals=0))
    panels[2].yaxis.set_major_formatter(PercentFormatter(xmax=1))
    panels[-1].set_xlabel(f"{parameter} (logarithmic)")
    if len(looks) > 1:
        legend_below(figure, panels[0], columns=3)
    figure.suptitle(title)
    return figure


def _curve(axes: Axes, own: pd.DataFrame, curve: str) -> None:
    colour, marker, name = CURVES[curve]
    generations = own["generation"]
    axes.fill_between(generations, own["low"], own["high"], color=colour, alpha=0.25, linewidth=0,
                      label=f"simulated {name}: pointwise 95%")  # fmt: skip
    for bound, label in (("global_low", f"simulated {name}: 95% global envelope"), ("global_high", None)):
        axes.plot(generations, own[bound], color=colour, linewidth=0.7, label=label)
    axes.plot(generations, own["median"], color=colour, linewidth=1.8, label=f"simulated {name}: median")
    look = {**published_line(marker), "linestyle": "", "markersize": 3.5, "markeredgewidth": 0.8}
    axes.plot(generations, own["published"], label=f"published {name}", **look)


def _with_interval(axes: Axes, own: pd.DataFrame, row: str, *, beyond: float, **look) -> None:
    """A line in its interval as a band; a bound that is infinite is drawn `beyond` the panel, a median not at all."""
    bounds = own[[f"{row}_low", f"{row}_high"]].replace(np.inf, beyond)
    axes.fill_between(own["value"], *bounds.to_numpy(float).T, color=look["color"], alpha=0.18, linewidth=0)
    axes.plot(own["value"], own[row].replace(np.inf, np.nan), **look)


def _highest(columns: pd.DataFrame) -> float:
    """Greatest finite number, 1 if there is none."""
    values = columns.to_numpy(float)
    finite = values[np.isfinite(values)]
    return float(finite.max()) if finite.size else 1.0


def _shares_from_none(axes: Axes) -> None:
    """A y axis of shares, logarithmic down to `LEAST_LOST` and linear from there to 0."""
    ticks = [0.0, 0.001, 0.01, 0.1, 1.0]
    axes.set_yscale("symlog", linthresh=LEAST_LOST, linscale=0.35)
    axes.set_ylim(-LEAST_LOST / 6, 1)
    axes.yaxis.set_major_locator(FixedLocator(ticks))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:g}%"))
