"""What learners come to as they play: shares of their games, stored estimates, and how good their policies are."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, LogLocator, NullFormatter

from tttcore.engines.tabular.stats.draw_counting import RESULTS, counted
from tttcore.games.seats import SEATS
from tttcore.plots.style import PUBLISHED, line_styles, percents, published_line, styled
from tttcore.plots.tidy import in_order, require

DRAWN = "drawn"
CURVES = {
    "apart": "Won by the first player,\nof all games",
    "decided": "Won by the first player,\nof games with a winner",
    "first": "Counted for the first player,\nall drawn games too",
    "half": "Counted for the first player,\nhalf of drawn games too",
    DRAWN: "Drawn games",
}
"""Shares that can be followed: `stats.draw_counting.COUNTINGS`, and games that are drawn."""
MEASURES = {
    "random": "Games lost to\nrandom moves",
    "careful": "Games lost to\ncareful moves",
    "perfect": "Games lost to\nperfect moves",
    "beatable": "Policies that\ncan be beaten",
    "mistakes": "Choices that give\nvalue away",
}
"""What tells how good a policy is: the fewer, the better."""
_PARTS = {"beatable": ["worst"], "mistakes": ["mistakes", "decisions"]}
"""Columns of ``tabular_traces`` that a measure is made of, without the seat; others are shares of games lost."""
HEADINGS = {"first": "Policy that moves first", "second": "Policy that moves second"}
_FINE = 100
"""An axis that goes up by less than this factor has marks between the powers of ten."""


@styled()
def learning_curves(
    windows: pd.DataFrame, *, curves: Sequence[str], published: Sequence[float] = (), title: str = ""
) -> Figure:
    """Shares of games in each window of training, a panel for each of `curves`, a line per group.

    A window stands where it ends; lines are means over runs, bands their 95% intervals.

    Parameters
    ----------
    windows : DataFrame[group, games, first, drawn, second], a row per run and window as in ``tabular_traces``.
    curves : of `CURVES`.
    published : shares of the first player in a publication.

    Source: Mrugała et al. 2020, section 3.2.
    """
    require(windows, "group", "games", "first", "drawn", "second")
    figure = Figure(figsize=(7.2, 1.9 + 2.4 * len(curves)))
    panels = figure.subplots(len(curves), 1, sharex=True, squeeze=False)[:, 0]
    for axes, curve in zip(panels, curves, strict=True):
        _lines(axes, windows.assign(value=_followed(windows, curve)), highest=1)
        axes.set_ylabel(CURVES[curve])
        percents(axes.yaxis)
        if curve != DRAWN:
            _mark(axes, published)
    _games(panels[-1])
    _finish(figure, panels[0], title)
    return figure


@styled()
def table_growth(windows: pd.DataFrame, *, positions: float | None = None, title: str = "") -> Figure:
    """Stored estimates of both policies by games of training, a line per group; both axes are logarithmic.

    Parameters
    ----------
    windows : DataFrame[group, games, entries], a row per run and window as in ``tabular_traces``.
    positions : of 3x3 that a move can lead to, marked if told.
    """
    require(windows, "group", "games", "entries")
    figure = Figure(figsize=(7.2, 5.2))
    axes = figure.subplots()
    _lines(axes, windows.assign(value=windows["entries"]))
    if positions is not None:
        axes.axhline(positions, **published_line(""))
        axes.annotate(f"all {positions:,.0f} positions of 3x3", (1, positions), (0, 3), ha="right", fontsize=9,
                      color=PUBLISHED, xycoords=axes.get_yaxis_transform(), textcoords="offset points")  # fmt: skip
    axes.set_yscale("log")
    axes.set_ylabel("Stored estimates (logarithmic)")
    _logarithmic(axes.yaxis)
    _games(axes)
    _finish(figure, axes, title)
    return figure


@styled()
def policy_quality(windows: pd.DataFrame, *, measures: Sequence[str], title: str = "") -> Figure:
    """How often policies fail by games of training: a row for each of `measures`, a column per seat, a line per group.

    Lines are means over runs and bands their 95% intervals; of policies that can be beaten it is the share of runs.

    Parameters
    ----------
    windows : DataFrame[group, games, and what is `needed`], a row per run and window as in ``tabular_traces``.
    measures : of `MEASURES`.
    """
    require(windows, "group", "games", *needed(measures))
    figure = Figure(figsize=(7.6, 1.8 + 1.8 * len(measures)))
    grid = figure.subplots(len(measures), len(SEATS), sharex=True, sharey="row", squeeze=False)
    for row, measure in zip(grid, measures, strict=True):
        for axes, seat in zip(row, SEATS, strict=True):
            _lines(axes, windows.assign(value=_failures(windows, seat, measure)), highest=1)
        row[0].set(ylabel=MEASURES[measure], ylim=(0, None))
        percents(row[0].yaxis, ticks=5)
    for axes, seat in zip(grid[0], SEATS, strict=True):
        axes.set_title(HEADINGS[seat])
    for axes in grid[-1]:
        _games(axes)
    _finish(figure, grid[0, 0], title)
    return figure


def needed(measures: Sequence[str]) -> list[str]:
    """Columns of ``tabular_traces`` that `measures` are made of."""
    return [column for measure in measures for seat in SEATS for column in _columns(seat, measure)]


def _columns(seat: str, measure: str) -> list[str]:
    return [f"{seat}_{part}" for part in _PARTS.get(measure, [f"{measure}_lost"])]


def _followed(windows: pd.DataFrame, curve: str) -> "pd.Series[float]":
    """A share of `CURVES` in each window."""
    games = windows[RESULTS]
    return games["drawn"] / games.sum(axis=1) if curve == DRAWN else counted(games, curve)["first"]


def _failures(windows: pd.DataFrame, seat: str, measure: str) -> pd.Series:
    """One of `MEASURES` at the end of each window, true or false where a policy fails as a whole."""
    told, *of = (windows[column] for column in _columns(seat, measure))
    if measure == "beatable":
        return told < 0
    return told / of[0] if of else told


def _lines(axes: Axes, windows: pd.DataFrame, *, highest: float | None = None) -> None:
    """The column ``value`` by games, a line in a band for each group; bands end at 0 and `highest`."""
    for group, look in line_styles(in_order(windows["group"])).items():
        values = windows[windows["group"] == group].groupby("games")["value"]
        means = pd.DataFrame([{"games": games, **_interval(own.dropna())} for games, own in values])
        low, high = (means[f"value_{end}"].clip(0, highest) for end in ("low", "high"))
        axes.fill_between(means["games"], low, high, color=look["color"], alpha=0.18, linewidth=0)
        axes.plot(means["games"], means["value"], label=group, **look)


def _interval(values: pd.Series) -> dict[str, float]:
    """Mean of numbers, or share of what is true, with its 95% interval."""
    from tttcore.stats.intervals import mean_interval, share_interval  # noqa: PLC0415 (slow, seldom needed)

    if values.dtype == bool:
        return share_interval("value", int(values.sum()), len(values), method="exact")
    return mean_interval("value", values)


def _mark(axes: Axes, published: Sequence[float]) -> None:
    for share in published:
        axes.axhline(share, **published_line(""))
        axes.annotate(f"published: {share:.0%}", (1, share), (0, 2), ha="right", fontsize=8, color=PUBLISHED,
                      xycoords=axes.get_yaxis_transform(), textcoords="offset points")  # fmt: skip


def _games(axes: Axes) -> None:
    axes.set_xscale("log")
    axes.set_xlabel("Games of training (logarithmic)")
    _logarithmic(axes.xaxis)


def _logarithmic(axis: Axis) -> None:
    low, high = axis.get_data_interval()
    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < _FINE * low else (1,)))
    axis.set_major_formatter(EngFormatter(sep=""))
    axis.set_minor_formatter(NullFormatter())


def _finish(figure: Figure, axes: Axes, title: str) -> None:
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3)
    figure.suptitle(title)
