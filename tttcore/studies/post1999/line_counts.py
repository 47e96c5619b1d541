"""Brute-force count of winning lines among all combinations of cells, by which the document confirmed its formula."""

import numpy as np

from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.jit import kernel


def count_by_combinations(board: Hypercube) -> tuple[int, int]:
    """Number of combinations of `edge` cells that are a line, and number of all combinations.

    Source: Post (1999), Results, and Appendix C, WinCount.
    """
    coordinates = np.array([board.coordinates(cell) for cell in range(board.cells)], np.int64)
    return _count(coordinates, board.edge)


@kernel
def _count(coordinates, edge):
    """Count the lines among all combinations of cells, in lexicographic order, and the combinations."""
    cells = coordinates.shape[0]
    chosen = np.arange(edge)
    lines, tried = 0, 0
    while True:
        tried += 1
        lines += _is_line(coordinates, chosen, edge)
        # Next combination: the last cell that can move on does, and those after it follow closely.
        last = edge - 1
        # The cells behind place `last` need room as well, so that its cell stops that much before the board's end.
        while last >= 0 and chosen[last] == cells - edge + last:
            last -= 1
        if last < 0:
            return lines, tried
        chosen[last] += 1
        for place in range(last + 1, edge):
            chosen[place] = chosen[place - 1] + 1


@kernel
def _is_line(coordinates, chosen, edge):
    """True if cells, in the order of their numbers, are a straight line from one end of the board to the other.

    Every coordinate stays the same, rises by 1 from 0 to the end, or falls by 1 from the end to 0.
    """
    # Cells are chosen in rising order, so that each line comes up once, in the direction in which its highest moving
    # coordinate rises. They are different, so that some coordinate moves.
    for axis in range(coordinates.shape[1]):
        begin = coordinates[chosen[0], axis]
        step = coordinates[chosen[1], axis] - begin
        if step > 1 or step < -1 or (step == 1 and begin != 0) or (step == -1 and begin != edge - 1):
            return False
        for place in range(2, edge):
            if coordinates[chosen[place], axis] != begin + place * step:
                return False
    return True
