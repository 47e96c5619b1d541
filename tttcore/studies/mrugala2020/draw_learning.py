"""Draw learning curves: shares of training games, stored values, and rates of failure by games of training.

Windows are rows of ``tabular_traces``, one per session and window of games, with a column ``group`` for the line that
they belong to. Lines are means over sessions at the end of each window, in bands of their 95% intervals.
"""

from collections.abc import Mapping, Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter

from tttcore.games.position import SEATS
from tttcore.plots.line_styles import BLUE, PUBLISHED, Style, published_line
from tttcore.plots.style import Axis, categories, entry, legend_below, logarithmic, one_panel, panels, percents, styled
from tttcore.plots.table_checks import in_order
from tttcore.stats.intervals import Columns, median_interval, share_interval
from tttcore.studies.mrugala2020.draw_results import with_sessions
from tttcore.studies.mrugala2020.first_player import RESULTS, counted

DRAWN = "drawn"
CURVES = {
    "apart": "Won by player 1,\nof all games",
    "decided": "Won by player 1,\nof games with a winner",
    DRAWN: "Drawn games",
}
"""Labels of shares of games: that of the first player by how draws are counted, see `first_player.COUNTINGS`, or of
drawn games."""
BEATABLE = "beatable"
MEASURES = {
    "random": "Games lost to\nrandom moves",
    "careful": "Games lost to\nwin-or-block",
    "perfect": "Games lost to\nperfect moves",
    BEATABLE: "Policies that\ncan be beaten",
}
"""Labels of rates of failure: games lost to an opponent, or policies that some reply beats."""
HEADINGS = {"first": "Player 1", "second": "Player 2"}
_OF_ALL = published_line("D", linestyle="")
_FINE = 100
"""An axis that covers less than this factor has ticks between the powers of ten."""


@styled()
def learning_curves(
    windows: pd.DataFrame,
    *,
    curves: Sequence[str],
    styles: Mapping[str, Style],
    published: Sequence[float] = (),
    of_groups: Mapping[str, float] | None = None,
    title: str = "",
) -> Figure:
    """Shares of games in each window of training, a panel per curve, a line per group; a window is placed at its end.

    Parameters
    ----------
    curves : of `CURVES`.
    styles : style of each group.
    published : shares of the first player in a publication.
    of_groups : the same of all games of a group, a diamond of its colour at the end of its line.

    Source: Mrugała et al. 2020, section 3.2.
    """
    figure, grid = panels(5.6, 1.9 + 2.4 * len(curves), len(curves), 1, title=title, sharex=True)
    games = windows[RESULTS]
    for axes, curve in zip(grid.flat, curves, strict=True):
        shares = games["drawn"] / games.sum(axis=1) if curve == DRAWN else counted(games, curve)["first"]
        _lines(axes, windows.assign(value=shares), styles, highest=1)
        axes.set_ylabel(CURVES[curve])
        percents(axes.yaxis, ticks=8)
        for share in published if curve != DRAWN else ():
            _mark(axes, share, f"published: {share:.0%}", above=2, fontsize=8)
        for group, share in (of_groups or {}).items() if curve != DRAWN else ():
            last = windows.loc[windows["group"] == group, "games"].max()
            axes.plot(last, share, **_OF_ALL | {"color": styles[group].colour})
    _label_games(axes)
    marks = [entry("published, of all games", **_OF_ALL)] if of_groups else []
    legend_below(figure, *figure.axes, *marks, columns=3)
    return figure


@styled()
def table_growth(windows: pd.DataFrame, *, styles: Mapping[str, Style], positions: int, title: str = "") -> Figure:
    """Stored values of both players by games of training, a line per group; both axes are logarithmic.

    Parameters
    ----------
    styles : see `learning_curves`.
    positions : number of positions of 3x3 that a move can lead to, which a line marks.
    """
    figure, axes = one_panel(5.6, 5.2, title=title)
    _lines(axes, windows.assign(value=windows["entries"]), styles)
    _mark(axes, positions, f"the {positions:,} positions of 3x3 after a move", above=3, fontsize=9)
    axes.set_ylabel("Stored estimates (logarithmic)")
    _scale(axes.yaxis)
    _label_games(axes)
    legend_below(figure, columns=3)
    return figure


@styled()
def policy_quality(
    windows: pd.DataFrame, *, measures: Sequence[str], styles: Mapping[str, Style], title: str = ""
) -> Figure:
    """Rates of failure by games of training: a row of panels per measure, a column per seat, a line per group.

    Parameters
    ----------
    measures : of `MEASURES`.
    styles : see `learning_curves`.
    """
    size = (5.6, 1.8 + 1.8 * len(measures))
    figure, grid = panels(*size, len(measures), len(SEATS), title=title, sharex=True, sharey="row")
    for row, measure in zip(grid, measures, strict=True):
        for axes, seat in zip(row, SEATS, strict=True):
            values = windows[_column(seat, measure)]
            _lines(axes, windows.assign(value=values < 0 if measure == BEATABLE else values), styles, highest=1)
        row[0].set(ylabel=MEASURES[measure], ylim=(0, None))
        percents(row[0].yaxis, ticks=5)
    for axes, seat in zip(grid[0], SEATS, strict=True):
        axes.set_title(HEADINGS[seat])
    for axes in grid[-1]:
        _label_games(axes)
    legend_below(figure, columns=3)
    return figure


@styled()
def final_quality(windows: pd.DataFrame, *, measures: Sequence[str], title: str = "") -> Figure:
    """Rates of failure after the last game of training, with 95% intervals: panels as in `policy_quality`, rows groups.

    Parameters
    ----------
    measures : see `policy_quality`.
    """
    groups = in_order(windows["group"])
    ends = windows[windows["games"] == windows.groupby("group")["games"].transform("max")]
    size = (5.6, 0.9 + len(measures) * (0.6 + 0.28 * len(groups)))
    figure, grid = panels(*size, len(measures), len(SEATS), title=title, sharex="row", sharey=True)
    for row, measure in zip(grid, measures, strict=True):
        for axes, seat in zip(row, SEATS, strict=True):
            values = ends[_column(seat, measure)]
            failed = values < 0 if measure == BEATABLE else values
            for at, group in enumerate(groups):
                rate = _interval(failed[ends["group"] == group].dropna())
                axes.hlines(at, max(rate["value_low"], 0), min(rate["value_high"], 1), color=BLUE, linewidth=1.8)
                axes.plot(rate["value"], at, marker="o", markersize=5, color=BLUE, clip_on=False)
            axes.set(title=HEADINGS[seat], xlabel=MEASURES[measure])
        percents(row[0].xaxis, ticks=4)
    categories(grid[0, 0].yaxis, with_sessions(ends.assign(n=ends.groupby("group")["group"].transform("size"))))
    for axes in grid.flat:
        axes.grid(visible=True, axis="x")
    return figure


def failure_columns(measures: Sequence[str]) -> list[str]:
    """Columns of ``tabular_traces`` that some measures of failure need."""
    return [_column(seat, measure) for measure in measures for seat in SEATS]


def _column(seat: str, measure: str) -> str:
    return f"{seat}_worst" if measure == BEATABLE else f"{seat}_{measure}_lost"


def _lines(axes: Axes, windows: pd.DataFrame, styles: Mapping[str, Style], *, highest: float | None = None) -> None:
    """A line in a band for each group, of the column ``value``; bands are clipped to 0 and `highest`."""
    for group in in_order(windows["group"]):
        ends = windows[windows["group"] == group].groupby("games")["value"]
        curve = pd.DataFrame([{"games": games, **_interval(values.dropna())} for games, values in ends])
        style = styles[group].line(len(curve))
        low, high = (curve[f"value_{end}"].clip(0, highest) for end in ("low", "high"))
        axes.fill_between(curve["games"], low, high, color=style["color"], alpha=0.18, linewidth=0)
        axes.plot(curve["games"], curve["value"], label=group, **style)


def _interval(values: "pd.Series[float] | pd.Series[bool]") -> Columns:
    """Median with its 95% interval, or share of true values with Clopper and Pearson's."""
    if values.dtype == bool:
        return share_interval("value", int(values.sum()), len(values), method="exact")
    return median_interval("value", values)


def _mark(axes: Axes, value: float, text: str, *, above: float, fontsize: float) -> None:
    """Draw a line at a value, with a text so many points above its right end."""
    axes.axhline(value, **published_line())
    axes.annotate(text, (1, value), (0, above), ha="right", fontsize=fontsize, color=PUBLISHED,
                  xycoords=axes.get_yaxis_transform(), textcoords="offset points")  # fmt: skip


def _label_games(axes: Axes) -> None:
    axes.set_xlabel("Games of training (logarithmic)")
    _scale(axes.xaxis)


def _scale(axis: Axis) -> None:
    """Scale an axis logarithmically, with ticks at powers of ten, or at 1, 2 and 5 times these, such as 10k."""
    low, high = axis.get_data_interval()
    logarithmic(axis, EngFormatter(sep=""), steps=(1, 2, 5) if high < _FINE * low else (1,))
