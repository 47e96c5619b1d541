"""Forced moves: which moves are safe from an immediate win of the opponent, and the value of all others.

Nobody who is to move in these functions can win at once. Nearly always no board is full; what happens beside full
boards is written for clarity, not for speed.
"""

from tttcore.engines.nine_board.alphabeta.heuristics import INFINITY
from tttcore.engines.nine_board.alphabeta.single_boards import (
    free,
    gain,
    marked,
    threats,
    winning,
    with_control,
    with_full,
)
from tttcore.games.nine_board import ANY, BOARDS, CELLS, DRAWN, FULL
from tttcore.pipeline.jit import inlined, kernel


@inlined
def is_simple(packed, full, target):
    """True if all moves are on one board, whose features are `packed`, and each names a board with a free cell.

    The last test is for a single free cell that names its own board, which the mark fills up.
    """
    return full == 0 and target != ANY and free(packed) != 1 << target


@inlined
def safe_cells(free_cells, completing, controlled, board):
    """Bits of those free cells of a board that name no board that the opponent can win with a mark.

    He can win the boards `controlled`, and completes a line of this one in the free cells `completing`. The cell that
    names this board itself is judged apart, as the mark changes the board: he wins there if he completes a line in any
    other cell than that one.

        O . O       X moves here, on board 1: O can win this board, yet only in cell 1, which names it,
        . X .       so that X's mark there is safe
        . . X
    """
    here = 1 << board
    return free_cells & ~(controlled & ~here | (here if completing & ~here else 0))


@kernel
def list_safe_moves(features, codes, moves, ply, control, full, target, mover, rule, loss):
    """List the safe moves of any position in row `ply` of `moves`; return their number and the best value of others.

    That value is 0 if one of the others ends the game without a winner, else `loss`, and `-INFINITY` without others.
    """
    count, floor = 0, -INFINITY
    for board in range(BOARDS) if target == ANY else range(target, target + 1):
        code = codes[board]
        for cell in range(CELLS):
            if not free(features[code]) >> cell & 1:
                continue
            # The mark may block a threat of the opponent on its board, or fill that up: both are judged after it.
            after = features[marked(code, cell, mover)]
            filled = with_full(full, board, after)
            # Boards that the opponent can win after the mark, and of these the one that he is sent to.
            losing = threats(with_control(control, board, winning(after, 0), winning(after, 1)), 1 - mover)
            if not filled >> cell & 1:
                losing &= 1 << cell  # else the opponent may mark any board, and any threat of his wins
            if _ends(filled, cell, rule):
                floor = max(floor, 0)
            elif losing:
                floor = max(floor, loss)
            else:
                moves[ply, count] = board * CELLS + cell
                count += 1
    return count, floor


@kernel
def last_ply_value(features, codes, full, score, target, mover, rule):
    """Value to the mover of any position one ply above the depth limit, whose score to the mover is `score`."""
    best = -INFINITY
    for board in range(BOARDS) if target == ANY else range(target, target + 1):
        packed = features[codes[board]]
        for cell in range(CELLS):
            if free(packed) >> cell & 1:
                after = features[marked(codes[board], cell, mover)]
                # A score is a sum over boards, so that the gain on the marked one is all that changes.
                ended = _ends(with_full(full, board, after), cell, rule)
                best = max(best, 0 if ended else score + gain(packed, after, mover))
    return best


@inlined
def _ends(filled, cell, rule):
    """True if a mark that doesn't win ends the game as a draw."""
    return filled >> cell & 1 and (rule == DRAWN or filled == FULL)
