"""Alpha-beta search as the document describes it: depth-first to a limited depth, moves shuffled, counts kept.

    value(p) = 60, -60, 0                   if X has won, O has won, nobody can go on
    value(p) = heuristic(p)                 at the depth limit
    value(p) = max or min of value(p')      over positions p' after X's or O's moves

All moves of a position are listed and shuffled before the first is tried. The first of the best is chosen, however long
the game then takes. The rest of the list is cut off once beta <= alpha. Osipa (2017), sections 2.1 and 2.2.
"""

from typing import NamedTuple

import numpy as np

from tttcore.engines.nine_board.alphabeta.heuristics import HEURISTICS, INFINITY, WIN, evaluate
from tttcore.engines.nine_board.alphabeta.move_list import list_moves, shuffle
from tttcore.games.nine_board import CELLS, COMPLETING, MOVES, RULES, NineBoard, target_after
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rng import Words

NODES, CUT, LEAVES, ENDS = range(4)
"""Indices of the counts that kernels keep."""


class Search(NamedTuple):
    """Result of a search and counts of its work."""

    move: int
    value: int  # to X, in sixtieths of a won game
    nodes: int  # positions made, the one searched not counted
    cut: int  # moves that were listed and never tried, because beta <= alpha
    leaves: int  # positions that were evaluated: those at the depth limit and those in which the game is over
    ends: int  # of these, positions in which the game is over


def search(
    position: NineBoard, *, heuristic: int, depth: int, pruning: bool = True, state: Words | None = None
) -> Search:
    """Search a position `depth` plies deep, counting the move that is chosen.

    Parameters
    ----------
    heuristic : 0, 1 or 2, see `heuristics.evaluate`.
    pruning : whether branches are cut off; without it every position up to the depth is evaluated.
    state : random words for the shuffles, that of the position itself first; without it moves stay in rising order.

    Raises
    ------
    ValueError
        If the game is over, the heuristic is unknown or the depth below 1.
    """
    check(position, heuristic, depth)
    marks, target, mover = position.arrays()
    counts = np.zeros(4, np.int64)
    moves = np.empty((depth + 1, MOVES), np.int64)
    value, move = _alpha_beta(
        marks, target, mover, RULES.index(position.rule), heuristic, depth, -INFINITY, INFINITY, pruning,
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
def _alpha_beta(marks, target, mover, rule, heuristic, left, alpha, beta, pruning, shuffled, state, moves, counts):
    """Value to X of a position that isn't over, `left` plies above the limit, and its first best move."""
    if left == 0:
        counts[LEAVES] += 1
        return evaluate(marks, heuristic), -1
    listed = moves[left]  # a row for each ply, as the recursion comes back to it
    count = list_moves(marks, target, listed)
    if shuffled:
        # All moves are shuffled before any is tried, so that cut-offs don't change how many words this position takes.
        shuffle(listed, count, state)
    sign = 1 - 2 * mover  # X maximises, O minimises
    best, chosen = -sign * INFINITY, -1
    for tried in range(count):
        board, cell = listed[tried] // CELLS, listed[tried] % CELLS
        counts[NODES] += 1
        wins = COMPLETING[marks[mover, board]] >> cell & 1
        marks[mover, board] ^= 1 << cell  # sets the bit, and clears it again below
        following = target_after(marks, cell, rule)
        # The end of a game counts as a leaf: a win by its mark, or a draw where nobody can go on.
        if wins or following < 0:
            value = sign * WIN * wins
            counts[LEAVES] += 1
            counts[ENDS] += 1
        else:
            value, _ = _alpha_beta(
                marks, following, 1 - mover, rule, heuristic, left - 1, alpha, beta, pruning,
                shuffled, state, moves, counts,
            )  # fmt: skip
        marks[mover, board] ^= 1 << cell
        if sign * value > sign * best:  # strictly better, so that the first of the best stays
            best, chosen = value, listed[tried]
        # No negamax: as in the document values are X's on every ply, so that X raises alpha and O lowers beta.
        if mover:
            beta = min(beta, best)
        else:
            alpha = max(alpha, best)
        if pruning and beta <= alpha:
            counts[CUT] += count - tried - 1
            break
    return best, chosen
