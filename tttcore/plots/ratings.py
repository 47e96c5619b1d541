"""Plots of ratings, and of every player's score against every other."""

import math
from collections.abc import Callable, Mapping, Sequence
from textwrap import fill

import numpy as np
import pandas as pd
import scipy
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from tttcore.pipeline.rounding import order_of
from tttcore.plots.heat import score_matrix
from tttcore.plots.line_styles import PUBLISHED, by_place
from tttcore.plots.style import STEPS, categories, legend_below, one_panel, styled
from tttcore.plots.table_checks import require

_NAME_LENGTH = 22
"""Signs in a line of a player's name."""
_LEGIBLE = 12
"""Largest number of players for which the crosstable shows numbers."""
_SPREAD = 0.2
"""Vertical distance between heuristics at the same depth, so that their intervals don't overlap."""


@styled()
def ratings(
    table: pd.DataFrame, *, title: str = "", name: Callable[[str], str] = str, heuristics: Mapping[int, str]
) -> Figure:
    """Plot ratings with 95% intervals: a row for each depth with a point for each heuristic, and for other players.

    Depths go down from the greatest, then other players from the strongest.

    Parameters
    ----------
    table : DataFrame[player, strategy, heuristic, depth, rating, rating_low, rating_high], see
        `stats.ratings.ratings`; players with heuristic and depth share rows, and the row without a strategy,
        the advantage of moving first, is written below them.
    name : name of a player for people.
    heuristics : names of the heuristics by number.
    """
    require(table, "player", "strategy", "heuristic", "depth", "rating", "rating_low", "rating_high")
    first, players = table[table["strategy"] == ""], table[table["strategy"] != ""]
    searching = players[["heuristic", "depth"]].notna().all(axis=1)
    others = players[~searching].sort_values("rating", ascending=False, kind="stable")
    depths = sorted(players.loc[searching, "depth"].unique(), reverse=True)
    rows = [*(f"depth {depth:g}" for depth in depths), *(fill(name(one), _NAME_LENGTH) for one in others["player"])]
    figure, axes = one_panel(5.4, 1.6 + 0.33 * len(rows), title=title)
    _by_depth(axes, players[searching], depths, heuristics)
    _points(axes, len(depths) + np.arange(len(others)), others, color=PUBLISHED, marker="D", markersize=5)
    categories(axes.yaxis, rows)
    axes.grid(visible=True, axis="y", linewidth=0.4)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=5, steps=STEPS))
    axes.set_xlabel("Rating in Elo, 0 on average (95% intervals)")
    legend_below(figure, axes, columns=3, title=_first_move_text(first))
    return figure


@styled()
def crosstable(table: pd.DataFrame, *, title: str = "", name: Callable[[str], str] = str) -> Figure:
    """Plot the score of every player (row) against every other (column), highest averages first, ties by name.

    Parameters
    ----------
    table : DataFrame[player, opponent, n, score], scores from 0 to 1, see `stats.ratings.crosstable`.
    name : name of a player for people.
    """
    require(table, "player", "opponent", "n", "score")
    met = table.pivot(index="player", columns="opponent", values="score")
    names = met.index[order_of(met.mean(axis=1), met.index, descending=True)]
    side = max(5.6, 1.6 + 0.22 * len(names))
    figure, axes = one_panel(side + 1.4, side, title=title)
    scores = met.reindex(index=names, columns=names).rename(index=name, columns=name)
    score_matrix(figure, axes, scores, bar="" if len(names) <= _LEGIBLE else "Score of the row's player")
    fewest = int(table["n"].min())
    reach = scipy.stats.norm.ppf(0.975) * math.sqrt(0.25 / fewest)
    axes.set(xlabel=f"against ({fewest} games each, 95% intervals of up to ±{100 * reach:.0f})", ylabel="Player")
    return figure


def _first_move_text(first: pd.DataFrame) -> str:
    """Sentence about the advantage of moving first; empty without its row."""
    rows = first[["rating", "rating_low", "rating_high"]].to_numpy(float).tolist()
    return "".join(f"Moving first is worth {value:+.0f} Elo ({low:+.0f} to {high:+.0f})" for value, low, high in rows)


def _by_depth(axes: Axes, players: pd.DataFrame, depths: Sequence[float], heuristics: Mapping[int, str]) -> None:
    names = [heuristics[int(number)] for number in sorted(players["heuristic"].unique())]
    for place, (label, (_, own)) in enumerate(zip(names, players.groupby("heuristic"), strict=True)):
        at = own["depth"].map(depths.index) + (place - (len(names) - 1) / 2) * _SPREAD
        style = by_place(names)[label]
        _points(axes, at, own, color=style.colour, marker=style.marker, markersize=5, label=label)


def _points(axes: Axes, at: "pd.Series | np.ndarray", players: pd.DataFrame, **style) -> None:
    rating, low, high = players[["rating", "rating_low", "rating_high"]].to_numpy(float).T
    axes.errorbar(rating, at, xerr=[rating - low, high - rating], linestyle="", capsize=2, elinewidth=1, **style)
