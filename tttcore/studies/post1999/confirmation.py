"""Lines counted as the document confirmed its formula: all combinations of as many cells as a line has are tried."""

import numpy as np

from tttcore.games.lattice import Lattice
from tttcore.pipeline.jit import kernel


def count_by_combinations(lattice: Lattice) -> tuple[int, int]:
    """How many of all combinations of `edge` cells are a line, and how many combinations there are.

    Source: Post (1999), Results, and Appendix C, WinCount.
    """
    coordinates = np.array([lattice.coordinates(cell) for cell in range(lattice.cells)], np.int64)
    return _count(coordinates, lattice.edge)


@kernel
def _count(coordinates, edge):
    """Go through all combinations in lexical order and count those that are lines."""
    cells = coordinates.shape[0]
    chosen = np.arange(edge)
    lines, tried = 0, 0
    while True:
        tried += 1
        lines += _is_line(coordinates, chosen, edge)
        last = edge - 1
        while last >= 0 and chosen[last] == cells - edge + last:
            last -= 1
        if last < 0:
            return lines, tried
        chosen[last] += 1
        for place in range(last + 1, edge):
            chosen[place] = chosen[place - 1] + 1


@kernel
def _is_line(coordinates, chosen, edge):
    """Whether cells in the order of their numbers go straight from one end of the board to the other.

    Every coordinate stays as it is, or goes one by one from 0 to the end, or from the end to 0.
    """
    for axis in range(coordinates.shape[1]):
        begin = coordinates[chosen[0], axis]
        step = coordinates[chosen[1], axis] - begin
        if step > 1 or step < -1 or (step == 1 and begin != 0) or (step == -1 and begin != edge - 1):
            return False
        for place in range(2, edge):
            if coordinates[chosen[place], axis] != begin + place * step:
                return False
    return True
