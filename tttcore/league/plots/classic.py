"""Figures of the league of 3x3: matrix of results, ranking, mean ranks and strength."""

from collections.abc import Iterable, Mapping, Sequence

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from tttcore.league.classic import CRITICAL, FIGURES, SEATS
from tttcore.pipeline.rounding import order_of
from tttcore.players.baselines import BASELINE_GROUP
from tttcore.plots.heat import score_matrix
from tttcore.plots.line_styles import PALE, PUBLISHED, colours
from tttcore.plots.names import UNNAMED, PlayerNames
from tttcore.plots.style import categories, entry, legend_below, panels, percents, styled
from tttcore.plots.table_checks import in_order, require

_WIDTH, _ROW, _ROOM = 9.8, 0.165, 1.9
"""Width of a figure of all groups, height of a row, and of all that isn't rows, in inches."""
_FIELD, _MATRIX_ROOM = 0.142, (3.75, 3.4)
"""Side of a field of the matrix, and room for all else beside and above them, in inches."""
_DARKER = 0.75
"""Factor of the colours of a document in which its groups' names can be read."""
_POINTS = 8
"""Size of the groups' names."""


@styled()
def matrix(table: pd.DataFrame, names: PlayerNames = UNNAMED) -> Figure:
    """Draw the points of each group that moves first (row) against each that moves second (column).

    Names have the colours of their documents.

    Parameters
    ----------
    table : DataFrame[first, second, score], scores from 0 to 1, see `league.matches.matrix`.
    """
    require(table, "first", "second", "score")
    scores = table.pivot(index="first", columns="second", values="score")
    rows = scores.index[order_of(scores.mean(axis=1), scores.index, descending=True)]
    columns = scores.columns[order_of(scores.mean(axis=0), scores.columns)]
    figure = Figure(figsize=(_MATRIX_ROOM[0] + _FIELD * len(columns), _MATRIX_ROOM[1] + _FIELD * len(rows)))
    axes = figure.subplots()
    label = "Proportion of points of who moves first"
    shown = scores.loc[rows, columns].rename(index=names.group, columns=names.group)
    score_matrix(figure, axes, shown, label=label, printed=False, name_size=_POINTS)
    axes.set(xlabel="against", ylabel="First")
    tints = _tints([*rows, *columns])
    for axis, groups in ((axes.yaxis, rows), (axes.xaxis, columns)):
        for text, group in zip(axis.get_ticklabels(), groups, strict=True):
            red, green, blue = to_rgb(tints[group])
            text.set_color((_DARKER * red, _DARKER * green, _DARKER * blue))
    _legend_of_studies(figure, tints, names)
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
        axes.set(title=where, xlabel="Proportion of points")
        percents(axes.xaxis, ticks=5)
    _rows(grid[0, 0], groups, names)
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
    axes.set_xlabel(f"Mean rank, 1 for the best; bars are as long as the critical difference, {reach:.2g}")
    _rows(axes, groups, names)
    _legend_of_studies(figure, {group: tints[group] for group in groups}, names)
    return figure


@styled()
def strength(table: pd.DataFrame, names: PlayerNames = UNNAMED) -> Figure:
    """Draw the share of games that each player wins against the random player, a row of dots for each group.

    Dots of players that some reply beats are open. On the right is the number of those that none beats. Groups with
    more of these are above, and of equal ones those that win more.

    Parameters
    ----------
    table : DataFrame[study, group, seat, exploitability, random_won], see `league.evaluation`; a panel for each seat.
    """
    require(table, "study", "group", "seat", "exploitability", "random_won")
    table = table.assign(unbeaten=table["exploitability"] <= 0)
    means = table.groupby("group")[["unbeaten", "random_won"]].mean()
    groups = [*means.sort_values(["unbeaten", "random_won"], ascending=False, kind="stable").index]
    tints = _tints(groups)
    figure, grid = panels(_WIDTH, _ROOM + _ROW * len(groups), 1, 2, sharex=True, sharey=True)
    for axes, (seat, where) in zip(grid.flat, [*SEATS.items()][:2], strict=True):
        own = table[table["seat"] == seat]
        for group, players in own.groupby("group", sort=False):
            place, tint = groups.index(str(group)), tints[str(group)]
            face = [tint if unbeaten else "white" for unbeaten in players["unbeaten"]]
            axes.scatter(players["random_won"], [place] * len(players), s=18, facecolors=face, edgecolors=tint,
                         linewidths=0.9, zorder=3, label=str(group))  # fmt: skip
            axes.annotate(f"{players['unbeaten'].sum()} of {len(players)}", (1, place), (4, 0), fontsize=_POINTS,
                          xycoords=axes.get_yaxis_transform(), textcoords="offset points", va="center")  # fmt: skip
        axes.set(title=where, xlabel="Games won against the random player")
        percents(axes.xaxis, ticks=5)
    _rows(grid[0, 0], groups, names)
    dot = {"marker": "o", "linestyle": "", "color": PUBLISHED}
    styles = [entry("no reply beats it", **dot), entry("some reply beats it", markerfacecolor="white", **dot)]
    _legend_of_studies(figure, tints, names, *styles)
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


def _rows(axes: Axes, groups: Sequence[str], names: PlayerNames) -> None:
    """Give each group a row, the first on top."""
    categories(axes.yaxis, [names.group(group) for group in groups])
    axes.tick_params(axis="y", labelsize=_POINTS)
    axes.set_ylim(len(groups) - 0.4, -0.6)


def _legend_of_studies(figure: Figure, tints: Mapping[str, str], names: PlayerNames, *more: Artist) -> None:
    """Draw the legend: colours of studies, then further entries."""
    studies = {_study(group): tint for group, tint in sorted(tints.items())}
    points = [entry(names.study(study), marker="o", linestyle="", color=tint) for study, tint in studies.items()]
    legend_below(figure, *points, *more, columns=5)


def _tints(groups: Iterable[str]) -> dict[str, str]:
    """Colour of each group, which is that of its study; grey for baselines."""
    studies = {group: _study(group) for group in groups}
    tints = {**colours(sorted({*studies.values()} - {BASELINE_GROUP})), BASELINE_GROUP: PUBLISHED}
    return {group: tints[study] for group, study in studies.items()}


def _study(group: str) -> str:
    return group.split("/", maxsplit=1)[0]
