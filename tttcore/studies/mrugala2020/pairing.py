"""Pairing strategy with which the second player prevents all rows of 9 on a board without an edge.

Cells are paired so that each row contains a pair. Whenever the first player marks a cell, the second marks its partner,
if it is free, so that nobody ever holds both; the game goes on for ever (Hales and Jewett 1963).

The pairing repeats after 8 cells in both directions. Each of its 32 lines (8 rows, 8 columns, 16 diagonals modulo 8) is
given two neighbouring cells of its own, 64 cells in all; 9 cells in a row contain both wherever they begin. Rows of
fewer can't be prevented so: a line needs two cells among any k - 1 in a row, and four lines go through a cell, so that
8 / (k - 1) must be at most 1. Zetters (1980) has shown by other means that rows of 8 can be prevented.
"""

from collections.abc import Mapping
from itertools import pairwise

PERIOD = 8

Cell = tuple[int, int]
Pair = frozenset[Cell]

_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def pairing() -> dict[Cell, Cell]:
    """Partner of each cell from (0, 0) to (7, 7), modulo 8; the first pairing that a backtracking search finds."""
    pairs = _choose([_neighbours(line, step) for step in _STEPS for line in range(PERIOD)], frozenset())
    assert pairs is not None, "there is a pairing"
    return {cell: partner for pair in pairs for cell in pair for partner in pair - {cell}}


def _neighbours(line: int, step: Cell) -> list[Pair]:
    """All pairs of neighbouring cells on a line of the pattern."""
    start = (0, line) if step[0] else (line, 0)
    cells = [_moved(start, step, times) for times in range(PERIOD + 1)]
    return [frozenset(pair) for pair in pairwise(cells)]


def _choose(lines: list[list[Pair]], taken: frozenset[Cell]) -> list[Pair] | None:
    """A pair of free cells for each line, the line with the fewest choices first; None if there is no such choice."""
    if not lines:
        return []
    lines = sorted(([pair for pair in pairs if not pair & taken] for pairs in lines), key=len)
    for pair in lines[0]:
        others = _choose(lines[1:], taken | pair)
        if others is not None:
            return [pair, *others]
    return None


def rows_without_pair(partners: Mapping[Cell, Cell], k: int) -> int:
    """Number of rows of `k` cells without a pair, among those that begin in one square of the pattern."""
    return sum(
        not any(partners[_moved(start, step, at)] == _moved(start, step, at + 1) for at in range(k - 1))
        for start in partners
        for step in _STEPS
    )


def _moved(cell: Cell, step: Cell, times: int) -> Cell:
    """Cell some steps on, modulo the period."""
    return (cell[0] + times * step[0]) % PERIOD, (cell[1] + times * step[1]) % PERIOD
