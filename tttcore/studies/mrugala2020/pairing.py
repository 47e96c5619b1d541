"""Pairs of cells with which the second player prevents all rows of 9 on a board without an edge.

Cells are put into pairs so that each row holds one. Whenever a cell is marked, the second player marks its partner, if
it is free, so that nobody ever holds both; the game goes on for ever (Hales and Jewett 1963).

The pattern repeats after 8 cells in both directions. Each of the 32 lines that it then has, across, upright and aslant,
is given two neighbours of its own, which are all 64 cells; 9 cells in a row hold the two wherever they begin. Rows of
fewer can't be prevented so: a line needs two cells of any `need` - 1 in a row, four lines go through a cell, and so
8 / (`need` - 1) can't be above 1. Zetters (1980) has shown by other means that rows of 8 can be prevented.
"""

from collections.abc import Mapping
from itertools import pairwise

PERIOD = 8

Cell = tuple[int, int]
Pair = frozenset[Cell]

_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def pairing() -> dict[Cell, Cell]:
    """The partner of each cell from (0, 0) to (7, 7), seen modulo 8; the first pairing that a search finds."""
    pairs = _choose([_neighbours(line, step) for step in _STEPS for line in range(PERIOD)], frozenset())
    assert pairs is not None, "there is a pairing"
    return {cell: partner for pair in pairs for cell in pair for partner in pair - {cell}}


def _neighbours(line: int, step: Cell) -> list[Pair]:
    """All two cells next to each other on a line of the pattern."""
    start = (0, line) if step[0] else (line, 0)
    cells = [_moved(start, step, times) for times in range(PERIOD + 1)]
    return [frozenset(pair) for pair in pairwise(cells)]


def _choose(lines: list[list[Pair]], taken: frozenset[Cell]) -> list[Pair] | None:
    """A pair of free cells for each line, the line with the fewest first; None if there are none."""
    if not lines:
        return []
    lines = sorted(([pair for pair in pairs if not pair & taken] for pairs in lines), key=len)
    for pair in lines[0]:
        others = _choose(lines[1:], taken | pair)
        if others is not None:
            return [pair, *others]
    return None


def rows_without_pair(partners: Mapping[Cell, Cell], need: int) -> int:
    """Rows of `need` cells that hold no cell next to its partner, of all that begin in a square of the pattern."""
    return sum(
        not any(partners[_moved(start, step, at)] == _moved(start, step, at + 1) for at in range(need - 1))
        for start in partners
        for step in _STEPS
    )


def _moved(cell: Cell, step: Cell, times: int) -> Cell:
    return (cell[0] + times * step[0]) % PERIOD, (cell[1] + times * step[1]) % PERIOD
