"""Monte-Carlo tree search on nine boards: plain UCT with uniformly random playouts (Kocsis and Szepesvári 2006).

Each playout adds a position to a tree of positions. It goes down from the root; where every move of a position is in
the tree, it follows the move for which

    w / n + C sqrt(ln N / n)

is highest, the one that came into the tree first of equal ones: n playouts went through it, N through the position, and
w is what these n brought who makes the move, 1 for a win and 1/2 for a draw. Where a move is missing, one of those that
are is drawn, all as likely; it comes into the tree, and the game goes on to its end with moves that are drawn, all as
likely. A game that ends within the tree ends there again. Chosen is the move of the root that most playouts went
through, the lowest of equal ones.

Nine-board and super tic-tac-toe share the tree. What happens in every move of a playout is written out in `search`, for
speed; what happens seldom there is left to the games.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.nine_board.alphabeta.heuristics import COUNT
from tttcore.games import nine_board, super_board
from tttcore.games.nine_board import ANY, BOARDS, CELLS, COMPLETING, FULL, MOVES, NineBoard, target_after
from tttcore.games.super_board import CLOSED, SuperBoard, super_free, super_mark, super_target_after
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.rng import Words, below

NINE, SUPER = range(2)
"""The games as kernels know them."""
WON, DRAWN = -2, -1
"""Instead of the board that comes next, where the move ended the game."""

MOVE, VISITS, POINTS, CHILDREN, FIRST, LAST, NEXT = range(7)
"""Fields of a node, which but for the root, 0, is also the move to it. Points are what its visits brought who made the
move, 2 for a win and 1 for a draw. Its children, in the order in which they came, are its first and the next of each;
0 where there is none."""

NTH = np.array([sorted(range(CELLS), key=lambda cell: not cells >> cell & 1) for cells in range(FULL + 1)], np.int64)
"""(512, 9) the cells of each set in rising order, then the others."""


class Choice(NamedTuple):
    """What a search found."""

    move: int
    visits: NDArray[np.int64]
    """(81,) by move, how many playouts went through it; together all."""
    value: float
    """What these brought who moves on average if they went through the chosen move: 1 for a win, 1/2 for a draw."""


def choose(position: NineBoard | SuperBoard, *, playouts: int, exploration: float, state: Words) -> Choice:
    """Search for a move.

    Parameters
    ----------
    playouts : how many, 1 or more.
    exploration : C above, 0 or more; sqrt(2) is UCB1's.
    state : (1,) where chance comes from, see `pipeline.rng.next_word`; moves on.

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
    search(*_start(position), playouts, float(exploration), state, visits, points)
    move = int(visits.argmax())
    return Choice(move, visits, float(points[move] / (2 * visits[move])))


def _start(position: NineBoard | SuperBoard) -> tuple[int, NDArray[np.int64], NDArray[np.int64], int, int, int]:
    """Game, marks, boards won, target, mover and rule as kernels take them."""
    if isinstance(position, SuperBoard):
        return (SUPER, *position.start(), super_board.RULES.index(position.rule))
    marks, target, mover = position.start()
    return NINE, marks, np.zeros(2, np.int64), target, mover, nine_board.RULES.index(position.rule)


@kernel
def search(game, marks, won, target, mover, rule, playouts, exploration, state, visits, points):
    """Grow a tree from a position that isn't over; fill (81,) visits and points of its moves."""
    closed = game == SUPER and rule == CLOSED
    tree, size = np.zeros((playouts + 1, 7), np.int64), 1
    now, owned = np.empty_like(marks), np.empty_like(won)
    free, path = np.empty(BOARDS, np.int64), np.zeros(MOVES + 1, np.int64)
    for _ in range(playouts):
        _copy(marks, now)
        owned[0], owned[1] = won[0], won[1]
        to, player, length, added = target, mover, 1, False
        while to >= 0:
            if added and to != ANY:
                cells = FULL & ~(now[0, to] | now[1, to])
                board, cell = to, NTH[cells, below(state, COUNT[cells])]
            elif added:
                board, cell = divmod(_nth(free, below(state, _free(game, now, owned, to, rule, free))), CELLS)
            else:
                left = _free(game, now, owned, to, rule, free)
                node = _child(tree, path[length - 1], size, free, left, exploration, state)
                added = node == size
                path[length] = node
                length += 1
                board, cell = divmod(tree[node, MOVE], CELLS)
            if COMPLETING[now[player, board]] >> cell & 1 and (
                game == NINE or super_mark(now, owned, player, board, cell)
            ):
                to = WON
            else:
                now[player, board] |= 1 << cell
                if now[0, cell] | now[1, cell] != FULL and not (closed and (owned[0] | owned[1]) >> cell & 1):
                    to = cell
                elif game == NINE:
                    to = target_after(now, cell, rule)
                else:
                    to = super_target_after(now, owned, cell, rule)
            player = 1 - player
        size += added
        for step in range(length):
            tree[path[step], VISITS] += 1
            tree[path[step], POINTS] += 1 if to == DRAWN else 2 * ((mover + step) & 1 == player)
    child = tree[0, FIRST]
    while child:
        visits[tree[child, MOVE]], points[tree[child, MOVE]] = tree[child, VISITS], tree[child, POINTS]
        child = tree[child, NEXT]


@kernel
def _child(tree, node, size, free, left, exploration, state):
    """The child to go to; where one of the `left` free cells in (9,) `free`, which changes, is missing, a new one."""
    if tree[node, CHILDREN] == left:
        return _highest(tree, node, exploration)
    other = tree[node, FIRST]
    while other:
        board, cell = divmod(tree[other, MOVE], CELLS)
        free[board] ^= 1 << cell
        other = tree[other, NEXT]
    tree[size, MOVE] = _nth(free, below(state, left - tree[node, CHILDREN]))
    if tree[node, CHILDREN]:
        tree[tree[node, LAST], NEXT] = size
    else:
        tree[node, FIRST] = size
    tree[node, LAST] = size
    tree[node, CHILDREN] += 1
    return size


@inlined
def _highest(tree, node, exploration):
    """The child to follow of a node that has all its children."""
    log = math.log(tree[node, VISITS])
    best, highest = 0, -1.0
    child = tree[node, FIRST]
    while child:
        visits = tree[child, VISITS]
        bound = tree[child, POINTS] / (2 * visits) + exploration * math.sqrt(log / visits)
        if bound > highest:
            best, highest = child, bound
        child = tree[child, NEXT]
    return best


@kernel
def _free(game, marks, won, target, rule, free):
    """Set (9,) `free` to the cells that may be marked on each board and return how many they are."""
    count = 0
    for board in range(BOARDS):
        free[board] = 0
        if target in (ANY, board):
            free[board] = FULL & ~(marks[0, board] | marks[1, board])
            if game == SUPER:
                free[board] = super_free(marks, won, board, rule)
        count += COUNT[free[board]]
    return count


@kernel
def _nth(free, number):
    """The move of this number, from 0 on, among the cells in (9,) `free`."""
    board = 0
    while number >= COUNT[free[board]]:
        number -= COUNT[free[board]]
        board += 1
    return board * CELLS + NTH[free[board], number]


@inlined
def _copy(source, target):
    """Copy the marks of both players."""
    for player in range(2):
        for board in range(BOARDS):
            target[player, board] = source[player, board]
