"""What a search of the engine works with, and what it makes of wins."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.nine_board.alphabeta.heuristics import WIN
from tttcore.pipeline.jit import inlined

UNLIMITED = 1 << 62
"""More nodes than anybody waits for."""


class Means(NamedTuple):
    """Arrays and choices that all of a search's kernels share."""

    words: NDArray[np.int64]
    """Of single boards, see `boards`."""
    table: NDArray[np.int64]
    """Of positions, see `hashing`; with a single slot it isn't used."""
    age: NDArray[np.int64]
    """(1,) number of the search, see `hashing`."""
    ordered: bool
    """Whether promising moves are tried first; otherwise they are in rising order."""
    hurry: bool
    """Whether a win counts a sixtieth more for each ply of the depth that it leaves."""
    stack: NDArray[np.int64]
    """(plies, fields) the positions on the way down, see `deep`."""
    listed: NDArray[np.int64]
    """(plies, 81) moves of each, in the order in which they are tried."""
    codes: NDArray[np.int64]
    """(9,) boards of the position that is looked at."""
    spent: NDArray[np.int64]
    """(2,) nodes so far, and how many there may be."""


@inlined
def won(hurry, left):
    """Worth of a win that leaves `left` plies."""
    return WIN + hurry * left
