"""Heat maps of shares: blue above a middle value, vermillion below it, grey without a value."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter
from numpy.typing import NDArray

from tttcore.plots.line_styles import BLUE, VERMILLION
from tttcore.plots.style import STEPS

Floats = NDArray[np.float64]

_COLOURS = LinearSegmentedColormap.from_list("shares", [VERMILLION, "#F7F7F7", BLUE])
_MISSING = "#CCCCCC"
_DARK = 0.75
"""Part of the way to either end of the scale from which on text is white."""


def heat_map(
    figure: Figure,
    axes: Axes,
    shares: Floats,
    *,
    middle: float,
    reach: float,
    label: str,
    printed: bool,
    size: float = 8,
) -> None:
    """Draw a heat map, the first row on top, with a colour bar.

    Parameters
    ----------
    shares : (rows, columns), NaN for a missing share.
    middle, reach : share without colour, and distance of the strongest colours from it.
    label : label of the colour bar.
    printed : whether each cell shows its share in percent, in text of `size` points.
    """
    scale = Normalize(middle - reach, middle + reach)
    axes.set_facecolor(_MISSING)
    fields = axes.pcolormesh(np.ma.masked_invalid(shares), cmap=_COLOURS, norm=scale, edgecolors="white", linewidth=0.5)
    ticks = MaxNLocator(steps=STEPS)
    bar = figure.colorbar(fields, ax=axes, shrink=0.8, ticks=ticks, format=PercentFormatter(xmax=1, decimals=0))
    bar.set_label(label)
    bar.outline.set_visible(False)
    axes.invert_yaxis()
    axes.set_aspect("equal")
    axes.grid(visible=False)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    for (row, column), share in np.ndenumerate(shares):
        if printed and not np.isnan(share):
            colour = "white" if abs(share - middle) > _DARK * reach else "black"
            axes.text(column + 0.5, row + 0.5, f"{100 * share:.0f}", ha="center", va="center", fontsize=size,
                      color=colour)  # fmt: skip


def score_matrix(
    figure: Figure,
    axes: Axes,
    scores: pd.DataFrame,
    *,
    label: str,
    printed: bool,
) -> None:
    """Draw a heat map of points for a game, from 0 to 1, of each row against each column, with their names.

    Parameters
    ----------
    scores : NaN for two that don't meet.
    label, printed : see `heat_map`.
    """
    heat_map(figure, axes, scores.to_numpy(np.float64), middle=0.5, reach=0.5, label=label, printed=printed)
    columns, rows = (np.arange(len(names)) + 0.5 for names in (scores.columns, scores.index))
    axes.set_xticks(columns, scores.columns, rotation="vertical", fontsize=8)
    axes.set_yticks(rows, scores.index, fontsize=8)
