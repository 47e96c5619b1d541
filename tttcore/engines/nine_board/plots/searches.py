"""Plots of the positions searched, move by move."""

from itertools import pairwise

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttcore.plots.palette import BLUE, GREEN, PUBLISHED, VERMILLION
from tttcore.plots.style import legend_below, logarithmic, panels, styled, whole_numbers
from tttcore.plots.table_checks import require

SEARCHES = {
    "unpruned": (VERMILLION, "s", "without pruning"),
    "nodes": (BLUE, "o", "with pruning"),
    "ordered": (GREEN, "^", "with pruning, ordered moves and a table"),
}
"""Colour, marker and label of each column."""
SAVED = (PUBLISHED, "D", "_nolegend_")
"""Neither colour nor marker of a search: a difference of two."""
_ROOM = 1.4
"""Factor by which the logarithmic axis goes beyond the highest mean, so that the depths can be written there."""
FEWEST = 1
"""Fewest positions of any search, where the logarithmic axis ends."""
RARE = 20
"""Moves reached by fewer than one game in so many are left out."""


@styled()
def work_by_move(table: pd.DataFrame, *, title: str = "") -> Figure:
    """Plot the mean positions searched for each move with pruning and without, and below those that pruning saves.

    Bands are 95% intervals over games; changes of depth are marked.

    Parameters
    ----------
    table : DataFrame[step, n, depth, and each of `SEARCHES` and ``saved`` with its _low and _high], of one treatment,
        see `stats.searches.work_by_move`.

    Source: Osipa 2017, Figure 1.
    """
    columns = [f"{name}{end}" for name in (*SEARCHES, "saved") for end in ("", "_low", "_high")]
    require(table, "step", "n", "depth", *columns)
    shown = table[table["n"] * RARE >= table["n"].max()].sort_values("step")
    figure, grid = panels(7.2, 7.2, 2, 1, title=title, sharex=True, height_ratios=(3, 2))
    looked, saved = grid.flat
    for name, look in SEARCHES.items():
        _line(looked, shown, name, *look, lowest=FEWEST)
    _line(saved, shown, "saved", *SAVED)
    for axes in (looked, saved):
        _mark_depths(axes, shown)
    logarithmic(looked.yaxis, "{x:,g}")
    looked.set_ylabel("Positions (logarithmic)")
    looked.set_ylim(top=_ROOM * shown[[*SEARCHES]].max(axis=None))
    saved.set(ylabel="Positions saved by pruning", ylim=(0, 1.15 * shown["saved"].max() or 1))
    saved.yaxis.set_major_formatter("{x:,g}")
    mark_moves(saved)
    legend_below(figure, columns=3)
    return figure


def mark_moves(axes: Axes) -> None:
    """Label the axis of moves and set its ticks."""
    axes.set_xlabel(f"Move, from 0 (those that one game in {RARE} gets to)")
    whole_numbers(axes)


def _line(
    axes: Axes, table: pd.DataFrame, name: str, colour: str, marker: str, label: str, *, lowest: float | None = None
) -> None:
    bounds = table[[f"{name}_low", f"{name}_high"]].clip(lower=lowest)
    axes.fill_between(table["step"], *bounds.to_numpy(float).T, color=colour, alpha=0.2, linewidth=0)
    axes.plot(table["step"], table[name], color=colour, marker=marker, markersize=3.5, linewidth=1.2, label=label)


def _mark_depths(axes: Axes, table: pd.DataFrame) -> None:
    """Draw a line, with the new depth beside it, between steps whose searches differ in depth."""
    for (step, depth), (following, deeper) in pairwise(table[["step", "depth"]].to_numpy(float).tolist()):
        if depth == deeper:
            continue
        place = (step + following) / 2
        axes.axvline(place, color=PUBLISHED, linestyle=(0, (4, 2)), linewidth=1, zorder=1)
        axes.annotate(f"depth {deeper:g}", (place, 1), (3, -3), xycoords=("data", "axes fraction"),
                      textcoords="offset points", va="top", fontsize=8, color=PUBLISHED)  # fmt: skip
