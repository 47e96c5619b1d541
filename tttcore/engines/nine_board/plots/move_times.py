"""Plots of move times: by step with pruning and without, and by player."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator

from tttcore.engines.nine_board.plots.searches import RARE, mark_moves
from tttcore.plots.palette import BLUE, VERMILLION
from tttcore.plots.style import Axis, legend_below, logarithmic, one_panel, styled
from tttcore.plots.table_checks import require

TAIL = 0.1
"""Share of the games below and above the band."""
LOOKS = {"unpruned": ("without pruning", VERMILLION), "pruned": ("with pruning", BLUE)}
ROOM = 100
"""Ratio of the longest to the shortest time from which on only powers of ten have room."""
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


@styled()
def times_by_move(times: pd.DataFrame, *, title: str = "") -> Figure:
    """Plot the time of each move with pruning and without: median and central 80% of the games.

    Parameters
    ----------
    times : DataFrame[game, step, pruned, unpruned], seconds of the same search.

    Source: Osipa 2017, Figure 1.
    """
    require(times, "game", "step", "pruned", "unpruned")
    figure, axes = one_panel(7.2, 4.2, title=title)
    games = times["game"].nunique()
    by_step = times[times.groupby("step")["game"].transform("size") * RARE >= games].groupby("step")
    for column, (label, colour) in LOOKS.items():
        shown = by_step[column].quantile(np.array([TAIL, 0.5, 1 - TAIL])).unstack()
        axes.fill_between(shown.index, shown[TAIL], shown[1 - TAIL], color=colour, alpha=0.15, linewidth=0)
        axes.plot(shown.index, shown[0.5], color=colour, label=label)
    faster = int((times["pruned"] < times["unpruned"]).sum())
    axes.set_ylabel("Time of the search")
    _scale_times(axes.yaxis)
    mark_moves(axes)
    summary = f"median and 80% of {games:,} games; pruned faster in {faster:,} of {len(times):,} searches"
    legend_below(figure, columns=len(LOOKS), title=summary)
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
    figure, axes = one_panel(7.2, 1.2 + 0.24 * len(order), title=title)
    places = range(len(order))
    axes.hlines(places, order, slowest, color=BLUE, linewidth=1, alpha=0.5)
    axes.plot(order, places, "o", color=BLUE, label="mean")
    axes.plot(slowest, places, "|", color=BLUE, label="slowest move")
    axes.set_yticks(places, order.index)
    axes.set_xlabel("Time of a move")
    _scale_times(axes.xaxis)
    axes.legend(loc="lower right")
    return figure


def _scale_times(axis: Axis) -> None:
    """Scale an axis of times logarithmically, with units."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    shortest, longest = axis.get_view_interval()
    form = FuncFormatter(lambda seconds, _: with_unit(seconds))
    logarithmic(axis, form, steps=(1, 2, 5) if longest < ROOM * shortest else (1,))
    axis.set_minor_locator(NullLocator())


def with_unit(seconds: float) -> str:
    """Time with its unit, such as ``10 µs``."""
    size, unit = next((each for each in UNITS if seconds >= 0.999 * each[0]), UNITS[-1])
    return f"{seconds / size:.3g} {unit}"
