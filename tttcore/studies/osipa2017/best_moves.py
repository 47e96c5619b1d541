"""Table of the best moves of 3x3, for kernels: a perfect player's move is one look-up.

A position's code is its cells as digits to base three, 0 empty, 1 X, 2 O, cell 0 the lowest. A mark on a cell adds
`POWERS` of that cell once for X and twice for O.
"""

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import CELLS, SYMMETRIES, Board, StateTables
from tttcore.pipeline.jit import inlined
from tttcore.pipeline.rng import below
from tttcore.players.minimax import solve

POWERS = 3 ** np.arange(CELLS)
"""(9,) place value of each cell's digit."""
CODES = 3**CELLS

BestCells = NDArray[np.uint8]
"""(19683, 10) by code: number of best cells, these cells in order, then 9s. Positions that no game reaches, or where it
is over, have none."""


def best_cells_table(tables: StateTables) -> BestCells:
    """Table of the cells that keep the value of each position; takes milliseconds."""
    best = np.take_along_axis(solve(tables).best[tables.state_of], SYMMETRIES[tables.symmetry_of], axis=1)
    table = np.full((CODES, 1 + CELLS), CELLS, np.uint8)
    table[:, 0] = 0
    codes = tables.positions @ POWERS
    table[codes, 0] = best.sum(axis=1)
    table[codes, 1:] = np.sort(np.where(best, np.arange(CELLS), CELLS), axis=1)
    return table


def position_code(board: Board) -> int:
    """Code of a board of nine cells."""
    return int(board @ POWERS)


def best_cells(table: BestCells, board: Board) -> list[int]:
    """Cells that keep the value of a board, in order; none where the game is over."""
    count, *cells = table[position_code(board)].tolist()
    return cells[:count]


@inlined
def perfect_move(table, code, state):
    """Draw one of the best cells of a position uniformly, 9 if there is none; takes one random word."""
    return np.int64(table[code, 1 + below(state, table[code, 0])])
