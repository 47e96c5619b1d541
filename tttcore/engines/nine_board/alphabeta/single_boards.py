"""What the engine knows of a single board: all 19,683 ways to fill it, and a position as nine of them.

A board is a number in base three, digit c for cell c: 0 if it is free, 1 if X has marked it, 2 if O has. By this number
one word tells all that a search asks, so that a mark costs one look-up instead of a look at the lines. From its lowest
bit on, the word holds

    9 bits   the free cells
    9, 9     the cells with which X wins, those with which O does
    8        what the board is worth to X, plus 128
    8, 8     the most that X, that O gains by a mark that doesn't win, plus 128; 0 if there is none

The steps that kernels are made of take such words, not arrays: handing an array on, even to an inlined function if that
calls another, counts its references, which takes longer than the step.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.nine_board.alphabeta.heuristics import board_worth
from tttcore.games.nine_board import BOARDS, CELLS, COMPLETING, FULL
from tttcore.pipeline.jit import inlined, kernel

POWERS = 3 ** np.arange(CELLS)
"""(9,) by cell, what a cross adds to a board's number; a nought adds twice as much."""

LOWEST = np.array([0] + [(cells & -cells).bit_length() - 1 for cells in range(1, FULL + 1)])
"""(512,) by bits of a board's cells, the first of them."""

_HALF = 128
_BITS, _MOST = 8, 255
"""Of a worth or a gain, and all of them set."""
_WORTH, _GAIN = 3 * CELLS, 3 * CELLS + _BITS
"""The first bit of what a board is worth, and of what X gains."""


@cache
def words_of(heuristic: int) -> NDArray[np.int64]:
    """(19683,) words of all boards under a heuristic."""
    words = np.zeros(3**CELLS, np.int64)
    _fill(words, heuristic)
    words.flags.writeable = False
    return words


@kernel
def _fill(words, heuristic):
    for code in range(words.size):
        crosses = noughts = 0
        for cell in range(CELLS):
            digit = code // POWERS[cell] % 3
            crosses |= (digit == 1) << cell
            noughts |= (digit == 2) << cell
        open_cells = FULL & ~(crosses | noughts)
        wins = (COMPLETING[noughts] & open_cells) << CELLS | COMPLETING[crosses] & open_cells
        words[code] = board_worth(crosses, noughts, heuristic) + _HALF << _WORTH | wins << CELLS | open_cells
    for code in range(words.size):
        for mover in range(2):
            quiet = free(words[code]) & ~winning(words[code], mover)
            most = -_HALF
            for cell in range(CELLS):
                if quiet >> cell & 1:
                    most = max(most, gain(words[code], words[marked(code, cell, mover)], mover))
            words[code] |= most + _HALF << _GAIN + _BITS * mover


@inlined
def at(index):
    """An index that isn't negative, told to be so, since looking at its sign takes time."""
    return np.uint64(index)


@inlined
def free(word):
    """Bits of the free cells."""
    return word & FULL


@inlined
def winning(word, player):
    """Bits of the cells with which a player wins."""
    return word >> CELLS * (1 + player) & FULL


@inlined
def gain(before, after, mover):
    """What a change of a board is worth to a player."""
    return (1 - 2 * mover) * ((after >> _WORTH & _MOST) - (before >> _WORTH & _MOST))


@inlined
def best_gain(word, mover):
    """The most that a player gains by a mark that doesn't win."""
    return (word >> _GAIN + _BITS * mover & _MOST) - _HALF


@inlined
def marked(code, cell, mover):
    """A board after a mark in a free cell."""
    return code + (1 + mover) * POWERS[at(cell)]


@inlined
def unmarked(code, cell, mover):
    """A board before a mark."""
    return code - (1 + mover) * POWERS[at(cell)]


@inlined
def with_control(control, board, word):
    """Bits of the boards that X can win with a mark, and from bit 9 on those that O can, once a board has changed."""
    both = (winning(word, 0) > 0) | (winning(word, 1) > 0) << BOARDS
    return control & ~((1 | 1 << BOARDS) << board) | both << board


@inlined
def threats(control, player):
    """Bits of the boards that a player can win with a mark."""
    return control >> BOARDS * player & FULL


@inlined
def with_full(full, board, word):
    """Bits of the full boards, once a board has changed."""
    return full | (free(word) == 0) << board


@inlined
def read_boards(words, marks, codes):
    """Fill (9,) `codes` from (2, 9) `marks`; return what `with_control` and `with_full` do, and the worth to X."""
    control, full, worth = 0, 0, 0
    for board in range(BOARDS):
        code = 0
        for cell in range(CELLS):
            code += ((marks[0, board] >> cell & 1) + 2 * (marks[1, board] >> cell & 1)) * POWERS[cell]
        codes[board] = code
        control = with_control(control, board, words[code])
        full = with_full(full, board, words[code])
        worth += gain(words[0], words[code], 0)
    return control, full, worth
