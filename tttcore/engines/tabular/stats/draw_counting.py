"""Readings of the document's shares of games: which games are counted, and what a drawn game counts for."""

from collections.abc import Mapping
from typing import NamedTuple

import pandas as pd

from tttcore.games.seats import SEATS

RESULTS = ["first", "drawn", "second"]
"""Columns of numbers of games by outcome."""
DRAWN = "drawn"
"""Name of the curve of drawn games, beside those of the first player's share by `COUNTINGS`."""
WHEN: Mapping[str, list[str]] = {
    "all": RESULTS,
    "last": [f"last_{result}" for result in RESULTS],
    "off": [f"itself_{result}" for result in ("won", "drawn", "lost")],
}
"""Columns of ``tabular_runs``: games of all training, of its last tenth, or of both policies without exploration."""


class Draw(NamedTuple):
    """Weight of a drawn game: as a win of the first player, as a win of the second, and in the number of games."""

    first: float
    second: float
    game: float


COUNTINGS: Mapping[str, Draw] = {
    "apart": Draw(0, 0, 1),
    "decided": Draw(0, 0, 0),
    "first": Draw(1, 0, 1),
    "half": Draw(0.5, 0.5, 1),
}
"""Draws counted apart, left out, for the first player (Mrugała et al. 2020, 2.1, `train`), or half for each."""


def results(sessions: pd.DataFrame, when: str) -> pd.DataFrame:
    """Columns `RESULTS` of the games named by `when`, see `WHEN`; a row per session."""
    return sessions[WHEN[when]].set_axis(RESULTS, axis=1)


def counted(games: pd.DataFrame, counting: str) -> pd.DataFrame:
    """Share of games that counts for each of `games.seats.SEATS`; NaN where no game counts.

    Parameters
    ----------
    games : numbers or shares of games, with the columns `RESULTS`.
    counting : one of `COUNTINGS`.
    """
    draw = COUNTINGS[counting]._asdict()
    total = games["first"] + games["second"] + draw["game"] * games["drawn"]
    return pd.DataFrame({seat: (games[seat] + draw[seat] * games["drawn"]) / total for seat in SEATS})
