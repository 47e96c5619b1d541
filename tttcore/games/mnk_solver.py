"""Who wins on a square board if neither player errs, solved exactly.

First it is asked whether the first player can win, then, if not, whether the second can. In each question the attacker
wants a row, and the defender that he gets none; so the defender may as well win. The search tries the marks of who is
to move until one does, except where the answer can be seen:

- Whoever can complete a row does. Whoever sees that the other can has to prevent it, and fails if there are two cells.
- A row without the defender's marks weighs 2^(the attacker's marks in it). Those through a cell double when the
  attacker marks it, and vanish when the defender does. A defender who always marks the heaviest cell keeps all rows
  together from growing between one of his turns and the next, and a complete row weighs 2^need: if all weigh less when
  he is to move, or less than half of that when the attacker is, the attacker gets no row (Erdős and Selfridge 1973).

Cells in rows that are open to neither player serve no one and are left out: an own mark more never harms.
"""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.games.geometry import lines, symmetries
from tttcore.pipeline.jit import inlined, kernel

LARGEST_SIZE = 8
"""A player's marks are bits of a word."""
TABLE_BITS = 20
"""The table takes 17 MiB."""

_FREE, _ATTACKER, _DEFENDER = 0, 1, 2
_UNKNOWN = -1


class Solution(NamedTuple):
    """What best play leads to."""

    value: int
    """1 if the first player wins, -1 if the second does, 0 if neither can."""
    positions: int
    """Positions that were looked into, each time counted."""


class _Search(NamedTuple):
    """What all positions of a search share; `board`, `images` and `positions` change with each mark."""

    board: NDArray[np.int8]
    """(cells,) _FREE, _ATTACKER or _DEFENDER."""
    images: NDArray[np.uint64]
    """(8, 2) marks of attacker and defender as bits, seen through each symmetry."""
    rows: NDArray[np.intp]
    """(rows, need) cells."""
    symmetry: NDArray[np.intp]
    """(8, cells) where a cell is in each image."""
    keys: NDArray[np.uint64]
    """(entries, 2) least images of positions remembered."""
    answers: NDArray[np.int8]
    """(entries,) whether the attacker wins them, or _UNKNOWN."""
    positions: NDArray[np.int64]
    """(1,) looked into so far."""


def rows_of(size: int, need: int) -> NDArray[np.intp]:
    """(rows, need) cells of all rows of `need` on a board of `size` by `size`, cells numbered row by row."""
    small = lines(edge=need, dimensions=2)
    corners = product(range(size - need + 1), repeat=2)
    placed = [(small // need + down) * size + small % need + right for down, right in corners]
    return np.unique(np.sort(np.concatenate(placed), axis=1), axis=0)


def solve(size: int, need: int, marks: Sequence[int] = ()) -> Solution:
    """What best play leads to from a position on.

    The empty boards up to 6 by 6 take a tenth of a second each at most; larger ones may take hours.

    Parameters
    ----------
    size : cells along an edge, 1 to 8.
    need : in a row to win, 1 to `size`.
    marks : different cells, numbered row by row, that the players marked in turn; they hold no row yet.

    Raises
    ------
    ValueError
        For any other.
    """
    if not 1 <= size <= LARGEST_SIZE:
        raise ValueError(f"size: {size!r} is out of range; allowed: from 1 to {LARGEST_SIZE}")
    if not 1 <= need <= size:
        raise ValueError(f"need: {need!r} is out of range; allowed: from 1 to the size, {size}")
    if len(set(marks)) != len(marks) or not set(marks) <= set(range(size**2)):
        raise ValueError(f"marks: {list(marks)}; allowed: different cells from 0 to {size**2 - 1}")
    rows, spent = rows_of(size, need), 0
    if any(set(row) <= set(marks[player::2]) for row in rows.tolist() for player in range(2)):
        raise ValueError(f"marks: {list(marks)} hold a row of {need}")
    for attacker, value in enumerate((1, -1)):
        search = _prepare(size, rows, marks, attacker)
        won = attacker_wins(search, (len(marks) + attacker) % 2 == 0)
        spent += int(search.positions[0])
        if won:
            return Solution(value, spent)
    return Solution(0, spent)


def _prepare(size: int, rows: NDArray[np.intp], marks: Sequence[int], attacker: int) -> _Search:
    search = _Search(
        np.zeros(size**2, np.int8),
        np.zeros((8, 2), np.uint64),
        rows,
        symmetries(edge=size),
        np.zeros((1 << TABLE_BITS, 2), np.uint64),
        np.full(1 << TABLE_BITS, _UNKNOWN, np.int8),
        np.zeros(1, np.int64),
    )
    for turn, cell in enumerate(marks):
        _mark(search, cell, _ATTACKER if turn % 2 == attacker else _DEFENDER)
    return search


@kernel
def attacker_wins(search, attacks):  # noqa: PLR0911 - a return for each answer that is seen
    """Whether the attacker gets a row from a position without one; `attacks` if it is his turn."""
    search.positions[0] += 1
    own, other = np.zeros((2, search.board.size), np.int64)
    pressure, completes, completed = _weigh(search, own, other)
    whole = 1 << search.rows.shape[1]
    forced = -1
    if attacks:
        if completes[0]:
            return True
        if completed[0] > 1 or 2 * pressure < whole:
            return False
        if completed[0]:
            forced = completed[1]
    else:
        if completed[0]:
            return False
        if completes[0] > 1:
            return True
        if completes[0]:
            forced = completes[1]
        elif 2 * (pressure - own.max()) < whole:
            return False
    attacker, defender = _least_image(search.images)
    slot = _slot(attacker, defender, search.answers.size)
    known = search.answers[slot]
    if known != _UNKNOWN and search.keys[slot, 0] == attacker and search.keys[slot, 1] == defender:
        return known == 1
    answer = not attacks
    for cell in _promising(own, other, forced, whole - pressure if attacks else 0):
        _mark(search, cell, _ATTACKER if attacks else _DEFENDER)
        wins = attacker_wins(search, not attacks)
        _mark(search, cell, _FREE)
        if wins == attacks:
            answer = attacks
            break
    search.keys[slot, 0], search.keys[slot, 1], search.answers[slot] = attacker, defender, answer
    return answer


@kernel
def _weigh(search, own, other):
    """Weigh the open rows through each free cell into `own`, the attacker's, and `other`, the defender's.

    Returns
    -------
    What all open rows of the attacker weigh together, and for either player whether no cell (0), one (1) or several
    (more) complete a row, and one of them.
    """
    need = search.rows.shape[1]
    pressure = own_count = other_count = 0
    own_cell = other_cell = -1
    for row in search.rows:
        attacking = defending = 0
        free = -1
        for cell in row:
            mark = search.board[cell]
            attacking += mark == _ATTACKER
            defending += mark == _DEFENDER
            if mark == _FREE:
                free = cell
        if not defending:
            pressure += 1 << attacking
            for cell in row:
                own[cell] += (search.board[cell] == _FREE) << attacking
            if attacking == need - 1 and free != own_cell:
                own_count, own_cell = own_count + 1, free
        elif not attacking:
            for cell in row:
                other[cell] += (search.board[cell] == _FREE) << defending
            if defending == need - 1 and free != other_cell:
                other_count, other_cell = other_count + 1, free
    return pressure, (own_count, own_cell), (other_count, other_cell)


@kernel
def _promising(own, other, forced, least):
    """Cells to try, heaviest first: the `forced` one, if any, else those that weigh `least` to the attacker."""
    cells = np.empty(own.size, np.int64)
    if forced >= 0:
        cells[0] = forced
        return cells[:1]
    count = 0
    for cell in range(own.size):
        weight = (own[cell] << 4) + other[cell]
        if weight and own[cell] >= least:
            place = count
            while place and (own[cells[place - 1]] << 4) + other[cells[place - 1]] < weight:
                cells[place] = cells[place - 1]
                place -= 1
            cells[place] = cell
            count += 1
    return cells[:count]


@kernel
def _mark(search, cell, mark):
    """Put a mark on a cell, or take it away."""
    player = max(mark, search.board[cell]) - 1
    search.board[cell] = mark
    for image in range(8):
        search.images[image, player] ^= np.uint64(1) << np.uint64(search.symmetry[image, cell])


@inlined
def _least_image(images):
    """The least of the images of a position."""
    attacker, defender = images[0, 0], images[0, 1]
    for image in range(1, 8):
        if images[image, 0] < attacker or (images[image, 0] == attacker and images[image, 1] < defender):
            attacker, defender = images[image, 0], images[image, 1]
    return attacker, defender


@inlined
def _slot(attacker, defender, entries):
    """A position's entry; the multipliers are odd and mean nothing."""
    mixed = attacker * np.uint64(0x9E3779B97F4A7C15) ^ defender * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed = (mixed ^ mixed >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)
    return np.int64((mixed ^ mixed >> np.uint64(32)) & np.uint64(entries - 1))
