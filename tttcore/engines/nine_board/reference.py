"""Reference implementation of the document's player of nine boards, and of the other searches. Read this first.

    play_game     the player to move searches and marks, until a line is complete or no move is left
    search        every move is searched to a limited depth, in shuffled order, and the first of the best is made
    alpha_beta    value of a position: X takes the highest of the moves' values and O the lowest; moves that can't
                  change the result are cut off
    evaluate      value at the depth limit, by one of three heuristics

Source: Osipa (2017), sections 2.1 and 2.2. `minimax` is what `alpha_beta` has to find, and the fast search of
`alphabeta` too. `tree_search` (Kocsis and Szepesvári 2006) and `best_result` aren't the document's: `montecarlo` grows
the tree of the first, and `proof` finds the results of the second. Tests hold all kernels to these functions, with the
same random words.

Values are X's, in sixtieths of a won game, so that the document's 0.1 and 1/60 add up without rounding.
"""

import math
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from tttcore.games.nine_board import BOARDS, CELLS, NineBoard, Rule, has_line
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON
from tttcore.games.super_board import SuperBoard
from tttcore.pipeline.rng import Words, next_word, randint

WIN = 60
"""Value of a game that X has won; one that O has won is worth -60, a draw 0."""
INFINITY = 1 << 20
"""More than any value."""
HEURISTICS = (0, 1, 2)
"""Numbers of the heuristics, see `evaluate`."""
NOTHING, CONTROL, WAYS = HEURISTICS
CONTROL_SCORE = 6
"""Score of a controlled board under heuristic 1: 0.1 of a won game."""
SIGN = {CROSS_WON: 1, DRAWN: 0, NOUGHT_WON: -1}
"""Value of each result in won games."""


class Search(NamedTuple):
    """Result of a search and counts of its work."""

    move: int
    value: int  # to X, in sixtieths of a won game
    nodes: int  # positions made, the one searched not counted
    cut: int  # moves that were listed and never tried, because beta <= alpha
    leaves: int  # positions that were evaluated: those at the depth limit and those in which the game is over
    ends: int  # of these, positions in which the game is over


def play_game(heuristic: int, plies: Callable[[int], int], state: Words, *, rule: Rule = "free") -> list[int]:
    """Moves of a game of the document's player against itself, which searches `plies(step)` deep after `step` marks.

    Each move draws from a stream that begins with a word of `state`.
    """
    position, moves = NineBoard(rule=rule), []
    while position.winner is None:
        own_state = np.array([next_word(state)], np.uint64)
        moves.append(search(position, heuristic=heuristic, depth=plies(position.ply), state=own_state).move)
        position = position.apply(moves[-1])
    return moves


def search(
    position: NineBoard, *, heuristic: int, depth: int, pruning: bool = True, state: Words | None = None
) -> Search:
    """Search an open position `depth` plies deep, counting the move that is chosen.

    Parameters
    ----------
    pruning : whether moves are cut off; without it every position up to the depth is evaluated.
    state : random words for the shuffles, that of the position itself first; without it moves stay in rising order.
    """
    counts: Counter[str] = Counter()
    value, move = alpha_beta(position, heuristic, depth, -INFINITY, INFINITY, pruning, state, counts)
    return Search(move, value, counts["nodes"], counts["cut"], counts["leaves"], counts["ends"])


def alpha_beta(
    position: NineBoard,
    heuristic: int,
    left: int,
    alpha: int,
    beta: int,
    pruning: bool,
    state: Words | None,
    counts: Counter[str],
) -> tuple[int, int]:
    """Value of a position `left` plies above the depth limit, and its first best move."""
    if position.winner is not None or left == 0:
        counts["leaves"] += 1
        counts["ends"] += position.winner is not None
        return _value(position, heuristic), -1
    moves = position.legal_moves()
    if state is not None:
        shuffle(moves, state)
    maximises = position.current_player == 0
    best, chosen = -INFINITY if maximises else INFINITY, -1
    for tried, move in enumerate(moves, 1):
        counts["nodes"] += 1
        value, _ = alpha_beta(position.apply(move), heuristic, left - 1, alpha, beta, pruning, state, counts)
        if value > best if maximises else value < best:  # so that the first of the best stays
            best, chosen = value, move
        if maximises:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if pruning and beta <= alpha:
            counts["cut"] += len(moves) - tried
            break
    return best, chosen


def evaluate(position: NineBoard, heuristic: int) -> int:
    """Score of a position by one of the heuristics.

    0 : nothing.
    1 : 6 for each board that X controls, that is, can win with one mark, less 6 for each that O controls; a board that
        both control counts for both and so for neither.
    2 : 1 for each cell with which X can win a board, less 1 for each with which O can; a cell that completes two lines
        counts once.

    Heuristic 1 ranges from -54 to 54, and heuristic 2, at most 5 on a board, from -45 to 45: always less than a win.
    """
    score = 0
    for board in range(BOARDS):
        crosses, noughts = position.crosses[board], position.noughts[board]
        ours, theirs = len(completing_cells(crosses, noughts)), len(completing_cells(noughts, crosses))
        if heuristic == CONTROL:
            score += CONTROL_SCORE * ((ours > 0) - (theirs > 0))
        elif heuristic == WAYS:
            score += ours - theirs
    return score


def completing_cells(own: int, other: int) -> list[int]:
    """Free cells of a board with which a player completes a line, from the bits of both players' marks."""
    return [cell for cell in range(CELLS) if not (own | other) >> cell & 1 and has_line(own | 1 << cell)]


def shuffle(moves: list[int], state: Words) -> None:
    """Shuffle moves uniformly (Fisher and Yates)."""
    for last in range(len(moves) - 1, 0, -1):
        other = randint(state, last + 1)
        moves[last], moves[other] = moves[other], moves[last]


def minimax(position: NineBoard, heuristic: int, depth: int, *, hurry: int = 0) -> int:
    """Plain minimax value, `depth` plies deep; a win is worth `hurry` more for each ply that it leaves."""
    if position.winner is not None or depth == 0:
        return _value(position, heuristic, hurry * depth)
    values = [minimax(position.apply(move), heuristic, depth - 1, hurry=hurry) for move in position.legal_moves()]
    return min(values) if position.current_player else max(values)


def _value(position: NineBoard, heuristic: int, more: int = 0) -> int:
    """Value of a position that isn't searched further; a win is worth `more` than `WIN`."""
    return evaluate(position, heuristic) if position.winner is None else SIGN[position.winner] * (WIN + more)


class Node:
    """Position in the tree of a Monte-Carlo tree search: its playouts, and their points for X and for O."""

    def __init__(self, position: NineBoard | SuperBoard) -> None:
        self.position = position
        self.visits = 0
        self.points = [0.0, 0.0]
        self.children: dict[int, Node] = {}


def tree_search(position: NineBoard | SuperBoard, playouts: int, exploration: float, state: Words) -> Node:
    """Tree of a position after a number of playouts, see `montecarlo`; the move with most visits is chosen."""
    root = Node(position)
    for _ in range(playouts):
        path = [root]
        while path[-1].position.winner is None:
            node = path[-1]
            missing = [move for move in node.position.legal_moves() if move not in node.children]
            if missing:  # expand
                move = missing[randint(state, len(missing))]
                node.children[move] = Node(node.position.apply(move))
                path.append(node.children[move])
                break
            path.append(max(node.children.values(), key=lambda child: _upper_bound(node, child, exploration)))
        last = path[-1].position
        while last.winner is None:  # simulate
            moves = last.legal_moves()
            last = last.apply(moves[randint(state, len(moves))])
        for node in path:  # backpropagate
            node.visits += 1
            node.points[0] += (1 + SIGN[last.winner]) / 2
            node.points[1] += (1 - SIGN[last.winner]) / 2
    return root


def _upper_bound(node: Node, child: Node, exploration: float) -> float:
    mean = child.points[node.position.current_player] / child.visits
    return mean + exploration * math.sqrt(math.log(node.visits) / child.visits)


def best_result(position: NineBoard, known: dict[NineBoard, int]) -> int:
    """Winner with best play, see `games.position`; `known` keeps the results of positions met before."""
    if position.winner is not None:
        return position.winner
    if position not in known:
        own, other = (NOUGHT_WON, CROSS_WON) if position.current_player else (CROSS_WON, NOUGHT_WON)
        found = set()
        for move in position.legal_moves():
            found.add(best_result(position.apply(move), known))
            if own in found:
                break
        known[position] = next(result for result in (own, DRAWN, other) if result in found)
    return known[position]
