"""Grouped bar charts of final genes, the weights of lines by their marks."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttcore.plots.looks import Look, by_place
from tttcore.plots.palette import PUBLISHED, published_line
from tttcore.plots.style import categories, entry, legend_below, panels, styled, swatch
from tttcore.plots.table_checks import in_order, require

_GROUP = 0.84
"""Width of all bars of a gene as a share of its place."""
_BAR = 0.22
"""Width of the narrowest bars, in inches."""
_FIRST = published_line("o", linestyle="", markeredgecolor=PUBLISHED)


@styled()
def gene_bars(
    table: pd.DataFrame, *, looks: Mapping[str, Look] | None = None, first_label: str, title: str = ""
) -> Figure:
    """Draw the mean final weight of each combined gene with its 95% interval, bars grouped by gene, a colour per group.

    Groups with other genes, such as those of longer edges, have a panel of their own.

    Parameters
    ----------
    table : DataFrame[group, gene, place, mean, mean_low, mean_high, first_mean], see `stats.final_genes.final_genes`: a
        row per group and gene. Genes are in the order of `place`; `first_mean`, the mean over the first runs alone,
        is an open marker, left out where it is NaN.
    looks : look of each group, of which bars have the colour; by place without any.
    first_label : label of that marker.

    Source: Post 1999, Figures 9 and 10.
    """
    require(table, "group", "gene", "place", "mean", "mean_low", "mean_high", "first_mean")
    parts = _parts(table)
    groups = in_order(table["group"])
    drawn = looks or by_place(groups)
    tint = {group: drawn[group].colour for group in groups}
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
