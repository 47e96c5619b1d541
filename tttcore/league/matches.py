"""Every player of 3x3 against every other, exactly."""

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
"""Decimals to which scores are told apart; what is beyond is rounding."""


@dataclass(frozen=True, eq=False)
class RoundRobin:
    """All who play first against all who play second.

    Whoever plays in both seats meets itself as well, so that in a seat all play_round_robin the same opponents.

    Attributes
    ----------
    first, second : players in the order of the league, each group side by side.
    ends : (first, second, 3) chances that the first player wins, of a draw, and that the second wins.
    """

    first: Sequence[Player]
    second: Sequence[Player]
    ends: Floats

    @cached_property
    def scores(self) -> Floats:
        """(first, second) points of who plays first: 1 for a win, half of it for a draw."""
        return np.round(self.ends[:, :, 0] + self.ends[:, :, 1] / 2, DIGITS)


def play_round_robin(players: Sequence[Player]) -> RoundRobin:
    """Let all play_round_robin; a game of two takes microseconds."""
    first, second = ([each for each in players if seat in each.seats] for seat in (0, 1))
    play = game(dead=False).propagate
    ends = [[play(one.chances, other.chances)[1] for other in second] for one in first]
    return RoundRobin(first, second, np.array(ends))


def matches(met: RoundRobin) -> pd.DataFrame:
    """A row for each two that play_round_robin: first, second, won, drawn, lost; chances as the first player sees them."""
    return _table(met.ends, [each.agent for each in met.first], [each.agent for each in met.second])


def matrix(met: RoundRobin) -> pd.DataFrame:
    """A row for each two groups that play_round_robin: first, second, won, drawn, lost, score; means over players."""
    first, second = ([each.group for each in side] for side in (met.first, met.second))
    ends = np.stack([group_means(met.ends[:, :, end], first, second) for end in range(3)], axis=2)
    table = _table(ends, [*dict.fromkeys(first)], [*dict.fromkeys(second)])
    return table.assign(score=table["won"] + table["drawn"] / 2)


def group_means(
    values: Floats, first: Sequence[str], second: Sequence[str], shares: tuple[Floats, Floats] | None = None
) -> Floats:
    """Means of (first, second) values over groups, which are side by side.

    Parameters
    ----------
    first, second : the groups of players.
    shares : what part of its group each player is; equal parts by default. Sums are taken in a fixed order, whatever
        the machine.
    """
    (row_starts, rows), (column_starts, columns) = (_parts(groups) for groups in (first, second))
    if shares is not None:
        rows, columns = shares
    by_row = np.add.reduceat(values * rows[:, None], row_starts, axis=0)
    return np.add.reduceat(by_row * columns, column_starts, axis=1)


def _parts(groups: Sequence[str]) -> tuple[NDArray[np.intp], Floats]:
    """Where each group starts, and the equal parts of its players."""
    codes, _ = pd.factorize(np.array(groups))
    sizes = np.bincount(codes)
    return np.concatenate([[0], np.cumsum(sizes)[:-1]]), 1 / sizes[codes]


def _table(ends: Floats, first: Sequence[str], second: Sequence[str]) -> pd.DataFrame:
    table = pd.DataFrame(ends.reshape(-1, 3), columns=[*RESULTS])
    table.insert(0, "first", np.repeat(first, len(second)))
    table.insert(1, "second", np.tile(second, len(first)))
    return table
