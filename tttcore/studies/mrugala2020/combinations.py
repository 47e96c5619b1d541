"""Games of 3x3 by their end, in every way of counting, beside tables of them that a document prints."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from tttcore.exact import counting
from tttcore.games.classic import StateTables

COUNTINGS = ("games", "state paths", "games up to symmetry")
"""Sequences of cells; paths of states, on which marks that lead to the same state are one step; and games, those that a
rotation or reflection turns into one another taken as one."""
TOTAL = "Total"


def combinations(tables: StateTables, printed: pd.DataFrame, counted: Mapping[str, str]) -> pd.DataFrame:
    """Table counted, outcome, part, games, percent, rounded, published_games, published_percent, difference.

    Parameters
    ----------
    tables : the game's states.
    printed : table, outcome, games, percent: what the document's tables print.
    counted : a way of counting (one of `COUNTINGS`) to the document's table that it is held against, by its name in
        `printed`; several ways may be held against one.

    Returns
    -------
    A row per way of counting and outcome, ``Win in 5 moves`` to ``Win in 9 moves``, ``Draw``, which are ``part`` end,
    and ``Total``, which is ``part`` total. ``rounded`` is the percentage to a tenth, as tables print it.
    """
    return pd.concat([_beside(way, _counts(way, tables), printed, name) for way, name in counted.items()])


def _counts(way: str, tables: StateTables) -> pd.Series:
    """Games by outcome, wins by their length before draws, and the total."""
    found = {
        "games": lambda: counting.games(tables),
        "state paths": lambda: counting.state_paths(tables),
        "games up to symmetry": counting.symmetric_games,
    }[way]()
    ends = sorted(found, key=lambda end: (end[1], end[0]))
    named = {"Draw" if drawn else f"Win in {marks} moves": found[marks, drawn] for marks, drawn in ends}
    return pd.Series({**named, TOTAL: found.total()}, dtype=np.int64)


def _beside(way: str, games: pd.Series, printed: pd.DataFrame, name: str) -> pd.DataFrame:
    published = printed[printed["table"] == name].set_index("outcome").reindex(games.index)
    percent = 100 * games / games[TOTAL]
    return pd.DataFrame(
        {
            "counted": way,
            "outcome": games.index,
            "part": np.where(games.index == TOTAL, "total", "end"),
            "games": games.to_numpy(),
            "percent": percent.to_numpy(),
            "rounded": percent.round(1).to_numpy(),
            "published_games": published["games"].to_numpy(float),
            "published_percent": published["percent"].to_numpy(float),
            "difference": (games - published["games"]).to_numpy(float),
        }
    )
