"""Draw learning curves: shares of training games, stored values, and rates of failure by games of training.

Curves are tables of `stats.learning_curves`: lines are means over sessions, bands their 95% intervals.
"""

from collections.abc import Mapping, Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter

from tttcore.engines.tabular.stats.draw_counting import DRAWN
from tttcore.games.seats import SEATS
from tttcore.plots.looks import Look
from tttcore.plots.palette import PUBLISHED, published_line
from tttcore.plots.style import Axis, legend_below, logarithmic, one_panel, panels, percents, styled
from tttcore.plots.table_checks import in_order, require

CURVES = {
    "apart": "Won by the first player,\nof all games",
    "decided": "Won by the first player,\nof games with a winner",
    DRAWN: "Drawn games",
}
"""Labels of shares of games, see `stats.learning_curves.share_curves`."""
MEASURES = {
    "random": "Games lost to\nrandom moves",
    "careful": "Games lost to\ncareful moves",
    "perfect": "Games lost to\nperfect moves",
    "beatable": "Policies that\ncan be beaten",
}
"""Labels of rates of failure, see `stats.learning_curves.failure_curves`."""
HEADINGS = {"first": "Policy that moves first", "second": "Policy that moves second"}
_VALUES = ("group", "games", "value", "value_low", "value_high")
_FINE = 100
"""An axis that covers less than this factor has ticks between the powers of ten."""


@styled()
def learning_curves(
    curves: pd.DataFrame, *, looks: Mapping[str, Look], published: Sequence[float] = (), title: str = ""
) -> Figure:
    """Shares of games in each window of training, a panel per curve, a line per group; a window is placed at its end.

    Parameters
    ----------
    curves : DataFrame[curve, group, games, value, value_low, value_high], curves of `CURVES`.
    looks : look of each group.
    published : shares of the first player in a publication.

    Source: Mrugała et al. 2020, section 3.2.
    """
    require(curves, "curve", *_VALUES)
    names = in_order(curves["curve"])
    figure, grid = panels(7.2, 1.9 + 2.4 * len(names), len(names), 1, title=title, sharex=True)
    for axes, name in zip(grid.flat, names, strict=True):
        _lines(axes, curves[curves["curve"] == name], looks, highest=1)
        axes.set_ylabel(CURVES[name])
        percents(axes.yaxis, ticks=8)
        for share in published if name != DRAWN else ():
            _mark(axes, share, f"published: {share:.0%}", above=2, fontsize=8)
    _label_games(axes)
    legend_below(figure, columns=3)
    return figure


@styled()
def table_growth(curve: pd.DataFrame, *, looks: Mapping[str, Look], positions: int, title: str = "") -> Figure:
    """Stored values of both players by games of training, a line per group; both axes are logarithmic.

    Parameters
    ----------
    curve : DataFrame[group, games, value, value_low, value_high].
    looks : see `learning_curves`.
    positions : number of positions of 3x3 that a move can lead to, which a line marks.
    """
    require(curve, *_VALUES)
    figure, axes = one_panel(7.2, 5.2, title=title)
    _lines(axes, curve, looks)
    _mark(axes, positions, f"all {positions:,} positions of 3x3", above=3, fontsize=9)
    axes.set_ylabel("Stored estimates (logarithmic)")
    _scale(axes.yaxis)
    _label_games(axes)
    legend_below(figure, columns=3)
    return figure


@styled()
def policy_quality(curves: pd.DataFrame, *, looks: Mapping[str, Look], title: str = "") -> Figure:
    """Rates of failure by games of training: a row of panels per measure, a column per seat, a line per group.

    Parameters
    ----------
    curves : DataFrame[measure, seat, group, games, value, value_low, value_high], measures of `MEASURES`.
    looks : see `learning_curves`.
    """
    require(curves, "measure", "seat", *_VALUES)
    measures = in_order(curves["measure"])
    size = (7.6, 1.8 + 1.8 * len(measures))
    figure, grid = panels(*size, len(measures), len(SEATS), title=title, sharex=True, sharey="row")
    for row, measure in zip(grid, measures, strict=True):
        for axes, seat in zip(row, SEATS, strict=True):
            _lines(axes, curves[(curves["measure"] == measure) & (curves["seat"] == seat)], looks, highest=1)
        row[0].set(ylabel=MEASURES[measure], ylim=(0, None))
        percents(row[0].yaxis, ticks=5)
    for axes, seat in zip(grid[0], SEATS, strict=True):
        axes.set_title(HEADINGS[seat])
    for axes in grid[-1]:
        _label_games(axes)
    legend_below(figure, columns=3)
    return figure


def _lines(axes: Axes, curves: pd.DataFrame, looks: Mapping[str, Look], *, highest: float | None = None) -> None:
    """A line in a band for each group; bands are clipped to 0 and `highest`."""
    for group in in_order(curves["group"]):
        own = curves[curves["group"] == group]
        look = looks[group].line(len(own))
        low, high = (own[f"value_{end}"].clip(0, highest) for end in ("low", "high"))
        axes.fill_between(own["games"], low, high, color=look["color"], alpha=0.18, linewidth=0)
        axes.plot(own["games"], own["value"], label=group, **look)


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
