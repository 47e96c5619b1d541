"""Figures of the league of 3x3: matrix of results, ranking, critical differences and strength."""

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd
import scikit_posthocs as posthocs
from matplotlib.figure import Figure

from tttcore.league.classic import CRITICAL, FIGURES, SEATS
from tttcore.league.ranking import LEVEL
from tttcore.pipeline.rounding import order_of
from tttcore.players.baselines import BASELINE_GROUP
from tttcore.plots.heat import score_matrix
from tttcore.plots.palette import PUBLISHED, colours, markers
from tttcore.plots.style import percents, styled
from tttcore.plots.table_checks import in_order, require


@styled()
def matrix(table: pd.DataFrame) -> Figure:
    """Draw the points of each group that moves first (row) against each that moves second (column).

    Parameters
    ----------
    table : DataFrame[first, second, score], scores from 0 to 1, see `league.matches.matrix`.
    """
    require(table, "first", "second", "score")
    scores = table.pivot(index="first", columns="second", values="score")
    rows = scores.index[order_of(scores.mean(axis=1), scores.index, descending=True)]
    columns = scores.columns[order_of(scores.mean(axis=0), scores.columns)]
    figure = Figure(figsize=(4.2 + 0.18 * len(columns), 3.2 + 0.18 * len(rows)))
    axes = figure.subplots()
    label = "Share of points of who moves first"
    score_matrix(figure, axes, scores.loc[rows, columns], label=label, printed=False, name_size=7)
    axes.set(xlabel="against", ylabel="First")
    return figure


@styled()
def ranking(table: pd.DataFrame) -> Figure:
    """Draw the points of each group with 95% intervals, a panel for each seat; the best group in both seats on top.

    Parameters
    ----------
    table : DataFrame[seat, group, score, score_low, score_high], see `league.ranking.ranking`. Groups that
        lack a seat come below the others.
    """
    require(table, "seat", "group", "score", "score_low", "score_high")
    groups = in_order(pd.concat([table[table["seat"] == seat] for seat in reversed(SEATS)])["group"])
    tints = _tints(groups)
    figure = Figure(figsize=(11, 1.6 + 0.17 * len(groups)))
    panels = figure.subplots(1, len(SEATS), sharey=True)
    for axes, (seat, where) in zip(panels, SEATS.items(), strict=True):
        own = table[table["seat"] == seat]
        places = [groups.index(group) for group in own["group"]]
        shown = [tints[group] for group in own["group"]]
        axes.hlines(places, own["score_low"], own["score_high"], colors=shown, linewidth=1.6)
        axes.scatter(own["score"], places, s=14, c=shown, zorder=3)
        axes.set(title=where, xlabel="Share of points")
        percents(axes.xaxis, ticks=5)
    panels[0].set_yticks(np.arange(len(groups)), groups, fontsize=7)
    panels[0].set_ylim(len(groups) - 0.4, -0.6)
    return figure


@styled()
def critical_differences(
    ranking: pd.DataFrame, differences: pd.DataFrame, friedman: pd.DataFrame, *, seat: str
) -> Figure:
    """Draw the mean ranks of the groups of a seat, and bars that join those without a significant difference.

    Parameters
    ----------
    ranking, differences, friedman : DataFrame[seat, group, mean_rank], DataFrame[seat, a, b, p] and
        DataFrame[seat, critical_difference], see `league.ranking`.

    References
    ----------
    Demšar (2006), Statistical comparisons of classifiers over multiple data sets.
    """
    require(ranking, "seat", "group", "mean_rank")
    require(differences, "seat", "a", "b", "p")
    require(friedman, "seat", "critical_difference")
    ranks = ranking[ranking["seat"] == seat].set_index("group")["mean_rank"].sort_values(kind="stable")
    pairs = differences[differences["seat"] == seat].pivot(index="a", columns="b", values="p")
    above = pairs.reindex(index=ranks.index, columns=ranks.index)
    p = above.combine_first(above.T).reindex(index=ranks.index, columns=ranks.index).fillna(1.0)
    figure = Figure(figsize=(10, 2.4 + 0.13 * len(ranks)))
    axes = figure.subplots()
    axes.grid(visible=False)
    (reach,) = friedman.loc[friedman["seat"] == seat, "critical_difference"]
    tints = _tints(ranking["group"])
    drawn = posthocs.critical_difference_diagram(
        ranks, p, cd=reach, alpha=LEVEL, ax=axes, text_h_margin=len(ranks) / 100, color_palette=tints,
        label_fmt_left="{label} ({rank:.1f})", label_fmt_right="({rank:.1f}) {label}", label_props={"fontsize": 7},
        marker_props={"s": 12}, elbow_props={"linewidth": 0.8}, crossbar_props={"color": PUBLISHED},
    )  # fmt: skip
    for label in drawn["labels"]:
        label.set_color(PUBLISHED)
    for (bar,) in drawn["crossbars"]:  # scikit-posthocs takes their points from sets, in no fixed order
        bar.set_xdata(sorted(bar.get_xdata()))
    axes.tick_params(axis="x", pad=18, labelsize=8)  # the critical difference stands below the numbers
    return figure


@styled()
def strength(table: pd.DataFrame) -> Figure:
    """Draw the share of games that each player wins against the random player over its exploitability.

    Parameters
    ----------
    table : DataFrame[study, seat, exploitability, random_won], see `league.evaluation`; a panel for each seat.
    """
    require(table, "study", "seat", "exploitability", "random_won")
    studies = in_order(table["study"])
    tints, signs = colours(sorted(studies)), markers(sorted(studies))
    figure = Figure(figsize=(9.6, 4.8))
    for axes, (seat, where) in zip(figure.subplots(1, 2, sharey=True), [*SEATS.items()][:2], strict=True):
        for study in studies:
            own = table[(table["seat"] == seat) & (table["study"] == study)]
            size = 60 if study == BASELINE_GROUP else 22
            axes.scatter(own["exploitability"], own["random_won"], s=size, marker=signs[study], facecolors="none",
                         edgecolors=tints[study], label=study)  # fmt: skip
        axes.set(title=where, xlabel="Expected result of the best response")
        percents(axes.yaxis, ticks=8)
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.axes[0].set_ylabel("Games won against the random player")
    figure.legend(handles, labels, loc="outside lower center", ncols=len(labels))
    return figure


_DRAWN = {"matrix": (matrix, "matrix"), "ranking": (ranking, "ranking"), "strength": (strength, "players")}
"""Function that draws a figure, and the table that it draws."""


@styled()
def draw(name: str, tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw a figure of `FIGURES` from the league's tables, see `league.classic`."""
    if name in _DRAWN:
        function, table = _DRAWN[name]
        figure = function(tables[table])
    else:
        used = (tables[table] for table in ("ranking", "differences", "friedman"))
        figure = critical_differences(*used, seat=name.removeprefix(CRITICAL))
    figure.suptitle(FIGURES[name]["title"])
    return figure


def _tints(groups: Iterable[str]) -> dict[str, str]:
    """Colour of each group, which is that of its study."""
    studies = {group: group.split("/")[0] for group in groups}
    tints = colours(sorted({*studies.values()}))
    return {group: tints[study] for group, study in studies.items()}
