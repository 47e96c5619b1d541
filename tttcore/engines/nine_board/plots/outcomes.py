"""Plots of the outcomes of nine-board games: by first move, by length, and by ply of the proof."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttcore.plots.heat import heat_map
from tttcore.plots.palette import BLUE, PUBLISHED, line_styles, published_line
from tttcore.plots.style import legend_below, one_panel, percents, styled, whole_numbers
from tttcore.plots.table_checks import in_order, require

ALL = "all"
"""Label of rows about all openings."""
_EDGE = 3
_LEAST_REACH = 0.05
"""Smallest distance of the strongest colours from the overall share, so that even shares look pale."""


@styled()
def openings(table: pd.DataFrame, *, title: str = "") -> Figure:
    """Plot the share of games that X wins by its first move, in percent, on a map of the nine boards.

    Colours show the distance from the overall share, and the label its standard error and the test of all openings.

    Parameters
    ----------
    table : DataFrame[by, opening, board, cell, n, won, p] of one treatment, see `stats.openings.openings`; boards
        and cells are counted from 1, and the row `ALL` has the p-value of the test that all are as good.
    """
    require(table, "by", "opening", "board", "cell", "n", "won", "p")
    single = table[table["by"] == "opening"]
    (whole,) = single[single["opening"] == ALL].to_dict("records")
    each = single[single["opening"] != ALL]
    shares = np.full((_EDGE**2, _EDGE**2), np.nan)
    board, cell = (np.divmod(each[name].to_numpy(int) - 1, _EDGE) for name in ("board", "cell"))
    shares[_EDGE * board[0] + cell[0], _EDGE * board[1] + cell[1]] = each["won"]
    figure, axes = one_panel(7.2, 6.2, title=title)
    reach = max(_LEAST_REACH, np.nanmax(np.abs(shares - whole["won"])))
    heat_map(figure, axes, shares, middle=whole["won"], reach=reach, label="Games that X wins", printed=True)
    for boundary in range(_EDGE, _EDGE**2, _EDGE):
        axes.axvline(boundary, color="black", linewidth=2)
        axes.axhline(boundary, color="black", linewidth=2)
    axes.set(xticks=[], yticks=[])
    fewest, most = each["n"].min(), each["n"].max()
    error = 100 * np.sqrt(whole["won"] * (1 - whole["won"]) / each["n"].mean())
    span = f"{most:,}" if fewest == most else f"from {fewest:,} to {most:,}"
    axes.set_xlabel(
        f"X wins {whole['won']:.1%} of {whole['n']:,} games; {span} for each first move (standard error {error:.0f})\n"
        f"chi-squared test that all first moves are as good: p = {whole['p']:.2g}"
    )
    return figure


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
    for group, look in line_styles(in_order(games["group"])).items():
        moves = games.loc[games["group"] == group, "moves"]
        after = np.arange(moves.max() + 1)
        longer = [(moves > number).mean() for number in after]
        axes.plot(after, longer, drawstyle="steps-post", label=f"{group} (n = {len(moves):,})", **look)
    for number in published:
        axes.axvline(number, **published_line())
        axes.annotate(f"{number}", (number, 1), (3, -2), xycoords=("data", "axes fraction"),
                      textcoords="offset points", va="top", fontsize=9, color=PUBLISHED)  # fmt: skip
    if published:
        axes.plot([], [], label="mentioned in the document", **published_line())
    axes.set(xlabel="Moves", ylabel="Games that take more moves", xlim=(max(0, games["moves"].min() - 3), None))
    _shares(axes)
    legend_below(figure, columns=2)
    return figure


@styled()
def proofs(table: pd.DataFrame, *, title: str = "") -> Figure:
    """Plot the share of games whose winner is proved by each ply, with 95% intervals, and of games still open.

    Parameters
    ----------
    table : DataFrame[ply, n, open, proved, proved_low, proved_high] of one treatment, see `stats.outcomes.proofs`.
    """
    require(table, "ply", "n", "open", "proved", "proved_low", "proved_high")
    shown = table.sort_values("ply")
    figure, axes = one_panel(7.2, 5.0, title=title)
    axes.fill_between(shown["ply"], shown["proved_low"], shown["proved_high"], step="post", color=BLUE, alpha=0.2,
                      linewidth=0)  # fmt: skip
    axes.plot(shown["ply"], shown["proved"], drawstyle="steps-post", color=BLUE, label="winner proved (95% interval)")
    axes.plot(shown["ply"], shown["open"] / shown["n"], drawstyle="steps-post", color=PUBLISHED,
              linestyle=(0, (4, 2)), linewidth=1.2, label="not over yet")  # fmt: skip
    axes.set(xlabel="Marks on the boards", ylabel=f"Share of {shown['n'].max():,} games")
    _shares(axes)
    legend_below(figure, columns=2)
    return figure


def _shares(axes: Axes) -> None:
    axes.set_ylim(-0.02, 1.02)
    percents(axes.yaxis)
    whole_numbers(axes)
