"""Drawings of tables: final genes, chances of each number of successes, growth of work or time with the board."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from tttcore.plots.line_styles import BLUE, ORANGE, PUBLISHED, Style, by_place, published_line
from tttcore.plots.style import (
    categories,
    entry,
    legend_below,
    logarithmic,
    one_panel,
    panels,
    percents,
    powers_of_ten,
    styled,
    swatch,
    whole_numbers,
)
from tttcore.plots.table_checks import in_order, require
from tttcore.studies.post1999.growth import SCALES
from tttcore.studies.post1999.success import ANY_TIME, AT_END

_GROUP = 0.84
"""Width of all bars of a gene as a share of its place."""
_BAR = 0.22
"""Width of the narrowest bars, in inches."""
_FIRST = published_line("o", linestyle="", markeredgecolor=PUBLISHED)
_OF_FIRST = published_line("D", linestyle="", clip_on=False)


@styled()
def gene_bars(table: pd.DataFrame, *, styles: Mapping[str, Style], first_label: str, title: str = "") -> Figure:
    """Draw the mean final weight of each combined gene with its 95% interval, bars grouped by gene, a colour per group.

    Groups with other genes, such as those of longer edges, have a panel of their own.

    Parameters
    ----------
    table : DataFrame[group, gene, place, mean, mean_low, mean_high, first_mean], see `genes.final_genes`: a row per
        group and gene. Genes are in the order of `place`; `first_mean`, the mean over the first runs alone, is an open
        marker, left out where it is NaN.
    styles : style of each group, of which bars have the colour.
    first_label : label of that marker.

    Source: Post 1999, Figures 9 and 10.
    """
    require(table, "group", "gene", "place", "mean", "mean_low", "mean_high", "first_mean")
    parts = _parts(table)
    tint = {group: styles[group].colour for group in in_order(table["group"])}
    places = max(own["gene"].nunique() * own["group"].nunique() for own in parts)
    size = (max(7.2, 1.2 + places * _BAR), 1.4 + 3.4 * len(parts))
    figure, grid = panels(*size, len(parts), 1, title=title)
    for axes, own in zip(grid.flat, parts, strict=True):
        _bars(axes, own, tint)
    axes.set_xlabel("Gene: marks in a line, own (+) or the opponent's (−)")
    entries: list[Artist] = [swatch(group, colour=colour) for group, colour in tint.items()]
    if table["first_mean"].notna().any():
        entries.append(entry(first_label, **_FIRST))
    legend_below(figure, *entries, columns=min(3, len(entries)))
    return figure


def _parts(table: pd.DataFrame) -> list[pd.DataFrame]:
    """Rows of the groups that have the same genes, a table for each panel, in order of appearance."""
    genes = {group: tuple(own.sort_values("place")["gene"]) for group, own in table.groupby("group", sort=False)}
    return [table[table["group"].map(genes) == labels] for labels in dict.fromkeys(genes.values())]


def _bars(axes: Axes, table: pd.DataFrame, tint: dict[str, str]) -> None:
    """Draw the bars, intervals and first means of the groups of a panel."""
    groups = in_order(table["group"])
    width = _GROUP / len(groups)
    for place, group in enumerate(groups):
        own = table[table["group"] == group].sort_values("place")
        mean, low, high = own[["mean", "mean_low", "mean_high"]].to_numpy(float).T
        at = np.arange(len(own)) + (place - (len(groups) - 1) / 2) * width
        axes.bar(at, mean, width, color=tint[group], alpha=0.7, label=group)
        axes.errorbar(at, mean, [mean - low, high - mean], linestyle="", ecolor="black", elinewidth=1, capsize=2)
        axes.plot(at, own["first_mean"], **_FIRST)
    labels = own["gene"].tolist()
    axes.axhline(0, color="black", linewidth=0.8)
    categories(axes.xaxis, labels)
    for boundary in range(1, len(labels)):
        axes.axvline(boundary - 0.5, color="#CCCCCC", linewidth=0.8, zorder=0.5)
    axes.set_ylabel("Mean final weight\n(95% interval)")


_ROOM_ABOVE = 1.35
"""Factor by which the y axes go beyond the highest bar, with room for its number."""
_BACK = 0.45
"""Strength of the band behind the number published."""


_WHEN = {AT_END: (0.0, BLUE, "at the end (95% interval)"), ANY_TIME: (0.15, "white", "at any time")}
"""Offset from the row's middle, fill of the marker and label in the legend, by when a run must be successful."""
_OF_DOCUMENT = 0.31
"""The same offset of the document's marker, so that no marker hides another."""


@styled()
def successes(table: pd.DataFrame, *, published: Mapping[str, float], of: int, title: str = "") -> Figure:
    """Draw the proportion of successful runs, a row per group, with the value at the end beside its point.

    Parameters
    ----------
    table : DataFrame[group, success, share, share_low, share_high], see `success.success_rates`: a row per group and
        time of success.
    published : proportion among the document's runs, by group.
    of : number of these.
    """
    require(table, "group", "success", "share", "share_low", "share_high")
    groups = in_order(table["group"])
    figure, axes = one_panel(5.4, 1.5 + 0.5 * len(groups), title=title)
    for success, (offset, fill, _) in _WHEN.items():
        own = table[table["success"] == success]
        at = own["group"].map(groups.index) + offset
        if success == AT_END:
            axes.hlines(at, own["share_low"], own["share_high"], color=BLUE, linewidth=1.6)
            for share, row in zip(own["share"], at, strict=True):
                axes.annotate(f"{share:.0%}", (share, row), (0, 6), textcoords="offset points", ha="center", fontsize=9)
        axes.plot(own["share"], at, "o", color=BLUE, markerfacecolor=fill, markersize=6, clip_on=False)
    for group, share in published.items():
        axes.plot(share, groups.index(group) + _OF_DOCUMENT, **_OF_FIRST | {"markersize": 7})
    categories(axes.yaxis, groups)
    for boundary in range(1, len(groups)):
        axes.axhline(boundary - 0.5, color="#E3E3E3", linewidth=0.8, zorder=0.5)
    axes.grid(visible=True, axis="x")
    axes.set(xlim=(-0.07, 1.03), xlabel="Successful runs")
    percents(axes.xaxis)
    entries = [
        entry(label, marker="o", color=BLUE, markerfacecolor=fill, markersize=6, linestyle="")
        for _, fill, label in _WHEN.values()
    ]
    legend_below(figure, *entries, entry(f"the document's {of} runs", **_OF_FIRST | {"markersize": 7}), columns=3)
    return figure


@styled()
def small_samples(
    table: pd.DataFrame,
    *,
    first: Mapping[str, int],
    published: Mapping[str, int],
    title: str = "",
) -> Figure:
    """Draw the probability of each number of successes among a few runs, a row of bars per group.

    Parameters
    ----------
    table : DataFrame[group, successes, of, probability, chance], see `success.small_samples`: all numbers of
        successes of each group, from 0 to the same `of`.
    first : number of successes among as many of our first runs, by group; an open marker.
    published : number of successes in the document, by group; a band marks it, and p of the exact test is beside
        the row.

    Source: Post 1999, Results and Discussion.
    """
    require(table, "group", "successes", "of", "probability", "chance")
    groups = in_order(table["group"])
    (of,) = table["of"].unique()
    figure, grid = panels(5.6, 1.8 + 0.95 * len(groups), len(groups), 1, title=title, sharex=True, sharey=True)
    for axes, group in zip(grid.flat, groups, strict=True):
        own = table[table["group"] == group]
        _row(axes, own, published[group])
        axes.plot(first[group], 0, **_OF_FIRST)
        axes.set_ylabel(group, rotation="horizontal", ha="right", va="center")
    grid[0, 0].set_ylim(0, _ROOM_ABOVE * table["probability"].max())
    percents(grid[0, 0].yaxis, ticks=3)
    axes.set_xticks(sorted(table["successes"].unique()))
    axes.set_xlabel(f"Successes in {of} runs\n(bars: chance of each number, from all our runs)")
    band = Patch(facecolor=(ORANGE, _BACK), label="number published, with p")
    legend_below(figure, band, entry(f"our first {of} runs", **_OF_FIRST), columns=3)
    return figure


def _row(axes: Axes, own: pd.DataFrame, published: int) -> None:
    """Draw the bars of a group with their probabilities above them, that of the number published before a band."""
    axes.bar(own["successes"], own["probability"], width=0.7, color=BLUE, alpha=0.7)
    for count, probability in zip(own["successes"], own["probability"], strict=True):
        axes.annotate(
            _percent(probability), (count, probability), (0, 5), textcoords="offset points", ha="center", fontsize=8
        )
    axes.tick_params(axis="x", length=0, pad=7)
    axes.grid(visible=False, axis="x")
    beside: dict[str, Any] = {"xycoords": "axes fraction", "textcoords": "offset points", "va": "center", "fontsize": 9}
    axes.axvspan(published - 0.5, published + 0.5, facecolor=(ORANGE, _BACK), linewidth=0, zorder=0)
    (chance,) = own.loc[own["successes"] == published, "chance"]
    axes.annotate(f"p = {chance:.2g}", (1, 0.5), (6, 0), **beside)


def _percent(share: float) -> str:
    return f"{share:.0%}" if share >= 0.1 or share == 0 else f"{share:.1%}" if share >= 0.001 else "<0.1%"


LAWS = {
    "exponential": ("An exponential law is straight here", "× {factor:.3g} for each one more"),
    "power": ("A power law is straight here", "to the power of {slope:.3g}"),
}
"""Title of the panel on whose axes each law is straight, and its text with the slope or its exponential."""
_ROOM = 3
"""Factor by which the y axis extends beyond the points; a law that fits badly may leave it."""


@styled()
def growth(table: pd.DataFrame, fits: pd.DataFrame, *, xlabel: str, ylabel: str, title: str = "") -> Figure:
    """Draw the same points with each fitted law, a panel per law on whose axes it is straight, one above the other.

    All y axes are logarithmic.

    Parameters
    ----------
    table : DataFrame[series, x, value, extrapolated], x and values above 0; markers of extrapolated values are open.
    fits : DataFrame[series, law, intercept, slope, r2], see `growth.growth_laws`; the line of a law is
        dashed beyond the last point that isn't extrapolated.

    Source: Post 1999, Figures 1 and 2.
    """
    require(table, "series", "x", "value", "extrapolated")
    require(fits, "series", "law", "intercept", "slope", "r2")
    laws = in_order(fits["law"])
    figure, grid = panels(5.6, 0.8 + 3.6 * len(laws), len(laws), 1, title=title, sharey=True)
    series = in_order(table["series"])
    styles = {name: (style.colour, style.marker) for name, style in by_place(series).items()}
    ends = (table["value"].min() / _ROOM, table["value"].max() * _ROOM)
    for axes, law in zip(grid.flat, laws, strict=True):
        fitted = {row["series"]: row for row in fits[fits["law"] == law].to_dict("records")}
        for name, (colour, marker) in styles.items():
            own = table[table["series"] == name]
            _points(axes, own, colour, marker)
            if name in fitted:
                _line(axes, own, law, fitted[name], colour)
        powers_of_ten(axes.yaxis)
        if law == "power":
            logarithmic(axes.xaxis)
        else:
            whole_numbers(axes)
        axes.set(xlabel=xlabel + (" (logarithmic)" if law == "power" else ""), title=LAWS[law][0])
        axes.set(ylabel=f"{ylabel} (logarithmic)", ylim=ends)
        axes.legend(*axes.get_legend_handles_labels(), loc="upper center", bbox_to_anchor=(0.5, -0.17))
    point = {"linestyle": "", "markersize": 5}
    entries = [entry(name, marker=marker, color=colour, **point) for name, (colour, marker) in styles.items()]
    if table["extrapolated"].any():
        entries.append(entry("extrapolated", marker="o", color="#777777", markerfacecolor="white", **point))
    legend_below(figure, *entries, columns=3)
    return figure


def _points(axes: Axes, own: pd.DataFrame, colour: str, marker: str) -> None:
    """Draw the points of a series, extrapolated ones open."""
    beyond = own["extrapolated"].astype(bool)
    for shown, face in ((own[~beyond], colour), (own[beyond], "white")):
        axes.plot(shown["x"], shown["value"], linestyle="", marker=marker, markersize=5, color=colour,
                  markerfacecolor=face, zorder=3)  # fmt: skip


def _line(axes: Axes, own: pd.DataFrame, law: str, fit: Mapping, colour: str) -> None:
    """Draw a law from the first point to the last one that is not extrapolated, and dashed from there to the last."""
    text = LAWS[law][1].format(slope=fit["slope"], factor=math.exp(fit["slope"]))
    first, last = own["x"].min(), own["x"].max()
    turn = own.loc[~own["extrapolated"].astype(bool), "x"].max()
    for ends, style, label in (((first, turn), "-", f"{text} (R² = {fit['r2']:.4f})"), ((turn, last), "--", None)):
        at = np.array(ends, float)
        values = np.exp(fit["intercept"] + fit["slope"] * SCALES[law](at))
        axes.plot(at, values, linestyle=style, color=colour, linewidth=1.2, label=label)
