"""3x3 boards as planes of marks, in which environments of Gymnasium and PettingZoo show them."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

SHAPE = (3, 3, 2)
Planes = NDArray[np.int8]
Masks = NDArray[np.bool_]


@cache
def planes(board: str, seat: int) -> Planes:
    """(3, 3, 2) 1 where the player in a seat, 0 the first, has a mark, and where the other one has."""
    return np.array([(each == "XO"[seat], each == "OX"[seat]) for each in board], np.int8).reshape(SHAPE)


@cache
def free_mask(board: str) -> Masks:
    """(9,) true for free cells."""
    return np.array([each == "." for each in board])
