"""Plots of move times: by step with pruning and without, and by player."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from tttcore.engines.nine_board.plots.searches import RARE, mark_moves
from tttcore.plots.style import BLUE, VERMILLION, styled
from tttcore.plots.tidy import in_order, require

TAIL = 0.1
"""Share of the games below and above the band."""
LOOKS = {"unpruned": ("without pruning", VERMILLION), "pruned": ("with pruning", BLUE)}
STEPS = (1, 2, 5)
"""Ticks in each power of ten, if all have room."""
ROOM = 100
"""Largest ratio of the longest to the shortest time at which they have."""
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
    figure = Figure(figsize=(7.2, 4.2))
    axes = figure.subplots()
    games = times["game"].nunique()
    by_step = times[times.groupby("step")["game"].transform("size") * RARE >= games].groupby("step")
    for column, (label, colour) in LOOKS.items():
        shown = by_step[column].quantile(np.array([TAIL, 0.5, 1 - TAIL])).unstack()
        axes.fill_between(shown.index, shown[TAIL], shown[1 - TAIL], color=colour, alpha=0.15, linewidth=0)
        axes.plot(shown.index, shown[0.5], color=colour, label=label)
    faster = int((times["pruned"] < times["unpruned"]).sum())
    axes.set(ylabel="Time of the search", yscale="log")
    _mark_times(axes, "y")
    mark_moves(axes)
    summary = f"median and 80% of {games:,} games; pruned faster in {faster:,} of {len(times):,} searches"
    figure.legend(title=summary, loc="outside lower center", ncols=len(LOOKS))
    figure.suptitle(title)
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
    figure = Figure(figsize=(7.2, 1.2 + 0.24 * len(order)))
    axes = figure.subplots()
    places = range(len(order))
    axes.hlines(places, order, slowest, color=BLUE, linewidth=1, alpha=0.5)
    axes.plot(order, places, "o", color=BLUE, label="mean")
    axes.plot(slowest, places, "|", color=BLUE, label="slowest move")
    axes.set_yticks(places, in_order(order.index.to_series()))
    axes.set(xlabel="Time of a move", xscale="log")
    _mark_times(axes, "x")
    axes.legend(loc="lower right")
    figure.suptitle(title)
    return figure


def _mark_times(axes: Axes, which: str) -> None:
    """Set the ticks of a logarithmic axis of times, with units."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    shortest, longest = axes.get_xlim() if which == "x" else axes.get_ylim()
    axis.set_major_locator(LogLocator(10, subs=STEPS if longest < ROOM * shortest else STEPS[:1]))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda seconds, _: with_unit(seconds)))


def with_unit(seconds: float) -> str:
    """Time with its unit, such as ``10 µs``."""
    size, unit = next((each for each in UNITS if seconds >= 0.999 * each[0]), UNITS[-1])
    return f"{seconds / size:.3g} {unit}"
