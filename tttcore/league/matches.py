"""Exact round robin of all players of 3x3, and its tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.league.evaluation import RESULTS
from tttcore.league.players import Player
from tttcore.players.policy import game

Floats = NDArray[np.float64]

DIGITS = 12
"""Decimals to which scores are compared, to ignore rounding errors."""


@dataclass(frozen=True, eq=False)
class RoundRobin:
    """Results of all players that move first against all that move second.

    A player of both seats also plays against itself, so that all players of a seat have the same opponents.

    Attributes
    ----------
    first, second : players in the order of the league, with those of a group next to each other.
    ends : (first, second, 3) probabilities that the first player wins, of a draw, and that the second wins.
    """

    first: Sequence[Player]
    second: Sequence[Player]
    ends: Floats

    @cached_property
    def scores(self) -> Floats:
        """(first, second) expected points of the first player: 1 for a win, 1/2 for a draw."""
        return np.round(self.ends[:, :, 0] + self.ends[:, :, 1] / 2, DIGITS)


def play_round_robin(players: Sequence[Player]) -> RoundRobin:
    """Compute the results of all pairs; each takes microseconds."""
    first, second = ([each for each in players if seat in each.seats] for seat in (0, 1))
    propagate = game(dead=False).propagate
    ends = [[propagate(one.policy, other.policy)[1] for other in second] for one in first]
    return RoundRobin(first, second, np.array(ends))


def matches(played: RoundRobin) -> pd.DataFrame:
    """A row for each pair of players: first, second, and the first player's probabilities won, drawn, lost."""
    return _table(played.ends, [each.agent for each in played.first], [each.agent for each in played.second])


def matrix(played: RoundRobin) -> pd.DataFrame:
    """A row for each pair of groups: first, second, won, drawn, lost, score; means over players."""
    first, second = ([each.group for each in side] for side in (played.first, played.second))
    ends = np.stack([group_means(played.ends[:, :, end], first, second) for end in range(3)], axis=2)
    table = _table(ends, [*dict.fromkeys(first)], [*dict.fromkeys(second)])
    return table.assign(score=table["won"] + table["drawn"] / 2)


def group_means(
    values: Floats, first: Sequence[str], second: Sequence[str], shares: tuple[Floats, Floats] | None = None
) -> Floats:
    """Means of (first, second) values over groups, whose players are next to each other.

    Sums are taken in a fixed order, independent of the machine.

    Parameters
    ----------
    first, second : group of each player.
    shares : weight of each player within its group; equal weights by default.
    """
    (row_starts, rows), (column_starts, columns) = (_parts(groups) for groups in (first, second))
    if shares is not None:
        rows, columns = shares
    by_row = np.add.reduceat(values * rows[:, None], row_starts, axis=0)
    return np.add.reduceat(by_row * columns, column_starts, axis=1)


def _parts(groups: Sequence[str]) -> tuple[NDArray[np.intp], Floats]:
    """First index of each group, and the equal weight of each player within its group."""
    codes, _ = pd.factorize(np.array(groups))
    sizes = np.bincount(codes)
    return np.concatenate([[0], np.cumsum(sizes)[:-1]]), 1 / sizes[codes]


def _table(ends: Floats, first: Sequence[str], second: Sequence[str]) -> pd.DataFrame:
    table = pd.DataFrame(ends.reshape(-1, 3), columns=[*RESULTS])
    table.insert(0, "first", np.repeat(first, len(second)))
    table.insert(1, "second", np.tile(second, len(first)))
    return table
