"""Draw the verdicts on a study's statements under every reading, as a specification curve."""

from textwrap import fill, shorten

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from tttcore.claims.multiverse import TITLE, robustness
from tttcore.claims.outcomes import DIFFERS, REPRODUCED, UNDECIDED
from tttcore.plots.line_styles import BLUE, PUBLISHED, VERMILLION
from tttcore.plots.style import categories, entry, legend_below, panels, styled

STYLES = {REPRODUCED: (BLUE, "+"), DIFFERS: (VERMILLION, "–"), UNDECIDED: ("#8A8A8A", "?")}
"""Colour and sign of each outcome."""
OWN = "as we read it"
STATEMENT_LENGTH = 62
"""Signs of a statement that fit beside its row."""
READING_LENGTH = 36
"""Signs in a line of a reading's name."""


@styled()
def draw(judged: pd.DataFrame) -> Figure:
    """Outcome of each statement under each reading, and above it how many verdicts a reading changes.

    Readings are ordered by that number, those of the same number as in the table, ours first; statements by the share
    of readings that uphold them.

    Parameters
    ----------
    judged : see `multiverse.multiverse`.
    """
    statements = robustness(judged)
    named = judged.assign(name=[_name(*pair) for pair in zip(judged["choice"], judged["reading"], strict=True)])
    own = named["id"].map({row.id: row.verdict for row in statements})
    changed = (named["verdict"] != own).groupby(named["name"], sort=False).sum().sort_values(kind="stable")
    height = 2.9 + 0.24 * len(statements)
    figure, grid = panels(
        4.9 + 0.29 * len(changed), height, 2, 1, height_ratios=[0.8, height - 2.1], sharex=True, title=TITLE
    )
    above, below = grid[:, 0]
    above.bar(range(len(changed)), changed.to_numpy(), width=0.9, color=PUBLISHED)
    above.set_ylabel("changed")
    above.set_ylim(0, max(1, 1.05 * changed.max()))
    above.yaxis.set_major_locator(MaxNLocator(nbins=3, integer=True))
    above.tick_params(axis="x", length=0, labelbottom=False)
    categories(
        below.yaxis, [f"{row.id}  {shorten(row.statement, STATEMENT_LENGTH, placeholder=' …')}" for row in statements]
    )
    categories(below.xaxis, [*changed.index])
    rows = named["id"].map({row.id: at for at, row in enumerate(statements)}).to_numpy()
    columns = named["name"].map({name: at for at, name in enumerate(changed.index)}).to_numpy()
    _draw_cells(below, columns, rows, named["verdict"])
    for at, row in enumerate(statements):
        below.text(len(changed) - 0.3, at, f"{row.upheld} of {row.readings}", va="center", fontsize=8)
    below.tick_params(labelsize=8)
    below.tick_params(axis="x", rotation=90)
    below.spines[:].set_visible(False)
    styles = (entry(outcome, marker="s", linestyle="", color=colour) for outcome, (colour, _) in STYLES.items())
    legend_below(figure, *styles, columns=3)
    return figure


def _name(choice: str, reading: str) -> str:
    """Name of a reading, in lines."""
    return fill(f"{choice}: {reading}", READING_LENGTH) if choice else OWN


def _draw_cells(axes: Axes, columns: NDArray[np.integer], rows: NDArray[np.integer], verdicts: pd.Series) -> None:
    styles = [STYLES[verdict] for verdict in verdicts]
    axes.barh(rows, 0.9, left=columns - 0.45, height=0.86, color=[colour for colour, _ in styles])
    for column, row, (_, sign) in zip(columns, rows, styles, strict=True):
        axes.text(column, row, sign, ha="center", va="center", color="white", fontsize=8, fontweight="bold")
