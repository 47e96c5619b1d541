"""Game-theoretic values of m,n,k-games on square boards, by an exact search with a transposition table.

Two Boolean searches: whether the first player can win and, if not, whether the second can. In each, an attacker tries
to complete a row of k and a defender to prevent it, so that a win of the defender counts like a draw. The search tries
the moves of the player to move until one succeeds, except in positions that are decided statically:

- A player who can complete a row does. A player whose opponent threatens to must prevent it, and fails against two
  threats.
- Erdős and Selfridge (1973): a row without the defender's marks weighs 2^(the attacker's marks in it). The rows through
  a cell double when the attacker marks it, and drop out when the defender does. By always marking the heaviest cell
  the defender keeps the total from growing between his turns. A complete row weighs 2^k: if the total is less with the
  defender to move, or less than half of that with the attacker to move, the attacker completes no row.

Cells all of whose rows hold marks of both players are not tried: an extra own mark never harms.
"""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.games.geometry import lines, symmetries
from tttcore.pipeline.jit import inlined, kernel

LARGEST_SIZE = 8
"""Largest board whose cells fit into the bits of a word."""
TABLE_BITS = 20
"""Logarithm of the transposition table's entries; with 20 it takes 17 MiB."""

_FREE, _ATTACKER, _DEFENDER = 0, 1, 2
_UNKNOWN = -1


class Solution(NamedTuple):
    """Value of a position."""

    value: int
    """Result of best play: 1 if the first player wins, -1 if the second does, else 0."""
    positions: int
    """Number of positions searched, repeated ones included."""


class _Search(NamedTuple):
    """Arrays of a search; `board`, `images` and `positions` change with each mark."""

    board: NDArray[np.int8]
    """(cells,) _FREE, _ATTACKER or _DEFENDER."""
    images: NDArray[np.uint64]
    """(8, 2) marks of attacker and defender as bits, under each symmetry."""
    rows: NDArray[np.intp]
    """(rows, k) cells."""
    symmetry: NDArray[np.intp]
    """(8, cells) place of a cell in each image."""
    keys: NDArray[np.uint64]
    """(entries, 2) least image of the position in each entry of the transposition table."""
    answers: NDArray[np.int8]
    """(entries,) whether the attacker wins it, or _UNKNOWN for a free entry."""
    positions: NDArray[np.int64]
    """(1,) number of positions searched so far."""


def rows_of(size: int, k: int) -> NDArray[np.intp]:
    """(rows, k) cells of all rows of `k` on a board of `size` by `size`, cells numbered row by row."""
    small = lines(edge=k, dimensions=2)
    corners = product(range(size - k + 1), repeat=2)
    placed = [(small // k + down) * size + small % k + right for down, right in corners]
    return np.unique(np.sort(np.concatenate(placed), axis=1), axis=0)


def solve(size: int, k: int, marks: Sequence[int] = ()) -> Solution:
    """Value of a position with best play of both sides.

    Empty boards up to 6 by 6 take a tenth of a second each at most; larger ones may take hours.

    Parameters
    ----------
    size : cells along an edge, 1 to 8.
    k : marks in a row that win, 1 to `size`.
    marks : different cells, numbered row by row, marked in turn; they complete no row.

    Raises
    ------
    ValueError
        For any other arguments.
    """
    if not 1 <= size <= LARGEST_SIZE:
        raise ValueError(f"size: {size!r} is out of range; allowed: from 1 to {LARGEST_SIZE}")
    if not 1 <= k <= size:
        raise ValueError(f"k: {k!r} is out of range; allowed: from 1 to the size, {size}")
    if len(set(marks)) != len(marks) or not set(marks) <= set(range(size**2)):
        raise ValueError(f"marks: {list(marks)}; allowed: different cells from 0 to {size**2 - 1}")
    rows, spent = rows_of(size, k), 0
    if any(set(row) <= set(marks[player::2]) for row in rows.tolist() for player in range(2)):
        raise ValueError(f"marks: {list(marks)} hold a row of {k}")
    for attacker, value in enumerate((1, -1)):
        search = _prepare(size, rows, marks, attacker)
        won = attacker_wins(search, (len(marks) + attacker) % 2 == 0)
        spent += int(search.positions[0])
        if won:
            return Solution(value, spent)
    return Solution(0, spent)


def _prepare(size: int, rows: NDArray[np.intp], marks: Sequence[int], attacker: int) -> _Search:
    """Arrays of a search for a win of `attacker`, 0 or 1, with the players' marks on the board."""
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
def attacker_wins(search, attacks):  # noqa: PLR0911 - a return for each static decision
    """True if the attacker can complete a row; `attacks` if the attacker is to move. No row is complete yet."""
    search.positions[0] += 1
    own, other = np.zeros((2, search.board.size), np.int64)
    total, completes, completed = _weigh(search, own, other)
    whole = 1 << search.rows.shape[1]
    forced = -1  # the one cell on which the opponent's row must be prevented
    if attacks:
        if completes[0]:
            return True
        # Two threats can't both be prevented; and the attacker's best mark at most doubles the total, which then has to
        # reach 2^k with the defender to move.
        if completed[0] > 1 or 2 * total < whole:
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
        # The defender's best mark takes away the heaviest cell's rows. The attacker is to move then, so that the rest
        # may weigh half of a complete row.
        elif 2 * (total - own.max()) < whole:
            return False
    # The player to move follows from the number of marks, within a search for one attacker, and isn't part of the key.
    attacker, defender = _least_image(search.images)
    slot = _slot(attacker, defender, search.answers.size)
    known = search.answers[slot]
    if known != _UNKNOWN and search.keys[slot, 0] == attacker and search.keys[slot, 1] == defender:
        return known == 1
    # The player to move fails unless one of the moves succeeds.
    answer = not attacks
    for cell in _promising(own, other, forced, whole - total if attacks else 0):
        _mark(search, cell, _ATTACKER if attacks else _DEFENDER)
        wins = attacker_wins(search, not attacks)
        _mark(search, cell, _FREE)
        if wins == attacks:
            answer = attacks
            break
    # All marks made meanwhile are taken back, so that this is the position again. The newest always takes the slot.
    search.keys[slot, 0], search.keys[slot, 1], search.answers[slot] = attacker, defender, answer
    return answer


@kernel
def _weigh(search, own, other):
    """Weigh the open rows through each free cell: the attacker's into `own`, the defender's into `other`.

    Returns
    -------
    Total weight of the attacker's open rows; for either player 0, 1 or more as no, one or several cells complete a row,
    and one such cell.
    """
    k = search.rows.shape[1]
    total = own_count = other_count = 0
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
            total += 1 << attacking
            for cell in row:
                own[cell] += (search.board[cell] == _FREE) << attacking
            # Two rows that lack the same cell are a single threat, here with k = 3:
            # X X +
            # . . X      + completes the row and the column; one mark of the defender prevents both
            # . . X
            if attacking == k - 1 and free != own_cell:
                own_count, own_cell = own_count + 1, free
        elif not attacking:
            for cell in row:
                other[cell] += (search.board[cell] == _FREE) << defending
            if defending == k - 1 and free != other_cell:
                other_count, other_cell = other_count + 1, free
    return total, (own_count, own_cell), (other_count, other_cell)


@kernel
def _promising(own, other, forced, least):
    """Cells to try, heaviest first: the `forced` one, if any, else those that weigh `least` or more to the attacker.

    The attacker must choose a cell of weight whole - total at least, since afterwards all rows must weigh 2^k. A cell's
    rank is its weight to the attacker, in the upper bits, then to the defender; insertion sort.
    """
    cells = np.empty(own.size, np.int64)
    if forced >= 0:
        cells[0] = forced
        return cells[:1]
    count = 0
    for cell in range(own.size):
        # Four bits for the defender's weight: one of 16 or more spills over, which changes the order and no answer.
        weight = (own[cell] << 4) + other[cell]
        if weight and own[cell] >= least:
            place = count
            # Cells of equal weight stay in rising order, so that a search always visits the same positions.
            while place and (own[cells[place - 1]] << 4) + other[cells[place - 1]] < weight:
                cells[place] = cells[place - 1]
                place -= 1
            cells[place] = cell
            count += 1
    return cells[:count]


@kernel
def _mark(search, cell, mark):
    """Put a mark on a cell, or remove it with _FREE, in the board and in all images."""
    player = max(mark, search.board[cell]) - 1  # whose mark comes or goes; one of both is _FREE
    search.board[cell] = mark
    for image in range(8):
        search.images[image, player] ^= np.uint64(1) << np.uint64(search.symmetry[image, cell])


@inlined
def _least_image(images):
    """Least of the eight images of a position, which all its symmetric positions share."""
    attacker, defender = images[0, 0], images[0, 1]
    for image in range(1, 8):
        if images[image, 0] < attacker or (images[image, 0] == attacker and images[image, 1] < defender):
            attacker, defender = images[image, 0], images[image, 1]
    return attacker, defender


@inlined
def _slot(attacker, defender, entries):
    """Index of a position in the transposition table: mixed bits of both players' marks; any odd multipliers do."""
    mixed = attacker * np.uint64(0x9E3779B97F4A7C15) ^ defender * np.uint64(0xC2B2AE3D27D4EB4F)
    # >> binds tighter than ^. Each shift brings high bits down, since a product's low bits know nothing of them.
    mixed = (mixed ^ mixed >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)
    return np.int64((mixed ^ mixed >> np.uint64(32)) & np.uint64(entries - 1))
