"""Draw positions on n^d boards with numbered columns, rows and layers, and with the winning line in brackets."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tttcore.games.hypercube import SIGNS, Hypercube, empty_cell_lines, find_lines_through
from tttcore.games.hypercube_position import HypercubePosition

_GAP = "   "
"""Space between layers that stand beside each other."""


def draw_board(position: HypercubePosition, *, count_from: int = 1) -> str:
    """Draw a position: columns and rows carry numbers, layers of the third dimension stand beside each other.

    Layers of further dimensions follow below, each group under a header with its coordinates. The cells of all lines
    that the last mark has completed are in brackets.

    Parameters
    ----------
    count_from : number of the first column, row and layer.
    """
    board = position.board
    signs = [f" {SIGNS[mark]} " for mark in position.marks().tolist()]
    for cell in winning_cells(position):
        signs[cell] = f"[{signs[cell].strip()}]"
    size = board.edge ** min(board.dimensions, 3)
    groups = []
    for start in range(0, board.cells, size):
        lines = [*_heading(board, start, count_from), *_group(board, signs[start : start + size], count_from)]
        groups.append("\n".join(line.rstrip() for line in lines))
    return "\n\n".join(groups)


def drawn_lines(board: Hypercube) -> int:
    """Number of lines that `draw_board` returns."""
    rows = (board.edge if board.dimensions > 1 else 1) + 1 + (board.dimensions > 2) + (board.dimensions > 3)
    groups: int = board.edge ** max(board.dimensions - 3, 0)
    return groups * (rows + 1) - 1


def winning_cells(position: HypercubePosition) -> list[int]:
    """Cells of all lines that the last mark has completed, in rising order; none if it has completed none."""
    if not position.marked:
        return []
    board, last, marks = position.board, position.marked[-1], position.marks()
    found = empty_cell_lines(board)
    count = find_lines_through(last, board.edge, board.dimensions, found)
    start, step = found.start[:count, None], found.step[:count, None]
    lines: NDArray[np.int64] = start + np.arange(board.edge) * step
    own = (marks[lines] == marks[last]).all(axis=1)
    return sorted({*lines[own].ravel().tolist()})


def _heading(board: Hypercube, start: int, count_from: int) -> list[str]:
    """Header of a group of layers, which names its coordinates beyond the third."""
    if board.dimensions <= 3:
        return []
    places = enumerate(board.coordinates(start)[3:], start=4)
    return [", ".join(f"dimension {axis} at {place + count_from}" for axis, place in places) + ":"]


def _group(board: Hypercube, signs: list[str], count_from: int) -> Iterator[str]:
    """Lines of layers beside each other, from the signs of their cells, three characters each."""
    edge = board.edge
    numbers = [str(number) for number in range(count_from, count_from + edge)]
    margin = max(map(len, numbers)) + 1
    columns = " " * margin + "".join(f"{number:^3}" for number in numbers)
    area = edge * edge if board.dimensions > 1 else edge
    layers = range(0, len(signs), area)
    if board.dimensions > 2:
        yield _GAP.join(f"{'layer ' + number:<{len(columns)}}" for number in numbers)
    yield _GAP.join(columns for _ in layers)
    for row in range(area // edge):
        label = f"{numbers[row] if board.dimensions > 1 else '':<{margin}}"
        begin = row * edge
        yield _GAP.join(label + "".join(signs[layer + begin : layer + begin + edge]) for layer in layers)
