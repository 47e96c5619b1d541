"""Titles and captions of the figures of the league of 3x3, and a function that draws one by name.

The workflow reads the names whenever it plans, so that the drawing functions are imported only to draw.
"""

# ruff: noqa: PLC0415

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

SEATS = {"first": "moving first", "second": "moving second", "both": "in both seats"}
_CRITICAL = "critical-differences-"

FIGURES: Mapping[str, Mapping[str, str]] = {
    "matrix": {
        "title": "Everybody against everybody on 3x3",
        "caption": (
            "Exact points per game (1 for a win, half for a draw) of each group that moves first (rows) against each "
            "that moves second (columns). The groups with the most points are on top and on the left."
        ),
    },
    "ranking": {
        "title": "Points of each group of players",
        "caption": (
            "Points per game (1 for a win, half for a draw), averaged over the groups of opponents, with 95% bootstrap "
            "intervals over champions, in each seat and in both. Colours are those of studies."
        ),
    },
    **{
        f"{_CRITICAL}{seat}": {
            "title": f"Mean ranks {where}",
            "caption": (
                "Mean rank of each group over groups of opponents, the best being 1. Bars join groups that Nemenyi's "
                "test can't tell apart at 5%; CD is the critical difference."
            ),
        }
        for seat, where in SEATS.items()
    },
    "strength": {
        "title": "Strength against the random player and against the best response",
        "caption": (
            "Each player in each seat: how often it beats a player that marks any free cell, over the expected result "
            "of the best response to it, from 0 (it can't be beaten) to 1 (it can always be beaten). Larger signs "
            "stand for baselines."
        ),
    },
}
"""Titles and captions by name."""


def draw(name: str, tables: "Mapping[str, pd.DataFrame]") -> "Figure":
    """Draw the figure of a name in `FIGURES` from the league's tables, see `league.classic`."""
    from tttcore.league import drawings

    title = FIGURES[name]["title"]
    if name == "matrix":
        return drawings.matrix(tables["matrix"], title=title)
    if name == "ranking":
        return drawings.ranking(tables["ranking"], title=title)
    if name == "strength":
        return drawings.strength(tables["players"], title=title)
    used = (tables[table] for table in ("ranking", "differences", "friedman"))
    return drawings.critical_differences(*used, seat=name.removeprefix(_CRITICAL), title=title)
