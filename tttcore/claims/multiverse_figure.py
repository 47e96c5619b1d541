"""Draw the verdicts on a study's statements under every reading, as a specification curve."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from numpy.typing import NDArray

from tttcore.claims.multiverse import TITLE, Robustness, one_at_a_time, robustness
from tttcore.claims.outcomes import COMPATIBLE, DIFFERS, REPRODUCED, UNDECIDED, UNLIKELY
from tttcore.plots.style import axis_on_top, categories, legend_below, one_panel, styled

STYLES: dict[str, dict[str, Any]] = {
    REPRODUCED: {"facecolor": "#006b49", "edgecolor": "#006b49"},
    COMPATIBLE: {"facecolor": "white", "edgecolor": "#3f6a00", "hatch": "......"},
    DIFFERS: {"facecolor": "#a83c00", "edgecolor": "#a83c00"},
    UNLIKELY: {"facecolor": "white", "edgecolor": "#9c2f5e", "hatch": "//////"},
    UNDECIDED: {"facecolor": "white", "edgecolor": "#7a3f9c", "hatch": "||||||"},
}
"""Colour and pattern of each outcome, as in the style of the pages."""
OWN = "as we read it"
WIDTH, ROW, LINE = 5.6, 0.2, 0.15
"""Width of the figure, height of a statement's row and of a line of text, in inches."""
READING_LENGTH = 64
"""Most signs in a line of the list of readings."""
LETTERS = 9


@styled()
def draw(judged: pd.DataFrame) -> Figure:
    """Outcome of each statement under each reading of one choice, and below how many verdicts a reading changes.

    Readings have numbers, which a list above explains. They are ordered by that count, those of the same count as in
    the table, ours first; statements, which have their ids, by the share of readings that agree with them.

    Parameters
    ----------
    judged : see `multiverse.multiverse`.
    """
    judged = one_at_a_time(judged)
    statements = robustness(judged)
    named = judged.assign(name=[_name(*pair) for pair in zip(judged["choice"], judged["reading"], strict=True)])
    own = named["id"].map({row.id: row.verdict for row in statements})
    changed = (named["verdict"] != own).groupby(named["name"], sort=False).sum().sort_values(kind="stable")
    listed = [line for at, name in enumerate(changed.index, 1) for line in _listed(at, name)]
    figure, axes = one_panel(WIDTH, ROW * (len(statements) + 2) + LINE * len(listed) + 1.2, title=TITLE)
    categories(axes.yaxis, [row.id for row in statements])
    categories(axes.xaxis, [str(at + 1) for at in range(len(changed))])
    rows = named["id"].map({row.id: at for at, row in enumerate(statements)}).to_numpy()
    columns = named["name"].map({name: at for at, name in enumerate(changed.index)}).to_numpy()
    axes.set_ylim(len(statements) + 1, -0.5)
    _draw_cells(axes, columns, rows, named["verdict"])
    _draw_counts(axes, statements, [*changed])
    axes.tick_params(labelsize=LETTERS)
    axis_on_top(axes)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("\n".join(listed), loc="left", multialignment="left", fontsize=LETTERS, labelpad=8)
    occurring = [outcome for outcome in STYLES if outcome in {*named["verdict"]}]
    legend_below(figure, *(Patch(**STYLES[outcome], label=outcome) for outcome in occurring), columns=5)
    return figure


def _name(choice: str, reading: str) -> str:
    """Name of a reading."""
    return f"{choice}: {reading}" if choice else OWN


def _listed(number: int, name: str) -> list[str]:
    """Lines of a reading in the list above."""
    return wrap(f"{number}  {name}", READING_LENGTH, subsequent_indent="     ")


def _draw_cells(axes: Axes, columns: NDArray[np.integer], rows: NDArray[np.integer], verdicts: pd.Series) -> None:
    for outcome, style in STYLES.items():
        of_outcome = (verdicts == outcome).to_numpy()
        axes.barh(rows[of_outcome], 0.86, left=columns[of_outcome] - 0.43, height=0.8, linewidth=0.8, **style)


def _draw_counts(axes: Axes, statements: Sequence[Robustness], changed: Sequence[int]) -> None:
    """Write how many readings agree with each statement, and how many verdicts a reading changes."""
    right, below = len(changed) - 0.3, len(statements) + 0.3
    style: dict[str, Any] = {"fontsize": LETTERS, "va": "center"}
    for at, row in enumerate(statements):
        axes.text(right, at, f"{row.upheld} of {row.readings}", **style)
    axes.text(right, -0.75, "holds\nunder", fontsize=LETTERS, va="bottom")
    for at, number in enumerate(changed):
        axes.text(at, below, str(number), ha="center", **style)
    axes.text(-0.6, below, "verdicts\nit changes", ha="right", **style)
