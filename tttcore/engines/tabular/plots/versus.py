"""Draw results of greedy policies against baselines as stacked bars."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from tttcore.games.seats import SEATS
from tttcore.plots.palette import BLUE, VERMILLION
from tttcore.plots.style import categories, entry, legend_below, panels, percents, styled
from tttcore.plots.table_checks import in_order, require

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
        `stats.policies.policies`.
    """
    require(table, "group", "seat", "opponent", *PARTS, "won_low", "won_high", "lost_low", "lost_high")
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
