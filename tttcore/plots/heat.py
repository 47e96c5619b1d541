"""Fields coloured by a share: blue above the middle, vermillion below it, grey without one."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter
from numpy.typing import NDArray

from tttcore.plots.style import BLUE, VERMILLION

Floats = NDArray[np.float64]

_TINT = LinearSegmentedColormap.from_list("shares", [VERMILLION, "#F7F7F7", BLUE])
_NONE = "#CCCCCC"
_DARK = 0.75
"""Part of the way to either end from which on letters are white."""


def heat(
    figure: Figure, axes: Axes, shares: Floats, *, middle: float, reach: float, label: str, told: bool, size: float = 8
) -> None:
    """Fill axes with fields, the first row on top, and put the scale beside them.

    Parameters
    ----------
    shares : (rows, columns), NaN where there is none.
    middle, reach : the share without colour, and how far from it the strongest colours are.
    label : what the shares are.
    told : whether each field says its share in percent, in letters of `size` points.
    """
    scale = Normalize(middle - reach, middle + reach)
    axes.set_facecolor(_NONE)
    fields = axes.pcolormesh(np.ma.masked_invalid(shares), cmap=_TINT, norm=scale, edgecolors="white", linewidth=0.5)
    bar = figure.colorbar(fields, ax=axes, shrink=0.8, format=PercentFormatter(xmax=1, decimals=0))
    bar.set_label(label)
    bar.outline.set_visible(False)
    axes.invert_yaxis()
    axes.set_aspect("equal")
    axes.grid(visible=False)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    for (row, column), share in np.ndenumerate(shares):
        if told and not np.isnan(share):
            colour = "white" if abs(share - middle) > _DARK * reach else "black"
            axes.text(column + 0.5, row + 0.5, f"{100 * share:.0f}", ha="center", va="center", fontsize=size,
                      color=colour)  # fmt: skip
