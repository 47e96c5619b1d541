"""Drawings of the variants of a scenario, the training log among our runs, and the effect of the mutation rate."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FixedLocator, NullLocator, PercentFormatter

from tttcore.games.classic import Board
from tttcore.plots.boards import draw_board
from tttcore.plots.line_styles import BLUE, GREEN, PUBLISHED, VERMILLION, Style, by_place, published_line
from tttcore.plots.style import (
    hide_spare,
    legend_below,
    one_panel,
    panels,
    percents,
    powers_of_ten,
    styled,
    whole_numbers,
    wrapped,
)
from tttcore.plots.table_checks import in_order, require
from tttcore.studies.hemingroth2025.listing import LISTING, Listing, is_undone, keys, permutation, scenario
from tttcore.studies.hemingroth2025.training_log import TAIL

EXAMPLE: Board = (2, 0, 0, 0, 1, 0, 0, 2, 1)
"""A board without symmetry, whose base case is the sixth variant."""

_COLUMNS = 4
_SPACING = (1.8, 1.85)
_MARGIN = 0.1
_CODE: dict[str, Any] = {"ha": "center", "fontsize": 7.5, "family": "DejaVu Sans Mono"}


@styled()
def variant_boards(board: Board = EXAMPLE, *, listing: Listing = LISTING, title: str = "") -> Figure:
    """Boards of the variants of a scenario, each with its operations above and its key and inverse below.

    The base case, the variant with the least key, is framed; of equal ones the first. An inverse that doesn't undo its
    variant is red and labelled so.

    Parameters
    ----------
    board : nine cells row by row, 0 empty, 1 X, 2 O.
    listing : operations that make and undo the variants.

    Source: hemingroth2025, Figures 1 and 2.
    """
    rows = -(-len(listing) // _COLUMNS)
    figure, axes = one_panel(1.3 * _COLUMNS * _SPACING[0], 1.3 * rows * _SPACING[1] + 0.3, title=title)
    axes.set_axis_off()
    axes.set(xlim=(-0.4, _COLUMNS * _SPACING[0] - 0.4), ylim=(rows * _SPACING[1] - 0.3, -0.35), aspect="equal")
    images = [tuple(board[cell] for cell in permutation(row.steps)) for row in listing]
    image_keys = keys([scenario(image) for image in images]).tolist()
    for place, (row, image, key) in enumerate(zip(listing, images, image_keys, strict=True)):
        left, top = place % _COLUMNS * _SPACING[0], place // _COLUMNS * _SPACING[1]
        is_base = place == image_keys.index(min(image_keys))
        if is_base:
            frame = (left - _MARGIN, top - _MARGIN), 1 + 2 * _MARGIN, 1 + 2 * _MARGIN
            axes.add_patch(Rectangle(*frame, fill=False, edgecolor=GREEN, linewidth=2.2))
        draw_board(axes, image, corner=(left, top))
        axes.text(left + 0.5, top - 0.15, f"{place + 1}  {as_printed(row.steps)}", va="bottom", **_CODE)
        axes.text(left + 0.5, top + 1.14, f"key {key}" + ", base case" * is_base, ha="center", va="top", fontsize=8.5,
                  fontweight="bold" if is_base else "normal")  # fmt: skip
        is_wrong = not is_undone(row)
        back = f"back: {as_printed(row.inverse)}" + "\ndoesn't lead back" * is_wrong
        axes.text(left + 0.5, top + 1.29, back, va="top", color=VERMILLION if is_wrong else "black", **_CODE)
    return figure


def as_printed(steps: Sequence[str]) -> str:
    """Text of operations as nested calls, such as ``rotate(flip(s))``; ``s`` if there are none."""
    return "".join(f"{step}(" for step in steps) + "s" + ")" * len(steps)


CURVES = {"best": (BLUE, "o"), "average": (VERMILLION, "s")}
"""Colour and marker of each curve."""
LINEAR_BELOW = 5e-4
"""Share of games lost below which the logarithmic axis is linear, down to 0; one game in 1,300 is more."""
_MOST_IN_FULL = 3
"""Most groups beside each other, and most for which both shares are drawn."""


@styled()
def training(bands: pd.DataFrame, *, title: str = "") -> Figure:
    """Best and average fitness by generation of simulated runs and of a published one, a panel per group.

    Panels show the share of games lost on a logarithmic axis, on which the late generations can be read; for up to
    `_MOST_IN_FULL` groups further panels above show the share not lost. The median is a line, the pointwise 95% band is
    filled, the 95% global envelope a thin outline.

    Parameters
    ----------
    bands : DataFrame[group, curve, generation, published, median, low, high, global_low, global_high],
        see `envelope.log_bands`.

    Source: hemingroth2025, Figure 5.
    """
    values = ["published", "median", "low", "high", "global_low", "global_high"]
    require(bands, "group", "curve", "generation", *values)
    names = in_order(bands["group"])
    columns = math.ceil(len(names) / math.ceil(len(names) / _MOST_IN_FULL))
    lost = bands.assign(**{column: 1 - bands[column] for column in values})
    tables = [bands, lost] if columns == len(names) else [lost]
    shown = [(table, name) for table in tables for name in names]
    rows = math.ceil(len(shown) / columns)
    size = (max(7.2, 1.2 + 2.9 * columns), 1.2 + 2.9 * rows)
    figure, grid = panels(*size, rows, columns, title=title, sharex=True, sharey="row")
    for axes, (table, name) in zip(grid.flat, shown, strict=False):
        for curve in CURVES:
            _curve(axes, table[(table["group"] == name) & (table["curve"] == curve)], curve)
        if table is tables[0]:
            axes.set_title(wrapped(name, (size[0] - 1) / columns))
    for axes in grid[-1]:
        axes.set_xlabel("Generation (1: initial population)")
        whole_numbers(axes)
    for axes in grid[len(tables) - 1 :, 0]:
        axes.set_ylabel("Games lost / games played\n(logarithmic above 0.05%)")
        _set_symlog_shares(axes)
    if lost is not tables[0]:
        grid[0, 0].set_ylabel("Games not lost / games played")
    hide_spare(grid)
    legend_below(figure, columns=2)
    return figure


@styled()
def log_percentiles(bands: pd.DataFrame, *, styles: Mapping[str, Style] | None = None, title: str = "") -> Figure:
    """Percentile of a published run among the simulated ones in each generation, a line per group.

    Shares are of runs below the published value, with half of those that equal it; the lines at 2.5% and 97.5%
    bound the pointwise 95% band.

    Parameters
    ----------
    bands : DataFrame[group, curve, generation, share_below, share_equal], see `envelope.log_bands`.
    styles : style of each group; by place without any.
    """
    require(bands, "group", "curve", "generation", "share_below", "share_equal")
    figure, grid = panels(7.2, 6.4, len(CURVES), 1, title=title, sharex=True, sharey=True)
    drawn = styles or by_place(in_order(bands["group"]))
    for axes, curve in zip(grid.flat, CURVES, strict=True):
        for group, own in bands[bands["curve"] == curve].groupby("group", sort=False, observed=True):
            share = own["share_below"] + own["share_equal"] / 2
            style = drawn[str(group)].line(len(own))
            axes.plot(own["generation"], share, label=str(group), linewidth=1.2, **style)
        for bound in (TAIL, 1 - TAIL):
            axes.axhline(bound, color=PUBLISHED, linewidth=1, linestyle=(0, (4, 2)), zorder=1)
        axes.set(title=f"Published {curve}", ylim=(-0.03, 1.03), ylabel="Simulated runs below it")
        percents(axes.yaxis)
    axes.set_xlabel("Generation (1: initial population)\ndashed: 2.5% and 97.5%")
    whole_numbers(axes)
    legend_below(figure, columns=3)
    return figure


def _curve(axes: Axes, own: pd.DataFrame, curve: str) -> None:
    """Draw median, bands and published values of a curve."""
    colour, marker = CURVES[curve]
    generations = own["generation"]
    axes.fill_between(generations, own["low"], own["high"], color=colour, alpha=0.25, linewidth=0,
                      label=f"simulated {curve}: pointwise 95%")  # fmt: skip
    for bound, label in (("global_low", f"simulated {curve}: 95% global envelope"), ("global_high", None)):
        axes.plot(generations, own[bound], color=colour, linewidth=0.7, label=label)
    axes.plot(generations, own["median"], color=colour, linewidth=1.8, label=f"simulated {curve}: median")
    style = published_line(marker, linestyle="", markersize=3.5, markeredgewidth=0.8)
    axes.plot(generations, own["published"], label=f"published {curve}", **style)


def _set_symlog_shares(axes: Axes) -> None:
    """Scale the y axis of shares: logarithmic down to `LINEAR_BELOW`, linear from there to 0."""
    axes.set_yscale("symlog", linthresh=LINEAR_BELOW, linscale=0.35)
    axes.set_ylim(-LINEAR_BELOW / 6, 1)
    axes.yaxis.set_major_locator(FixedLocator([0.0, 0.001, 0.01, 0.1, 1.0]))
    axes.yaxis.set_minor_locator(NullLocator())
    percents(axes.yaxis)


_ABOVE = 1.08
"""Height of what has no bound, in that of the greatest number."""
_LABELS = {
    "generations": "Generations to a\nno-loss player (median)",
    "solved": "Runs solved\nby the limit",
    "gap": "Best minus average\nof a late generation",
}


@styled()
def mutation_extents(table: pd.DataFrame, *, title: str = "") -> Figure:
    """Generations to a no-loss player, share of runs solved, and late gap, by extent, with their intervals.

    An interval without an upper bound is an arrow up, and a median that isn't reached an open marker at the top.

    Parameters
    ----------
    table : DataFrame[value, generations, generations_low, generations_high, solved, solved_low,
        solved_high, gap, gap_low, gap_high] with values above 0, see `tables.mutation_extents`.
    """
    require(table, "value", *(f"{row}{end}" for row in _LABELS for end in ("", "_low", "_high")))
    table = table.sort_values("value", kind="stable")
    figure, grid = panels(7.2, 7.6, len(_LABELS), 1, title=title, sharex=True)
    for axes, (row, label) in zip(grid.flat, _LABELS.items(), strict=True):
        bounds = table[[f"{row}_low", f"{row}_high"]]
        top = _greatest(pd.concat([table[row], bounds], axis=1))
        middle, low, high = (table[f"{row}{end}"].replace(np.inf, _ABOVE * top) for end in ("", "_low", "_high"))
        axes.vlines(table["value"], low, high, color=BLUE, linewidth=1.4)
        axes.plot(table["value"], middle.where(table[row] < np.inf), color=BLUE, marker="o", markersize=5)
        for shown, marker in ((table[row], "o"), (bounds[f"{row}_high"], "^")):
            at = table.loc[np.isinf(shown), "value"]
            axes.plot(at, np.full(len(at), _ABOVE * top), color=BLUE, linestyle="", marker=marker, markersize=7,
                      markerfacecolor="white")  # fmt: skip
        axes.set(ylabel=label, ylim=(0, 1.05 * _ABOVE * top))
    _, solved, gap = grid.flat
    solved.set_ylim(-0.03, 1.03)
    percents(solved.yaxis)
    gap.yaxis.set_major_formatter(PercentFormatter(xmax=1))
    gap.set(xlabel="Proportion of genes that a mutation redraws (logarithmic)")
    powers_of_ten(gap.xaxis)
    return figure


def _greatest(columns: pd.DataFrame) -> float:
    """Greatest finite number, 1 if there is none."""
    values = columns.to_numpy(float)
    finite = values[np.isfinite(values)]
    return float(finite.max()) if finite.size else 1.0
