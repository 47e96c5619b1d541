"""Transposition table of proof-number search: exact keys, so that no two positions are ever confused.

A key is three words of 63 bits: X's marks on boards 0 to 6, O's marks on boards 0 to 6 (nine bits a board), and the
rest:

    bit  0   9 bits   X's marks on board 7
    bit  9   9 bits   O's marks on board 7
    bit 18   9 bits   X's marks on board 8
    bit 27   9 bits   O's marks on board 8
    bit 36   4 bits   target
    bit 40   1 bit    player who is to be shown to win, 0 for X
    bit 41   1 bit    rule
    bit 42   1 bit    always set, so that no key equals that of an empty entry
    bit 43  20 bits   not of the key: nodes searched below the position, the effort

An entry is a row of four words: the key with the effort, and phi and delta packed into one. A position may lie in
either of two neighbouring slots; when both are taken, the entry with the smaller effort is replaced.
"""

import numpy as np
from numpy.typing import NDArray

from tttcore.games.nine_board import BOARDS, CELLS
from tttcore.pipeline.jit import inlined, kernel

CACHE_LINE = 64
"""Bytes of a line of the processor's cache."""
IN_WORDS = 7
"""Boards whose marks are in the first two words; 7 * 9 bits fill one but for its sign."""
_TARGET = 2 * CELLS * (BOARDS - IN_WORDS)
_ATTACKER = _TARGET + 4
_RULE = _ATTACKER + 1
_FILLED = _RULE + 1
_EFFORT = _FILLED + 1
"""Lowest bits of the fields of the third word."""
# - binds tighter than <<. All bits up to bit 62: the sign of the word is never set, and >> brings in no ones.
_MOST_EFFORT = (1 << 63 - _EFFORT) - 1
_HALF = 31
"""Bits of a proof number, see `proof.INFINITE`."""


def empty_table(bits: int) -> NDArray[np.int64]:
    """(2^bits, 4) empty entries, aligned so that both slots of a position share a cache line."""
    words = np.zeros((4 << bits) + CACHE_LINE // 8, np.int64)
    first = -words.ctypes.data % CACHE_LINE // 8  # words up to the next multiple of a line
    return words[first : first + (4 << bits)].reshape(-1, 4)


@inlined
def key_of(marks, target, attacker, rule):
    """Key of a position, three words."""
    crosses = noughts = 0
    for board in range(IN_WORDS):
        crosses |= marks[0, board] << CELLS * board
        noughts |= marks[1, board] << CELLS * board
    # << binds tighter than |, and * and + tighter than <<: each field is shifted as a whole.
    rest = target << _TARGET | attacker << _ATTACKER | rule << _RULE | 1 << _FILLED
    for board in range(IN_WORDS, BOARDS):
        for player in range(2):
            rest |= marks[player, board] << CELLS * (2 * (board - IN_WORDS) + player)
    return crosses, noughts, rest


@inlined
def key_after(crosses, noughts, rest, player, board, cell, target, next_target):
    """Key after a mark that sends the opponent from `target` to `next_target`."""
    rest ^= (target ^ next_target) << _TARGET  # exchanges one target for the other
    # A mark only sets its own bit, so that the key follows from the last one without a look at the boards.
    if board >= IN_WORDS:
        rest |= 1 << CELLS * (2 * (board - IN_WORDS) + player) + cell
    elif player == 0:
        crosses |= 1 << CELLS * board + cell
    else:
        noughts |= 1 << CELLS * board + cell
    return crosses, noughts, rest


@kernel
def find(table, crosses, noughts, rest):
    """Index of a position's entry, or -1."""
    slot = _first_slot(table, crosses, noughts, rest)
    for place in range(slot, slot + 2):
        if _is_at(table, place, crosses, noughts, rest):
            return place
    return -1


@inlined
def numbers_at(table, place):
    """Phi and delta of an entry."""
    return table[place, 3] & ((1 << _HALF) - 1), table[place, 3] >> _HALF


@kernel
def store(table, crosses, noughts, rest, phi, delta, effort):
    """Store the numbers of a position, found by searching `effort` nodes."""
    place = _first_slot(table, crosses, noughts, rest)
    # Over its own entry if it has one, else over the one with the smaller effort.
    if not _is_at(table, place, crosses, noughts, rest) and (
        _is_at(table, place + 1, crosses, noughts, rest) or table[place + 1, 2] >> _EFFORT < table[place, 2] >> _EFFORT
    ):
        place += 1
    table[place, 0] = crosses
    table[place, 1] = noughts
    # The effort is left out of comparisons, see `_is_at`; a larger one than fits counts as the most.
    table[place, 2] = rest | min(effort, _MOST_EFFORT) << _EFFORT
    # Both are at most 2^30, so that 31 bits for each are enough, and the sign stays free.
    table[place, 3] = phi | delta << _HALF


@inlined
def _first_slot(table, crosses, noughts, rest):
    """First of a position's two slots: a multiplicative hash of its key, with arbitrary odd multipliers.

    Each multiplication carries low bits upwards, and each shift brings high ones down, so that all bits of the key
    reach the lowest ones, which choose the slot.
    """
    # The first and the third multiplier are constants of SplitMix64, see `rng.next_word`, without their top bits, so
    # that they fit into signed words. A product that overflows keeps its low 64 bits, which is all that is wanted.
    mixed = crosses ^ noughts * np.int64(0x1E3779B97F4A7C15) ^ rest * np.int64(0x2545F4914F6CDD1D)
    mixed = (mixed ^ mixed >> 29) * np.int64(0x3F58476D1CE4E5B9)
    # Doubled, the number is that of the first of two slots that lie side by side in a cache line.
    return ((mixed ^ mixed >> 32) & (table.shape[0] // 2 - 1)) * 2


@inlined
def _is_at(table, place, crosses, noughts, rest):
    """True if an entry is of this position."""
    own = table[place, 2] & ((1 << _EFFORT) - 1)
    return table[place, 0] == crosses and table[place, 1] == noughts and own == rest
