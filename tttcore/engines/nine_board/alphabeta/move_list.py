"""Move generation: list the legal moves of a position inside kernels, and shuffle them."""

import numpy as np

from tttcore.games.nine_board import ANY, BOARDS, CELLS, FULL, MOVES
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.rng import below


@inlined
def list_moves(marks, target, moves):
    """Write the moves of a position that isn't over into `moves`, in rising order; return how many there are."""
    count = 0
    for board in range(BOARDS) if target == ANY else range(target, target + 1):
        free = FULL & ~(marks[0, board] | marks[1, board])
        for cell in range(CELLS):
            if free >> cell & 1:
                moves[count] = board * CELLS + cell
                count += 1
    return count


@inlined
def shuffle(moves, count, state):
    """Shuffle the first `count` moves uniformly (Fisher and Yates); takes `count` - 1 random words."""
    for last in range(count - 1, 0, -1):
        # The last one may stay where it is; if it had to move, not all orders could come up.
        other = below(state, last + 1)
        moves[last], moves[other] = moves[other], moves[last]


@kernel
def root_moves(marks, target, shuffled, state):
    """(moves,) all moves of a position that isn't over, in rising order or shuffled."""
    moves = np.empty(MOVES, np.int64)
    count = list_moves(marks, target, moves)
    if shuffled:
        shuffle(moves, count, state)
    return moves[:count]
