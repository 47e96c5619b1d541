"""Pictures of boards as arrays of colours."""

import numpy as np
from numpy.typing import NDArray

CELL, GAP = 24, 8
"""Pixels of a cell's edge, and between boards or layers."""
WHITE, GREY = (255, 255, 255), (150, 150, 150)
CROSS, NOUGHT = (0, 90, 160), (190, 60, 0)
"""Colours of the marks."""
OWNED = (WHITE, (205, 225, 240), (250, 220, 200))
"""Background of cells that belong to nobody, to X and to O."""


def picture(marks: NDArray[np.int8], owners: NDArray[np.int8]) -> NDArray[np.uint8]:
    """(height, width, 3) picture of a board in red, green and blue.

    The last axis of the board runs to the right and the one before it down; further axes repeat this with whole boards
    or layers, in turn.

    Parameters
    ----------
    marks : contents of the cells, on as many axes as the board has: 0 empty, 1 X, 2 O.
    owners : of the same shape, whose a cell's board is: 0 nobody's, 1 X's, 2 O's.
    """
    corners = [np.zeros(marks.shape, np.int64), np.zeros(marks.shape, np.int64)]
    size = [CELL, CELL]
    for axis, place in enumerate(np.indices(marks.shape)[::-1]):
        side = 1 - axis % 2
        gap = GAP if axis > 1 else 0
        corners[side] += place * (size[side] + gap)
        size[side] += (marks.shape[-1 - axis] - 1) * (size[side] + gap)
    drawn = np.full((*size, 3), 255, np.uint8)
    rows, columns = (corner.ravel()[:, None] + np.arange(CELL) for corner in corners)
    drawn[rows[:, :, None], columns[:, None, :]] = _cells()[owners.ravel(), marks.ravel()]
    return drawn


def _cells() -> NDArray[np.uint8]:
    """(3, 3, CELL, CELL, 3) pictures of a cell by owner and mark."""
    drawn = np.empty((3, 3, CELL, CELL, 3), np.uint8)
    drawn[:] = np.array(OWNED, np.uint8)[:, None, None, None]
    away = np.abs(np.arange(CELL) - (CELL - 1) / 2)
    down, right = away[:, None], away[None, :]
    distance = np.hypot(down, right)
    drawn[:, 1, (np.abs(down - right) < 1.5) & (down < CELL / 3)] = CROSS
    drawn[:, 2, (distance < CELL / 3) & (distance > CELL / 3 - 3)] = NOUGHT
    drawn[:, :, [0, -1], :] = drawn[:, :, :, [0, -1]] = GREY
    return drawn
