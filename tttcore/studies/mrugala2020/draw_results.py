"""Draw results by treatment: shares of the first player beside published ones, greedy policies against baselines."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from tttcore.games.position import SEATS
from tttcore.plots.line_styles import BLUE, DRAWN, GREEN, LOST, PUBLISHED, VERMILLION, WON, published_line
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
SHOWN = ("all", "off")
"""Games of `WHEN` that bars show."""
COUNTED = {
    "apart": "of all games",
    "decided": "of games with a winner",
    "first": "drawn games for player 1",
    "half": "drawn games as half",
}
"""Titles of panels by the reading of draws, see `first_player.COUNTINGS`."""
BEST_PLAY = {"draw": "a draw", "first": "player 1 wins", "unknown": "not known"}
EVEN = 0.5
PLAYERS = {"first": "Player 1", "second": "Player 2"}
"""Names of the seats."""
_PANELS_PER_ROW, _ROW = 2, 0.28
"""Panels of a forest side by side, and height of a group's row in inches."""
_PUBLISHED_POINT = published_line("D", linestyle="")
_OF_FIRST = ("won by player 1", "drawn", "won by player 2")
"""Labels of the parts of a bar."""
_POINTS = {"color": "black", "marker": "o", "markersize": 4.5, "linestyle": "", "zorder": 4, "clip_on": False}
_POINTS_INTERVAL = {"color": "black", "linewidth": 1.6, "zorder": 4}


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
    table : DataFrame[group, counting, when, n, share, share_low, share_high], see `first_player.shares`.
    countings : of `COUNTED`.
    when : of `WHEN`.
    published : share in a publication.
    """
    groups = in_order(table["group"])
    rows = math.ceil(len(countings) / _PANELS_PER_ROW)
    columns = math.ceil(len(countings) / rows)
    size = (7.2, 1.3 + rows * (0.6 + _ROW * len(groups)))
    figure, grid = panels(*size, rows, columns, title=title, sharex=True, sharey=True)
    for axes, counting in zip(grid.flat, countings, strict=True):
        _points(axes, table[table["counting"] == counting], groups, when)
        categories(axes.yaxis, with_sessions(table))
        axes.axvline(published, **published_line())
        axes.set(title=COUNTED[counting], xlabel="Games counted for player 1")
        axes.margins(x=0.08)
        axes.label_outer()
    _legend(figure, when, published_line())
    return figure


@styled()
def closest(table: pd.DataFrame, *, published: Mapping[str, float], title: str = "") -> Figure:
    """Player 1's share of games with its 95% interval, a row per group; that of all training with its value.

    Parameters
    ----------
    table : DataFrame[group, when, share, share_low, share_high].
    published : share in a publication, by the games counted, of `WHEN`.
    """
    groups = in_order(table["group"])
    figure, axes = one_panel(5.4, 1.6 + 0.7 * len(groups), title=title)
    _points(axes, table, groups, [*published])
    categories(axes.yaxis, groups)
    over = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}  # the lines
    values = table.loc[table["when"] == "all", ["group", "share"]]
    for group, share in values.itertuples(index=False):
        at = (share, groups.index(group) + WHEN["all"].offset)
        axes.annotate(f"{share:.1%}", at, (0, 6), textcoords="offset points", ha="center", bbox=over, zorder=6)
    lines = {when: published_line(color=WHEN[when].colour) for when in published}
    for when, share in published.items():
        axes.axvline(share, **lines[when])
    axes.set(xlabel="Games counted for player 1")
    axes.margins(x=0.1)
    percents(axes.xaxis, ticks=6)
    axes.grid(visible=True, axis="x")
    texts = [entry(f"published: {share:.0%}", **lines[when]) for when, share in published.items()]
    legend_below(figure, *_entries([*published]), *texts, columns=2)
    return figure


@styled()
def first_advantage(
    table: pd.DataFrame, *, best_play: Sequence[str], published: Mapping[str, float], title: str = ""
) -> Figure:
    """Games that the first player wins, draws and loses, and its points, a row per group, a panel for each of `SHOWN`.

    Parameters
    ----------
    table : DataFrame[group, counting, when, n, share, share_low, share_high, drawn], see `first_player.shares`.
    best_play : result of best play for each group, of `BEST_PLAY`, which is written beside its row.
    published : share of the first player in a publication, by group.
    """
    groups, labels = in_order(table["group"]), _short_lines(with_sessions(table))
    figure, grid = panels(5.6, 2.4 + 0.84 * len(groups), len(SHOWN), 1, title=title, sharex=True, sharey=True)
    for axes, when in zip(grid.flat, SHOWN, strict=True):
        own = table[table["when"] == when]
        won, points = (own[own["counting"] == counting] for counting in ("apart", "half"))
        bars = won.assign(won=won["share"], lost=1 - won["share"] - won["drawn"])
        _bars(axes, bars, groups, labels)
        at = points["group"].map(groups.index)
        axes.axvline(EVEN, color="black", linewidth=1)
        axes.hlines(at, points["share_low"].clip(0, 1), points["share_high"].clip(0, 1), **_POINTS_INTERVAL)
        axes.plot(points["share"], at, **_POINTS)
        for group, share in published.items():
            axes.plot(share, groups.index(group) + 0.22, **_PUBLISHED_POINT)
        axes.set(title=WHEN[when].label, xlim=(0, 1), xticks=[0, EVEN, 1])
        percents(axes.xaxis)
    axes.set_xlabel("Games")
    _words_at_right(axes, [BEST_PLAY[result] for result in best_play], heading="Best play")
    parts = [Patch(color=colour, label=part) for part, colour in zip(_OF_FIRST, PARTS.values(), strict=True)]
    half = entry("points, a draw counted half (95% interval)", **_POINTS | {"linestyle": "-"})
    legend_below(figure, *parts, half, entry("published", **_PUBLISHED_POINT), columns=3)
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
    for boundary in range(1, len(groups)):
        axes.axhline(boundary - 0.5, color="#DDDDDD", linewidth=0.6, zorder=0)


def with_sessions(table: pd.DataFrame) -> list[str]:
    """Labels of groups with their number of sessions, in order of appearance."""
    sessions = table.groupby("group", sort=False)["n"].max()
    return [f"{group} (n = {count})" for group, count in sessions.items()]


def _short_lines(labels: Sequence[str]) -> list[str]:
    """Labels with a new line after each comma."""
    return [label.replace(", ", ",\n") for label in labels]


def _words_at_right(axes: Axes, words: Sequence[str], *, heading: str) -> None:
    """Write words on the right of each row, with a heading above."""
    style: dict[str, Any] = {"textcoords": "offset points", "fontsize": 9, "color": PUBLISHED}
    axes.annotate(heading, (1, 1), (8, 4), xycoords=axes.transAxes, **style)
    for row, word in enumerate(words):
        axes.annotate(word, (1, row), (8, 0), xycoords=axes.get_yaxis_transform(), va="center", **style)


def _legend(figure: Figure, when: Sequence[str], published: Mapping[str, Any]) -> None:
    """Legend of the games counted and of published shares."""
    legend_below(figure, *_entries(when), entry("published", **published), columns=4)


def _entries(when: Sequence[str]) -> list[Line2D]:
    """Legend entries of the games counted."""
    return [
        entry(style.label, color=style.colour, marker=style.marker, markersize=4.5, linewidth=1.6)
        for style in (WHEN[name] for name in when)
    ]


PARTS = {"won": WON, "drawn": DRAWN, "lost": LOST}
"""Colours of the parts of a bar."""
AGAINST = {"random": "random moves", "careful": "win-or-block"}
"""Titles of panels by the opponent; all policies meet these, perfect play those of 3x3 alone."""
_WHISKER = 1.5


@styled()
def versus(table: pd.DataFrame, *, title: str = "") -> Figure:
    """Games won, drawn and lost, a bar per group: a row of panels for each opponent of `AGAINST`, a column per seat.

    Whiskers are the 95% intervals of the shares won and lost.

    Parameters
    ----------
    table : DataFrame[group, seat, opponent, n, won, drawn, lost, and ``won`` and ``lost`` with _low and _high], see
        `learned_policies.policies`.
    """
    groups, labels = in_order(table["group"]), _short_lines(with_sessions(table))
    size = (5.6, 1.5 + len(AGAINST) * (0.55 + 0.3 * len(groups)))
    figure, grid = panels(*size, len(AGAINST), len(SEATS), title=title, sharex=True, sharey=True)
    for row, (opponent, moves) in zip(grid, AGAINST.items(), strict=True):
        for axes, seat in zip(row, SEATS, strict=True):
            own = table[(table["seat"] == seat) & (table["opponent"] == opponent)]
            _bars(axes, own, groups, labels)
            _whiskers(axes, own, groups)
            axes.set_title(f"{PLAYERS[seat]} against\n{moves}")
    grid[0, 0].set_xlim(0, 1)
    percents(grid[0, 0].xaxis)
    for axes in grid[-1]:
        axes.set_xlabel("Games")
    parts = [Patch(color=colour, label=part) for part, colour in PARTS.items()]
    legend_below(figure, *parts, entry("95% interval", color="black", linewidth=_WHISKER), columns=4)
    return figure


def _bars(axes: Axes, own: pd.DataFrame, groups: Sequence[str], labels: Sequence[str]) -> None:
    """Draw the bars of a panel with the labels of their groups: games won, drawn and lost."""
    at = own["group"].map(groups.index)
    left = pd.Series(0.0, own.index)
    for part, colour in PARTS.items():
        axes.barh(at, own[part], left=left, height=0.7, color=colour, linewidth=0)
        left += own[part]
    categories(axes.yaxis, labels)


def _whiskers(axes: Axes, own: pd.DataFrame, groups: Sequence[str]) -> None:
    """Draw the intervals of the shares won and lost, in black with a white edge."""
    at = own["group"].map(groups.index)
    for colour, width in (("white", 2 * _WHISKER), ("black", _WHISKER)):
        axes.hlines(at - 0.12, own["won_low"], own["won_high"], color=colour, linewidth=width)
        axes.hlines(at + 0.12, 1 - own["lost_high"], 1 - own["lost_low"], color=colour, linewidth=width)
