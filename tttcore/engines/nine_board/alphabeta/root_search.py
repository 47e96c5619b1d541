"""The moves of the position that is searched, one iteration of a fixed depth at a time."""

import numpy as np

from tttcore.engines.nine_board.alphabeta.heuristics import ENDLESS
from tttcore.engines.nine_board.alphabeta.kernel import deep_value
from tttcore.engines.nine_board.alphabeta.move_list import moves_in_order
from tttcore.engines.nine_board.alphabeta.single_boards import read_boards, threats
from tttcore.engines.nine_board.alphabeta.transposition import hash_of
from tttcore.engines.nine_board.alphabeta.workspace import UNLIMITED, won
from tttcore.games.nine_board import ANY, CELLS, COMPLETING, target_after
from tttcore.pipeline.jit import kernel


@kernel
def value_after(means, marks, move, mover, rule, depth, low, high):
    """Value of a move to who makes it, looked `depth` plies deep, itself among them; bounds as in `deep_value`."""
    board, cell = move // CELLS, move % CELLS
    if COMPLETING[marks[mover, board]] >> cell & 1:
        return won(means.hurry, depth - 1)
    marks[mover, board] ^= 1 << cell
    target = target_after(marks, cell, rule)
    value = 0 if target < 0 else -position_value(means, marks, target, 1 - mover, rule, depth - 1, -high, -low)
    marks[mover, board] ^= 1 << cell
    return value


@kernel
def position_value(means, marks, target, mover, rule, depth, low, high):
    """Value to the mover of a position that isn't over; bounds as in `deep_value`."""
    control, full, worth = read_boards(means.words, marks, means.codes)
    worth *= 1 - 2 * mover
    if depth == 0:
        return worth
    winning = threats(control, mover)
    if winning if target == ANY else winning >> target & 1:
        return won(means.hurry, depth - 1)
    return deep_value(means, control, full, worth, hash_of(marks, target), target, mover, rule, depth, low, high)


@kernel
def iterate(means, marks, moves, order, mover, rule, depth):
    """Search the moves of a position; return the place among `moves` of the first that is best, and its value.

    Parameters
    ----------
    moves : all that are legal.
    order : their places in the order in which they are looked into; the best is put to the front. If more nodes are
        spent than there may be, the best so far counts; if there is none, the place at the front and `-ENDLESS`.
    """
    best, chosen, front = -ENDLESS, order[0], 0
    highest, lowest = won(means.hurry, depth - 1), -won(means.hurry, depth - 2)
    for tried in range(moves.size):
        place = order[tried]
        if best == highest and place > chosen:
            continue
        means.spent[0] += 1
        low = max(lowest, best - (place < chosen))  # values are whole: so one that is as good is found, too
        value = value_after(means, marks, moves[place], mover, rule, depth, low, highest)
        if means.spent[0] > means.spent[1]:
            break
        if value > best or (value == best and place < chosen):
            best, chosen, front = value, place, tried
    for tried in range(front, 0, -1):
        order[tried] = order[tried - 1]
    order[0] = chosen
    return chosen, best


@kernel
def choose_move(means, marks, target, mover, rule, depth, shuffled, state):
    """The first of the best moves, in rising order or shuffled, and its value to the mover."""
    means.age[0] += 1
    means.spent[0], means.spent[1] = 0, UNLIMITED
    moves = moves_in_order(marks, target, shuffled, state)
    order = np.arange(moves.size)
    chosen, value = 0, 0
    for reached in range(1 if means.ordered else depth, depth + 1):
        chosen, value = iterate(means, marks, moves, order, mover, rule, reached)
    return moves[chosen], value
