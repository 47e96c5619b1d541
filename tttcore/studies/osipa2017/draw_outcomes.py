"""Plots of the outcomes of nine-board games: by first move, by length, and by ply of the proof."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttcore.plots.heat import heat_map
from tttcore.plots.line_styles import BLUE, PUBLISHED, Style, by_place, published_line
from tttcore.plots.style import legend_below, one_panel, percents, styled, whole_numbers
from tttcore.plots.table_checks import in_order, require

ALL = "all"
"""Label of rows about all openings."""
_EDGE = 3
_LEAST_REACH = 0.1
"""Distance of the strongest colours from the overall share, at least, so that even shares look pale."""


@styled()
def openings(table: pd.DataFrame, *, title: str = "") -> Figure:
    """Plot the share of games that X wins by its first move, in percent, on a map of the nine boards.

    Shares are drawn towards the overall one, see `reliability`, so that colours don't show noise; the label tells how
    far, and the test of all openings.

    Parameters
    ----------
    table : DataFrame[by, opening, board, cell, n, won, p] of one treatment, see `outcomes.openings`; boards
        and cells are counted from 1, and the row `ALL` has the p-value of the test that all are as good.
    """
    require(table, "by", "opening", "board", "cell", "n", "won", "p")
    single = table[table["by"] == "opening"]
    (whole,) = single[single["opening"] == ALL].to_dict("records")
    each = single[single["opening"] != ALL]
    shares = np.full((_EDGE**2, _EDGE**2), np.nan)
    board, cell = (np.divmod(each[name].to_numpy(int) - 1, _EDGE) for name in ("board", "cell"))
    kept = reliability(each["won"], each["n"], middle=whole["won"])
    shares[_EDGE * board[0] + cell[0], _EDGE * board[1] + cell[1]] = whole["won"] + kept * (each["won"] - whole["won"])
    figure, axes = one_panel(7.2, 6.2, title=title)
    reach = max(_LEAST_REACH, np.nanmax(np.abs(shares - whole["won"])))
    heat_map(figure, axes, shares, middle=whole["won"], reach=reach, label="Games that X wins, shrunken", printed=True)
    for boundary in range(_EDGE, _EDGE**2, _EDGE):
        axes.axvline(boundary, color="black", linewidth=2)
        axes.axhline(boundary, color="black", linewidth=2)
    axes.set(xticks=[], yticks=[])
    fewest, most = each["n"].min(), each["n"].max()
    span = f"{most:,}" if fewest == most else f"from {fewest:,} to {most:,}"
    axes.set_xlabel(
        f"X wins {whole['won']:.1%} of {whole['n']:,} games; {span} for each first move;\n"
        f"of the variance between these {1 - kept:.0%} is noise, which is left out (empirical Bayes)\n"
        f"chi-squared test that all first moves are as good: p = {whole['p']:.2g}"
    )
    return figure


def reliability(shares: pd.Series, n: pd.Series, *, middle: float) -> float:
    """Part of the variance of shares of `n` games each that isn't binomial noise, from 0 to 1.

    Shares of alike games are estimated best by that part of their distances from the overall share, the `middle`.

    Source: Efron and Morris (1975), Data analysis using Stein's estimator and its generalizations, section 2.
    """
    found = float(((shares - middle) ** 2)[n > 0].mean())
    noise = float((middle * (1 - middle) / n[n > 0]).mean())
    return max(0.0, 1 - noise / found) if found > 0 else 0.0


@styled()
def game_lengths(
    games: pd.DataFrame, *, styles: Mapping[str, Style] | None = None, published: Sequence[int] = (), title: str = ""
) -> Figure:
    """Plot the share of games that take more than so many moves, a line per group.

    Parameters
    ----------
    games : DataFrame[group, moves], a row per game.
    styles : style of each group; by place without any.
    published : lengths of games that a publication mentions.

    Source: Osipa 2017, section 2.4.
    """
    require(games, "group", "moves")
    figure, axes = one_panel(7.2, 5.2, title=title)
    drawn = styles or by_place(in_order(games["group"]))
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
    axes.set(xlabel="Moves", ylabel="Games that take more moves", xlim=(max(0, games["moves"].min() - 3), None))
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
