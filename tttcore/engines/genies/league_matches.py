"""Games of everybody with everybody on a lattice, counted.

Who plays without chance meets everybody else once in each seat, which says all; against random moves a number of games
is played in each seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.players.linear import Genes, Player
from tttcore.engines.genies.players.lookahead import MinMax, contest
from tttcore.engines.genies.players.round_robin import against_chance, round_robin
from tttcore.engines.genies.stats.matches import CHANCE, OPPONENTS, AnyPlayer
from tttcore.games.lattice import Lattice

Counts = NDArray[np.int64]

Result = Literal["won", "drawn", "lost"]
RESULTS: tuple[Result, ...] = ("won", "drawn", "lost")


@dataclass(frozen=True)
class Meetings:
    """What all players made of one another: (players, players) games that the row's player won and lost, of how many.

    Nobody meets itself.
    """

    won: Counts
    lost: Counts
    games: Counts

    def share(self, result: Result) -> NDArray[np.float64]:
        """(players, players) share of games with this result for the row's player; 0 with itself."""
        counted = self.games - self.won - self.lost if result == "drawn" else getattr(self, result)
        return counted / np.maximum(self.games, 1)

    @property
    def score(self) -> NDArray[np.float64]:
        """(players, players) points of a game, a draw being half a win."""
        return self.share("won") + self.share("drawn") / 2


def is_random(player: AnyPlayer) -> bool:
    """Whether a player marks at random."""
    return player == OPPONENTS[CHANCE]


def meetings(lattice: Lattice, players: Sequence[AnyPlayer], *, games: int, rng: np.random.Generator) -> Meetings:
    """Every player against every other, in both seats.

    Parameters
    ----------
    players : at least one of them a Genie, at most one who plays at random.
    games : in each seat against random moves.
    rng : where random moves come from.
    """
    count = len(players)
    won, lost = np.zeros((2, count, count), np.int64)
    met = Meetings(won, lost, np.full((count, count), 2))
    genies = [place for place, player in enumerate(players) if _is_genie(player)]
    genes = np.stack([_genes(players[place], lattice) for place in genies])
    _count_genies(met, genies, lattice, genes)
    for place in (place for place, player in enumerate(players) if is_random(player)):
        met.games[place] = met.games[:, place] = 2 * games
        _count_chance(met, genies, place, lattice, genes, rng)
    for place in (place for place, player in enumerate(players) if isinstance(player, MinMax)):
        _count_contests(met, place, lattice, players, rng)
    for counts in (met.won, met.lost, met.games):
        np.fill_diagonal(counts, 0)
    return met


def _is_genie(player: AnyPlayer) -> bool:
    """Whether it plays by genes without looking ahead, as strategies 2 and 3 do too."""
    return isinstance(player, Player) and not is_random(player)


def _genes(player: AnyPlayer, lattice: Lattice) -> Genes:
    assert isinstance(player, Player)
    return player.weights(lattice)


def _count_genies(met: Meetings, genies: list[int], lattice: Lattice, genes: Genes) -> None:
    tally = round_robin(lattice, genes)
    pairs = np.ix_(genies, genies)
    met.won[pairs] = tally.won + tally.lost.T
    met.lost[pairs] = met.won[pairs].T


def _count_chance(
    met: Meetings, genies: list[int], place: int, lattice: Lattice, genes: Genes, rng: np.random.Generator
) -> None:
    seats = against_chance(lattice, genes, games=int(met.games[genies[0], place]) // 2, rng=rng)
    met.won[genies, place] = met.lost[place, genies] = sum(tally.won for tally in seats)
    met.lost[genies, place] = met.won[place, genies] = sum(tally.lost for tally in seats)


def _count_contests(
    met: Meetings, place: int, lattice: Lattice, players: Sequence[AnyPlayer], rng: np.random.Generator
) -> None:
    """Games of MinMax with the others; two of them meet where the second comes first among the players."""
    for other, opponent in enumerate(players):
        if other == place or (isinstance(opponent, MinMax) and other > place):
            continue
        for _ in range(met.games[place, other] // 2):
            first = contest(lattice, players[place], opponent, rng).winner
            second = contest(lattice, opponent, players[place], rng).winner
            met.won[place, other] += (first == 1) + (second == 2)
            met.lost[place, other] += (first == 2) + (second == 1)
        met.won[other, place], met.lost[other, place] = met.lost[place, other], met.won[place, other]
