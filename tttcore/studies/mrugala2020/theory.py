"""Who wins if nobody errs, of which the document says that the first player always does or draws (section 3.1).

Not proved here: that with need 5 the first player wins on 15x15, from which nothing follows at once for boards without
an edge (Allis, van den Herik and Huntjens 1996); and that nobody wins on these from need 8 on (Zetters 1980).
"""

from collections.abc import Iterable
from math import nan

from tttcore.games.mnk_solver import solve
from tttcore.studies.mrugala2020.pairing import PERIOD, pairing, rows_without_pair
from tttcore.studies.mrugala2020.threats import forced_win

Row = tuple[str, float, str, str]

SIZES = range(3, 7)
FORCED = {3: 3, 4: 6}
"""Of needs, how many marks the first player may make to win without an edge."""
PREVENTED = 9

_TOLD = {1: "the first player wins", 0: "drawn", -1: "the second player wins"}
_SCALE = "1 the first player wins, 0 nobody, -1 the second"


def theory_facts() -> Iterable[Row]:
    """Rows fact, value, text, how: all proved by going through what can happen. Takes seconds."""
    yield from _finite()
    yield from _unbounded()
    yield from _prevented()


def _finite() -> Iterable[Row]:
    for size in SIZES:
        for need in range(SIZES[0], size + 1):
            solved = solve(size, need)
            told = f"{_TOLD[solved.value]}; positions looked into: {solved.positions:,}"
            how = f"best play on {size}x{size}, {need} in a row: {_SCALE}"
            yield f"finite_{size}_{need}", solved.value, told, how


def _unbounded() -> Iterable[Row]:
    for need, most in FORCED.items():
        forced = forced_win(need, most)
        value, marks, positions = (1, forced.marks, forced.positions) if forced else (nan, nan, nan)
        how = f"without an edge, {need} in a row, the first player within {need - 1} cells of own marks"
        told = f"{_TOLD[1]}; positions looked into: {positions:,}" if forced else "not proved"
        yield f"unbounded_{need}", value, told, f"best play {how}: {_SCALE}"
        shortest = 2 * need - 1
        least = "and no win takes fewer" if marks == shortest else f"by threats; no win takes fewer than {shortest}"
        yield f"unbounded_{need}_marks", marks, least, f"marks of both players with which a win is forced {how}"


def _prevented() -> Iterable[Row]:
    partners = pairing()
    pairs = len(partners) // 2
    unpaired = {need: rows_without_pair(partners, need) for need in (PREVENTED, PREVENTED - 1)}
    value, told = (nan, "not proved") if unpaired[PREVENTED] else (0, "nobody wins, the game goes on for ever")
    how = f"best play without an edge, {PREVENTED} in a row, by a pairing of cells: {_SCALE}"
    yield f"unbounded_{PREVENTED}", value, told, how
    how = f"pairs of cells in the pattern of {PERIOD}x{PERIOD} with which the second player prevents all rows"
    yield "pairs", pairs, "", how
    for need, rows in unpaired.items():
        yield f"unpaired_{need}", rows, "", f"rows of {need} from a cell of the pattern on that hold no pair"
