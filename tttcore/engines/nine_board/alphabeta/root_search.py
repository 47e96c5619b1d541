"""Search of the root position: one iteration to a fixed depth, and iterative deepening over them."""

import numpy as np

from tttcore.engines.nine_board.alphabeta.heuristics import INFINITY
from tttcore.engines.nine_board.alphabeta.kernel import alpha_beta_value
from tttcore.engines.nine_board.alphabeta.move_list import root_moves
from tttcore.engines.nine_board.alphabeta.single_boards import read_boards, threats
from tttcore.engines.nine_board.alphabeta.transposition import hash_of
from tttcore.engines.nine_board.alphabeta.workspace import LIMIT, SPENT, UNLIMITED, win_value
from tttcore.games.nine_board import ANY, CELLS, COMPLETING, target_after
from tttcore.pipeline.jit import kernel


@kernel
def move_value(workspace, marks, move, mover, rule, depth, alpha, beta):
    """Value of a move to the mover, `depth` plies deep with the move itself; bounds as of `alpha_beta_value`."""
    board, cell = move // CELLS, move % CELLS
    if COMPLETING[marks[mover, board]] >> cell & 1:
        return win_value(workspace.hurry, depth - 1)
    marks[mover, board] ^= 1 << cell
    target = target_after(marks, cell, rule)
    value = 0 if target < 0 else -position_value(workspace, marks, target, 1 - mover, rule, depth - 1, -beta, -alpha)
    marks[mover, board] ^= 1 << cell
    return value


@kernel
def position_value(workspace, marks, target, mover, rule, depth, alpha, beta):
    """Value to the mover of a position that isn't over; bounds as of `alpha_beta_value`."""
    control, full, score = read_boards(workspace.features, marks, workspace.codes)
    score *= 1 - 2 * mover
    if depth == 0:
        return score
    winning = threats(control, mover)
    if winning if target == ANY else winning >> target & 1:
        return win_value(workspace.hurry, depth - 1)
    key = hash_of(marks, target)
    return alpha_beta_value(workspace, control, full, score, key, target, mover, rule, depth, alpha, beta)


@kernel
def search_root(workspace, marks, moves, order, mover, rule, depth):
    """Search the moves of a position to one depth; return the index of the first best one in `moves`, and its value.

    The tie rule is that of the document, the first of the best in `moves`, in whatever order they are searched.

    Parameters
    ----------
    moves : all that are legal.
    order : their indices in the order in which they are searched; the best is moved to the front, so that the next
        iteration begins with the principal variation. If the node limit is passed, the best so far counts; if there is
        none, the index at the front and `-INFINITY`.
    """
    best, chosen, front = -INFINITY, order[0], 0
    # The best result is to win by this very move, the worst is to lose by the opponent's next one.
    highest, lowest = win_value(workspace.hurry, depth - 1), -win_value(workspace.hurry, depth - 2)
    for tried in range(moves.size):
        index = order[tried]
        if best == highest and index > chosen:  # the fastest win is found, and this move would lose the tie
            continue
        workspace.nodes[SPENT] += 1
        # Values are whole: a move before the best so far has a window that lets it prove an equal value.
        alpha = max(lowest, best - (index < chosen))
        value = move_value(workspace, marks, moves[index], mover, rule, depth, alpha, highest)
        if workspace.nodes[SPENT] > workspace.nodes[LIMIT]:
            break
        if value > best or (value == best and index < chosen):
            best, chosen, front = value, index, tried
    # Move the best to the front; those before it go one place back.
    for tried in range(front, 0, -1):
        order[tried] = order[tried - 1]
    order[0] = chosen
    return chosen, best


@kernel
def choose_move(workspace, marks, target, mover, rule, depth, shuffled, state):
    """First of the best moves, in rising order or shuffled, and its value to the mover; by deepening if `ordered`."""
    # A new age makes all entries of earlier searches void, so that results don't depend on what was searched before.
    workspace.age[0] += 1
    workspace.nodes[SPENT], workspace.nodes[LIMIT] = 0, UNLIMITED
    moves = root_moves(marks, target, shuffled, state)
    order = np.arange(moves.size)
    chosen, value = 0, 0
    for reached in range(1 if workspace.ordered else depth, depth + 1):
        # `order` is kept from one depth to the next: the best move so far is searched first and narrows the window.
        chosen, value = search_root(workspace, marks, moves, order, mover, rule, reached)
    return moves[chosen], value
