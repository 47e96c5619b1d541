"""Facts on game-theoretic values; the document states that the first player can always win or draw (section 3.1).

Not proved here: that five in a row is a win of the first player on 15x15 (Allis, van den Herik and Huntjens 1996), from
which nothing follows directly for boards without an edge; and that nobody wins there with eight or more (Zetters 1980).
"""

from collections.abc import Iterable
from math import nan

from tttcore.games.mnk_solver import solve
from tttcore.studies.facts import Fact
from tttcore.studies.mrugala2020.pairing import PERIOD, pairing, rows_without_pair
from tttcore.studies.mrugala2020.threats import forced_win

SIZES = range(3, 7)
FORCED = {3: 3, 4: 6}
"""Largest number of own marks with which the first player is to win without an edge, by k."""
PREVENTED = 9
"""Least k at which the pairing prevents all rows without an edge."""

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
