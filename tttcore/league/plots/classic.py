"""Figures of the league of 3x3: matrix of results, ranking, mean ranks and strength."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttcore.league.classic import CRITICAL, FIGURES, SEATS
from tttcore.pipeline.rounding import order_of
from tttcore.players.baselines import BASELINE_GROUP
from tttcore.plots.heat import score_matrix
from tttcore.plots.line_styles import PALE, PUBLISHED, colours
from tttcore.plots.names import UNNAMED, PlayerNames
from tttcore.plots.style import categories, entry, legend_below, panels, percents, styled, wrapped
from tttcore.plots.table_checks import in_order, require

_WIDTH, _ROW, _ROOM = 7.2, 0.165, 1.9
"""Width of a figure, height of a group's row, and of all that isn't rows, in inches."""
_FIELD, _MATRIX_ROOM = 0.34, (3.4, 2.7)
"""Side of a field of the matrix, and room for all else beside and above them, in inches."""
_SPREAD_ROW, _SPREAD, _GOLDEN = 0.36, 0.7, 0.618034
"""Height of the row of a side in inches; part of the height over which dots are spread, one
after the other by the golden section, so that they don't stand in lines."""
_PANEL = 1.4
"""Width of a panel of three, in inches."""
_ABOVE = -1.5
"""Row of the bar that shows the critical difference, above the first group's."""
_POINTS = 8
"""Size of the names."""


@styled()
def matrix(table: pd.DataFrame, names: PlayerNames = UNNAMED) -> Figure:
    """Draw the points of each side that moves first (row) against each that moves second (column), in percent.

    Sides are the fixed rules and the documents, whose groups count alike, see `_side`.

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
    shown = scores.loc[rows, columns].rename(index=partial(_called, names), columns=partial(_called, names))
    score_matrix(figure, axes, shown, label="Points of the row's players, who move first", printed=True)
    axes.set(xlabel="against, moving second", ylabel="Moving first")
    return figure


@styled()
def ranking(table: pd.DataFrame, names: PlayerNames = UNNAMED) -> Figure:
    """Draw the points of each group with 95% intervals, a panel for each seat; the best group in both seats on top.

    Parameters
    ----------
    table : DataFrame[seat, group, score, score_low, score_high], see `league.ranking.ranking`. Groups that
        lack a seat come below the others.
    """
    require(table, "seat", "group", "score", "score_low", "score_high")
    groups = in_order(pd.concat([table[table["seat"] == seat] for seat in reversed(SEATS)])["group"])
    tints = _tints(groups)
    figure, grid = panels(_WIDTH, _ROOM + _ROW * len(groups), 1, len(SEATS), sharex=True, sharey=True)
    for axes, (seat, where) in zip(grid.flat, SEATS.items(), strict=True):
        own = table[table["seat"] == seat]
        places = [groups.index(group) for group in own["group"]]
        shown = [tints[group] for group in own["group"]]
        axes.hlines(places, own["score_low"], own["score_high"], colors=shown, linewidth=1.6)
        axes.scatter(own["score"], places, s=14, c=shown, zorder=3)
        axes.set_xlabel("Points")
        axes.set_title(wrapped(where, _PANEL))
        percents(axes.xaxis, ticks=3)
    _rows(grid[0, 0], [names.group(group) for group in groups])
    _legend_of_studies(figure, tints, names)
    return figure


@styled()
def critical_differences(
    ranking: pd.DataFrame, friedman: pd.DataFrame, names: PlayerNames = UNNAMED, *, seat: str
) -> Figure:
    """Draw the mean rank of each group of a seat in a bar as long as the critical difference, the best on top.

    Two groups differ significantly by Nemenyi's test if, and only if, their bars don't overlap. Behind the bars is that
    of the best group.

    Parameters
    ----------
    ranking, friedman : DataFrame[seat, group, mean_rank] and DataFrame[seat, critical_difference], see
        `league.ranking`.

    References
    ----------
    Demšar (2006), Statistical comparisons of classifiers over multiple data sets. Koning, Franses, Hibon and Stekler
    (2005), The M3 competition: statistical tests of the results, for the bars.
    """
    require(ranking, "seat", "group", "mean_rank")
    require(friedman, "seat", "critical_difference")
    ranks = ranking[ranking["seat"] == seat].set_index("group")["mean_rank"].sort_values(kind="stable")
    (reach,) = friedman.loc[friedman["seat"] == seat, "critical_difference"]
    groups, tints = [*ranks.index], _tints(ranking["group"])
    figure, grid = panels(_WIDTH, _ROOM + _ROW * len(groups), 1, 1)
    axes, shown = grid[0, 0], [tints[group] for group in groups]
    places, low, high = range(len(groups)), ranks - reach / 2, ranks + reach / 2
    axes.axvspan(low.iloc[0], high.iloc[0], color=PALE, linewidth=0, zorder=0)
    axes.hlines(places, low, high, colors=shown, linewidth=1.6)
    axes.scatter(ranks, places, s=18, c=shown, zorder=3)
    axes.set_xlabel("Mean rank, 1 for the best")
    _rows(axes, [names.group(group) for group in groups])
    axes.errorbar((low.iloc[0] + high.iloc[0]) / 2, _ABOVE, xerr=reach / 2, color="black", capsize=4, linewidth=1.6)
    axes.annotate(f"critical difference, {reach:.2g}", (high.iloc[0], _ABOVE), (6, 0), textcoords="offset points",
                  va="center", fontsize=_POINTS)  # fmt: skip
    axes.set_ylim(top=_ABOVE - 1)
    _legend_of_studies(figure, {group: tints[group] for group in groups}, names)
    return figure


@styled()
def strength(table: pd.DataFrame, names: PlayerNames = UNNAMED) -> Figure:
    """Draw the share of games that each player wins against the random player, a row of dots for each side.

    Sides are the fixed rules and the documents, see `_side`; dots of a row are spread over its height. Those of players
    that some reply beats are open. On the right is the number of those that none beats. Sides with more of these are
    above, and of equal ones those that win more.

    Parameters
    ----------
    table : DataFrame[study, group, seat, exploitability, random_won], see `league.evaluation`; a panel for each seat.
    """
    require(table, "study", "group", "seat", "exploitability", "random_won")
    table = table.assign(side=table["group"].map(_side), unbeaten=table["exploitability"] <= 0)
    means = table.groupby("side")[["unbeaten", "random_won"]].mean()
    sides = [*means.sort_values(["unbeaten", "random_won"], ascending=False, kind="stable").index]
    tints = _tints(table["group"])
    figure, grid = panels(_WIDTH, _ROOM + _SPREAD_ROW * len(sides), 1, 2, sharex=True, sharey=True)
    for axes, (seat, where) in zip(grid.flat, [*SEATS.items()][:2], strict=True):
        own = table[table["seat"] == seat]
        for side, players in own.groupby("side", sort=False):
            place, tint = sides.index(str(side)), tints[players["group"].iloc[0]]
            face = [tint if unbeaten else "white" for unbeaten in players["unbeaten"]]
            at = place + _SPREAD * (np.arange(len(players)) * _GOLDEN % 1 - 0.5) * (len(players) > 1)
            axes.scatter(players["random_won"], at, s=12, facecolors=face, edgecolors=tint, linewidths=0.7, zorder=3,
                         label=str(side))  # fmt: skip
            axes.annotate(f"{players['unbeaten'].sum():,} of {len(players):,}", (1, place), (4, 0), fontsize=_POINTS,
                          xycoords=axes.get_yaxis_transform(), textcoords="offset points", va="center")  # fmt: skip
        axes.set(title=where, xlabel="Games won against\nthe random player")
        percents(axes.xaxis, ticks=4)
    _rows(grid[0, 0], [_called(names, side) for side in sides])
    for axes in grid.flat:
        for boundary in range(1, len(sides)):
            axes.axhline(boundary - 0.5, color="#DDDDDD", linewidth=0.6, zorder=0)
    dot = {"marker": "o", "linestyle": "", "color": PUBLISHED}
    styles = [entry("no reply beats it", **dot), entry("some reply beats it", markerfacecolor="white", **dot)]
    legend_below(figure, *styles, columns=2)
    return figure


_DRAWN = {"matrix": (matrix, "matrix"), "ranking": (ranking, "ranking"), "strength": (strength, "players")}
"""Function that draws a figure, and the table that it draws."""


@styled()
def draw(name: str, tables: Mapping[str, pd.DataFrame], names: PlayerNames = UNNAMED) -> Figure:
    """Draw a figure of `FIGURES` from the league's tables, see `league.classic`."""
    if name in _DRAWN:
        function, table = _DRAWN[name]
        figure = function(tables[table], names)
    else:
        figure = critical_differences(tables["ranking"], tables["friedman"], names, seat=name.removeprefix(CRITICAL))
    figure.suptitle(FIGURES[name]["title"])
    return figure


def _rows(axes: Axes, labels: Sequence[str]) -> None:
    """Give each label a row, the first on top."""
    categories(axes.yaxis, labels)
    axes.tick_params(axis="y", labelsize=_POINTS)
    axes.set_ylim(len(labels) - 0.4, -0.6)


def _side(group: str) -> str:
    """Document of a group of players, or a fixed rule, which is a side of its own."""
    study = _study(group)
    return group if study == BASELINE_GROUP else study


def _called(names: PlayerNames, side: str) -> str:
    """Name of a side for people."""
    return names.group(side) if _study(side) == BASELINE_GROUP else names.study(side)


def _legend_of_studies(figure: Figure, tints: Mapping[str, str], names: PlayerNames) -> None:
    """Draw the legend: colours of studies."""
    studies = {_study(group): tint for group, tint in sorted(tints.items())}
    points = [entry(names.study(study), marker="o", linestyle="", color=tint) for study, tint in studies.items()]
    legend_below(figure, *points, columns=5)


def _tints(groups: Iterable[str]) -> dict[str, str]:
    """Colour of each group, which is that of its study; grey for baselines."""
    studies = {group: _study(group) for group in groups}
    tints = {**colours(sorted({*studies.values()} - {BASELINE_GROUP})), BASELINE_GROUP: PUBLISHED}
    return {group: tints[study] for group, study in studies.items()}


def _study(group: str) -> str:
    return group.split("/", maxsplit=1)[0]
