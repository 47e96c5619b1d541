"""Games between two learned policies: which of them are looked at, and what draws count for."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

import pandas as pd

from tttcore.games.seats import SEATS

RESULTS = ["first", "drawn", "second"]
"""Columns of games by who won."""
When = Literal["all", "last", "off"]
WHEN: Mapping[str, list[str]] = {
    "all": RESULTS,
    "last": [f"last_{result}" for result in RESULTS],
    "off": [f"itself_{result}" for result in ("won", "drawn", "lost")],
}
"""Columns of ``tabular_runs``: games of all training, of its last tenth, or of both policies without exploration."""


class Draw(NamedTuple):
    """What a drawn game counts: as won by the first player, as won by the second, and as a game."""

    first: float
    second: float
    game: float


Counting = Literal["apart", "decided", "first", "half"]
COUNTINGS: Mapping[str, Draw] = {
    "apart": Draw(0, 0, 1),
    "decided": Draw(0, 0, 0),
    "first": Draw(1, 0, 1),
    "half": Draw(0.5, 0.5, 1),
}
"""Draws on their own, left out, to the first player (Mrugała et al. 2020, 2.1, `train`), or half to each."""


def results(sessions: pd.DataFrame, when: str) -> pd.DataFrame:
    """Columns `RESULTS` of the games that `WHEN` names, a row per session."""
    return sessions[WHEN[when]].set_axis(RESULTS, axis=1)


def counted(games: pd.DataFrame, counting: str) -> pd.DataFrame:
    """Shares of games that count for each of `games.seats.SEATS`; NaN where no game counts.

    Parameters
    ----------
    games : numbers or shares of games, with the columns `RESULTS`.
    counting : one of `COUNTINGS`.
    """
    draw = COUNTINGS[counting]._asdict()
    total = games["first"] + games["second"] + draw["game"] * games["drawn"]
    return pd.DataFrame({seat: (games[seat] + draw[seat] * games["drawn"]) / total for seat in SEATS})
