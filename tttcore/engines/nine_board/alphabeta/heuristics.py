"""Static evaluation of positions on nine boards: the document's three heuristics (Osipa 2017, section 2.2).

Scores are whole numbers, sixtieths of a won game, so that the document's 0.1 and 1/60 add up without rounding.
"""

import numpy as np

from tttcore.games.nine_board import BOARDS, CELLS, COMPLETING, FULL
from tttcore.pipeline.jit import inlined, kernel

WIN = 60
"""Score of a game that X has won; one that O has won scores -60, a draw 0."""
INFINITY = 1 << 20
"""More than any score."""

HEURISTICS = (0, 1, 2)
"""Numbers of the heuristics, see `evaluate`."""
NOTHING, CONTROL, WAYS = HEURISTICS

CONTROL_SCORE = 6
"""Score of a controlled board under heuristic 1: 0.1 of a won game."""

POPCOUNT = np.array([cells.bit_count() for cells in range(1 << CELLS)])
"""(512,) number of set bits of each set of cells."""


@kernel
def evaluate(marks, heuristic):
    """Score to X of (2, 9) `marks` by one of the heuristics.

    0 : nothing.
    1 : 6 for each board that X controls, that is, can win with one mark, less 6 for each that O controls; a board that
        both control counts for both and so for neither.
    2 : 1 for each cell with which X can win a board, less 1 for each with which O can; a cell that completes two lines
        counts once.

    Heuristic 1 ranges from -54 to 54, and heuristic 2, at most 5 on a board, from -45 to 45: always less than a win.
    """
    score = 0
    for board in range(BOARDS):
        score += board_score(marks[0, board], marks[1, board], heuristic)
    return score


@inlined
def board_score(crosses, noughts, heuristic):
    """Score of one board, whose sum over boards is `evaluate`, from the bits of its marks."""
    free = FULL & ~(crosses | noughts)
    # `COMPLETING` knows only one player's marks; cells that the other has taken complete nothing.
    ours, theirs = POPCOUNT[COMPLETING[crosses] & free], POPCOUNT[COMPLETING[noughts] & free]
    if heuristic == CONTROL:
        return CONTROL_SCORE * (np.int64(ours > 0) - np.int64(theirs > 0))
    return ours - theirs if heuristic == WAYS else 0
