"""Plots of the outcomes of nine-board games: between heuristics, by first move, and by length."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure

from tttcore.plots.line_styles import BLUE, PUBLISHED, by_place, published_line
from tttcore.plots.numbers import p_equals
from tttcore.plots.style import categories, legend_below, one_panel, panels, percents, styled, whole_numbers
from tttcore.plots.table_checks import in_order, require
from tttcore.stats.ratings import expected_points
from tttcore.studies.osipa2017.outcomes import opening_classes

ALL = "all"
"""Label of rows about all openings."""
_EDGE = 3
_COLOURS = LinearSegmentedColormap.from_list("won", ["#F7F7F7", BLUE])
_DARK = 0.6
"""Part of the scale of colours from which on text is white."""


@styled()
def openings(table: pd.DataFrame, *, named: Mapping[str, str], title: str = "") -> Figure:
    """Map the share of games that X wins by its first move: nine boards for each treatment, with one scale of colours.

    First moves that rotations and reflections of the nine boards turn into each other are counted together.

    Parameters
    ----------
    table : DataFrame[treatment, by, opening, openings, board, cell, n, won, won_low, won_high, p], see
        `outcomes.openings`; boards and cells are counted from 1, and the row `ALL` of all kinds has the p-value of the
        test that all are as good.
    named : treatments to show, with their names.
    """
    require(table, "treatment", "by", "opening", "openings", "board", "cell", "n", "won", "won_low", "won_high", "p")
    classes = table[(table["by"] == "class") & table["treatment"].isin([*named])]
    kinds = classes[classes["opening"] != ALL]
    scale = Normalize(kinds["won"].min(), kinds["won"].max())
    figure, grid = panels(5.4, 4.2, 1, len(named), title=title)
    for axes, (treatment, name) in zip(grid.flat, named.items(), strict=True):
        own = classes[classes["treatment"] == treatment]
        (whole,) = own[own["opening"] == ALL].to_dict("records")
        _map_of_shares(axes, own[own["opening"] != ALL], scale)
        told = f"all as good: {p_equals(whole['p'])}"
        heading = f"{name}\nX wins {whole['won']:.1%} of {whole['n']:,}\n{told}"
        axes.set_title(heading, fontsize="medium", fontweight="normal", y=1)
    widths = (kinds["won_high"] - kinds["won_low"]) / 2
    bar = figure.colorbar(ScalarMappable(scale, _COLOURS), ax=grid, orientation="horizontal", shrink=0.6, pad=0.04)
    bar.outline.set_visible(False)
    percents(bar.ax.xaxis, ticks=5)
    told = f"95% intervals: ±{100 * widths.min():.0f} to ±{100 * widths.max():.0f} points"
    bar.set_label(f"Games that X wins by its first cell ({told})")
    return figure


def _map_of_shares(axes: Axes, kinds: pd.DataFrame, scale: Normalize) -> None:
    """Draw the nine boards with the share of games that X wins in each cell, in percent."""
    shares = dict(zip(_EDGE**2 * (kinds["board"] - 1) + kinds["cell"] - 1, kinds["won"], strict=True))
    won = np.zeros((_EDGE**2, _EDGE**2))
    for opening, first in enumerate(opening_classes().tolist()):
        (board_row, board_column), (row, column) = (divmod(place, _EDGE) for place in divmod(opening, _EDGE**2))
        won[_EDGE * board_row + row, _EDGE * board_column + column] = shares[first]
    axes.pcolormesh(won, cmap=_COLOURS, norm=scale, edgecolors="white", linewidth=0.5)
    for (row, column), share in np.ndenumerate(won):
        axes.text(column + 0.5, row + 0.5, f"{100 * share:.0f}", ha="center", va="center", fontsize=9,
                  color="white" if scale(share) > _DARK else "black")  # fmt: skip
    for line in range(0, _EDGE**2 + 1, _EDGE):
        axes.plot([0, _EDGE**2], [line, line], color="black", linewidth=1.5)
        axes.plot([line, line], [0, _EDGE**2], color="black", linewidth=1.5)
    axes.set(xlim=(-0.1, _EDGE**2 + 0.1), ylim=(_EDGE**2 + 0.1, -0.1), aspect="equal")
    axes.set_axis_off()


@styled()
def head_to_head(differences: pd.DataFrame, *, first: str, second: str, title: str = "") -> Figure:
    """Plot the points for a game that one heuristic gets against another, with 95% intervals, a row for each pair.

    Parameters
    ----------
    differences : DataFrame[label, difference, difference_low, difference_high] in Elo, the first row on top.
    first, second : names of the heuristics.
    """
    require(differences, "label", "difference", "difference_low", "difference_high")
    points, low, high = expected_points(
        differences[["difference", "difference_low", "difference_high"]].to_numpy(float).T
    )
    places = np.arange(len(differences))
    figure, axes = one_panel(5.4, 1.4 + 0.27 * len(places), title=title)
    axes.axvline(0.5, color=PUBLISHED, linewidth=1, linestyle=(0, (4, 2)))
    axes.errorbar(points, places, xerr=[points - low, high - points], color=BLUE, linestyle="", marker="o",
                  markersize=5, capsize=2, elinewidth=1.2)  # fmt: skip
    categories(axes.yaxis, [*differences["label"]])
    percents(axes.xaxis, ticks=6)
    axes.grid(visible=True, axis="y", linewidth=0.4)
    axes.set_xlabel(f"Points of “{first}”\nagainst “{second}”\n(95% intervals; dashed: equal)")
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


def _shares(axes: Axes) -> None:
    axes.set_ylim(-0.02, 1.02)
    percents(axes.yaxis)
    whole_numbers(axes)
