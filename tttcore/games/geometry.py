"""Winning lines of boards of any edge and dimensions, and symmetries of square boards."""

from itertools import product

import numpy as np
from numpy.typing import NDArray


def lines(*, edge: int, dimensions: int) -> NDArray[np.intp]:
    """Winning lines of a board of `edge`^`dimensions` cells, cells numbered row by row.

    Along a line each coordinate stays at one of `edge` values, rises, or falls. Each line is found in both directions
    and kept in the one whose first moving coordinate rises, so that there are
    ((edge + 2)^dimensions - edge^dimensions) / 2 of them.

    Returns
    -------
    (lines, edge) array of cell indices, sorted.
    """
    rise, fall = edge, edge + 1
    found = []
    for motion in product(range(edge + 2), repeat=dimensions):
        moving = [step for step in motion if step >= edge]
        if not moving or moving[0] == fall:
            continue
        line = []
        for position in range(edge):
            coordinates = [{rise: position, fall: edge - 1 - position}.get(step, step) for step in motion]
            line.append(sum(c * edge ** (dimensions - 1 - axis) for axis, c in enumerate(coordinates)))
        found.append(line)
    return np.array(sorted(found), dtype=np.intp)


def symmetries(*, edge: int) -> NDArray[np.intp]:
    """Eight rotations and reflections of a square board, as permutations of its cells.

    Row k is a permutation p with ``image[i] = board[p[i]]``. Order: the four rotations by quarter turns, identity
    first, then the same four after a left-right reflection.

    Returns
    -------
    (8, edge * edge) array.
    """
    square = np.arange(edge * edge).reshape(edge, edge)
    images = [np.rot90(side, quarter) for side in (square, np.fliplr(square)) for quarter in range(4)]
    return np.array([image.ravel() for image in images], dtype=np.intp)
