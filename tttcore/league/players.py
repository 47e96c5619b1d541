"""Who enters the league of 3x3: what runs ended with, and whoever else is in a table of agents."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from tttcore.games.seats import SEAT_INDICES
from tttcore.pipeline.store import StoreError
from tttcore.players.policy import Cells, Policy, game, uniform_policy, unpacked


@dataclass(frozen=True, eq=False)
class Player:
    """A player of the league, who plays in its own `seats` alone (0 the first, 1 the second).

    Players that come from the same treatment make a group, named after its study and its own name.
    """

    agent: str
    study: str
    treatment: str
    replicate: int
    seats: tuple[int, ...]
    chances: Policy

    @property
    def group(self) -> str:
        """Name of the group."""
        return f"{self.study}/{self.treatment}"


def league_players(agents: Iterable[pd.DataFrame]) -> list[Player]:
    """All players of 3x3, those of a group side by side.

    Parameters
    ----------
    agents : tables of ``agents``; what runs ended with enters, not what they were on the way.

    Raises
    ------
    StoreError
        If somebody has no cell to mark where it is to move, or one that is taken.
    """
    found = [
        _entrant(row) for table in agents for row in table[table["last"] & (table["game"] == "3x3")].to_dict("records")
    ]
    groups = {group: place for place, group in enumerate(dict.fromkeys(each.group for each in found))}
    return sorted(found, key=lambda each: groups[each.group])


def _entrant(row: Mapping[Hashable, Any]) -> Player:
    seats, cells = SEAT_INDICES[row["seat"]], unpacked(row["cells"])
    _check_free(cells, seats, row["agent"])
    return Player(row["agent"], row["study"], row["treatment"], row["replicate"], seats, uniform_policy(cells))


def _check_free(cells: Cells, seats: Sequence[int], agent: str) -> None:
    played = game(dead=False)
    free = played.following >= 0
    asked = free.any(axis=1) & np.isin(played.seat, seats)
    wrong = (cells & ~free).any(axis=1) | (asked & ~cells.any(axis=1))
    if wrong.any():
        raise StoreError(f"agent {agent!r}: no free cell to mark in position {np.flatnonzero(wrong)[0]}")
