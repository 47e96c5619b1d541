"""Solve 3x3 exactly: value, best marks and length of perfect play of every state."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import CELLS, CROSS_WON, NOUGHT_WON, StateTables

_LATEST = CELLS + 1
"""Ply from which scores are counted, so that a win at the last ply scores 1."""


@dataclass(frozen=True, eq=False)
class Solution:
    """Perfect play, in which a winner wins early and a loser loses late.

    Attributes
    ----------
    values : (765,) game-theoretic value: 1 if X wins, 0 for a draw, -1 if O wins.
    best : (765, 9) True for every cell that keeps the value, fast or slow; none if the game is over.
    plies_left : (765,) number of marks until the end; drawn games fill the board.
    """

    values: NDArray[np.int8]
    best: NDArray[np.bool_]
    plies_left: NDArray[np.int8]


def solve(tables: StateTables) -> Solution:
    """Solve the game by retrograde analysis. Takes milliseconds.

    The score of a state is its value times (10 - ply at which the game ends), so that
    higher is better for X and an earlier win is better than a later one.
    """
    plies, next_state = tables.plies, tables.next_state
    scores = np.select(
        [tables.outcomes == CROSS_WON, tables.outcomes == NOUGHT_WON], [_LATEST - plies, plies - _LATEST]
    )
    for ply in range(CELLS - 1, -1, -1):
        (rows,) = np.nonzero(tables.open & (plies == ply))
        after = np.ma.masked_array(scores[next_state[rows]], mask=next_state[rows] < 0)
        scores[rows] = after.max(axis=1) if ply % 2 == 0 else after.min(axis=1)
    values = np.sign(scores).astype(np.int8)
    last_ply = np.where(values == 0, CELLS, _LATEST - abs(scores))
    return Solution(
        values=values,
        best=(next_state >= 0) & (values[next_state] == values[:, None]),
        plies_left=(last_ply - plies).astype(np.int8),
    )
