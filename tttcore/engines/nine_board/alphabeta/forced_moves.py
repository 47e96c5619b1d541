"""Which moves are safe, so that the opponent can't win at once, and what the others are worth.

Nobody who is to move can win at once himself. Nearly always no board is full; what happens beside full boards is
written for clarity, not for speed.
"""

from tttcore.engines.nine_board.alphabeta.heuristics import ENDLESS
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
def plain_sailing(word, full, target):
    """Whether every move is on one board and leads to a board with a free cell; `word` is the target's."""
    return full == 0 and target != ANY and free(word) != 1 << target


@inlined
def safe_cells(word, control, board, mover):
    """Bits of the safe cells of a board, where all is plain sailing."""
    bit, other = 1 << board, 1 - mover
    here = bit if winning(word, other) & ~bit else 0
    return free(word) & ~(threats(control, other) & ~bit | here)


@kernel
def list_safe(words, codes, listed, ply, control, full, target, mover, rule, loss):
    """List the safe moves of any position in row `ply` of `listed`; return their number and the most the others ensure.

    That is 0 for an end without a winner and `loss` if the opponent wins; `-ENDLESS` if there are no others.
    """
    count, floor = 0, -ENDLESS
    for board in range(BOARDS) if target == ANY else range(target, target + 1):
        code = codes[board]
        for cell in range(CELLS):
            if not free(words[code]) >> cell & 1:
                continue
            after = words[marked(code, cell, mover)]
            filled = with_full(full, board, after)
            losing = threats(with_control(control, board, after), 1 - mover)
            if not filled >> cell & 1:
                losing &= 1 << cell
            if _ends(filled, cell, rule):
                floor = max(floor, 0)
            elif losing:
                floor = max(floor, loss)
            else:
                listed[ply, count] = board * CELLS + cell
                count += 1
    return count, floor


@kernel
def last_ply(words, codes, full, worth, target, mover, rule):
    """Value of any position one ply above the limit, to the mover, to whom it is worth `worth` as it is."""
    best = -ENDLESS
    for board in range(BOARDS) if target == ANY else range(target, target + 1):
        word = words[codes[board]]
        for cell in range(CELLS):
            if free(word) >> cell & 1:
                after = words[marked(codes[board], cell, mover)]
                ended = _ends(with_full(full, board, after), cell, rule)
                best = max(best, 0 if ended else worth + gain(word, after, mover))
    return best


@inlined
def _ends(filled, cell, rule):
    """Whether a mark that doesn't win ends the game."""
    return filled >> cell & 1 and (rule == DRAWN or filled == FULL)
