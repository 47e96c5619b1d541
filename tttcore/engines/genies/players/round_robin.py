"""Round robin of linear evaluators on a board: every ordered pair plays in one compiled loop.

A game of two players without chance always goes the same way, so that one game in each seat decides between them.
Against a player that marks at random a number of games is played.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.players.incremental import play_game
from tttcore.engines.genies.players.linear import Genes
from tttcore.engines.genies.players.workspace import Workspace, empty_workspace
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.jit import kernel


class Tally(NamedTuple):
    """Numbers of games that the first of two players won and lost; the others were drawn."""

    won: NDArray[np.int32]
    lost: NDArray[np.int32]


def round_robin(board: Hypercube, genes: Genes) -> Tally:
    """Play a game of every evaluator with every one, itself among them.

    Parameters
    ----------
    genes : (players, 2 edge), see `linear.checked_genes`.

    Returns
    -------
    (players, players) arrays: the player in the row moves first.
    """
    tally = Tally(*np.zeros((2, len(genes), len(genes)), np.int32))
    _play_all_pairs(_workspace(board, genes), genes, tally.won, tally.lost)
    return tally


def against_random(board: Hypercube, genes: Genes, *, games: int, rng: np.random.Generator) -> tuple[Tally, Tally]:
    """Play each evaluator against random moves, a number of games moving first and as many moving second.

    Parameters
    ----------
    genes : (players, 2 edge), see `linear.checked_genes`.
    rng : source of the random moves.

    Returns
    -------
    (players,) arrays, both as the evaluators see them.
    """
    workspace, state = _workspace(board, genes), rng.bit_generator.random_raw(1)
    first, second = (Tally(*np.zeros((2, len(genes)), np.int32)) for _ in range(2))
    for seat, tally in enumerate((first, second)):
        _play_random(workspace, genes, seat, games, state, tally.won, tally.lost)
    return first, second


def _workspace(board: Hypercube, genes: Genes) -> Workspace:
    return empty_workspace(board, int(np.abs(genes).max()))


@kernel
def _play_all_pairs(workspace, genes, won, lost):
    """Play every ordered pair of players; add the results of the one who moves first to `won` and `lost`."""
    weights = np.empty((2, genes.shape[1]), np.int64)
    # Nobody marks at random, so that no word is ever drawn from `state`.
    random, state = np.zeros(2, np.bool_), np.zeros(1, np.uint64)
    for first in range(len(genes)):
        weights[0] = genes[first]
        for second in range(len(genes)):
            weights[1] = genes[second]
            workspace.lines[:] = 0
            winner = play_game(workspace, weights, random, state, False)[0]
            won[first, second] += winner == 1
            lost[first, second] += winner == 2


@kernel
def _play_random(workspace, genes, seat, games, state, won, lost):
    """Play games of every player, in seat 0 or 1, against random moves; add its results to `won` and `lost`."""
    # The random player's weights stay 0 and decide nothing.
    weights = np.zeros((2, genes.shape[1]), np.int64)
    random = np.ones(2, np.bool_)
    random[seat] = False
    # All games draw from one state, so that the order of players and games decides which words each game gets.
    for player in range(len(genes)):
        weights[seat] = genes[player]
        for _ in range(games):
            workspace.lines[:] = 0
            winner = play_game(workspace, weights, random, state, False)[0]
            won[player] += winner == seat + 1
            # Winners count from 1 and seats from 0: the player is seat + 1, and the opponent 2 - seat.
            lost[player] += winner == 2 - seat
