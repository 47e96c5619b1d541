"""Every Genie meets every other on a board, in both seats: all games of a tournament in one compiled loop.

A game of two players without chance always goes the same way, so that one game in each seat says all about two of them.
Against a player that marks at random a number of games is played.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.players.linear import Genes, empty_space, play_game
from tttcore.games.lattice import Lattice
from tttcore.pipeline.jit import kernel

Words = NDArray[np.uint64]


class Tally(NamedTuple):
    """Games that the first of two players won and lost, in whole numbers; the others were drawn."""

    won: NDArray[np.int32]
    lost: NDArray[np.int32]


def round_robin(lattice: Lattice, genes: Genes) -> Tally:
    """A game of every evaluator with every one, itself among them.

    Parameters
    ----------
    genes : (players, 2 edge), see `linear.checked_genes`.

    Returns
    -------
    (players, players) arrays: the player in the row moves first.
    """
    space = empty_space(lattice, _largest(genes))
    tally = Tally(*np.zeros((2, len(genes), len(genes)), np.int32))
    _meet_all(space, genes, tally.won, tally.lost)
    return tally


def against_chance(lattice: Lattice, genes: Genes, *, games: int, rng: np.random.Generator) -> tuple[Tally, Tally]:
    """So many games of each evaluator against random moves when it moves first, and when it moves second.

    Parameters
    ----------
    genes : (players, 2 edge), see `linear.checked_genes`.
    rng : where random moves come from.

    Returns
    -------
    (players,) arrays, both as the evaluators see them.
    """
    space = empty_space(lattice, _largest(genes))
    state = rng.bit_generator.random_raw(1)
    first, second = (Tally(*np.zeros((2, len(genes)), np.int32)) for _ in range(2))
    for seat, tally in enumerate((first, second)):
        _meet_chance(space, genes, seat, games, state, tally.won, tally.lost)
    return first, second


def _largest(genes: Genes) -> int:
    return int(np.abs(genes).max())


@kernel
def _meet_all(space, genes, won, lost):
    """Play a game of every player with every one; add up what the first one made of it."""
    weights = np.empty((2, genes.shape[1]), np.int64)
    random, state = np.zeros(2, np.bool_), np.zeros(1, np.uint64)
    for first in range(len(genes)):
        weights[0] = genes[first]
        for second in range(len(genes)):
            weights[1] = genes[second]
            space.lines[:] = 0
            winner = play_game(space, weights, random, state, False)[0]
            won[first, second] += winner == 1
            lost[first, second] += winner == 2


@kernel
def _meet_chance(space, genes, seat, games, state, won, lost):
    """Play games of every player, in its seat, against random moves; add up what it made of them."""
    weights = np.zeros((2, genes.shape[1]), np.int64)
    random = np.ones(2, np.bool_)
    random[seat] = False
    for player in range(len(genes)):
        weights[seat] = genes[player]
        for _ in range(games):
            space.lines[:] = 0
            winner = play_game(space, weights, random, state, False)[0]
            won[player] += winner == seat + 1
            lost[player] += winner == 2 - seat
