"""Drawings of searches by move: positions searched, and times with and without pruning, and by player."""

from itertools import pairwise
from textwrap import wrap

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, NullLocator

from tttcore.games.classic import CROSS, EMPTY, NOUGHT
from tttcore.plots.boards import draw_board
from tttcore.plots.line_styles import BLUE, ORANGE, PUBLISHED, VERMILLION
from tttcore.plots.numbers import with_unit
from tttcore.plots.style import Axis, legend_below, logarithmic, one_panel, panels, styled, whole_numbers
from tttcore.plots.table_checks import require

SEARCHES = {
    "unpruned": (VERMILLION, "s", "without pruning"),
    "nodes": (BLUE, "o", "with pruning"),
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
TAIL = 0.1
"""Share of the games below and above the band."""
TIMES = {"unpruned": ("without pruning", VERMILLION), "pruned": ("with pruning", BLUE)}
SPAN = 100
"""Ratio of the longest to the shortest time from which on only powers of ten have room."""


@styled()
def work_by_move(table: pd.DataFrame, *, title: str = "") -> Figure:
    """Plot the mean positions searched for each move with pruning and without, and below those that pruning saves.

    Bands are 95% intervals over games; changes of depth are marked.

    Parameters
    ----------
    table : DataFrame[step, n, depth, and each of `SEARCHES` and ``saved`` with its _low and _high], of one treatment,
        see `searches.work_by_move`.

    Source: Osipa 2017, Figure 1.
    """
    columns = [f"{name}{end}" for name in (*SEARCHES, "saved") for end in ("", "_low", "_high")]
    require(table, "step", "n", "depth", *columns)
    shown = table[table["n"] * RARE >= table["n"].max()].sort_values("step")
    figure, grid = panels(7.2, 7.2, 2, 1, title=title, sharex=True, height_ratios=(3, 2))
    looked, saved = grid.flat
    for name, style in SEARCHES.items():
        _line(looked, shown, name, *style, lowest=FEWEST)
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
    """Label the axis of steps and set its ticks."""
    axes.set_xlabel(f"Step, from 0 (reached by at least {1 / RARE:.0%} of games)")
    whole_numbers(axes)


def _line(
    axes: Axes, table: pd.DataFrame, name: str, colour: str, marker: str, label: str, *, lowest: float | None = None
) -> None:
    bounds = table[[f"{name}_low", f"{name}_high"]].clip(lower=lowest)
    axes.fill_between(table["step"], *bounds.to_numpy(float).T, color=colour, alpha=0.2, linewidth=0)
    axes.plot(table["step"], table[name], color=colour, marker=marker, markersize=3.5, linewidth=1.2, label=label)


def _mark_depths(axes: Axes, table: pd.DataFrame) -> None:
    """Draw a line between steps whose searches differ in depth, with the new depth beside it."""
    steps = pairwise(table[["step", "depth"]].to_numpy(float).tolist())
    changes = [((step + after) / 2, deeper) for (step, depth), (after, deeper) in steps if depth != deeper]
    for place, deeper in changes:
        axes.axvline(place, color=PUBLISHED, linestyle=(0, (4, 2)), linewidth=1, zorder=1)
        axes.annotate(f"depth {deeper:g}", (place, 1), (3, -3), xycoords=("data", "axes fraction"),
                      textcoords="offset points", va="top", fontsize=9, color=PUBLISHED)  # fmt: skip


@styled()
def times_by_move(times: pd.DataFrame, *, title: str = "") -> Figure:
    """Plot the time of each move with pruning and without: median and central 80% of the games.

    Parameters
    ----------
    times : DataFrame[game, step, pruned, unpruned], seconds of the same search.

    Source: Osipa 2017, Figure 1.
    """
    require(times, "game", "step", "pruned", "unpruned")
    figure, axes = one_panel(5.6, 4.2, title=title)
    games = times["game"].nunique()
    by_step = times[times.groupby("step")["game"].transform("size") * RARE >= games].groupby("step")
    for column, (label, colour) in TIMES.items():
        shown = by_step[column].quantile(np.array([TAIL, 0.5, 1 - TAIL])).unstack()
        axes.fill_between(shown.index, shown[TAIL], shown[1 - TAIL], color=colour, alpha=0.15, linewidth=0)
        axes.plot(shown.index, shown[0.5], color=colour, label=label)
    faster = int((times["pruned"] < times["unpruned"]).sum())
    axes.set_ylabel("Time of the search (logarithmic)")
    _scale_times(axes.yaxis)
    mark_moves(axes)
    summary = f"median and 80% of {games:,} games; pruned faster in {faster:,} of {len(times):,} searches"
    legend_below(figure, columns=len(TIMES), title=summary)
    return figure


@styled()
def times_of_players(times: pd.DataFrame, *, title: str = "") -> Figure:
    """Plot the mean time of a move of each player, from fast to slow, with the slowest single move.

    Parameters
    ----------
    times : DataFrame[player, seconds], all players on the same positions.
    """
    require(times, "player", "seconds")
    order = times.groupby("player")["seconds"].mean().sort_values(kind="stable")
    slowest = times.groupby("player")["seconds"].max()[order.index]
    figure, axes = one_panel(5.6, 1.2 + 0.24 * len(order), title=title)
    places = range(len(order))
    axes.hlines(places, order, slowest, color=BLUE, linewidth=1, alpha=0.5)
    axes.plot(order, places, "o", color=BLUE, label="mean")
    axes.plot(slowest, places, "|", color=BLUE, label="slowest move")
    axes.set_yticks(places, order.index)
    axes.set_xlabel("Time of a move (logarithmic)")
    _scale_times(axes.xaxis)
    axes.legend(loc="lower right")
    return figure


def _scale_times(axis: Axis) -> None:
    """Scale an axis of times logarithmically, with units."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    shortest, longest = axis.get_view_interval()
    form = FuncFormatter(lambda seconds, _: with_unit(seconds))
    logarithmic(axis, form, steps=(1, 2, 5) if longest < SPAN * shortest else (1,))
    axis.set_minor_locator(NullLocator())


@styled()
def move_and_search(*, title: str = "") -> Figure:
    """Draw which board a move on nine boards leads to, and a search of two plies that leaves out a branch."""
    figure, grid = panels(6.4, 3.1, 1, 2, title=title)
    boards, tree = grid[0]
    for axes in (boards, tree):
        axes.set_axis_off()
        axes.set(xlim=(-0.1, 4.1), ylim=(4.6, -0.1), aspect="equal")
    marks = {0: {8: CROSS}, 8: {2: NOUGHT}}
    for number in range(9):
        corner = (0.3 + 1.2 * (number % 3), 1.2 * (number // 3))
        if number == 2:
            boards.add_patch(Rectangle((corner[0] - 0.07, corner[1] - 0.07), 1.14, 1.14, facecolor=ORANGE, alpha=0.4))
        draw_board(boards, [marks.get(number, {}).get(cell, EMPTY) for cell in range(9)], corner=corner)
    _told(boards, "X marked cell 9: O had to go to board 9. O marked cell 3: X goes to board 3 (shaded).")
    for x, worth, leaves in ((1.0, "3", "35"), (3.0, "≤ 2", "2?")):
        tree.plot([2, x], [0.3, 1.5], color=PUBLISHED, linewidth=1, zorder=0)
        tree.text(x, 1.5, worth, ha="center", va="center", bbox={"boxstyle": "circle", "color": "#EEEEEE"})
        for below, leaf in zip((x - 0.5, x + 0.5), leaves, strict=True):
            dash = ":" if leaf == "?" else "-"
            tree.plot([x, below], [1.5, 2.8], color=PUBLISHED, linewidth=1, linestyle=dash, zorder=0)
            tree.text(below, 2.8, leaf, ha="center", va="center", bbox={"boxstyle": "round", "color": "#EEEEEE"})
    tree.text(2, 0.3, "3", ha="center", va="center", bbox={"boxstyle": "circle", "color": ORANGE})
    tree.text(2.5, 0.3, "X: the greatest", va="center", fontsize=9)
    tree.text(2, 1.5, "O: the least", ha="center", va="center", fontsize=9)
    _told(tree, "It looks some plies ahead and counts there. The branch ? can't matter: alpha-beta leaves it out.")
    return figure


def _told(axes: Axes, text: str) -> None:
    """Write a caption below a drawing."""
    axes.text(2, 3.7, "\n".join(wrap(text, 42)), ha="center", va="top", fontsize=9)
