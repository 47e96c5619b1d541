"""The linear evaluator as described, compiled: every free cell is weighed anew before each move (Post 1999, Methods).

It plays the games of `players.linear`, which is measured against it. From move to move only the marks in each line are
kept; all lines through all free cells are found and looked at each time. How often that is follows from a game's moves,
without playing it this way.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.players.linear import DEAD, RANDOM, Game, Player
from tttcore.games.lattice import Lattice, Rays, empty_rays, find_rays
from tttcore.pipeline.jit import kernel

STATES = 256
"""A line is one signed byte, as in `players.linear`; negative ones are found from the end of a table."""


class Space(NamedTuple):
    """A board and the arrays that games on it are played in."""

    edge: int
    dimensions: int
    lines: NDArray[np.int8]
    taken: NDArray[np.bool_]
    moves: NDArray[np.int64]
    rays: Rays


class Work(NamedTuple):
    """What a game takes.

    Attributes
    ----------
    moves : how many.
    touched : lines through the cells that were marked, which is what `players.linear` looks at.
    looked : lines through the cells that were free, before each move, which is what a recount looks at; a line counts
        whenever it is looked at.
    """

    moves: int
    touched: int
    looked: int


def play(lattice: Lattice, first: Player, second: Player, *, most_moves: int | None = None) -> Game:
    """Play a game.

    Parameters
    ----------
    first, second : players without chance.
    most_moves : after how many moves a game is left undecided.

    Raises
    ------
    ValueError
        If a player can't play on this board or plays at random.
    """
    space, table = empty_space(lattice), worth(lattice, first, second)
    winner, count = play_game(space, table, lattice.cells if most_moves is None else min(most_moves, lattice.cells))
    return Game(winner, space.moves[:count].copy())


def work(lattice: Lattice, moves: Sequence[int] | NDArray[np.int64]) -> Work:
    """What a game with these moves takes.

    Every line has `edge` cells, so that the lines through all cells are lines times edge. A marked cell's lines are
    no longer among those of free cells at any later move.
    """
    degrees = lattice.degrees()[np.asarray(moves, np.int64)].astype(np.int64)
    later = np.arange(len(moves))[::-1]
    looked = len(moves) * lattice.line_count * lattice.edge - int(later @ degrees)
    return Work(len(moves), int(degrees.sum()), looked)


def empty_space(lattice: Lattice) -> Space:
    """Room for games on a board."""
    return Space(
        edge=lattice.edge,
        dimensions=lattice.dimensions,
        lines=np.empty(lattice.line_count, np.int8),
        taken=np.empty(lattice.cells, np.bool_),
        moves=np.empty(lattice.cells, np.int64),
        rays=empty_rays(lattice),
    )


def worth(lattice: Lattice, first: Player, second: Player) -> NDArray[np.int64]:
    """(2, 256) what a line is worth to each player, by its byte; ValueError as of `play`."""
    table = np.zeros((2, STATES), np.int64)
    for sign, values, player in zip((1, -1), table, (first, second), strict=True):
        if player.strategy == RANDOM:
            raise ValueError(f"strategy: {RANDOM}; allowed: those without chance")
        own, theirs = player.weights(lattice).reshape(2, lattice.edge)
        marks = sign * np.arange(1, lattice.edge)
        values[0] = own[0] + theirs[0]
        values[marks], values[-marks] = own[1:], theirs[1:]
    return table


@kernel
def play_game(space, worth, most_moves):
    """Play a game and return its winner, see `players.linear.Game`, and the number of moves, which `space` holds."""
    edge, dimensions, lines, taken, rays = space.edge, space.dimensions, space.lines, space.taken, space.rays
    lines[:] = 0
    taken[:] = False
    live = lines.size
    for turn in range(most_moves):
        mover = turn & 1
        cell = _best_cell(edge, dimensions, lines, taken, rays, worth[mover])
        space.moves[turn] = cell
        taken[cell] = True
        sign = 1 - 2 * mover
        for ray in range(find_rays(cell, edge, dimensions, rays)):
            line = rays.line[ray]
            if lines[line] == DEAD:
                continue
            own = sign * lines[line]
            if own == edge - 1:
                return mover + 1, turn + 1
            if own < 0:
                lines[line] = DEAD
                live -= 1
            else:
                lines[line] += sign
        if live == 0:
            return 0, turn + 1
    return 0, most_moves


@kernel
def _best_cell(edge, dimensions, lines, taken, rays, worth):
    """The first of the free cells that are worth most."""
    best, most = -1, 0
    for cell in range(taken.size):
        if taken[cell]:
            continue
        value = 0
        for ray in range(find_rays(cell, edge, dimensions, rays)):
            value += worth[lines[rays.line[ray]]]
        if best < 0 or value > most:
            best, most = cell, value
    return best
