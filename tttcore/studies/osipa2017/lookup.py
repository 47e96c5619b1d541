"""The perfect player of 3x3 for kernels: its move is one look-up.

A position is known by its code, the number whose digits to base three are the cells: 0 empty, 1 X, 2 O, cell 0 last. A
mark on a cell adds `PLACES` of that cell once for X and twice for O.
"""

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import CELLS, SYMMETRIES, Board, StateTables
from tttcore.pipeline.jit import inlined
from tttcore.pipeline.rng import below
from tttcore.players.minimax import solve

PLACES = 3 ** np.arange(CELLS)
"""(9,) what each cell's digit counts."""
CODES = 3**CELLS

BestCells = NDArray[np.uint8]
"""(19683, 10) by code: how many cells are best, and these in order, then 9. None are where no game comes or goes on."""


def best_cells_table(tables: StateTables) -> BestCells:
    """Every cell that keeps the value of every position. Takes milliseconds."""
    best = np.take_along_axis(solve(tables).best[tables.state_of], SYMMETRIES[tables.symmetry_of], axis=1)
    table = np.full((CODES, 1 + CELLS), CELLS, np.uint8)
    table[:, 0] = 0
    codes = tables.positions @ PLACES
    table[codes, 0] = best.sum(axis=1)
    table[codes, 1:] = np.sort(np.where(best, np.arange(CELLS), CELLS), axis=1)
    return table


def position_code(board: Board) -> int:
    """Code of a board of nine cells."""
    return int(board @ PLACES)


def best_cells(table: BestCells, board: Board) -> list[int]:
    """Cells that keep the value of a board, in order; none where the game is over."""
    count, *cells = table[position_code(board)].tolist()
    return cells[:count]


@inlined
def perfect_move(table, code, state):
    """A best cell of the position, each as likely, and 9 where there is none; takes one word."""
    return np.int64(table[code, 1 + below(state, table[code, 0])])
