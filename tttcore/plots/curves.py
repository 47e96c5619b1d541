"""Plot runtime distributions: shares of runs solved, unsolved, or past a target by generation."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttcore.plots.line_styles import DASHES, OTHERS, Style, by_place
from tttcore.plots.style import (
    entry,
    legend_below,
    logarithmic,
    one_panel,
    percents,
    styled,
    whole_numbers,
)
from tttcore.plots.table_checks import in_order, require


@styled()
def ecdf(
    curves: pd.DataFrame,
    *,
    apart: float = 0,
    styles: Mapping[str, Style] | None = None,
    outcome: str,
    last_generation: float,
    log: bool = False,
    title: str = "",
) -> Figure:
    """Plot the share of runs that have succeeded by each generation; curves are steps, and keep their last values.

    Parameters
    ----------
    curves : DataFrame[group, generation, fraction], fraction from 0 to 1.
    apart : least distance from the median of all groups, at some generation, of those in colour; others are grey.
    styles : style of each group of `curves`; by place without any.
    outcome : aim that a successful run has reached, for the label.
    last_generation : end of the x axis.
    log : whether the x axis is logarithmic, from 1.
    """
    require(curves, "group", "generation", "fraction")
    groups = in_order(curves["group"])
    drawn = styles or by_place(groups)
    reached = curves.pivot(index="generation", columns="group", values="fraction").ffill().fillna(0)
    distances = reached.sub(reached.median(axis=1), axis=0).abs().max()
    coloured = [group for group in groups if distances[group] >= apart]
    others = [group for group in groups if group not in coloured]
    figure, axes = one_panel(5.6, 4.6)
    for group in (*others, *coloured):
        line = {"color": OTHERS, "linewidth": 0.9}
        if group in coloured:
            line = {"color": drawn[group].colour, "linestyle": DASHES[drawn[group].dash], "label": group}
        _steps(axes, curves[curves["group"] == group], "fraction", end=last_generation, **line)
    _shares(axes, title=title, ylabel=f"Runs with {outcome} so far")
    _until(axes, last_generation, log=log)
    grey = [entry(f"{len(others)} other treatments", color=OTHERS)] if others else []
    legend_below(figure, *axes.get_legend_handles_labels()[0], *grey, columns=2)
    return figure


@styled()
def survival(
    curves: pd.DataFrame,
    *,
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


def _until(axes: Axes, end: float, *, log: bool = False) -> None:
    """Show generations 0, or 1 on a logarithmic axis to `end` with room for markers."""
    if log:
        logarithmic(axes.xaxis)
        axes.set_xlabel("Generation (logarithmic)")
    axes.set_xlim(1 if log else -0.015 * max(end, 1), 1.02 * max(end, 1))
