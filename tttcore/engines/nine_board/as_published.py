"""Compiled form of the document's search, with the moves, values and counts of `reference.search`.

All moves of a position are listed and shuffled before the first is tried. The first of the best is chosen, however long
the game then takes. The rest of the list is cut off once beta <= alpha. Osipa (2017), sections 2.1 and 2.2.
"""

import numpy as np

from tttcore.engines.nine_board.reference import CONTROL, CONTROL_SCORE, HEURISTICS, INFINITY, WAYS, WIN, Search
from tttcore.games.nine_board import ANY, BOARDS, CELLS, COMPLETING, FULL, MOVES, RULES, NineBoard, target_after
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.rng import Words, randint

POPCOUNT = np.array([cells.bit_count() for cells in range(1 << CELLS)])
"""(512,) number of set bits of each set of cells."""
NODES, CUT, LEAVES, ENDS = range(4)
"""Indices of the counts that kernels keep."""


def search(
    position: NineBoard, *, heuristic: int, depth: int, pruning: bool = True, state: Words | None = None
) -> Search:
    """Search a position, see `reference.search`.

    Raises
    ------
    ValueError
        If the game is over, the heuristic is unknown or the depth below 1.
    """
    check(position, heuristic, depth)
    marks, target, player = position.arrays()
    counts = np.zeros(4, np.int64)
    moves = np.empty((depth + 1, MOVES), np.int64)
    value, move = _alpha_beta(
        marks, target, player, RULES.index(position.rule), heuristic, depth, -INFINITY, INFINITY, pruning,
        state is not None, np.zeros(1, np.uint64) if state is None else state, moves, counts,
    )  # fmt: skip
    return Search(int(move), int(value), *counts.tolist())


def check(position: NineBoard, heuristic: int, depth: int) -> None:
    """Raise ValueError for a search that can't be made."""
    check_heuristic(heuristic)
    if depth < 1:
        raise ValueError(f"depth: {depth!r} is out of range; allowed: 1 or more")
    if position.winner is not None:
        raise ValueError("position: the game is over; allowed: positions with a legal move")


def check_heuristic(heuristic: int) -> None:
    """Raise ValueError for an unknown heuristic."""
    if heuristic not in HEURISTICS:
        raise ValueError(f"heuristic: {heuristic!r} is unknown; known: {', '.join(map(str, HEURISTICS))}")


@kernel
def _alpha_beta(marks, target, player, rule, heuristic, left, alpha, beta, pruning, shuffled, state, moves, counts):
    """Fast form of `reference.alpha_beta`, of a position that isn't over."""
    if left == 0:
        counts[LEAVES] += 1
        return evaluate(marks, heuristic), -1
    listed = moves[left]  # a row for each ply, as the recursion comes back to it
    count = list_moves(marks, target, listed)
    if shuffled:
        # All moves are shuffled before any is tried, so that cut-offs don't change how many words this position takes.
        shuffle(listed, count, state)
    sign = 1 - 2 * player  # X maximises, O minimises
    best, chosen = -sign * INFINITY, -1
    for tried in range(count):
        board, cell = listed[tried] // CELLS, listed[tried] % CELLS
        counts[NODES] += 1
        wins = COMPLETING[marks[player, board]] >> cell & 1
        marks[player, board] ^= 1 << cell  # sets the bit, and clears it again below
        next_target = target_after(marks, cell, rule)
        # The end of a game counts as a leaf: a win by its mark, or a draw where nobody can go on.
        if wins or next_target < 0:
            value = sign * WIN * wins
            counts[LEAVES] += 1
            counts[ENDS] += 1
        else:
            value, _ = _alpha_beta(
                marks, next_target, 1 - player, rule, heuristic, left - 1, alpha, beta, pruning,
                shuffled, state, moves, counts,
            )  # fmt: skip
        marks[player, board] ^= 1 << cell
        if sign * value > sign * best:  # strictly better, so that the first of the best stays
            best, chosen = value, listed[tried]
        # No negamax: as in the document values are X's on every ply, so that X raises alpha and O lowers beta.
        if player:
            beta = min(beta, best)
        else:
            alpha = max(alpha, best)
        if pruning and beta <= alpha:
            counts[CUT] += count - tried - 1
            break
    return best, chosen


@kernel
def evaluate(marks, heuristic):
    """Fast form of `reference.evaluate`, from (2, 9) `marks`."""
    score = 0
    for board in range(BOARDS):
        score += board_score(marks[0, board], marks[1, board], heuristic)
    return score


@inlined
def board_score(crosses, noughts, heuristic):
    """Score of one board, whose sum over boards is `evaluate`, from the bits of its marks."""
    free = FULL & ~(crosses | noughts)
    # `COMPLETING` knows only one player's marks; cells that the other has taken complete nothing.
    ours, theirs = POPCOUNT[COMPLETING[crosses] & free], POPCOUNT[COMPLETING[noughts] & free]
    if heuristic == CONTROL:
        return CONTROL_SCORE * (np.int64(ours > 0) - np.int64(theirs > 0))
    return ours - theirs if heuristic == WAYS else 0


@inlined
def list_moves(marks, target, moves):
    """Fast form of `NineBoard.legal_moves`, of an open position: write them into `moves`; return how many there are."""
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
    """Fast form of `reference.shuffle`, of the first `count` moves; takes `count` - 1 random words."""
    for last in range(count - 1, 0, -1):
        # The last one may stay where it is; if it had to move, not all orders could come up.
        other = randint(state, last + 1)
        moves[last], moves[other] = moves[other], moves[last]


@kernel
def root_moves(marks, target, shuffled, state):
    """(moves,) all moves of a position that isn't over, in rising order or shuffled."""
    moves = np.empty(MOVES, np.int64)
    count = list_moves(marks, target, moves)
    if shuffled:
        shuffle(moves, count, state)
    return moves[:count]
