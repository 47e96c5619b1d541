"""Who enters the league of 3x3: what runs ended with, and players of the house."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from tttcore.base.store import StoreError
from tttcore.players.house import HousePlayer
from tttcore.players.strategy import Cells, CellSets, Chances, game, packed, uniform, unpacked

Seats = tuple[int, ...]
HOUSE = "house"
SEATS = ("first", "second")
PLAYED_IN: Mapping[str, Seats] = {"first": (0,), "second": (1,), "both": (0, 1)}
"""Numbers of the seats that a player knows."""


@dataclass(frozen=True, eq=False)
class Entrant:
    """A player of the league, who plays in its own `seats` alone (0 the first, 1 the second).

    Players that come from the same treatment make a group, named after its study and its own name.
    """

    agent: str
    study: str
    treatment: str
    replicate: int
    seats: Seats
    chances: Chances

    @property
    def group(self) -> str:
        """Name of the group."""
        return f"{self.study}/{self.treatment}"


def entrants(agents: Iterable[pd.DataFrame], house: Mapping[str, HousePlayer]) -> list[Entrant]:
    """All players of 3x3, those of a group side by side, players of the house last.

    Parameters
    ----------
    agents : tables of ``agents``; what runs ended with enters, not what they were on the way.
    house : players of the house by name.

    Raises
    ------
    StoreError
        If somebody has no cell to mark where it is to move, or one that is taken.
    """
    found = [
        _entrant(row["agent"], row["study"], row["treatment"], row["replicate"], PLAYED_IN[row["seat"]], row["cells"])
        for table in agents
        for row in table[table["last"] & (table["game"] == "3x3")].to_dict("records")
    ]
    found += [
        _entrant(f"{HOUSE}/{name}", HOUSE, name, 0, player.seats, packed(player.cells))
        for name, player in house.items()
    ]
    groups = {group: place for place, group in enumerate(dict.fromkeys(each.group for each in found))}
    return sorted(found, key=lambda each: groups[each.group])


def _entrant(agent: str, study: str, treatment: str, replicate: int, seats: Seats, cells: CellSets) -> Entrant:
    found = unpacked(cells)
    _check_free(found, seats, agent)
    return Entrant(agent, study, treatment, replicate, seats, uniform(found))


def _check_free(cells: Cells, seats: Seats, agent: str) -> None:
    played = game(dead=False)
    free = played.following >= 0
    asked = free.any(axis=1) & np.isin(played.seat, seats)
    wrong = (cells & ~free).any(axis=1) | (asked & ~cells.any(axis=1))
    if wrong.any():
        raise StoreError(f"agent {agent!r}: no free cell to mark in position {np.flatnonzero(wrong)[0]}")
