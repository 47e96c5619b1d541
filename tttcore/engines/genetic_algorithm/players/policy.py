"""Policy of a genome: the cell that it marks in every position of 3x3."""

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import INVERSES, enumerate_states
from tttcore.players.policy import Cells


def policy_of_genome(genes: NDArray[np.uint8]) -> Cells:
    """(positions, 9) True for the cell that (765,) genes mark, carried over from each state's representative."""
    tables = enumerate_states()
    cells = np.zeros(tables.next_position.shape, np.bool_)
    (at,) = np.nonzero(tables.open[tables.state_of])
    cells[at, INVERSES[tables.symmetry_of[at], genes[tables.state_of[at]]]] = True
    return cells
