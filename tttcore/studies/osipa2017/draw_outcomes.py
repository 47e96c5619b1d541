"""Plots of the outcomes of nine-board games: by first move, by length, and by ply of the proof."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttcore.plots.line_styles import BLUE, PUBLISHED, by_place, published_line
from tttcore.plots.numbers import p_equals
from tttcore.plots.style import categories, legend_below, one_panel, panels, percents, styled, whole_numbers
from tttcore.plots.table_checks import in_order, require
from tttcore.studies.osipa2017.outcomes import opening_classes

ALL = "all"
"""Label of rows about all openings."""
_EDGE = 3
_LETTERS = "ABCDEFGHIJKLMNO"
"""Name of each kind of first move."""


@styled()
def openings(table: pd.DataFrame, *, title: str = "") -> Figure:
    """Plot the share of games that X wins by the kind of its first move, with 95% intervals, the greatest on top.

    First moves that rotations and reflections of the nine boards turn into each other are of a kind; a map beside the
    shares shows where each kind is.

    Parameters
    ----------
    table : DataFrame[by, opening, openings, board, cell, n, won, won_low, won_high, p] of one treatment, see
        `outcomes.openings`; boards and cells are counted from 1, and the row `ALL` of all kinds has the p-value of the
        test that all are as good.
    """
    require(table, "by", "opening", "openings", "board", "cell", "n", "won", "won_low", "won_high", "p")
    kinds = table[table["by"] == "class"]
    (whole,) = kinds[kinds["opening"] == ALL].to_dict("records")
    named = kinds[kinds["opening"] != ALL]
    named = named.assign(letter=list(_LETTERS[: len(named)]), first=_EDGE**2 * (named["board"] - 1) + named["cell"] - 1)
    each = named.sort_values("won", ascending=False, kind="stable")
    figure, grid = panels(7.2, 5.2, 1, 2, title=title, width_ratios=(1, 1))
    where, shares = grid.flat
    _map_of_kinds(where, dict(zip(each["first"].astype(int), each["letter"], strict=True)))
    places = range(len(each))
    shares.axvline(whole["won"], color=PUBLISHED, linewidth=1, linestyle=(0, (4, 2)), label="all games")
    shares.hlines(places, each["won_low"], each["won_high"], color=BLUE, linewidth=1.6)
    shares.plot(each["won"], places, "o", color=BLUE, markersize=4.5, label="kind of first move (95% interval)")
    names = [f"{letter} ({count:.0f})" for letter, count in zip(each["letter"], each["openings"], strict=True)]
    categories(shares.yaxis, names)
    shares.set(xlabel="Games that X wins", ylabel="Kind of first move (number of cells)")
    percents(shares.xaxis, ticks=5)
    told = f"X wins {whole['won']:.1%} of {whole['n']:,} games. Test that all kinds are as good: {p_equals(whole['p'])}"
    legend_below(figure, shares, columns=2, title=told)
    return figure


def _map_of_kinds(axes: Axes, letters: Mapping[int, str]) -> None:
    """Draw the nine boards with the letter of its kind in each cell; `letters` has them by the first cell of a kind."""
    for opening, first in enumerate(opening_classes().tolist()):
        (board_row, board_column), (row, column) = (divmod(place, _EDGE) for place in divmod(opening, _EDGE**2))
        axes.text(_EDGE * board_column + column + 0.5, _EDGE * board_row + row + 0.5, letters[first], ha="center",
                  va="center", fontsize=9)  # fmt: skip
    for line in range(_EDGE**2 + 1):
        width = 2 if line % _EDGE == 0 else 0.6
        axes.plot([0, _EDGE**2], [line, line], color="black", linewidth=width)
        axes.plot([line, line], [0, _EDGE**2], color="black", linewidth=width)
    axes.set(xlim=(-0.1, _EDGE**2 + 0.1), ylim=(_EDGE**2 + 0.1, -0.1), aspect="equal")
    axes.set_axis_off()
    axes.set_title("First cell of X on the nine boards", fontsize="medium")


@styled()
def game_lengths(games: pd.DataFrame, *, published: Sequence[int] = (), title: str = "") -> Figure:
    """Plot the share of games that take more than so many moves, a line per group.

    Parameters
    ----------
    games : DataFrame[group, moves], a row per game.
    published : lengths of games that a publication mentions.

    Source: Osipa 2017, section 2.4.
    """
    require(games, "group", "moves")
    figure, axes = one_panel(7.2, 5.2, title=title)
    drawn = by_place(in_order(games["group"]))
    for group in in_order(games["group"]):
        moves = games.loc[games["group"] == group, "moves"]
        after = np.arange(moves.max() + 1)
        longer = [(moves > number).mean() for number in after]
        axes.plot(after, longer, drawstyle="steps-post", label=f"{group} (n = {len(moves):,})",
                  **drawn[group].line(len(after)))  # fmt: skip
    for number in published:
        axes.axvline(number, **published_line())
        axes.annotate(f"{number}", (number, 1), (3, -2), xycoords=("data", "axes fraction"),
                      textcoords="offset points", va="top", fontsize=9, color=PUBLISHED)  # fmt: skip
    if published:
        axes.plot([], [], label="mentioned in the document", **published_line())
    axes.set(
        xlabel="Number of moves", ylabel="Games that take more moves", xlim=(max(0, games["moves"].min() - 3), None)
    )
    _shares(axes)
    legend_below(figure, columns=2)
    return figure


@styled()
def proofs(table: pd.DataFrame, *, title: str = "") -> Figure:
    """Plot the share of games whose winner is proved by each ply, with 95% intervals, and of games still open.

    Parameters
    ----------
    table : DataFrame[ply, n, open, proved, proved_low, proved_high] of one treatment, see `outcomes.proofs`.
    """
    require(table, "ply", "n", "open", "proved", "proved_low", "proved_high")
    shown = table.sort_values("ply")
    figure, axes = one_panel(7.2, 5.0, title=title)
    axes.fill_between(shown["ply"], shown["proved_low"], shown["proved_high"], step="post", color=BLUE, alpha=0.2,
                      linewidth=0)  # fmt: skip
    axes.plot(shown["ply"], shown["proved"], drawstyle="steps-post", color=BLUE, label="winner proved (95% interval)")
    axes.plot(shown["ply"], shown["open"] / shown["n"], drawstyle="steps-post", color=PUBLISHED,
              linestyle=(0, (4, 2)), linewidth=1.2, label="not over yet")  # fmt: skip
    axes.set(xlabel="Marks on the boards", ylabel=f"Proportion of {shown['n'].max():,} games")
    _shares(axes)
    legend_below(figure, columns=2)
    return figure


def _shares(axes: Axes) -> None:
    axes.set_ylim(-0.02, 1.02)
    percents(axes.yaxis)
    whole_numbers(axes)
