"""Genomes as policies: the cell that they mark in every position of 3x3."""

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import INVERSES, enumerate_states
from tttcore.players.policy import Cells


def of_genome(genes: NDArray[np.uint8]) -> Cells:
    """Cells that (765,) genes mark, each meant for its state's representative and carried over to every position."""
    tables = enumerate_states()
    cells = np.zeros(tables.next_position.shape, np.bool_)
    (at,) = np.nonzero(tables.open[tables.state_of])
    cells[at, INVERSES[tables.symmetry_of[at], genes[tables.state_of[at]]]] = True
    return cells
