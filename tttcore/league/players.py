"""Players of the league of 3x3, read from tables of agents and checked."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from tttcore.games.seats import SEAT_INDICES
from tttcore.pipeline.store import StoreError
from tttcore.players.beads import drawn_policy
from tttcore.players.policy import Cells, Policy, game, unpacked


@dataclass(frozen=True, eq=False)
class Player:
    """Player of the league in its own `seats` (0 the first, 1 the second).

    Players of the same treatment form a group, which is named after study and treatment.
    """

    agent: str
    study: str
    treatment: str
    replicate: int
    seats: tuple[int, ...]
    policy: Policy

    @property
    def group(self) -> str:
        """Name of the player's group."""
        return f"{self.study}/{self.treatment}"


def league_players(agents: Iterable[pd.DataFrame]) -> list[Player]:
    """Read all players of 3x3, with the players of a group next to each other.

    Parameters
    ----------
    agents : tables of ``agents``, of which only the final players of runs are read, no snapshots.

    Raises
    ------
    StoreError
        If a player has no cell to mark in a position in which it is to move, or a cell that is taken.
    """
    found = [
        _player(row) for table in agents for row in table[table["last"] & (table["game"] == "3x3")].to_dict("records")
    ]
    groups = {group: place for place, group in enumerate(dict.fromkeys(each.group for each in found))}
    return sorted(found, key=lambda each: groups[each.group])


def _player(row: Mapping[Hashable, Any]) -> Player:
    seats, cells = SEAT_INDICES[row["seat"]], unpacked(row["cells"])
    _check_free(cells, seats, row["agent"])
    policy = drawn_policy(row["cells"], row["beads"])
    return Player(row["agent"], row["study"], row["treatment"], row["replicate"], seats, policy)


def _check_free(cells: Cells, seats: Sequence[int], agent: str) -> None:
    played = game(dead=False)
    free = played.following >= 0
    asked = free.any(axis=1) & np.isin(played.seat, seats)
    wrong = (cells & ~free).any(axis=1) | (asked & ~cells.any(axis=1))
    if wrong.any():
        raise StoreError(f"agent {agent!r}: no free cell to mark in position {np.flatnonzero(wrong)[0]}")
