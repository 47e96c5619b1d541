"""Draw results by treatment: shares of the first player beside published ones, greedy policies against baselines."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from tttcore.games.position import SEATS
from tttcore.plots.line_styles import BLUE, GREEN, PUBLISHED, VERMILLION, published_line
from tttcore.plots.style import categories, entry, legend_below, one_panel, panels, percents, styled
from tttcore.plots.table_checks import in_order


class Style(NamedTuple):
    """Style of the shares of some games: colour, marker, offset from the row's middle, and label in the legend."""

    colour: str
    marker: str
    offset: float
    label: str


WHEN = {
    "all": Style(BLUE, "o", -0.24, "all of training"),
    "last": Style(VERMILLION, "s", 0, "its last tenth"),
    "off": Style(GREEN, "D", 0.24, "exploration off"),
}
"""Styles by the games counted, see `first_player.WHEN`."""
COUNTED = {
    "apart": "of all games",
    "decided": "of games\nwith a winner",
    "first": "drawn games\nas won",
    "half": "drawn games\nhalved",
}
"""Titles of panels by the reading of draws, see `first_player.COUNTINGS`."""
BEST_PLAY = {"draw": "a draw", "first": "first wins", "unknown": "not known"}
EVEN = 0.5
_PUBLISHED_POINT = published_line("D", linestyle="")


@styled()
def shares_forest(
    table: pd.DataFrame,
    *,
    countings: Sequence[str],
    when: Sequence[str],
    published: float,
    title: str = "",
) -> Figure:
    """The first player's share of games with its 95% interval: a row per group, a panel for each of `countings`.

    Parameters
    ----------
    table : DataFrame[group, counting, when, share, share_low, share_high], see `first_player.shares`.
    countings : of `COUNTED`.
    when : of `WHEN`.
    published : share in a publication.
    """
    groups = in_order(table["group"])
    size = (max(7.2, 2.0 + 1.95 * len(countings)), 1.9 + 0.42 * len(groups))
    figure, grid = panels(*size, 1, len(countings), title=title, sharex=True, sharey=True)
    for axes, counting in zip(grid.flat, countings, strict=True):
        _points(axes, table[table["counting"] == counting], groups, when)
        axes.axvline(published, **published_line())
        axes.set(title=COUNTED[counting], xlabel="First player wins")
        axes.margins(x=0.08)
    _legend(figure, when, published_line())
    return figure


@styled()
def first_advantage(table: pd.DataFrame, *, published: Mapping[str, float], title: str = "") -> Figure:
    """The first player's share of decided games against one half, a row per group, beside the result of best play.

    Parameters
    ----------
    table : DataFrame[group, when, share, excess_low, excess_high, theory], see
        `first_player.first_advantage`; `theory` is the same for all of a group.
    published : share in a publication, by group.
    """
    groups = in_order(table["group"])
    figure, axes = one_panel(7.2, 2.1 + 0.55 * len(groups), title=title)
    ends = {f"share_{end}": table[f"excess_{end}"] + EVEN for end in ("low", "high")}
    _points(axes, table.assign(**ends), groups, tuple(WHEN))
    axes.axvline(EVEN, color="#777777", linewidth=1)
    for group, share in published.items():
        axes.plot(share, groups.index(group), **_PUBLISHED_POINT)
    axes.set_xlabel("Proportion of decided games that the first player wins")
    _words_at_right(axes, table.drop_duplicates("group")["theory"].map(BEST_PLAY).tolist(), heading="Best play")
    _legend(figure, tuple(WHEN), _PUBLISHED_POINT)
    return figure


def _points(axes: Axes, table: pd.DataFrame, groups: Sequence[str], when: Sequence[str]) -> None:
    """Draw shares with their intervals, each in its group's row, and the rows, the first on top."""
    for name in when:
        colour, marker, offset, _ = WHEN[name]
        own = table[table["when"] == name]
        at = own["group"].map(groups.index) + offset
        axes.hlines(at, own["share_low"].clip(0, 1), own["share_high"].clip(0, 1), color=colour, linewidth=1.6)
        axes.plot(own["share"], at, linestyle="", marker=marker, markersize=4.5, color=colour, zorder=3)
    percents(axes.xaxis, ticks=5)
    categories(axes.yaxis, groups)
    for boundary in range(1, len(groups)):
        axes.axhline(boundary - 0.5, color="#DDDDDD", linewidth=0.6, zorder=0)


def _words_at_right(axes: Axes, words: Sequence[str], *, heading: str) -> None:
    """Write words on the right of each row, with a heading above."""
    style: dict[str, Any] = {"textcoords": "offset points", "fontsize": 9, "color": PUBLISHED}
    axes.annotate(heading, (1, 1), (8, 4), xycoords=axes.transAxes, **style)
    for row, word in enumerate(words):
        axes.annotate(word, (1, row), (8, 0), xycoords=axes.get_yaxis_transform(), va="center", **style)


def _legend(figure: Figure, when: Sequence[str], published: Mapping[str, Any]) -> None:
    """Legend of the games counted and of published shares."""
    entries = [
        entry(style.label, color=style.colour, marker=style.marker, markersize=4.5, linewidth=1.6)
        for style in (WHEN[name] for name in when)
    ]
    legend_below(figure, *entries, entry("published", **published), columns=4)


PARTS = {"won": BLUE, "drawn": "#DDDDDD", "lost": VERMILLION}
"""Colours of the parts of a bar."""
AGAINST = {"random": "random moves", "careful": "careful moves"}
"""Titles of panels by the opponent; all policies meet these, perfect play those of 3x3 alone."""
_WHISKER = 1.5


@styled()
def versus(table: pd.DataFrame, *, title: str = "") -> Figure:
    """Games won, drawn and lost, a bar per group: a row of panels for each opponent of `AGAINST`, a column per seat.

    Whiskers are the 95% intervals of the shares won and lost.

    Parameters
    ----------
    table : DataFrame[group, seat, opponent, won, drawn, lost, and ``won`` and ``lost`` with _low and _high], see
        `learned_policies.policies`.
    """
    groups = in_order(table["group"])
    size = (7.6, 1.5 + len(AGAINST) * (0.55 + 0.3 * len(groups)))
    figure, grid = panels(*size, len(AGAINST), len(SEATS), title=title, sharex=True, sharey=True)
    for row, (opponent, moves) in zip(grid, AGAINST.items(), strict=True):
        for axes, seat in zip(row, SEATS, strict=True):
            _bars(axes, table[(table["seat"] == seat) & (table["opponent"] == opponent)], groups)
            axes.set_title(f"{seat.capitalize()} against {moves}")
    grid[0, 0].set_xlim(0, 1)
    percents(grid[0, 0].xaxis)
    for axes in grid[-1]:
        axes.set_xlabel("Games")
    parts = [Patch(color=colour, label=part) for part, colour in PARTS.items()]
    legend_below(figure, *parts, entry("95% interval", color="black", linewidth=_WHISKER), columns=4)
    return figure


def _bars(axes: Axes, own: pd.DataFrame, groups: Sequence[str]) -> None:
    """Draw the bars of a panel with their whiskers."""
    at = own["group"].map(groups.index)
    left = pd.Series(0.0, own.index)
    for part, colour in PARTS.items():
        axes.barh(at, own[part], left=left, height=0.7, color=colour, linewidth=0)
        left += own[part]
    axes.hlines(at - 0.12, own["won_low"], own["won_high"], color="black", linewidth=_WHISKER)
    axes.hlines(at + 0.12, 1 - own["lost_high"], 1 - own["lost_low"], color="black", linewidth=_WHISKER)
    categories(axes.yaxis, groups)
