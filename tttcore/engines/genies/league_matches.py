"""Crosstable of a round robin among Genies, MinMax and a random player on an n^d board.

Deterministic players meet once in each seat; against random moves a number of games is played in each seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.players.linear import Genes, Player
from tttcore.engines.genies.players.lookahead import MinMax, play_match
from tttcore.engines.genies.players.round_robin import against_random, round_robin
from tttcore.engines.genies.stats.matches import BASELINES, RANDOM_MOVES, AnyPlayer
from tttcore.games.hypercube import Hypercube

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Crosstable:
    """Results of all pairs: (players, players) games that the row's player won and lost, and games played.

    Nobody meets itself: the diagonals are 0.
    """

    won: Counts
    lost: Counts
    games: Counts

    @property
    def ends(self) -> NDArray[np.float64]:
        """(3, players, players) share of games that the row's player wins, draws and loses; 0 on the diagonal."""
        return np.stack([self.won, self.games - self.won - self.lost, self.lost]) / np.maximum(self.games, 1)


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
    won, lost = np.zeros((2, count, count), np.int64)
    table = Crosstable(won, lost, np.full((count, count), 2))
    weights = {
        place: player.weights(board)
        for place, player in enumerate(players)
        if isinstance(player, Player) and not is_random(player)
    }
    genies, genes = list(weights), np.stack(list(weights.values()))
    _add_genies(table, genies, board, genes)
    for place in (place for place, player in enumerate(players) if is_random(player)):
        table.games[place] = table.games[:, place] = 2 * games
        _add_random(table, genies, place, board, genes, rng)
    for place in (place for place, player in enumerate(players) if isinstance(player, MinMax)):
        _add_minmax(table, place, board, players, rng)
    for counts in (table.won, table.lost, table.games):
        np.fill_diagonal(counts, 0)
    return table


def _add_genies(table: Crosstable, genies: list[int], board: Hypercube, genes: Genes) -> None:
    """Add the games of all Genies with each other."""
    tally = round_robin(board, genes)
    pairs = np.ix_(genies, genies)
    table.won[pairs] = tally.won + tally.lost.T
    table.lost[pairs] = table.won[pairs].T


def _add_random(
    table: Crosstable, genies: list[int], place: int, board: Hypercube, genes: Genes, rng: np.random.Generator
) -> None:
    """Add the games of all Genies with the random player, who is at `place`."""
    seats = against_random(board, genes, games=int(table.games[genies[0], place]) // 2, rng=rng)
    table.won[genies, place] = table.lost[place, genies] = sum(tally.won for tally in seats)
    table.lost[genies, place] = table.won[place, genies] = sum(tally.lost for tally in seats)


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
            table.lost[place, other] += (first == 2) + (second == 1)
        table.won[other, place], table.lost[other, place] = table.lost[place, other], table.won[place, other]
