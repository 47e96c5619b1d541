"""Players of 3x3, read from tables of agents, and their round robin with exact results.

Players that move first are in the rows, those that move second in the columns. A player of both seats also plays
against itself, so that all players of a seat have the same opponents.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from tttcore.games.position import SEAT_INDICES
from tttcore.pipeline.store import StoreError
from tttcore.players.exact_results import propagate
from tttcore.players.policy import Cells, Policy, drawn_policy, game, unpacked
from tttcore.stats.round_robin import Floats, RoundRobin, Side, pair_table


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
    free = played.successors >= 0
    asked = free.any(axis=1) & np.isin(played.seat, seats)
    wrong = (cells & ~free).any(axis=1) | (asked & ~cells.any(axis=1))
    if wrong.any():
        raise StoreError(f"agent {agent!r}: no free cell to mark in position {np.flatnonzero(wrong)[0]}")


def play_round_robin(players: Sequence[Player]) -> RoundRobin:
    """Compute the probabilities of the results of all pairs; each takes microseconds."""
    first, second = ([each for each in players if seat in each.seats] for seat in (0, 1))
    played = game(dead=False)
    ends = [[propagate(played, one.policy, other.policy)[1] for other in second] for one in first]
    rows, columns = (Side([each.agent for each in side], [each.group for each in side]) for side in (first, second))
    return RoundRobin(rows, columns, np.moveaxis(np.array(ends), -1, 0))


def matches(played: RoundRobin) -> pd.DataFrame:
    """A row for each pair of players: first, second, and the first player's probabilities won, drawn, lost."""
    return pair_table(played.ends, first=played.rows.players, second=played.columns.players)


def matrix(played: RoundRobin) -> pd.DataFrame:
    """A row for each pair of groups: first, second, won, drawn, lost, score; means over players."""
    ends = np.stack([group_means(end, played.rows, played.columns) for end in played.ends])
    table = pair_table(ends, first=played.rows.groups, second=played.columns.groups)
    return table.assign(score=table["won"] + table["drawn"] / 2)


def group_means(values: Floats, rows: Side, columns: Side, shares: tuple[Floats, Floats] | None = None) -> Floats:
    """(row groups, column groups) means of (rows, columns) values over the players of each group.

    Parameters
    ----------
    shares : weight of each player within its group; equal weights by default.
    """
    ours, theirs = shares or (equal_shares(rows), equal_shares(columns))
    return columns.sums(rows.sums(values * ours[:, None], axis=0) * theirs, axis=1)


def equal_shares(side: Side) -> Floats:
    """(players,) equal weight of each player within its group."""
    return 1 / side.sizes[side.numbers]
