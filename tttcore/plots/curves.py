"""Plot runtime distributions: shares of runs solved, unsolved, or past a target by generation."""

import math
from collections.abc import Mapping, Sequence
from textwrap import fill

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttcore.plots.line_styles import DASHES, OTHERS, Style, by_place, published_line
from tttcore.plots.style import (
    hide_spare,
    legend_below,
    logarithmic,
    one_panel,
    panels,
    percents,
    styled,
    whole_numbers,
)
from tttcore.plots.table_checks import in_order, require

_PANELS_PER_ROW = 2
_PANEL, _NAME_LENGTH = 1.8, 24
"""Height of a row of panels in inches, and signs in a line of their titles."""


@styled()
def ecdf(
    curves: pd.DataFrame,
    *,
    styles: Mapping[str, Style] | None = None,
    outcome: str,
    last_generation: float,
    log: bool = False,
    title: str = "",
) -> Figure:
    """Plot the share of runs that have succeeded by each generation, a panel for each group before all others in grey.

    Curves are steps, and keep their last values.

    Parameters
    ----------
    curves : DataFrame[group, generation, fraction], fraction from 0 to 1.
    styles : style of each group of `curves`, of which panels have the colour; by place without any.
    outcome : aim that a successful run has reached, for the label.
    last_generation : end of the x axis.
    log : whether the x axis is logarithmic, from 1.
    """
    require(curves, "group", "generation", "fraction")
    groups = in_order(curves["group"])
    drawn = styles or by_place(groups)
    columns = min(_PANELS_PER_ROW, len(groups))
    rows = math.ceil(len(groups) / columns)
    figure, grid = panels(5.6, 1.6 + _PANEL * rows, rows, columns, title=title, sharex=True, sharey=True)
    for axes, group in zip(grid.flat, groups, strict=False):
        for other, curve in curves.groupby("group", sort=False):
            if other != group:
                _steps(axes, curve, "fraction", end=last_generation, label="all others", color=OTHERS, linewidth=0.9)
        own = curves[curves["group"] == group]
        _steps(axes, own, "fraction", end=last_generation, color=drawn[group].colour, linewidth=2)
        _shares(axes, title="", ylabel="")
        _until(axes, last_generation, log=log, steps=(1,) if columns > 1 else (1, 2, 5))
        axes.set_title(fill(group, _NAME_LENGTH), fontsize="medium")
        axes.label_outer()
    hide_spare(grid)
    figure.supylabel(f"Runs with {outcome} so far", fontsize="medium")
    legend_below(figure, columns=3)
    return figure


@styled()
def survival(
    curves: pd.DataFrame,
    *,
    published: float | None = None,
    styles: Mapping[str, Style] | None = None,
    outcome: str,
    last_generation: float,
    log: bool = False,
    title: str = "",
) -> Figure:
    """Plot the share of runs that have not succeeded after each generation, as steps in confidence bands.

    The legend names the curves in the order of their ends, the highest first.

    Parameters
    ----------
    curves : DataFrame[group, generation, survival, low, high, at_risk], shares from 0 to 1; low and high
        bound the band and may be NaN; the legend has the number of runs at the start.
    published : generation in which a single published run succeeded, which a line marks; None for none.
    outcome : aim that an unsuccessful run has not reached, for the label.
    styles, last_generation, log : see `ecdf`.
    """
    require(curves, "group", "generation", "survival", "low", "high", "at_risk")
    figure, axes = one_panel(5.6, 4.8)
    drawn = styles or by_place(in_order(curves["group"]))
    ends = curves.sort_values("generation", kind="stable").groupby("group", sort=False).tail(1)
    for name in ends.sort_values(["survival", "generation"], ascending=False, kind="stable")["group"]:
        curve, style = curves[curves["group"] == name], drawn[str(name)]
        end = last_generation if curve["survival"].min() == 0 else None
        line = {"color": style.colour, "linestyle": DASHES[style.dash]}
        _steps(axes, curve, "survival", label=f"{name} (n = {curve['at_risk'].max():,})", end=end, **line)
        axes.fill_between(
            curve["generation"], curve["low"], curve["high"], step="post", color=style.colour, alpha=0.18, linewidth=0
        )
    if published is not None:
        axes.axvline(published, label=f"the published run, generation {published:g}", **published_line())
    _shares(axes, title=title, ylabel=f"Runs still without {outcome}\n(proportion; band: 95% confidence)")
    _until(axes, last_generation, log=log)
    legend_below(figure, columns=2)
    return figure


def _steps(axes: Axes, curve: pd.DataFrame, column: str, *, end: float | None = None, **style) -> None:
    """Draw a step curve, extended to `end` if it is shorter."""
    ordered = curve.sort_values("generation")
    generations, shares = ordered["generation"].to_numpy(float), ordered[column].to_numpy(float)
    if end is not None and generations[-1] < end:
        generations, shares = np.append(generations, end), np.append(shares, shares[-1])
    axes.plot(generations, shares, drawstyle="steps-post", **style)


def _shares(axes: Axes, *, title: str, ylabel: str) -> None:
    """Label the axes of shares by generation."""
    axes.set(title=title, xlabel="Generation", ylabel=ylabel, ylim=(-0.02, 1.02))
    axes.set_yticks(np.linspace(0, 1, 6))
    percents(axes.yaxis)
    whole_numbers(axes)


def _until(axes: Axes, end: float, *, log: bool = False, steps: Sequence[float] = (1, 2, 5)) -> None:
    """Show generations 0, or 1 on a logarithmic axis with ticks at `steps`, to `end` with room for markers."""
    if log:
        logarithmic(axes.xaxis, steps=steps)
        axes.set_xlabel("Generation (logarithmic)")
    axes.set_xlim(1 if log else -0.015 * max(end, 1), 1.02 * max(end, 1))
