"""Bar charts of the probability of each number of successes among a few runs."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttcore.plots.palette import BLUE, ORANGE, published_line
from tttcore.plots.style import entry, legend_below, panels, percents, styled, swatch
from tttcore.plots.table_checks import in_order, require

_TOP = 1.3
"""End of the y axes, with room above a probability of 1."""
_FIRST = published_line("D", linestyle="", clip_on=False)


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
    table : DataFrame[group, successes, of, probability, chance], see `success_rates.small_samples`: all
        numbers of successes of each group, from 0 to the same `of`.
    first : number of successes among as many of our first runs, by group; an open marker.
    published : number of successes in the document, by group; its bar is highlighted, and the chance of a number no
        likelier is beside the row.

    Source: Post 1999, Results and Discussion.
    """
    require(table, "group", "successes", "of", "probability", "chance")
    groups = in_order(table["group"])
    (of,) = table["of"].unique()
    figure, grid = panels(7.2, 1.8 + 0.95 * len(groups), len(groups), 1, title=title, sharex=True, sharey=True)
    for axes, group in zip(grid.flat, groups, strict=True):
        own = table[table["group"] == group]
        _row(axes, own, published.get(group))
        if group in first:
            axes.plot(first[group], 0, **_FIRST)
        axes.set_ylabel(group, rotation="horizontal", ha="right", va="center")
    grid[0, 0].set(ylim=(0, _TOP), yticks=[0, 0.5, 1])
    percents(grid[0, 0].yaxis)
    axes.set_xticks(sorted(table["successes"].unique()))
    axes.set_xlabel(f"Successes in {of} runs (bars: their probability at the share of all our runs)")
    entries: list[Artist] = []
    if published:
        entries += [swatch("number published, with its chance", colour=ORANGE), swatch("other numbers", colour=BLUE)]
    if first:
        entries.append(entry(f"our first {of} runs", **_FIRST))
    legend_below(figure, *entries, columns=3)
    return figure


def _row(axes: Axes, own: pd.DataFrame, published: int | None) -> None:
    """Draw the bars of a group with their probabilities above them."""
    tint = [ORANGE if count == published else BLUE for count in own["successes"]]
    axes.bar(own["successes"], own["probability"], width=0.7, color=tint, alpha=0.7)
    for count, probability in zip(own["successes"], own["probability"], strict=True):
        axes.annotate(
            _percent(probability), (count, probability), (0, 5), textcoords="offset points", ha="center", fontsize=8
        )
    axes.tick_params(axis="x", length=0, pad=7)
    axes.grid(visible=False, axis="x")
    if published is not None:
        (chance,) = own.loc[own["successes"] == published, "chance"]
        axes.annotate(f"chance {chance:.2g}", (1, 0.5), (6, 0), xycoords="axes fraction", textcoords="offset points",
                      va="center", fontsize=9)  # fmt: skip


def _percent(share: float) -> str:
    return f"{share:.0%}" if share >= 0.1 or share == 0 else f"{share:.1%}" if share >= 0.001 else "<0.1%"
