"""The search as the document describes it: depth-first to a limited depth, with alpha-beta pruning, moves shuffled.

    value(p) = 60, -60, 0                   if X has won, O has won, nobody can go on
    value(p) = heuristic(p)                 at the depth limit
    value(p) = max or min of value(p')      over positions p' after X's or O's moves

All moves of a position are made into a list and shuffled before the first is tried; the first of the best is chosen,
whatever its game's length. What is left of the list is cut once beta <= alpha. Osipa (2017), sections 2.1 and 2.2.
"""

from typing import NamedTuple

import numpy as np

from tttcore.engines.nine_board.alphabeta.heuristics import ENDLESS, HEURISTICS, WIN, evaluate
from tttcore.engines.nine_board.alphabeta.move_list import list_moves, shuffle
from tttcore.games.nine_board import CELLS, COMPLETING, MOVES, RULES, NineBoard, target_after
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rng import Words

NODES, CUT, LEAVES, ENDS = range(4)


class Search(NamedTuple):
    """What a search found and what it looked at."""

    move: int
    value: int
    """To X, in sixtieths of a won game."""
    nodes: int
    """Positions made, the one searched not counted."""
    cut: int
    """Moves that were listed and never tried."""
    leaves: int
    """Positions that were given a score: those at the depth limit and those in which the game is over."""
    ends: int
    """Of these, positions in which the game is over."""


def search(
    position: NineBoard, *, heuristic: int, depth: int, pruning: bool = True, state: Words | None = None
) -> Search:
    """Search a position `depth` plies deep, the move to be chosen among them.

    Parameters
    ----------
    heuristic : 0, 1 or 2, see `heuristics.evaluate`.
    pruning : without it every position up to the depth is looked at.
    state : where the shuffles get their words, that of the position itself first; without it moves stay in rising
        order.

    Raises
    ------
    ValueError
        If the game is over, the heuristic is unknown or the depth below 1.
    """
    check(position, heuristic, depth)
    marks, target, mover = position.start()
    counts = np.zeros(4, np.int64)
    moves = np.empty((depth + 1, MOVES), np.int64)
    value, move = _descend(
        marks, target, mover, RULES.index(position.rule), heuristic, depth, -ENDLESS, ENDLESS, pruning,
        state is not None, np.zeros(1, np.uint64) if state is None else state, moves, counts,
    )  # fmt: skip
    return Search(int(move), int(value), *counts.tolist())


def check(position: NineBoard, heuristic: int, depth: int) -> None:
    """Refuse what can't be searched by ValueError."""
    check_heuristic(heuristic)
    if depth < 1:
        raise ValueError(f"depth: {depth!r} is out of range; allowed: 1 or more")
    if position.winner is not None:
        raise ValueError("position: the game is over; allowed: positions with a legal move")


def check_heuristic(heuristic: int) -> None:
    """Refuse an unknown heuristic by ValueError."""
    if heuristic not in HEURISTICS:
        raise ValueError(f"heuristic: {heuristic!r} is unknown; known: {', '.join(map(str, HEURISTICS))}")


@kernel
def _descend(marks, target, mover, rule, heuristic, left, alpha, beta, pruning, shuffled, state, moves, counts):
    """Value of a position that isn't over, `left` plies above the limit, and its first best move."""
    if left == 0:
        counts[LEAVES] += 1
        return evaluate(marks, heuristic), -1
    listed = moves[left]
    count = list_moves(marks, target, listed)
    if shuffled:
        shuffle(listed, count, state)
    sign = 1 - 2 * mover
    best, chosen = -sign * ENDLESS, -1
    for tried in range(count):
        board, cell = listed[tried] // CELLS, listed[tried] % CELLS
        counts[NODES] += 1
        wins = COMPLETING[marks[mover, board]] >> cell & 1
        marks[mover, board] ^= 1 << cell
        following = target_after(marks, cell, rule)
        if wins or following < 0:
            value = sign * WIN * wins
            counts[LEAVES] += 1
            counts[ENDS] += 1
        else:
            value, _ = _descend(
                marks, following, 1 - mover, rule, heuristic, left - 1, alpha, beta, pruning,
                shuffled, state, moves, counts,
            )  # fmt: skip
        marks[mover, board] ^= 1 << cell
        if sign * value > sign * best:
            best, chosen = value, listed[tried]
        if mover:
            beta = min(beta, best)
        else:
            alpha = max(alpha, best)
        if pruning and beta <= alpha:
            counts[CUT] += count - tried - 1
            break
    return best, chosen
