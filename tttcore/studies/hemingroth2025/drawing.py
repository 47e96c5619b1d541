"""Drawings of the variants of a scenario, the training log among our runs, success, and the effect of the mutation."""

import math
from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FixedLocator, NullLocator

from tttcore.games.classic import Board
from tttcore.plots.boards import draw_board
from tttcore.plots.line_styles import BLUE, GREEN, OTHERS, PALE, VERMILLION, published_line
from tttcore.plots.style import (
    hide_spare,
    legend_below,
    logarithmic,
    one_panel,
    panels,
    percents,
    styled,
    whole_numbers,
)
from tttcore.plots.table_checks import in_order, require
from tttcore.studies.hemingroth2025.listing import LISTING, Listing, is_undone, keys, permutation, scenario

EXAMPLE: Board = (2, 0, 0, 0, 1, 0, 0, 2, 1)
"""A board without symmetry, whose base case is the sixth variant."""

_COLUMNS = 2
_SPACING = (2.95, 2.05)
_MARGIN = 0.1
_CODE: dict[str, Any] = {"ha": "center", "fontsize": 8.5, "family": "DejaVu Sans Mono"}


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
    figure, axes = one_panel(0.95 * _COLUMNS * _SPACING[0], 0.95 * rows * _SPACING[1] + 0.3, title=title)
    axes.set_axis_off()
    beside = (_SPACING[0] - 1) / 2
    axes.set(xlim=(-beside, _COLUMNS * _SPACING[0] - beside), ylim=(rows * _SPACING[1] - 0.3, -0.35), aspect="equal")
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
        axes.text(left + 0.5, top + 1.33, back, va="top", color=VERMILLION if is_wrong else "black", **_CODE)
    return figure


def as_printed(steps: Sequence[str]) -> str:
    """Text of operations as nested calls, such as ``rotate(flip(s))``; ``s`` if there are none."""
    return "".join(f"{step}(" for step in steps) + "s" + ")" * len(steps)


CURVES = {"best": (BLUE, "o"), "average": (VERMILLION, "s")}
"""Colour and marker of each curve."""
LINEAR_BELOW = 5e-4
"""Share of games lost below which the logarithmic axis is linear, down to 0; one game in 1,300 is more."""
_NAME_LENGTH = 32
"""Signs in a line of a panel's title."""
_GENERATION = "Generation (1: initial population)"
_LOST = "Games lost / games played\n(logarithmic above 0.05%)"
_VALUES = ("published", "median", "low", "high", "global_low", "global_high")


@styled()
def training(bands: pd.DataFrame, *, title: str = "") -> Figure:
    """Best and average fitness by generation of simulated runs and of a published one.

    The lower panel shows the share of games lost on a logarithmic axis, on which the late generations can be read. The
    median is a line, the pointwise 95% band is filled, the 95% global envelope a thin outline.

    Parameters
    ----------
    bands : DataFrame[curve, generation, published, median, low, high, global_low, global_high],
        see `envelope.log_bands`.

    Source: hemingroth2025, Figure 5.
    """
    require(bands, "curve", "generation", *_VALUES)
    figure, grid = panels(5.6, 6.4, 2, 1, title=title, sharex=True)
    upper, lower = grid.flat
    for axes, table in ((upper, bands), (lower, _lost(bands))):
        for curve in CURVES:
            _curve(axes, table[table["curve"] == curve], curve)
    upper.set_ylabel("Games not lost / games played")
    lower.set(xlabel=_GENERATION, ylabel=_LOST)
    whole_numbers(lower)
    _set_symlog_shares(lower)
    legend_below(figure, columns=2)
    return figure


@styled()
def training_of_readings(bands: pd.DataFrame, *, title: str = "") -> Figure:
    """Shares of games lost as in the lower panel of `training`, a panel per group.

    Parameters
    ----------
    bands : as of `training`, and `group`, the panel's title.
    """
    require(bands, "group", "curve", "generation", *_VALUES)
    names = in_order(bands["group"])
    columns = min(2, len(names))
    rows = math.ceil(len(names) / columns)
    figure, grid = panels(5.6, 1.4 + 1.9 * rows, rows, columns, title=title, sharex=True, sharey=True)
    lost = _lost(bands)
    for axes, name in zip(grid.flat, names, strict=False):
        for curve in CURVES:
            _curve(axes, lost[(lost["group"] == name) & (lost["curve"] == curve)], curve)
        axes.set_title(fill(name, _NAME_LENGTH), fontsize="medium", fontweight="normal")
        _set_symlog_shares(axes)
    for axes in grid[-1]:
        axes.set_xlabel(_GENERATION)
        whole_numbers(axes)
    figure.supylabel(_LOST.replace("\n", " "), fontsize="medium")
    hide_spare(grid)
    legend_below(figure, columns=2)
    return figure


def _lost(bands: pd.DataFrame) -> pd.DataFrame:
    """Shares lost instead of those that are not."""
    return bands.assign(**{column: 1 - bands[column] for column in _VALUES})


def _curve(axes: Axes, own: pd.DataFrame, curve: str) -> None:
    """Draw median, bands and published values of a curve."""
    colour, marker = CURVES[curve]
    generations = own["generation"]
    axes.fill_between(generations, own["low"], own["high"], color=colour, alpha=0.25, linewidth=0,
                      label=f"our {curve}: 95% by generation")  # fmt: skip
    for bound, label in (("global_low", f"our {curve}: 95% of whole runs"), ("global_high", None)):
        axes.plot(generations, own[bound], color=colour, linewidth=0.7, label=label)
    axes.plot(generations, own["median"], color=colour, linewidth=1.8, label=f"our {curve}: median")
    style = published_line(marker, linestyle="", markersize=3.5, markeredgewidth=0.8)
    axes.plot(generations, own["published"], label=f"published {curve}", **style)


def _set_symlog_shares(axes: Axes) -> None:
    """Scale the y axis of shares: logarithmic down to `LINEAR_BELOW`, linear from there to 0."""
    axes.set_yscale("symlog", linthresh=LINEAR_BELOW, linscale=0.35)
    axes.set_ylim(-LINEAR_BELOW / 6, 1)
    axes.yaxis.set_major_locator(FixedLocator([0.0, 0.001, 0.01, 0.1, 1.0]))
    axes.yaxis.set_minor_locator(NullLocator())
    percents(axes.yaxis)


_BEYOND = 1.12
"""Height of what has no bound, in the limit of generations."""
_ROWS = ("generations", "solved", "gap")
_ROOM = 0.15
"""Share below which a panel has no room for a number."""


@styled()
def mutation_extents(
    table: pd.DataFrame, *, late: int, limit: int, published: Mapping[str, float], title: str = ""
) -> Figure:
    """Generations to a perfect player, share of runs solved, and late gap, by extent, with their intervals.

    What is not reached by the limit lies in a shaded strip above it: ends of intervals, and open circles of medians.

    Parameters
    ----------
    table : DataFrame[value, generations, generations_low, generations_high, solved, solved_low,
        solved_high, gap, gap_low, gap_high] with values above 0, see `tables.mutation_extents`.
    late : generation of the gap.
    limit : generation at which runs are stopped.
    published : generations and gap of the published run, each a line.
    """
    require(table, "value", *(f"{row}{end}" for row in _ROWS for end in ("", "_low", "_high")))
    table = table.sort_values("value", kind="stable")
    figure, grid = panels(5.4, 7.2, len(_ROWS), 1, title=title, sharex=True)
    for axes, row in zip(grid.flat, _ROWS, strict=True):
        middle, low, high = (table[f"{row}{end}"].replace(np.inf, _BEYOND * limit) for end in ("", "_low", "_high"))
        axes.vlines(table["value"], low, high, color=BLUE, linewidth=1.4)
        axes.plot(table["value"], middle.where(table[row] < np.inf), color=BLUE, marker="o", markersize=5)
        if row in published:
            axes.axhline(published[row], label="the published run", **published_line())
    generations, solved, gap = grid.flat
    middle_of_strip = _BEYOND * limit
    top = 2 * middle_of_strip - limit
    generations.axhspan(limit, top, color=PALE, zorder=0)
    never = table.loc[np.isinf(table["generations"]), "value"]
    generations.plot(never, np.full(len(never), middle_of_strip), color=BLUE, linestyle="", marker="o", markersize=7,
                     markerfacecolor="white")  # fmt: skip
    thirds = [0, limit // 3, 2 * limit // 3, limit, middle_of_strip]
    generations.set_yticks(thirds, [*map(str, thirds[:-1]), "later"])
    generations.set(ylabel="Generations to a\nperfect player (median)", ylim=(0, top))
    solved.set(ylabel=f"Runs solved by\ngeneration {limit}", ylim=(-0.03, 1.03))
    gap.set(ylabel=f"Best minus average\nin generation {late}")
    gap.set_ylim(bottom=0)
    gap.set_xlabel("Proportion of genes that a mutation redraws (logarithmic)")
    logarithmic(gap.xaxis)
    gap.xaxis.set_major_locator(FixedLocator(table["value"].unique().tolist()))
    gap.xaxis.set_minor_locator(NullLocator())
    for axis in (solved.yaxis, gap.yaxis, gap.xaxis):
        percents(axis)
    legend_below(figure, gap, columns=1)
    return figure


@styled()
def have_found(curve: pd.DataFrame, *, published: float, limit: int, title: str = "") -> Figure:
    """Share of runs that have found a perfect player, in a band of 95% confidence, with the share at the end.

    Parameters
    ----------
    curve : DataFrame[generation, survival, low, high, at_risk] of one group, see `plots.curves.survival`.
    published : generation in which the published run found one, a dashed line.
    limit : generation at which runs are stopped.
    """
    require(curve, "generation", "survival", "low", "high", "at_risk")
    figure, axes = one_panel(5.4, 4.2, title=title)
    found, low, high = 1 - curve["survival"], 1 - curve["high"], 1 - curve["low"]
    number = f"n\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{curve['at_risk'].max():,}"
    axes.step(curve["generation"], found, where="post", color=BLUE, label=f"our runs ({number})")
    axes.fill_between(curve["generation"], low, high, step="post", color=BLUE, alpha=0.2, linewidth=0,
                      label="95% confidence")  # fmt: skip
    axes.axvline(published, label=f"the published run: generation {published:g}", **published_line())
    axes.annotate(f"{found.iloc[-1]:.0%}", (1.02, found.iloc[-1]), va="center", fontweight="bold",
                  xycoords=axes.get_yaxis_transform(), annotation_clip=False)  # fmt: skip
    axes.set(xlim=(0, limit), ylim=(0, 1.04), yticks=np.linspace(0, 1, 5))
    axes.set(xlabel="Generation", ylabel="Proportion of runs")
    percents(axes.yaxis)
    whole_numbers(axes)
    legend_below(figure, axes, columns=2)
    return figure


@styled()
def still_without(curves: pd.DataFrame, *, published: float, limit: int, title: str = "") -> Figure:
    """Share of runs still without a perfect player, a panel per group, with the share at the end.

    Steps are in bands of 95% confidence; the first group's is grey in all other panels.

    Parameters
    ----------
    curves : DataFrame[group, generation, survival, low, high, at_risk], see `plots.curves.survival`.
    published : generation in which the published run found one, a dashed line.
    limit : generation at which runs are stopped.
    """
    require(curves, "group", "generation", "survival", "low", "high", "at_risk")
    names = in_order(curves["group"])
    rows, columns = math.ceil(len(names) / 2), min(2, len(names))
    figure, grid = panels(5.4, 1.4 + 2.1 * rows, rows, columns, title=title, sharex=True, sharey=True)
    first = curves[curves["group"] == names[0]]
    for axes, name in zip(grid.flat, names, strict=False):
        own = curves[curves["group"] == name]
        number = f"n\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{own['at_risk'].max():,}"
        if name != names[0]:
            axes.step(first["generation"], first["survival"], where="post", color=OTHERS, label=names[0])
        axes.step(own["generation"], own["survival"], where="post", color=BLUE, label="the panel's runs")
        axes.fill_between(own["generation"], own["low"], own["high"], step="post", color=BLUE, alpha=0.2, linewidth=0,
                          label="95% confidence")  # fmt: skip
        axes.axvline(published, label=f"the published run: generation {published:g}", **published_line())
        _write_end(axes, own, limit)
        axes.set_title(fill(f"{name} ({number})", _NAME_LENGTH), fontsize="medium", fontweight="normal")
        axes.set(xlim=(0, limit), ylim=(0, 1.04), yticks=np.linspace(0, 1, 5))
        percents(axes.yaxis)
    for axes in grid[-1]:
        axes.set_xlabel("Generation")
        whole_numbers(axes)
    figure.supylabel("Runs still without a perfect player", fontsize="medium")
    hide_spare(grid)
    legend_below(figure, *grid.flat[len(names) - 1].get_legend_handles_labels()[0], columns=2)
    return figure


def _write_end(axes: Axes, curve: pd.DataFrame, limit: int) -> None:
    """Write the last share of a curve below its band, or above if there is no room."""
    end, low, high = curve[["survival", "low", "high"]].iloc[-1].fillna(curve["survival"].iloc[-1])
    is_below = low > _ROOM
    place = (limit, low if is_below else high)
    axes.annotate(f"{end:.0%}", place, (-2, -5 if is_below else 5), textcoords="offset points", ha="right",
                  va="top" if is_below else "bottom", fontweight="bold")  # fmt: skip
