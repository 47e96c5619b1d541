"""Game-theoretic values, by search and by a pairing strategy, as facts.

The document states that the first player can always win or draw (section 3.1).

Not proved here: that five in a row is a win of the first player on 15x15 (Allis, van den Herik and Huntjens 1996), from
which nothing follows directly for boards without an edge; and that nobody wins there with eight or more (Zetters 1980).

Pairing: with pairs of cells the second player prevents all rows of 9 on a board without an edge. Whenever the first
player marks a cell, the second marks its partner, if it is free, so that nobody ever holds both; the game goes on for
ever (Hales and Jewett 1963).

The pairing repeats after 8 cells in both directions. Each of its 32 lines (8 rows, 8 columns, 16 diagonals modulo 8) is
given two neighbouring cells of its own, 64 cells in all; 9 cells in a row contain both wherever they begin. Rows of
fewer can't be prevented so: a line needs two cells among any k - 1 in a row, and four lines go through a cell, so that
8 / (k - 1) must be at most 1. Zetters (1980) has shown by other means that rows of 8 can be prevented.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import nan

from tttcore.games.mnk import Cell
from tttcore.games.mnk_solver import solve
from tttcore.studies.method import Fact
from tttcore.studies.mrugala2020.threats import forced_win

SIZES = range(3, 7)
FORCED = {3: 3, 4: 6}
"""Largest number of own marks with which the first player is to win without an edge, by k."""
PREVENTED = 9
"""Least k at which the pairing prevents all rows without an edge."""
PERIOD = 8
"""Cells after which the pairing repeats."""

Pair = frozenset[Cell]

_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
_TOLD = {1: "the first player wins", 0: "drawn", -1: "the second player wins"}
_SCALE = "1 the first player wins, 0 nobody, -1 the second"


def game_value_facts() -> Iterable[Fact]:
    """Facts on the values of games, all proved by search; takes seconds."""
    yield from _finite()
    yield from _unbounded()
    yield from _prevented()


def _finite() -> Iterable[Fact]:
    for size in SIZES:
        for k in range(SIZES[0], size + 1):
            solved = solve(size, k)
            told = f"{_TOLD[solved.value]}; positions looked into: {solved.positions:,}"
            yield f"finite_{size}_{k}", solved.value, f"best play on {size}x{size}, {k} in a row: {_SCALE}", told


def _unbounded() -> Iterable[Fact]:
    """Forced wins of the first player on a board without an edge."""
    for k, most in FORCED.items():
        forced = forced_win(k, most)
        value, marks, positions = (1, forced.marks, forced.positions) if forced else (nan, nan, nan)
        how = f"without an edge, {k} in a row, the first player within {k - 1} cells of own marks"
        told = f"{_TOLD[1]}; positions looked into: {positions:,}" if forced else "not proved"
        yield f"unbounded_{k}", value, f"best play {how}: {_SCALE}", told
        shortest = 2 * k - 1
        least = "and no win takes fewer" if marks == shortest else f"by threats; no win takes fewer than {shortest}"
        yield f"unbounded_{k}_marks", marks, f"marks of both players with which a win is forced {how}", least


def _prevented() -> Iterable[Fact]:
    """Draw on a board without an edge by a pairing strategy."""
    partners = pairing()
    pairs = len(partners) // 2
    unpaired = {k: rows_without_pair(partners, k) for k in (PREVENTED, PREVENTED - 1)}
    value, told = (nan, "not proved") if unpaired[PREVENTED] else (0, "nobody wins, the game goes on for ever")
    how = f"best play without an edge, {PREVENTED} in a row, by a pairing of cells: {_SCALE}"
    yield f"unbounded_{PREVENTED}", value, how, told
    how = f"pairs of cells in the pattern of {PERIOD}x{PERIOD} with which the second player prevents all rows"
    yield "pairs", pairs, how
    for k, rows in unpaired.items():
        yield f"unpaired_{k}", rows, f"rows of {k} from a cell of the pattern on that hold no pair"


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
