"""The transposition table: positions that were looked into, by a hash of 64 bits (Zobrist 1970).

Each mark, and each target, has a random word; a position's hash is the exclusive or of those of its marks and its
target. Two positions share all 64 bits with a chance of 2^-64, and a look-up compares with one slot of the table: in
10^10 look-ups a wrong position is taken for the right one with a chance below one in a thousand million.

An entry's value counts only if the remaining depth is exactly the same, so that all values are the same without the
table. Its move is tried first at any depth. Entries of earlier searches are told by their age and never used: what a
search does depends on nothing that was searched before it.

A slot holds the hash, and a number: from its lowest bit on 10 bits of value, 2 of what it bounds, 7 of the move, 7 of
the depth, and the age.
"""

import numpy as np
from numpy.typing import NDArray

from tttcore.games.nine_board import CELLS, MOVES
from tttcore.pipeline.jit import inlined
from tttcore.pipeline.rng import stream

SALT = 1970
"""Seed of the random words."""
WORDS = stream(SALT, "zobrist").bit_generator.random_raw(3 * MOVES).astype(np.int64).reshape(3, MOVES)
"""(3, 81) of X's marks, of O's, and in the last row of the targets."""

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
NO_MOVE = 127
_HALF = 1 << 9
"""Values lie between -512 and 511."""


def empty_table(bits: int) -> NDArray[np.int64]:
    """(2^bits, 2) slots."""
    return np.zeros((1 << bits, 2), np.int64)


@inlined
def hash_of(marks, target):
    """Hash of a position."""
    key = WORDS[2, target]
    for move in range(MOVES):
        for player in range(2):
            if marks[player, move // CELLS] >> move % CELLS & 1:
                key ^= WORDS[player, move]
    return key


@inlined
def hash_after(key, target, move, following, mover):
    """Hash after a move that sends the opponent to `following`."""
    return key ^ WORDS[mover, move] ^ WORDS[2, target] ^ WORDS[2, following]


@inlined
def entry(age, left, move, value, low, high):
    """What a search with `left` plies to go and the window from `low` to `high` found, as one number."""
    bound = AT_MOST if value <= low else AT_LEAST if value >= high else EXACT
    return (((age << 7 | left) << 7 | move) << 2 | bound) << 10 | value + _HALF


@inlined
def stored_move(stored, age):
    """The move to be tried first; `NO_MOVE` if the entry is of another search."""
    return stored >> 12 & 127 if stored >> 26 == age else NO_MOVE


@inlined
def stored_value(stored):
    """The value, exact or not."""
    return (stored & 1023) - _HALF


@inlined
def settles(stored, age, left, low, high):
    """Whether an entry's value is all that a search with this window has to find."""
    value, bound = stored_value(stored), stored >> 10 & 3
    return stored >> 19 == age << 7 | left and (
        bound == EXACT or (bound == AT_LEAST and value >= high) or (bound == AT_MOST and value <= low)
    )
