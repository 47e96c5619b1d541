"""Monte-Carlo tree search on nine boards: plain UCT with uniformly random playouts (Kocsis and Szepesvári 2006).

Each playout has four phases:

1. Selection: from the root down, as long as every move of a position is in the tree, follow the move of highest

       w / n + C sqrt(ln N / n),

   the oldest of equal ones: n playouts went through the move, N through the position, and w is what those n brought
   the player who makes it, 1 for a win and 1/2 for a draw.
2. Expansion: where moves are missing, one of these, drawn uniformly, is added to the tree.
3. Simulation: the game goes on to its end with uniformly random moves.
4. Backpropagation: visits and points of all moves on the path are updated.

A game that ends within the tree ends there again. The move of the root with most visits is chosen, the lowest of equal
ones.

Nine-board and super tic-tac-toe share the tree. What happens in every move of a playout is written out in `search`, for
speed; what happens seldom there is left to the games.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.nine_board.as_published import POPCOUNT
from tttcore.games import nine_board, super_board
from tttcore.games.nine_board import ANY, BOARDS, CELLS, COMPLETING, FULL, MOVES, NineBoard, target_after
from tttcore.games.super_board import MAJORITY, OPEN, SuperBoard, super_free, super_mark, super_target_after
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.rng import Words, randint

NINE, SUPER = range(2)
"""Codes of the games in kernels."""
WON, DRAWN = -2, -1
"""Instead of the next board, where the move ended the game."""

MOVE, VISITS, POINTS, CHILDREN, FIRST, LAST, NEXT = range(7)
"""Fields of a node, a row of the tree; all but the root, row 0, stand for the move that leads to them. Points are to
the player who made the move, 2 for a win and 1 for a draw. Children are a linked list in the order in which they were
added: the first of a node, and the next of each; 0 where there is none."""

CELLS_OF = np.array(
    [sorted(range(CELLS), key=lambda cell: not cells >> cell & 1) for cells in range(FULL + 1)], np.int64
)
"""(512, 9) by set of cells, its cells in rising order, then all others."""


class Choice(NamedTuple):
    """Result of a search."""

    move: int
    visits: NDArray[np.int64]  # (81,) by move, playouts that went through it; their sum is the number of playouts
    value: float  # mean result to the player to move of the playouts through the chosen move


def choose(position: NineBoard | SuperBoard, *, playouts: int, exploration: float, state: Words) -> Choice:
    """Choose a move by Monte-Carlo tree search.

    Parameters
    ----------
    playouts : how many, 1 or more.
    exploration : C above, 0 or more; sqrt(2) is that of UCB1.
    state : (1,) random state, see `pipeline.rng.next_word`; it is advanced.

    Raises
    ------
    ValueError
        If the game is over or a number is out of range.
    """
    if position.winner is not None:
        raise ValueError("the game is over: there is no move to choose")
    if playouts < 1:
        raise ValueError(f"playouts: {playouts!r} is out of range; allowed: 1 or more")
    if not 0 <= exploration < math.inf:
        raise ValueError(f"exploration: {exploration!r} is out of range; allowed: 0 or more")
    visits, points = np.zeros(MOVES, np.int64), np.zeros(MOVES, np.int64)
    search(*_arguments(position), playouts, float(exploration), state, visits, points)
    move = int(visits.argmax())
    return Choice(move, visits, float(points[move] / (2 * visits[move])))


def _arguments(position: NineBoard | SuperBoard) -> tuple[int, NDArray[np.int64], NDArray[np.int64], int, int, int]:
    """Arguments of `search` for a position: game, marks, boards won, target, player to move and rule."""
    if isinstance(position, SuperBoard):
        return (SUPER, *position.arrays(), super_board.RULES.index(position.rule))
    marks, target, current_player = position.arrays()
    return NINE, marks, np.zeros(2, np.int64), target, current_player, nine_board.RULES.index(position.rule)


@kernel
def search(game, marks, won, target, current_player, rule, playouts, exploration, state, visits, points):
    """Fast form of `reference.tree_search`, of an open position; fill (81,) visits and points of its moves."""
    closed = game == SUPER and rule != OPEN
    # Each playout adds one node at most, so that the tree never grows. Node 0 is the root and nobody's child, so that 0
    # says that there is none.
    tree, size = np.zeros((playouts + 1, 7), np.int64), 1
    now, owned = np.empty_like(marks), np.empty_like(won)
    free, path = np.empty(BOARDS, np.int64), np.zeros(MOVES + 1, np.int64)
    for _ in range(playouts):
        # `now` and `owned` are the playout's marks and boards won, `path` the nodes it went through, the root first.
        _copy(marks, now)
        owned[0], owned[1] = won[0], won[1]
        to, player, length, added = target, current_player, 1, False
        while to >= 0:
            # Choose a cell: in the simulation at random, on one board (nearly always) or on all, else in the tree.
            # A selected move takes no random word, an added or a random one exactly one.
            if added and to != ANY:
                cells = FULL & ~(now[0, to] | now[1, to])
                board, cell = to, CELLS_OF[cells, randint(state, POPCOUNT[cells])]
            elif added:
                choices = _fill_free(game, now, owned, to, rule, free)
                board, cell = divmod(_nth_move(free, randint(state, choices)), CELLS)
            else:
                left = _fill_free(game, now, owned, to, rule, free)
                node = _select_or_expand(tree, path[length - 1], size, free, left, exploration, state)
                added = node == size
                path[length] = node
                length += 1
                board, cell = divmod(tree[node, MOVE], CELLS)
            # Mark it. On nine boards the first line wins; in the super game `super_mark` also notes whose the board is.
            # `COMPLETING` has a bit for each cell that completes a line.
            if COMPLETING[now[player, board]] >> cell & 1 and (
                game == NINE or super_mark(now, owned, player, board, cell)
            ):
                to = WON
            else:
                now[player, board] |= 1 << cell
                # | binds tighter than !=. A board that can be marked, nearly always the case, needs no call.
                if now[0, cell] | now[1, cell] != FULL and not (closed and (owned[0] | owned[1]) >> cell & 1):
                    to = cell
                elif game == NINE:
                    to = target_after(now, cell, rule)
                else:
                    to = super_target_after(now, owned, cell, rule)
            player = 1 - player
        to, player = _by_majority(game, rule, owned, to, player)
        size += added
        # Backpropagation. `player` is now the opponent of who moved last; the node of step s was reached by a move of
        # the opponent of player (current_player + s) % 2.
        for step in range(length):
            tree[path[step], VISITS] += 1
            tree[path[step], POINTS] += 1 if to == DRAWN else 2 * ((current_player + step) & 1 == player)
    child = tree[0, FIRST]
    while child:
        visits[tree[child, MOVE]], points[tree[child, MOVE]] = tree[child, VISITS], tree[child, POINTS]
        child = tree[child, NEXT]


@kernel
def _select_or_expand(tree, node, size, free, left, exploration, state):
    """Select a child of a node, or add one if any of its `left` moves, the cells in (9,) `free`, is missing.

    `free` changes: cells of moves in the tree are taken out.
    """
    if tree[node, CHILDREN] == left:
        return _best_child(tree, node, exploration)
    other = tree[node, FIRST]
    while other:
        board, cell = divmod(tree[other, MOVE], CELLS)
        free[board] ^= 1 << cell  # in the tree already
        other = tree[other, NEXT]
    # What is left in `free` are the moves that aren't in the tree yet.
    tree[size, MOVE] = _nth_move(free, randint(state, left - tree[node, CHILDREN]))
    if tree[node, CHILDREN]:  # append to the linked list of children
        tree[tree[node, LAST], NEXT] = size
    else:
        tree[node, FIRST] = size
    tree[node, LAST] = size
    tree[node, CHILDREN] += 1
    return size


@inlined
def _best_child(tree, node, exploration):
    """Child of the highest upper confidence bound, of a node that has all its children."""
    log = math.log(tree[node, VISITS])
    best, highest = 0, -1.0
    child = tree[node, FIRST]
    while child:
        visits = tree[child, VISITS]
        bound = tree[child, POINTS] / (2 * visits) + exploration * math.sqrt(log / visits)
        # Children come in the order in which they were added, so that the oldest of equal ones stays.
        if bound > highest:
            best, highest = child, bound
        child = tree[child, NEXT]
    return best


@kernel
def _fill_free(game, marks, won, target, rule, free):
    """Set (9,) `free` to the bits of the cells that may be marked on each board; return the number of cells."""
    count = 0
    for board in range(BOARDS):
        free[board] = 0
        if target in (ANY, board):
            free[board] = FULL & ~(marks[0, board] | marks[1, board])
            if game == SUPER:
                free[board] = super_free(marks, won, board, rule)
        count += POPCOUNT[free[board]]
    return count


@kernel
def _nth_move(free, number):
    """Move of this number, counted from 0, among the cells in (9,) `free`."""
    board = 0
    # Whole boards are skipped by their number of free cells; the rest counts cells on the board that is reached.
    while number >= POPCOUNT[free[board]]:
        number -= POPCOUNT[free[board]]
        board += 1
    return board * CELLS + CELLS_OF[free[board], number]


@inlined
def _by_majority(game, rule, won, to, player):
    """Result and next player; by majority a draw is a win of the owner of more boards, as if it had moved last."""
    more = POPCOUNT[won[0]] - POPCOUNT[won[1]]
    if game == SUPER and rule == MAJORITY and to == DRAWN and more != 0:
        return WON, int(more > 0)
    return to, player


@inlined
def _copy(source, target):
    """Copy the marks of both players."""
    for player in range(2):
        for board in range(BOARDS):
            target[player, board] = source[player, board]
