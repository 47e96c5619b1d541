"""Naive game kernel of linear evaluators: all free cells are evaluated anew before each move (Post 1999, Methods).

It plays the games of `players.incremental`, which is measured against it. From move to move only the marks in each line
are kept; all lines through all free cells are found and looked at each time. How many lines that are follows from a
game's moves alone, see `count_work`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.players.linear import RANDOM, Game, Player
from tttcore.engines.genies.players.workspace import DEAD, after_mark
from tttcore.games.hypercube import CellLines, Hypercube, empty_cell_lines, find_lines_through
from tttcore.pipeline.jit import kernel

STATES = 256
"""Values of a line's byte, see `players.workspace`; negative ones are found from the end of a table."""


class Workspace(NamedTuple):
    """A board and the arrays that games on it are played in."""

    edge: int
    dimensions: int
    lines: NDArray[np.int8]
    taken: NDArray[np.bool_]
    moves: NDArray[np.int64]
    cell_lines: CellLines


class Work(NamedTuple):
    """Number of moves of a game, and of lines that are examined in it; a line counts each time."""

    moves: int
    touched: int  # lines through the cells that were marked, which is what the incremental kernel looks at
    looked: int  # lines through the cells that were free, before each move, which is what the naive kernel looks at


def play(board: Hypercube, first: Player, second: Player, *, most_moves: int | None = None) -> Game:
    """Play a game.

    Parameters
    ----------
    first, second : deterministic players.
    most_moves : number of moves after which a game is left undecided.

    Raises
    ------
    ValueError
        If a player can't play on this board or plays at random.
    """
    workspace, values = empty_workspace(board), line_values(board, first, second)
    limit = board.cells if most_moves is None else min(most_moves, board.cells)
    winner, count = play_game(workspace, values, limit)
    return Game(winner, workspace.moves[:count].copy())


def count_work(board: Hypercube, moves: Sequence[int] | NDArray[np.int64]) -> Work:
    """Count the lines that are examined in a game with these moves."""
    degrees = board.degrees()[np.asarray(moves, np.int64)].astype(np.int64)
    # Every line has `edge` cells, so that the lines through all cells are lines times edge. A marked cell's lines are
    # no longer among those of free cells at any later move.
    later = np.arange(len(moves))[::-1]
    looked = len(moves) * board.line_count * board.edge - int(later @ degrees)
    return Work(len(moves), int(degrees.sum()), looked)


def empty_workspace(board: Hypercube) -> Workspace:
    """Workspace for games on a board."""
    return Workspace(
        edge=board.edge,
        dimensions=board.dimensions,
        lines=np.empty(board.line_count, np.int8),
        taken=np.empty(board.cells, np.bool_),
        moves=np.empty(board.cells, np.int64),
        cell_lines=empty_cell_lines(board),
    )


def line_values(board: Hypercube, first: Player, second: Player) -> NDArray[np.int64]:
    """(2, 256) value of a line to each player, by the line's byte; ValueError as of `play`."""
    table = np.zeros((2, STATES), np.int64)
    for sign, values, player in zip((1, -1), table, (first, second), strict=True):
        if player.strategy == RANDOM:
            raise ValueError(f"strategy: {RANDOM}; allowed: those without chance")
        own, theirs = player.weights(board).reshape(2, board.edge)
        marks = sign * np.arange(1, board.edge)
        values[0] = own[0] + theirs[0]
        values[marks], values[-marks] = own[1:], theirs[1:]
    return table


@kernel
def play_game(workspace, values, most_moves):
    """Compiled form of `reference.play`: play a game; its winner, and the number of moves, which `workspace` holds."""
    edge, dimensions, lines = workspace.edge, workspace.dimensions, workspace.lines
    taken, cell_lines = workspace.taken, workspace.cell_lines
    lines[:] = 0
    taken[:] = False
    live = lines.size
    for turn in range(most_moves):
        player = turn & 1
        # Nothing but the marks in lines is kept from move to move: that is the work which is measured.
        cell = _best_cell(edge, dimensions, lines, taken, cell_lines, values[player])
        workspace.moves[turn] = cell
        taken[cell] = True
        sign = 1 - 2 * player
        for i in range(find_lines_through(cell, edge, dimensions, cell_lines)):
            line = cell_lines.line[i]
            before = lines[line]
            if before == sign * (edge - 1):  # the last mark of a line that was all the player's
                return player + 1, turn + 1
            lines[line] = after_mark(before, sign)
            live -= lines[line] == DEAD and before != DEAD  # dies by this mark
        if live == 0:
            return 0, turn + 1
    return 0, most_moves


@kernel
def _best_cell(edge, dimensions, lines, taken, cell_lines, values):
    """The first of the free cells of highest value."""
    best, highest = -1, 0
    for cell in range(taken.size):
        if taken[cell]:
            continue
        value = 0
        for i in range(find_lines_through(cell, edge, dimensions, cell_lines)):
            # O's marks are negative bytes, which as an index count from the end of the table, see `line_values`.
            value += values[lines[cell_lines.line[i]]]
        # Values may be below 0, so that no number can stand for none. Among equals the first cell stays.
        if best < 0 or value > highest:
            best, highest = cell, value
    return best
