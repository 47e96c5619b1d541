"""Heat maps of points for a game: blue above a half, vermillion below it, grey without a value."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from tttcore.plots.line_styles import BLUE, VERMILLION
from tttcore.plots.style import STEPS

_COLOURS = LinearSegmentedColormap.from_list("shares", [VERMILLION, "#F7F7F7", BLUE])
_MISSING = "#CCCCCC"
_MIDDLE, _SIZE = 0.5, 8
"""Points without colour, and size of all texts."""
_DARK = 0.75
"""Part of the way to either end of the scale from which on text is white."""


def score_matrix(figure: Figure, axes: Axes, scores: pd.DataFrame, *, bar: str = "") -> None:
    """Draw a heat map of points for a game, from 0 to 1, of each row against each column, with their names.

    The first row is on top.

    Parameters
    ----------
    scores : NaN for two that don't meet.
    bar : label of a colour bar; without one, each field shows its points in percent.
    """
    shares = scores.to_numpy(np.float64)
    axes.set_facecolor(_MISSING)
    fields = axes.pcolormesh(
        np.ma.masked_invalid(shares), cmap=_COLOURS, norm=Normalize(0, 1), edgecolors="white", linewidth=0.5
    )
    if bar:
        ticks = MaxNLocator(steps=STEPS)
        scale = figure.colorbar(fields, ax=axes, shrink=0.8, ticks=ticks, format=PercentFormatter(xmax=1, decimals=0))
        scale.set_label(bar)
        scale.outline.set_visible(False)
    axes.invert_yaxis()
    axes.set_aspect("equal")
    axes.grid(visible=False)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    for (row, column), share in np.ndenumerate(shares):
        if not bar and not np.isnan(share):
            colour = "white" if abs(share - _MIDDLE) > _DARK * _MIDDLE else "black"
            axes.text(column + 0.5, row + 0.5, f"{_whole(share)}", ha="center", va="center", fontsize=_SIZE,
                      color=colour)  # fmt: skip
    columns, rows = (np.arange(len(names)) + 0.5 for names in (scores.columns, scores.index))
    axes.set_xticks(columns, scores.columns, rotation="vertical", fontsize=_SIZE)
    axes.set_yticks(rows, scores.index, fontsize=_SIZE)


def _whole(share: float) -> int:
    """Whole percent, halves away from 50, so that the points of two players make 100."""
    percent = round(100 * share, 6)
    return math.floor(percent + 0.5) if share > _MIDDLE else math.ceil(percent - 0.5)
