"""Draw the verdicts on a study's statements under every reading, as a specification curve."""

from textwrap import shorten

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttcore.claims.multiverse import robustness
from tttcore.claims.outcomes import DIFFERS, REPRODUCED, UNDECIDED
from tttcore.plots.palette import BLUE, PALE, VERMILLION
from tttcore.plots.style import categories, legend_below, panels, percents, styled, swatch

LOOKS = {REPRODUCED: (BLUE, "+"), DIFFERS: (VERMILLION, "–"), UNDECIDED: ("#9A9A9A", "?")}
"""Colour and sign of each outcome."""
OWN = "as we read it"
STATEMENT_LENGTH = 62
"""Signs of a statement that fit beside its row."""


@styled()
def draw(judged: pd.DataFrame) -> Figure:
    """Share of statements that each reading upholds, and below it the outcome of each statement under it.

    Readings are ordered by that share, those of the same share as in the table; statements by the share of readings
    that uphold them.

    Parameters
    ----------
    judged : see `multiverse.multiverse`.
    """
    names = judged["choice"].where(judged["choice"] == "", judged["choice"] + ": ") + judged["reading"]
    told = judged.assign(name=names.replace("", OWN))
    upheld = (told["verdict"] == REPRODUCED).astype(float)
    shares = upheld.groupby(told["name"], sort=False).mean().sort_values(ascending=False, kind="stable")
    statements = robustness(judged)
    height = 3.2 + 0.24 * len(statements)
    figure, grid = panels(4.8 + 0.34 * len(shares), height, 2, 1, height_ratios=[1.1, height - 2.4], sharex=True)
    above, below = grid[:, 0]
    _draw_shares(above, shares)
    rows = [f"{row.id}  {shorten(row.statement, STATEMENT_LENGTH, placeholder=' …')}" for row in statements]
    places = {row.id: at for at, row in enumerate(statements)}
    columns = {name: at for at, name in enumerate(shares.index)}
    below.set_facecolor("white")
    categories(below.yaxis, rows)
    categories(below.xaxis, [*shares.index])
    for cell in told.to_dict("records"):
        _draw_cell(below, columns[cell["name"]], places[cell["id"]], cell["verdict"])
    for at, row in enumerate(statements):
        below.text(len(shares) - 0.3, at, f"{row.upheld} of {row.readings}", va="center", fontsize=8)
    below.tick_params(labelsize=8)
    below.tick_params(axis="x", rotation=90)
    below.spines[:].set_visible(False)
    legend_below(figure, *(swatch(outcome, colour=colour) for outcome, (colour, _) in LOOKS.items()), columns=3)
    return figure


def _draw_shares(axes: Axes, shares: "pd.Series[float]") -> None:
    axes.plot(range(len(shares)), shares.to_numpy(), "o", color=BLUE, markersize=5)
    axes.set(ylim=(-0.08, 1.08), ylabel="upheld")
    axes.tick_params(axis="x", length=0, labelbottom=False)
    percents(axes.yaxis, ticks=3)


def _draw_cell(axes: Axes, column: int, row: int, verdict: str) -> None:
    colour, sign = LOOKS.get(verdict, (PALE, ""))
    axes.barh(row, 0.9, left=column - 0.45, height=0.86, color=colour)
    axes.text(column, row, sign, ha="center", va="center", color="white", fontsize=8, fontweight="bold")
