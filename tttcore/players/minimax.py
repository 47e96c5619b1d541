"""The exact solver: value, best marks and length of perfect play of every state."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import CELLS, CROSS_WON, NOUGHT_WON, StateTables

_LATEST = CELLS + 1
"""A win at the last ply still scores 1."""


@dataclass(frozen=True, eq=False)
class Solution:
    """Perfect play, in which a winner hurries and a loser delays.

    Attributes
    ----------
    values : (765,) what perfect play ends in: 1 if X wins, 0 if nobody does, -1 if O wins.
    best : (765, 9) True at every cell that keeps the value, hurried or not; none where the game is over.
    plies_left : (765,) marks until the end; drawn games fill the board.
    """

    values: NDArray[np.int8]
    best: NDArray[np.bool_]
    plies_left: NDArray[np.int8]


def solve(tables: StateTables) -> Solution:
    """Solve the game from its ends backwards. Takes milliseconds.

    The score of a state is its value times ten less the ply at which the game ends, so that
    greater is better for X and an earlier win is better than a later one.
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
