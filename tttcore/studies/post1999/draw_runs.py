"""Drawings of runs: average lifeScores by generation, and the family tree with the best Genie's line of descent."""

from collections.abc import Mapping
from itertools import pairwise

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from tttcore.engines.genies.summary import ancestors
from tttcore.plots.line_styles import BLUE, GREEN, PUBLISHED, VERMILLION, published_line
from tttcore.plots.style import legend_below, one_panel, panels, styled, whole_numbers
from tttcore.plots.table_checks import in_order, require

TOP = 205
"""End of the y axis; lifeScores go from 1 to 201."""
SMOOTHED = 25
"""Generations of a running mean."""
FAMILIES = (
    ("evolving", BLUE, 2.2, "evolving Genies"),
    ("static", VERMILLION, 2.1, "static Genies, which never change"),
)
"""Column, colour, place in front of others and label of each family."""
SCORE = "Average lifeScore\n(1: all lost, 201: all won)"
SUCCESS, PUBLISHED_SUCCESS = "the evolving Genies succeed", "they did in the document, about here"


@styled()
def score_traces(
    traces: pd.DataFrame,
    *,
    successes: Mapping[str, int],
    published: Mapping[str, int],
    ceiling: float,
    title: str = "",
) -> Figure:
    """Draw the average lifeScore of both families by generation, a panel per run.

    Parameters
    ----------
    traces : DataFrame[run, generation, evolving, static]; `run` is the panel's title.
    successes : generation in which a run succeeds, by `run`.
    published : generation in which the document's run of a panel does, by `run`.
    ceiling : the document's highest average.

    Source: Post 1999, Figures 3 to 8.
    """
    require(traces, "run", "generation", "evolving", "static")
    runs = in_order(traces["run"])
    figure, grid = panels(5.6, 1.8 + 2.3 * len(runs), len(runs), 1, sharey=True)
    for axes, run in zip(grid.flat, runs, strict=True):
        own = traces[traces["run"] == run]
        _families(axes, own)
        if run in successes:
            axes.axvline(successes[run], color=GREEN, linewidth=1.6, zorder=2.5, label=SUCCESS)
        if run in published:
            axes.axvline(published[run], label=PUBLISHED_SUCCESS, **published_line(zorder=3))
        label = f"highest average in the document, about {ceiling:g}"
        axes.axhline(ceiling, label=label, **published_line(zorder=3, linestyle=":"))
        axes.set(title=run, ylabel=SCORE, xlim=(0, own["generation"].max()), ylim=(0, TOP))
        whole_numbers(axes)
    axes.set_xlabel("Generation")
    figure.suptitle(title)
    legend_below(figure, columns=2, title=f"Pale lines: each generation; lines: means of {SMOOTHED} generations")
    return figure


def _families(axes: Axes, own: pd.DataFrame) -> None:
    """Draw the average lifeScores of both families of a run, pale, and their running means."""
    for family, colour, zorder, which in FAMILIES:
        means = own[family].rolling(SMOOTHED, center=True, min_periods=1).mean()
        axes.plot(own["generation"], own[family], color=colour, linewidth=0.5, alpha=0.3, zorder=zorder)
        axes.plot(own["generation"], means, color=colour, linewidth=1.5, zorder=zorder + 0.3, label=which)


_ROW = 0.075
"""Height of a life in inches."""


@styled()
def family_tree(family: pd.DataFrame, *, best: int, static: int, last: int, title: str = "") -> Figure:
    """Draw lives in the last generations as horizontal lines, each with a thin link from its parent at birth.

    Each Genie alive at the left edge is the root of a tree. Its children are above it, the last one nearest, each
    followed by its own children, so that no link crosses a life.

    Parameters
    ----------
    family : DataFrame[number, slot, parent, born, died] of a whole run, see `summary.lineage`.
    best : number of the Genie whose line of ancestors is highlighted.
    static : number of slots, from the first, that don't evolve.
    last : number of generations, counted from the end, that are shown; all if there are fewer.

    Source: Post 1999, Appendix B.
    """
    require(family, "number", "slot", "parent", "born", "died")
    end = int(family["born"].max())
    start = max(0, end - last)
    lives = _lives(family, start, end)
    figure, axes = one_panel(5.6, max(4.0, 1.6 + _ROW * lives["row"].max()), title=title)
    _draw_lives(axes, lives, static)
    _draw_descent(axes, lives, ancestors(family, best))
    roots = lives[lives["root"]]
    axes.set_yticks(roots["row"], [_name(*root, static) for root in zip(roots["number"], roots["born"], strict=True)])
    axes.tick_params(axis="y", length=0, labelsize=7)
    axes.grid(visible=False, axis="y")
    axes.set(xlim=(start, end), ylim=(-1.5, lives["row"].max() + 1.5), xlabel="Generation")
    whole_numbers(axes)
    legend_below(figure, columns=2)
    return figure


def _lives(family: pd.DataFrame, start: int, end: int) -> pd.DataFrame:
    """Genies that play after generation `start`, indexed by number, with their lives as they are drawn.

    Added columns: `left` and `right` ends, `root`, whether the life reaches the left edge, and `row`.
    """
    lives = family[(family["born"] < end) & (family["died"].fillna(end) > start)].set_index("number", drop=False)
    lives = lives.assign(
        left=lives["born"].clip(lower=start),
        right=lives["died"].fillna(end).astype(int),
        root=lives["born"] <= start,
    )
    return lives.assign(row=_rows(lives))


def _rows(lives: pd.DataFrame) -> "pd.Series[int]":
    """Row of each Genie by number, trees one after another with a free row between."""
    later = lives[~lives["root"]]
    children = {parent: own["number"].tolist() for parent, own in later.groupby("parent")}
    rows: dict[int, int] = {}
    top = 0
    for root in lives[lives["root"]].sort_values("slot")["number"]:
        stack = [root]
        while stack:
            number = stack.pop()
            rows[number] = top
            top += 1
            stack += children.get(number, [])
        top += 1
    return pd.Series(rows)


def _draw_lives(axes: Axes, lives: pd.DataFrame, static: int) -> None:
    evolves = lives["slot"] >= static
    for own, colour, label in (
        (lives[~evolves], PUBLISHED, "life of a static Genie"),
        (lives[evolves], BLUE, "life of an evolving Genie"),
    ):
        if len(own):
            ends = own[["left", "row", "right", "row"]].to_numpy(float).reshape(-1, 2, 2)
            axes.add_collection(LineCollection(list(ends), colors=colour, linewidths=1.6, label=label))
    born = lives[~lives["root"]]
    parents = lives["row"].loc[born["parent"].astype(int)]
    links = [[(at, low), (at, high)] for at, low, high in zip(born["born"], parents, born["row"], strict=True)]
    axes.add_collection(LineCollection(links, colors="#999999", linewidths=0.7, zorder=1.5, label="birth"))


def _draw_descent(axes: Axes, lives: pd.DataFrame, line: list[int]) -> None:
    """Draw a path along the lives of a line of descent, from each Genie to its child when that is born."""
    shown = lives.loc[[number for number in line if number in lives.index]]
    shown = shown.iloc[shown["root"].sum() - 1 :]  # the youngest of those that live at the left edge leads on
    at = [*shown["left"], shown["right"].iloc[-1]]
    rows = shown["row"].tolist()
    founder, best = line[0], line[-1]
    label = f"descent of the best, Genie {best:,}: {len(line) - 1:,} births from founder {founder}"
    axes.plot(
        [generation for pair in pairwise(at) for generation in pair],
        [row for row in rows for _ in range(2)],
        color=VERMILLION, linewidth=2.4, zorder=3, solid_joinstyle="miter", label=label,
    )  # fmt: skip


def _name(number: int, born: int, static: int) -> str:
    if number < static:
        return f"static {number}"
    return f"founder {number}" if born == 0 else f"Genie {number:,}"
