"""Crosstable of a round robin among Genies, MinMax and a random player on an n^d board.

Deterministic players meet once in each seat; against random moves a number of games is played in each seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.players.linear import Player
from tttcore.engines.genies.players.lookahead import MinMax, play_match
from tttcore.engines.genies.players.round_robin import against_random, round_robin
from tttcore.engines.genies.stats.matches import BASELINES, RANDOM_MOVES, AnyPlayer
from tttcore.games.hypercube import Hypercube

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Crosstable:
    """Results of all pairs: (players, players) games that the row's player won against the column's, and games played.

    Nobody meets itself: the diagonals are 0.
    """

    won: Counts
    games: Counts

    @property
    def ends(self) -> NDArray[np.float64]:
        """(3, players, players) share of games that the row's player wins, draws and loses; 0 on the diagonal."""
        lost = self.won.T
        return np.stack([self.won, self.games - self.won - lost, lost]) / np.maximum(self.games, 1)


def is_random(player: AnyPlayer) -> bool:
    """True for the player who marks at random."""
    return player == BASELINES[RANDOM_MOVES]


def crosstable(board: Hypercube, players: Sequence[AnyPlayer], *, games: int, rng: np.random.Generator) -> Crosstable:
    """Play every player against every other, in both seats.

    Parameters
    ----------
    players : at least one linear evaluator without search, at most one player who marks at random.
    games : number in each seat against random moves.
    rng : source of the random moves.
    """
    count = len(players)
    table = Crosstable(np.zeros((count, count), np.int64), np.full((count, count), 2))
    weights = {
        place: player.weights(board)
        for place, player in enumerate(players)
        if isinstance(player, Player) and not is_random(player)
    }
    genies, genes = list(weights), np.stack(list(weights.values()))
    tally = round_robin(board, genes)
    table.won[np.ix_(genies, genies)] = tally.won + tally.lost.T
    for place in (place for place, player in enumerate(players) if is_random(player)):
        table.games[place] = table.games[:, place] = 2 * games
        seats = against_random(board, genes, games=games, rng=rng)
        table.won[genies, place] = sum(tally.won for tally in seats)
        table.won[place, genies] = sum(tally.lost for tally in seats)
    for place in (place for place, player in enumerate(players) if isinstance(player, MinMax)):
        _add_minmax(table, place, board, players, rng)
    np.fill_diagonal(table.won, 0)
    np.fill_diagonal(table.games, 0)
    return table


def _add_minmax(
    table: Crosstable, place: int, board: Hypercube, players: Sequence[AnyPlayer], rng: np.random.Generator
) -> None:
    """Add the games of the MinMax player at `place`; those of two MinMax players are added with the later one."""
    for other, opponent in enumerate(players):
        if other == place or (isinstance(opponent, MinMax) and other > place):
            continue
        for _ in range(table.games[place, other] // 2):
            first = play_match(board, players[place], opponent, rng).winner
            second = play_match(board, opponent, players[place], rng).winner
            table.won[place, other] += (first == 1) + (second == 2)
            table.won[other, place] += (first == 2) + (second == 1)
