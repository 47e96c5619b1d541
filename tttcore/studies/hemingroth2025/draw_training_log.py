"""Draw the published training log among simulated runs."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator

from tttcore.plots.palette import BLUE, PUBLISHED, VERMILLION, line_styles, markers, published_line
from tttcore.plots.style import legend_below, panels, percents, styled, whole_numbers
from tttcore.plots.table_checks import in_order, require

CURVES = {"best": (BLUE, "o"), "average": (VERMILLION, "s")}
"""Colour and marker of each curve."""
LINEAR_BELOW = 5e-4
"""Share of games lost below which the logarithmic axis is linear, down to 0; one game in 1,300 is more."""
TAIL = 0.025
"""Share of the runs on either side of a 95% interval."""


@styled()
def training(bands: pd.DataFrame, *, title: str = "") -> Figure:
    """Best and average fitness by generation of simulated runs and of a published one, a column per treatment.

    The upper panels show the share of games not lost; the lower ones the share lost on a logarithmic axis,
    on which the late generations can be read. The median is a line, the pointwise 95% band is
    filled, the 95% global envelope a thin outline.

    Parameters
    ----------
    bands : DataFrame[treatment, curve, generation, published, median, low, high, global_low, global_high],
        see `envelope.log_bands`.

    Source: hemingroth2025, Figure 5.
    """
    require(bands, "treatment", "curve", "generation", "published", "median", "low", "high", "global_low",
            "global_high")  # fmt: skip
    names = in_order(bands["treatment"])
    width = max(7.2, 1.6 + 3.2 * len(names))
    figure, grid = panels(width, 7.0, 2, len(names), title=title, sharex=True, sharey="row")
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
    _set_symlog_shares(grid[1, 0])
    legend_below(figure, columns=2)
    return figure


@styled()
def log_percentiles(bands: pd.DataFrame, *, title: str = "") -> Figure:
    """Percentile of a published run among the simulated ones in each generation, a line per treatment.

    Shares are of runs below the published value, with half of those that equal it; the lines at 2.5% and 97.5%
    bound the pointwise 95% band.

    Parameters
    ----------
    bands : DataFrame[treatment, curve, generation, share_below, share_equal], see `envelope.log_bands`.
    """
    require(bands, "treatment", "curve", "generation", "share_below", "share_equal")
    figure, grid = panels(7.2, 6.4, len(CURVES), 1, title=title, sharex=True, sharey=True)
    looks = line_styles(in_order(bands["treatment"]))
    shapes = markers(list(looks))
    for axes, curve in zip(grid.flat, CURVES, strict=True):
        for treatment, own in bands[bands["curve"] == curve].groupby("treatment", sort=False, observed=True):
            share = own["share_below"] + own["share_equal"] / 2
            axes.plot(own["generation"], share, label=str(treatment), marker=shapes[str(treatment)], markersize=3.5,
                      **{**looks[str(treatment)], "linewidth": 1.2})  # fmt: skip
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
