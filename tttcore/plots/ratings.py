"""Plots of ratings, and of every player's score against every other."""

from collections.abc import Callable, Mapping
from textwrap import fill

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttcore.pipeline.rounding import order_of
from tttcore.plots.heat import score_matrix
from tttcore.plots.line_styles import PUBLISHED, by_place
from tttcore.plots.style import legend_below, one_panel, panels, styled, whole_numbers
from tttcore.plots.table_checks import require

_ROOM = 0.38
"""Width of a player shown by name, in inches."""
_NAME_LENGTH = 22
"""Signs in a line of a player's name."""
_LEGIBLE = 12
"""Largest number of players for which the crosstable shows numbers."""
_SPREAD = 0.14
"""Horizontal distance between heuristics at the same depth, so that their intervals don't overlap."""


@styled()
def ratings(
    table: pd.DataFrame, *, title: str = "", name: Callable[[str], str] = str, heuristics: Mapping[int, str]
) -> Figure:
    """Plot ratings with 95% intervals: a line over depths for each heuristic, other players by name beside them.

    Parameters
    ----------
    table : DataFrame[player, strategy, heuristic, depth, rating, rating_low, rating_high], see
        `stats.ratings.ratings`; players with heuristic and depth make the lines, and the row without a strategy,
        the advantage of moving first, is written below them.
    name : name of a player for people.
    heuristics : names of the heuristics by number.
    """
    require(table, "player", "strategy", "heuristic", "depth", "rating", "rating_low", "rating_high")
    first, players = table[table["strategy"] == ""], table[table["strategy"] != ""]
    searching = players[["heuristic", "depth"]].notna().all(axis=1)
    lines, others = players[searching], players[~searching].sort_values("rating", kind="stable")
    widths = (max(1.0, 7.6 - 1.2 - _ROOM * len(others)), max(0.1, _ROOM * len(others)))
    figure, grid = panels(7.6, 5.4, 1, 2, title=title, sharey=True, width_ratios=widths)
    by_depth, by_name = grid.flat
    _by_depth(by_depth, lines, heuristics)
    _by_name(by_name, others.assign(player=others["player"].map(name)))
    for axes, shown in ((by_depth, lines), (by_name, others)):
        axes.set_visible(not shown.empty)
    leftmost = by_name if lines.empty else by_depth
    leftmost.set_ylabel("Rating in Elo, 0 on average (95% intervals)")
    leftmost.tick_params(labelleft=True)
    legend_below(figure, by_depth, columns=3, title=_first_move_text(first))
    return figure


@styled()
def crosstable(table: pd.DataFrame, *, title: str = "", name: Callable[[str], str] = str) -> Figure:
    """Plot the score of every player (row) against every other (column), highest averages first, ties by name.

    Parameters
    ----------
    table : DataFrame[player, opponent, score], scores from 0 to 1, see `stats.ratings.crosstable`.
    name : name of a player for people.
    """
    require(table, "player", "opponent", "score")
    met = table.pivot(index="player", columns="opponent", values="score")
    names = met.index[order_of(met.mean(axis=1), met.index, descending=True)]
    side = max(5.6, 1.6 + 0.22 * len(names))
    figure, axes = one_panel(side + 1.4, side, title=title)
    scores = met.reindex(index=names, columns=names).rename(index=name, columns=name)
    score_matrix(figure, axes, scores, bar="" if len(names) <= _LEGIBLE else "Score of the row's player")
    axes.set(xlabel="against", ylabel="Player")
    return figure


def _first_move_text(first: pd.DataFrame) -> str:
    """Sentence about the advantage of moving first; empty without its row."""
    rows = first[["rating", "rating_low", "rating_high"]].to_numpy(float).tolist()
    return "".join(f"Moving first is worth {value:+.0f} (from {low:+.0f} to {high:+.0f})" for value, low, high in rows)


def _by_depth(axes: Axes, players: pd.DataFrame, heuristics: Mapping[int, str]) -> None:
    names = [heuristics[int(number)] for number in sorted(players["heuristic"].unique())]
    for place, (label, (_, own)) in enumerate(zip(names, players.groupby("heuristic"), strict=True)):
        shown = own.sort_values("depth", kind="stable")
        at = shown["depth"] + (place - (len(names) - 1) / 2) * _SPREAD
        _points(axes, at, shown, **by_place(names)[label].line(size=5), linewidth=1.2, label=label)
    axes.set_xlabel("Depth of the search")
    whole_numbers(axes)


def _by_name(axes: Axes, players: pd.DataFrame) -> None:
    places = np.arange(len(players))
    _points(axes, places, players, color=PUBLISHED, marker="D", markersize=5, linestyle="")
    axes.set_xticks(places, [fill(name, _NAME_LENGTH) for name in players["player"]], rotation=90)
    axes.set_xlim(-0.6, len(players) - 0.4)
    axes.grid(visible=False, axis="x")
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)


def _points(axes: Axes, at: "pd.Series | np.ndarray", players: pd.DataFrame, **style) -> None:
    rating, low, high = players[["rating", "rating_low", "rating_high"]].to_numpy(float).T
    axes.errorbar(at, rating, [rating - low, high - rating], capsize=2, elinewidth=1, **style)
