"""What a position of nine boards is worth that is not over yet, to X.

Scores are whole numbers, sixtieths of a won game, so that what the document writes as 0.1 and 1/60 adds up without
rounding. Osipa (2017), section 2.2.
"""

import numpy as np
from numpy.typing import NDArray

from tttcore.games.nine_board import BOARDS, CELLS, COMPLETING, FULL
from tttcore.pipeline.jit import inlined, kernel

WIN = 60
"""A game won by X; one won by O is worth -60, a drawn one 0."""
ENDLESS = 1 << 20
"""More than any position is worth."""

HEURISTICS = (0, 1, 2)
"""By number, see `evaluate`."""
NOTHING, CONTROL, WAYS = HEURISTICS

CONTROLLED = 6
"""What a controlled board is worth to heuristic 1: 0.1."""


def _bits() -> NDArray[np.int64]:
    """(512,) by bits of a board's cells, how many these are."""
    return np.array([cells.bit_count() for cells in range(1 << CELLS)])


COUNT = _bits()


@kernel
def evaluate(marks, heuristic):
    """Worth of (2, 9) `marks` to X, in sixtieths of a won game.

    0 : nothing.
    1 : 6 for each board that X controls, that is, can win with one mark, less 6 for each that O controls; a board that
        both control counts for both and so for neither.
    2 : 1 for each cell with which X can win a board, less 1 for each with which O can; a cell that completes two lines
        counts once.

    The least and the most that 1 comes to are -54 and 54, and 2 at most 5 on a board, -45 and 45: always less than a
    won game.
    """
    worth = 0
    for board in range(BOARDS):
        worth += board_worth(marks[0, board], marks[1, board], heuristic)
    return worth


@inlined
def board_worth(crosses, noughts, heuristic):
    """What one board adds to `evaluate`, by the bits of its marks."""
    free = FULL & ~(crosses | noughts)
    ours, theirs = COUNT[COMPLETING[crosses] & free], COUNT[COMPLETING[noughts] & free]
    if heuristic == CONTROL:
        return CONTROLLED * (np.int64(ours > 0) - np.int64(theirs > 0))
    return ours - theirs if heuristic == WAYS else 0
