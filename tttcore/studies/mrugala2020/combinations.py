"""Numbers of games of 3x3 by result and length, counted in three ways, beside the document's tables."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from tttcore.exact import counting
from tttcore.games.classic import StateTables

COUNTINGS = {
    "games": lambda _: counting.games(),
    "state paths": counting.state_paths,
    "games up to symmetry": lambda _: counting.symmetric_games(),
}
"""Ways of counting: sequences of cells; paths of states, on which moves to the same state are one step; and games up to
rotation and reflection."""
TOTAL = "Total"


def combinations(tables: StateTables, printed: pd.DataFrame, counted: Mapping[str, str]) -> pd.DataFrame:
    """Table counted, outcome, part, games, percent, rounded, published_games, published_percent, difference.

    Parameters
    ----------
    tables : the states of 3x3.
    printed : DataFrame[table, outcome, games, percent], the document's tables.
    counted : name of the document's table to compare with, by way of counting (of `COUNTINGS`).

    Returns
    -------
    A row per way of counting and outcome, ``Win in 5 moves`` to ``Win in 9 moves`` and ``Draw``, whose ``part`` is
    end, and ``Total``, whose ``part`` is total. ``rounded`` is the percentage to a tenth, as tables print it.
    """
    return pd.concat([_beside(way, _counts(way, tables), printed, name) for way, name in counted.items()])


def _counts(way: str, tables: StateTables) -> pd.Series:
    """Number of games by outcome: wins by length, then draws, then the total."""
    found = COUNTINGS[way](tables)
    ends = sorted(found, key=lambda end: (end[1], end[0]))
    named = {"Draw" if drawn else f"Win in {marks} moves": found[marks, drawn] for marks, drawn in ends}
    return pd.Series({**named, TOTAL: found.total()}, dtype=np.int64)


def _beside(way: str, games: pd.Series, printed: pd.DataFrame, name: str) -> pd.DataFrame:
    """Rows of a way of counting beside those of the document's table `name`."""
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
