"""Figures of the league of 3x3, by name.

They are named whenever anything is planned, so that what draws them is imported when one is drawn.
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
            "Points for a game (1 won, half of it drawn) of each group that moves first (rows) against each that moves "
            "second (columns), exact. The groups with the most points are on top and on the left."
        ),
    },
    "ranking": {
        "title": "Points of each group of players",
        "caption": (
            "Points for a game (1 won, half of it drawn) over the groups of opponents in the mean, with 95% intervals "
            "from champions drawn again, in each seat and in both. Colours are those of studies."
        ),
    },
    **{
        f"{_CRITICAL}{seat}": {
            "title": f"Mean ranks {where}",
            "caption": (
                "Place of each group in the mean over groups of opponents, the best being 1. Bars join groups that "
                "Nemenyi's test can't tell apart at 5%; CD is the critical difference."
            ),
        }
        for seat, where in SEATS.items()
    },
    "strength": {
        "title": "Strength against the random player and against the best reply",
        "caption": (
            "Each player in each seat: how often it beats a player that marks any free cell, over what the best reply "
            "to it gets, from 0 (it can't be beaten) to 1 (it can always be beaten). Larger signs stand for players of "
            "the house."
        ),
    },
}
"""Titles and captions by name."""


def draw(name: str, tables: "Mapping[str, pd.DataFrame]") -> "Figure":
    """The figure of a name in `FIGURES` from the league's tables, see `league.classic`."""
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
