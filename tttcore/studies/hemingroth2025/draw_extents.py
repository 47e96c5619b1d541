"""Draw the effect of the extent of a mutation on generations, success and a late gap."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from tttcore.plots.palette import BLUE
from tttcore.plots.style import panels, percents, powers_of_ten, styled
from tttcore.plots.table_checks import require

_ABOVE = 1.08
"""Height of what has no bound, in that of the greatest number."""
_LABELS = {
    "generations": "Generations to a\nno-loss player (median)",
    "solved": "Runs solved\nby the cap",
    "gap": "Best less average\nof a late generation",
}


@styled()
def mutation_extents(table: pd.DataFrame, *, title: str = "") -> Figure:
    """Generations to a no-loss player, share of runs solved, and late gap, by extent, with their intervals.

    An interval without an upper bound is an arrow up, and a median that isn't reached an open marker at the top.

    Parameters
    ----------
    table : DataFrame[value, generations, generations_low, generations_high, solved, solved_low,
        solved_high, gap, gap_low, gap_high] with values above 0, see `mutation_extents.mutation_extents`.
    """
    require(table, "value", *(f"{row}{end}" for row in _LABELS for end in ("", "_low", "_high")))
    table = table.sort_values("value", kind="stable")
    figure, grid = panels(7.2, 7.6, len(_LABELS), 1, title=title, sharex=True)
    for axes, (row, label) in zip(grid.flat, _LABELS.items(), strict=True):
        bounds = table[[f"{row}_low", f"{row}_high"]]
        top = _greatest(pd.concat([table[row], bounds], axis=1))
        middle, low, high = (table[f"{row}{end}"].replace(np.inf, _ABOVE * top) for end in ("", "_low", "_high"))
        axes.vlines(table["value"], low, high, color=BLUE, linewidth=1.4)
        axes.plot(table["value"], middle.where(table[row] < np.inf), color=BLUE, marker="o", markersize=5)
        for shown, marker in ((table[row], "o"), (bounds[f"{row}_high"], "^")):
            at = table.loc[np.isinf(shown), "value"]
            axes.plot(at, np.full(len(at), _ABOVE * top), color=BLUE, linestyle="", marker=marker, markersize=7,
                      markerfacecolor="white")  # fmt: skip
        axes.set(ylabel=label, ylim=(0, 1.05 * _ABOVE * top))
    _, solved, gap = grid.flat
    solved.set_ylim(-0.03, 1.03)
    percents(solved.yaxis)
    gap.yaxis.set_major_formatter(PercentFormatter(xmax=1))
    gap.set(xlabel="Share of genes that a mutation redraws (logarithmic)")
    powers_of_ten(gap.xaxis)
    return figure


def _greatest(columns: pd.DataFrame) -> float:
    """Greatest finite number, 1 if there is none."""
    values = columns.to_numpy(float)
    finite = values[np.isfinite(values)]
    return float(finite.max()) if finite.size else 1.0
