"""Genies of 3x3 as policies: the cell that they mark in every position."""

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import CELLS, CROSS, LINES, NOUGHT, enumerate_states
from tttcore.players.policy import Cells


def of_weights(weights: NDArray[np.integer]) -> Cells:
    """The cell that a linear evaluator of lines marks; ties to the first.

    Parameters
    ----------
    weights : (6,) what a line is worth with 0, 1, 2 own marks, then with 0, 1, 2 of the opponent's, and no others.
    """
    tables = enumerate_states()
    boards = tables.positions
    own_mark = np.where(np.count_nonzero(boards, axis=1) % 2, NOUGHT, CROSS)[:, None, None]
    lines = boards[:, LINES]
    own = np.count_nonzero(lines == own_mark, axis=2)
    theirs = np.count_nonzero(lines, axis=2) - own
    by_own, by_theirs = (np.append(part, 0) for part in np.split(weights.astype(np.int64), 2))
    worth = np.where(theirs == 0, by_own[own], 0) + np.where(own == 0, by_theirs[theirs], 0)
    through = (LINES[:, :, None] == np.arange(CELLS)).any(axis=1)
    free = tables.next_position >= 0
    of_cells = np.where(free, worth @ through, np.iinfo(np.int64).min)
    return free & (np.arange(CELLS) == of_cells.argmax(axis=1)[:, None])
