"""The table of a proof: positions that were looked into, told apart by all that they are.

A key is three words, so that no two positions are ever taken for one another: X's marks on boards 0 to 6 and O's, nine
bits a board, and from the lowest bit on

    9, 9, 9, 9   X's and O's marks on board 7, on board 8
    4            the target
    1            who is to be shown to win, 0 for X
    1            the rule
    1            always set, so that no key is that of an empty entry

of which the last leaves room for how many positions were looked into below. An entry is a row of four: the key, and
both numbers of the proof. It may lie in either of two slots next to each other; the one below which less was looked
into makes room.
"""

import numpy as np
from numpy.typing import NDArray

from tttcore.games.nine_board import BOARDS, CELLS
from tttcore.pipeline.jit import inlined, kernel

LINE = 64
"""Bytes of a line of the cache."""
APART = 7
"""Boards whose marks have a word for each player."""
_TARGET = 2 * CELLS * (BOARDS - APART)
_ATTACKER = _TARGET + 4
_RULE = _ATTACKER + 1
_FILLED = _RULE + 1
_EFFORT = _FILLED + 1
_MOST_EFFORT = (1 << 63 - _EFFORT) - 1
_HALF = 31
"""Bits of a number, see `proof.WON`."""


def empty_table(bits: int) -> NDArray[np.int64]:
    """(2^bits, 4) entries, so aligned that both slots of a position are on one line of the processor's cache."""
    words = np.zeros((4 << bits) + LINE // 8, np.int64)
    first = -words.ctypes.data % LINE // 8
    return words[first : first + (4 << bits)].reshape(-1, 4)


@inlined
def key_of(marks, target, attacker, rule):
    """The three words of a position."""
    crosses = noughts = 0
    for board in range(APART):
        crosses |= marks[0, board] << CELLS * board
        noughts |= marks[1, board] << CELLS * board
    rest = target << _TARGET | attacker << _ATTACKER | rule << _RULE | 1 << _FILLED
    for board in range(APART, BOARDS):
        for player in range(2):
            rest |= marks[player, board] << CELLS * (2 * (board - APART) + player)
    return crosses, noughts, rest


@inlined
def key_after(crosses, noughts, rest, player, board, cell, target, following):
    """The words after a mark that sends the opponent from `target` to `following`."""
    rest ^= (target ^ following) << _TARGET
    if board >= APART:
        rest |= 1 << CELLS * (2 * (board - APART) + player) + cell
    elif player == 0:
        crosses |= 1 << CELLS * board + cell
    else:
        noughts |= 1 << CELLS * board + cell
    return crosses, noughts, rest


@kernel
def find(table, crosses, noughts, rest):
    """Where a position is in the table, or -1."""
    slot = _first_slot(table, crosses, noughts, rest)
    for place in range(slot, slot + 2):
        if _is_at(table, place, crosses, noughts, rest):
            return place
    return -1


@inlined
def numbers_at(table, place):
    """Both numbers of an entry."""
    return table[place, 3] & ((1 << _HALF) - 1), table[place, 3] >> _HALF


@kernel
def keep(table, crosses, noughts, rest, phi, delta, effort):
    """Keep what was found out about a position by looking into `effort` of them."""
    place = _first_slot(table, crosses, noughts, rest)
    if not _is_at(table, place, crosses, noughts, rest) and (
        _is_at(table, place + 1, crosses, noughts, rest) or table[place + 1, 2] >> _EFFORT < table[place, 2] >> _EFFORT
    ):
        place += 1
    table[place, 0] = crosses
    table[place, 1] = noughts
    table[place, 2] = rest | min(effort, _MOST_EFFORT) << _EFFORT
    table[place, 3] = phi | delta << _HALF


@inlined
def _first_slot(table, crosses, noughts, rest):
    """The first of a position's two slots; the multipliers are odd and mean nothing."""
    mixed = crosses ^ noughts * np.int64(0x1E3779B97F4A7C15) ^ rest * np.int64(0x2545F4914F6CDD1D)
    mixed = (mixed ^ mixed >> 29) * np.int64(0x3F58476D1CE4E5B9)
    return ((mixed ^ mixed >> 32) & (table.shape[0] // 2 - 1)) * 2


@inlined
def _is_at(table, place, crosses, noughts, rest):
    """Whether an entry is of this position."""
    own = table[place, 2] & ((1 << _EFFORT) - 1)
    return table[place, 0] == crosses and table[place, 1] == noughts and own == rest
