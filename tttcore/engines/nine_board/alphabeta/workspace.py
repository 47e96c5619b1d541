"""Workspace of a search: the arrays and options that its kernels share."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.nine_board.alphabeta.heuristics import WIN
from tttcore.pipeline.jit import inlined

UNLIMITED = 1 << 62
"""Node limit that no search reaches."""
SPENT, LIMIT = range(2)
"""Indices of `Workspace.nodes`."""


class Workspace(NamedTuple):
    """Arrays and options that all kernels of a search share."""

    features: NDArray[np.int64]  # (19683,) packed features of single boards, see `single_boards`
    table: NDArray[np.int64]  # (slots, 2) transposition table; not used if it has a single slot
    age: NDArray[np.int64]  # (1,) number of the search, which tells its entries from earlier ones, see `transposition`
    ordered: bool  # true to order moves by promise; otherwise they are tried in rising order
    hurry: bool  # true if a win scores a sixtieth more for each ply of the depth that it leaves
    stack: NDArray[np.int64]  # (plies, fields) positions from the root to the current one, see `kernel`
    moves: NDArray[np.int64]  # (plies, 81) moves of each of them, in the order in which they are tried
    codes: NDArray[np.int64]  # (9,) codes of the boards of the current position
    nodes: NDArray[np.int64]  # (2,) nodes searched so far, and how many may be


@inlined
def win_value(hurry, left):
    """Value of a win with `left` plies of the depth to go."""
    return WIN + hurry * left
