"""Transposition table: results of searched positions, found by Zobrist hash (Zobrist 1970).

Each mark, and each target, has a random word of 64 bits; a position's hash is the exclusive or of the words of its
marks and its target, so that a move changes it by a few exclusive ors. Two positions share all 64 bits with a
probability of 2^-64, and a look-up compares with one slot: in 10^10 look-ups a wrong position is taken for the right
one with a probability below one in a thousand million.

An entry's value counts only if the remaining depth is exactly the same, so that all values are those without a table.
Its move is tried first at any depth. Entries of earlier searches are recognised by their age and never used: a search
depends on nothing that was searched before it.

A slot holds the hash and a packed entry:

    bit  0   10 bits   value, plus 512
    bit 10    2 bits   bound: exact, at least or at most the value
    bit 12    7 bits   best move, or `NO_MOVE`
    bit 19    7 bits   remaining depth
    bit 26             age
"""

import numpy as np
from numpy.typing import NDArray

from tttcore.games.nine_board import CELLS, MOVES
from tttcore.pipeline.jit import inlined
from tttcore.pipeline.rng import stream

_SEED = 1970
ZOBRIST = stream(_SEED, "zobrist").bit_generator.random_raw(3 * MOVES).astype(np.int64).reshape(3, MOVES)
"""(3, 81) random words of X's marks, of O's marks, and in the last row of the targets."""

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
NO_MOVE = 127
_OFFSET = 1 << 9
"""Values lie between -512 and 511."""


def empty_table(bits: int) -> NDArray[np.int64]:
    """(2^bits, 2) empty slots."""
    return np.zeros((1 << bits, 2), np.int64)


@inlined
def hash_of(marks, target):
    """Zobrist hash of a position."""
    key = ZOBRIST[2, target]
    for move in range(MOVES):
        for player in range(2):
            if marks[player, move // CELLS] >> move % CELLS & 1:
                key ^= ZOBRIST[player, move]
    return key


@inlined
def hash_after(key, target, move, next_target, player):
    """Hash after a move that sends the opponent to `next_target`: adds the mark and that target, removes the old."""
    return key ^ ZOBRIST[player, move] ^ ZOBRIST[2, target] ^ ZOBRIST[2, next_target]


@inlined
def pack_entry(age, left, move, value, alpha, beta):
    """Pack the result of a search with `left` plies to go and the window from `alpha` to `beta`."""
    # Fail-soft: a value outside of the window is a bound on the true one.
    bound = AT_MOST if value <= alpha else AT_LEAST if value >= beta else EXACT
    # From the top: age, depth, move, bound, value. << binds tighter than |, and + tighter than <<.
    return (((age << 7 | left) << 7 | move) << 2 | bound) << 10 | value + _OFFSET


@inlined
def stored_move(entry, age):
    """Best move of an entry; `NO_MOVE` if the entry is of another search."""
    return entry >> 12 & 127 if entry >> 26 == age else NO_MOVE


@inlined
def stored_value(entry):
    """Value of an entry, exact or a bound."""
    return (entry & 1023) - _OFFSET


@inlined
def cuts_off(entry, age, left, alpha, beta):
    """True if an entry makes a search of this age, depth and window unnecessary."""
    value, bound = stored_value(entry), entry >> 10 & 3
    # Age and depth in one comparison. Searches count from 1, so that a free slot, 0, is of none of them.
    return entry >> 19 == age << 7 | left and (
        bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)
    )
