"""Figures of the league of 3x3: matrix of results, points, mean ranks and strength, with a row for each side.

A side is a document, whose groups of players learnt and are blue, or a fixed rule.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttcore.league.classic import FIGURES, SEATS, best_groups
from tttcore.pipeline.rounding import order_of
from tttcore.players.baselines import BASELINE_GROUP
from tttcore.plots.heat import score_matrix
from tttcore.plots.line_styles import BLUE, OTHERS, PALE, PUBLISHED
from tttcore.plots.names import UNNAMED, PlayerNames
from tttcore.plots.style import axis_on_top, categories, entry, legend_below, percents, styled
from tttcore.plots.table_checks import require

_WIDTH, _ROW, _ROOM = 5.4, 0.21, 4.2
"""Width of a figure and height of a row in inches, and rows that a panel's title and axis take."""
_FIELD, _MATRIX_ROOM = 0.35, (2.2, 2.6)
"""Side of a field of the matrix, and room for all else beside and above them, in inches."""
_SPREAD, _GOLDEN = 0.7, 0.618034
"""Part of a row's height over which dots are spread, one after the other by the golden section, so that they don't
stand in lines."""
_POINTS = 8
"""Size of the names."""


@styled()
def matrix(table: pd.DataFrame, names: PlayerNames = UNNAMED) -> Figure:
    """Draw the points of each side that moves first (row) against each that moves second (column), in percent.

    The groups of a document count alike.

    Parameters
    ----------
    table : DataFrame[first, second, score], scores from 0 to 1, see `league.matches.matrix`.
    """
    require(table, "first", "second", "score")
    sides = table.assign(first=table["first"].map(_side), second=table["second"].map(_side))
    scores = sides.pivot_table(index="first", columns="second", values="score", sort=False)
    rows = scores.index[order_of(scores.mean(axis=1), scores.index, descending=True)]
    columns = scores.columns[order_of(scores.mean(axis=0), scores.columns)]
    figure = Figure(figsize=(_MATRIX_ROOM[0] + _FIELD * len(columns), _MATRIX_ROOM[1] + _FIELD * len(rows)))
    axes = figure.subplots()
    score_matrix(
        figure, axes, scores.loc[rows, columns].rename(index=partial(_called, names), columns=partial(_called, names))
    )
    axes.set(xlabel="against, moving second", ylabel="Moving first")
    return figure


@styled()
def ranking(table: pd.DataFrame, names: PlayerNames = UNNAMED) -> Figure:
    """Draw the points of the best group of each side with 95% intervals, and of its other groups as pale dots.

    Parameters
    ----------
    table : DataFrame[seat, group, score, score_low, score_high], see `league.ranking.ranking`; a panel for each seat.
    """
    require(table, "seat", "group", "score", "score_low", "score_high")
    table = table.assign(side=table["group"].map(_side))
    best = {seat: best_groups(table[table["seat"] == seat], "side") for seat in SEATS}
    figure, grid = _panels({seat: [*own["side"]] for seat, own in best.items()}, names, sharex=True)
    for (seat, own), axes in zip(best.items(), grid, strict=True):
        others = table[(table["seat"] == seat) & ~table["group"].isin(own["group"])]
        axes.scatter(others["score"], others["side"].map([*own["side"]].index), s=9, c=OTHERS, zorder=2)
        places, tints = range(len(own)), [*map(_tint, own["side"])]
        axes.hlines(places, own["score_low"], own["score_high"], colors=tints, linewidth=1.6, zorder=3)
        axes.scatter(own["score"], places, s=18, c=tints, zorder=4)
        axes.set_xlabel("Points")
        percents(axes.xaxis)
    dot = {"marker": "o", "linestyle": ""}
    legend_below(figure, entry("best treatment", color=BLUE, **dot), entry("other treatments", color=OTHERS, **dot),
                 entry("fixed rule", color=PUBLISHED, **dot), columns=3)  # fmt: skip
    return figure


@styled()
def critical_differences(ranking: pd.DataFrame, friedman: pd.DataFrame, names: PlayerNames = UNNAMED) -> Figure:
    """Draw the mean rank of the best group of each side in a bar as long as the critical difference, the best on top.

    Two groups differ significantly by Nemenyi's test if, and only if, their bars don't overlap. Behind the bars is that
    of the group on top.

    Parameters
    ----------
    ranking, friedman : DataFrame[seat, group, score, mean_rank] and DataFrame[seat, critical_difference], see
        `league.ranking`; a panel for each seat.

    References
    ----------
    Koning, Franses, Hibon and Stekler (2005), The M3 competition: statistical tests of the results.
    """
    require(ranking, "seat", "group", "score", "mean_rank")
    require(friedman, "seat", "critical_difference")
    ranking = ranking.assign(side=ranking["group"].map(_side))
    reaches = friedman.set_index("seat")["critical_difference"]
    best = {
        seat: best_groups(ranking[ranking["seat"] == seat], "side").sort_values("mean_rank", kind="stable")
        for seat in SEATS
    }
    figure, grid = _panels({seat: [*own["side"]] for seat, own in best.items()}, names)
    for (seat, own), axes in zip(best.items(), grid, strict=True):
        ranks, places, tints = own["mean_rank"], range(len(own)), [*map(_tint, own["side"])]
        low, high = ranks - reaches[seat] / 2, ranks + reaches[seat] / 2
        axes.axvspan(low.iloc[0], high.iloc[0], color=PALE, linewidth=0, zorder=0)
        axes.hlines(places, low, high, colors=tints, linewidth=1.6)
        axes.scatter(ranks, places, s=18, c=tints, zorder=3)
        axes.set_xlabel("Mean rank, 1 for the best")
    return figure


@styled()
def strength(table: pd.DataFrame, names: PlayerNames = UNNAMED) -> Figure:
    """Draw the share of games that each player wins against the random player, a row of dots for each side.

    Dots of a row are spread over its height. Those of players that some reply beats are open. On the right is the
    number of those that none beats. Sides with more of these are above, and of equal ones those that win more.

    Parameters
    ----------
    table : DataFrame[group, seat, reply_value, random_won], see `league.evaluation`; a panel for each seat.
    """
    require(table, "group", "seat", "reply_value", "random_won")
    table = table.assign(side=table["group"].map(_side), unbeaten=table["reply_value"] <= 0)
    rows = {}
    for seat, own in table.groupby("seat"):
        means = own.groupby("side")[["unbeaten", "random_won"]].mean()
        rows[str(seat)] = [*means.sort_values(["unbeaten", "random_won"], ascending=False, kind="stable").index]
    figure, grid = _panels(rows, names, sharex=True)
    for (seat, sides), axes in zip(rows.items(), grid, strict=True):
        for place, side in enumerate(sides):
            players = table[(table["seat"] == seat) & (table["side"] == side)]
            face = [_tint(side) if unbeaten else "white" for unbeaten in players["unbeaten"]]
            at = place + _SPREAD * (np.arange(len(players)) * _GOLDEN % 1 - 0.5) * (len(players) > 1)
            axes.scatter(players["random_won"], at, s=10, facecolors=face, edgecolors=_tint(side), linewidths=0.7,
                         zorder=3, label=side)  # fmt: skip
            _beside(axes, f"{players['unbeaten'].sum():,} of {len(players):,}", place)
            axes.axhline(place - 0.5, color="#DDDDDD", linewidth=0.6, zorder=0)
        _beside(axes, "Unbeatable", -0.9)
        axes.set_xlabel("Games won against the random player")
        percents(axes.xaxis)
    dot = {"marker": "o", "linestyle": "", "color": PUBLISHED}
    styles = [entry("no reply beats it", **dot), entry("some reply beats it", markerfacecolor="white", **dot)]
    legend_below(figure, *styles, columns=2)
    return figure


_DRAWN: dict[str, tuple[Callable[..., Figure], tuple[str, ...]]] = {
    "matrix": (matrix, ("matrix",)),
    "ranking": (ranking, ("ranking",)),
    "critical-differences": (critical_differences, ("ranking", "friedman")),
    "strength": (strength, ("players",)),
}
"""Function that draws a figure, and the tables that it draws."""


@styled()
def draw(name: str, tables: Mapping[str, pd.DataFrame], names: PlayerNames = UNNAMED) -> Figure:
    """Draw a figure of `FIGURES` from the league's tables, see `league.classic`."""
    function, shown = _DRAWN[name]
    figure = function(*(tables[table] for table in shown), names)
    figure.suptitle(FIGURES[name]["title"])
    return figure


def _panels(
    rows: Mapping[str, Sequence[str]], names: PlayerNames, *, sharex: bool = False
) -> tuple[Figure, Iterator[Axes]]:
    """Figure with a panel for each seat, one below the other with the axis on top, and a row for each of its sides."""
    heights = [len(sides) + _ROOM for sides in rows.values()]
    figure = Figure(figsize=(_WIDTH, _ROW * (sum(heights) + _ROOM)))
    grid = figure.subplots(len(rows), 1, squeeze=False, sharex=sharex, height_ratios=heights)
    for axes, (seat, sides) in zip(grid.flat, rows.items(), strict=True):
        categories(axes.yaxis, [_called(names, side) for side in sides])
        axes.tick_params(axis="y", labelsize=_POINTS)
        axis_on_top(axes)
        axes.set_title(SEATS[seat].capitalize())
    return figure, grid.flat


def _beside(axes: Axes, text: str, place: float) -> None:
    """Write a text on the right of a row."""
    axes.annotate(text, (1, place), (12, 0), xycoords=axes.get_yaxis_transform(), textcoords="offset points",
                  fontsize=_POINTS, va="center", annotation_clip=False)  # fmt: skip


def _side(group: str) -> str:
    """Document of a group of players, or a fixed rule, which is a side of its own."""
    study = group.split("/", maxsplit=1)[0]
    return group if study == BASELINE_GROUP else study


def _called(names: PlayerNames, side: str) -> str:
    """Name of a side for people."""
    return names.group(side) if "/" in side else names.study(side)


def _tint(side: str) -> str:
    """Colour of a side: blue if it learnt."""
    return PUBLISHED if "/" in side else BLUE
