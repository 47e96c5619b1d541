"""Genies of 3x3 as policies: the cell that they mark in every position."""

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import CELLS, CROSS, LINES, NOUGHT, enumerate_states
from tttcore.players.policy import Cells


def policy_of_weights(weights: NDArray[np.integer]) -> Cells:
    """Policy of a linear evaluator of lines: the free cell of highest value, ties to the first.

    Parameters
    ----------
    weights : (6,) value of a line with 0, 1, 2 own marks and none of the opponent's, then with 0, 1, 2 of the
        opponent's and no own ones.
    """
    tables = enumerate_states()
    boards = tables.positions
    own_mark = np.where(np.count_nonzero(boards, axis=1) % 2, NOUGHT, CROSS)[:, None, None]
    lines = boards[:, LINES]
    own = np.count_nonzero(lines == own_mark, axis=2)
    theirs = np.count_nonzero(lines, axis=2) - own
    by_own, by_theirs = (np.append(part, 0) for part in np.split(weights.astype(np.int64), 2))
    line_values = np.where(theirs == 0, by_own[own], 0) + np.where(own == 0, by_theirs[theirs], 0)
    through = (LINES[:, :, None] == np.arange(CELLS)).any(axis=1)
    free = tables.next_position >= 0
    cell_values = np.where(free, line_values @ through, np.iinfo(np.int64).min)
    return free & (np.arange(CELLS) == cell_values.argmax(axis=1)[:, None])
