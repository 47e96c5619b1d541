"""Lookup tables of the fast search: features of all 19,683 fillings of one board, packed into one integer each.

A board's code is its cells as digits to base three, digit c for cell c: 0 free, 1 X, 2 O. A mark adds `POWERS[cell]` to
the code, or twice that, and one look-up gives all that the search needs of the board:

    bit  0   9 bits   free cells
    bit  9   9 bits   cells with which X completes a line
    bit 18   9 bits   cells with which O does
    bit 27   8 bits   score of the board to X, plus 128
    bit 35   8 bits   largest gain in score by a mark of X that doesn't win, plus 128; 0 if there is no such mark
    bit 43   8 bits   largest gain by a mark of O, likewise

The functions below take such packed integers, not arrays: handing an array even to an inlined function, if that calls
another, makes numba count references, which takes longer than the function itself.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.nine_board.as_published import board_score
from tttcore.engines.nine_board.reference import INFINITY
from tttcore.games.nine_board import ANY, BOARDS, CELLS, COMPLETING, DRAWN, FULL
from tttcore.pipeline.jit import inlined, kernel

POWERS = 3 ** np.arange(CELLS)
"""(9,) what a cross in each cell adds to a board's code; a nought adds twice as much."""

# In two's complement cells & -cells is the lowest set bit alone: 0b01100 & 0b10100 = 0b00100.
LOWEST = np.array([0] + [(cells & -cells).bit_length() - 1 for cells in range(1, FULL + 1)])
"""(512,) number of the lowest set bit of each set of cells (find first set)."""

_OFFSET = 128
"""Added to scores and gains, so that their fields are never negative."""
_BITS, _FIELD = 8, 255
"""Width of a score's or gain's field, and its mask."""
_SCORE, _GAIN = 3 * CELLS, 3 * CELLS + _BITS
"""Lowest bits of the score and of X's largest gain."""


@cache
def feature_table(heuristic: int) -> NDArray[np.int64]:
    """(19683,) packed features of every board, by code, with scores of a heuristic; read-only."""
    features = np.zeros(3**CELLS, np.int64)
    _fill(features, heuristic)
    features.flags.writeable = False
    return features


@kernel
def _fill(features, heuristic):
    for code in range(features.size):
        crosses = noughts = 0
        for cell in range(CELLS):
            digit = code // POWERS[cell] % 3  # 0 free, 1 X, 2 O
            crosses |= (digit == 1) << cell
            noughts |= (digit == 2) << cell
        open_cells = FULL & ~(crosses | noughts)
        # O's cells in the nine bits above X's.
        wins = (COMPLETING[noughts] & open_cells) << CELLS | COMPLETING[crosses] & open_cells
        # + binds tighter than <<, and << tighter than |: the sum is shifted, then the fields are put together.
        features[code] = board_score(crosses, noughts, heuristic) + _OFFSET << _SCORE | wins << CELLS | open_cells
    # Gains are differences of scores, so that all scores have to be there first.
    for code in range(features.size):
        for player in range(2):
            # Marks that complete a line end the game and are no gain.
            quiet = free(features[code]) & ~winning(features[code], player)
            # Less than any gain; with the offset added it leaves the field 0.
            most = -_OFFSET
            for cell in range(CELLS):
                if quiet >> cell & 1:
                    most = max(most, gain(features[code], features[marked(code, cell, player)], player))
            features[code] |= most + _OFFSET << _GAIN + _BITS * player


@inlined
def at(index):
    """Cast an index that is never negative to unsigned, which spares numba's test for wrap-around indexing."""
    return np.uint64(index)


@inlined
def free(packed):
    """Bits of the free cells."""
    return packed & FULL


@inlined
def winning(packed, player):
    """Bits of the cells with which a player completes a line."""
    return packed >> CELLS * (1 + player) & FULL


@inlined
def gain(before, after, player):
    """Increase of a board's score to a player between two fillings; the offsets cancel."""
    # Scores are X's, so that O gains what X loses.
    return (1 - 2 * player) * ((after >> _SCORE & _FIELD) - (before >> _SCORE & _FIELD))


@inlined
def best_gain(packed, player):
    """Largest gain of a player by a mark that doesn't win."""
    return (packed >> _GAIN + _BITS * player & _FIELD) - _OFFSET


@inlined
def marked(code, cell, player):
    """Code of a board after a mark in a free cell."""
    return code + (1 + player) * POWERS[at(cell)]


@inlined
def unmarked(code, cell, player):
    """Code of a board before a mark."""
    return code - (1 + player) * POWERS[at(cell)]


@inlined
def with_control(control, board, crosses_win, noughts_win):
    """Update the controlled boards, bits 0 to 8 for those that X can win with a mark and 9 to 17 for O's, at a board.

    Both bits of the board are cleared and set again, from the cells with which X and O complete a line of it.
    """
    # Both players can win this board, X with cell 2 and O with cell 5, so that both of its bits are set:
    # X X +
    # O O +      bit `board` for X, bit `board` + 9 for O
    # . . .
    both = (crosses_win > 0) | (noughts_win > 0) << BOARDS
    return control & ~((1 | 1 << BOARDS) << board) | both << board


@inlined
def threats(control, player):
    """Bits of the boards that a player can win with a mark."""
    return control >> BOARDS * player & FULL


@inlined
def with_full(full, board, packed):
    """Update the bits of the full boards at a board."""
    return full | (free(packed) == 0) << board


@inlined
def read_boards(features, marks, codes):
    """Fill (9,) `codes` from (2, 9) `marks`; return controlled boards, full boards, and the position's score to X."""
    control, full, score = 0, 0, 0
    for board in range(BOARDS):
        code = 0
        for cell in range(CELLS):
            code += ((marks[0, board] >> cell & 1) + 2 * (marks[1, board] >> cell & 1)) * POWERS[cell]
        codes[board] = code
        control = with_control(control, board, winning(features[code], 0), winning(features[code], 1))
        full = with_full(full, board, features[code])
        score += gain(features[0], features[code], 0)  # the empty board scores 0
    return control, full, score


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
def list_safe_moves(features, codes, moves, ply, control, full, target, player, rule, loss):
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
            after = features[marked(code, cell, player)]
            filled = with_full(full, board, after)
            # Boards that the opponent can win after the mark, and of these the one that he is sent to.
            losing = threats(with_control(control, board, winning(after, 0), winning(after, 1)), 1 - player)
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
def last_ply_value(features, codes, full, score, target, player, rule):
    """Value to `player` of any position one ply above the depth limit, whose score to `player` is `score`."""
    best = -INFINITY
    for board in range(BOARDS) if target == ANY else range(target, target + 1):
        packed = features[codes[board]]
        for cell in range(CELLS):
            if free(packed) >> cell & 1:
                after = features[marked(codes[board], cell, player)]
                # A score is a sum over boards, so that the gain on the marked one is all that changes.
                ended = _ends(with_full(full, board, after), cell, rule)
                best = max(best, 0 if ended else score + gain(packed, after, player))
    return best


@inlined
def _ends(filled, cell, rule):
    """True if a mark that doesn't win ends the game as a draw."""
    return filled >> cell & 1 and (rule == DRAWN or filled == FULL)
