"""Round robin of Genies, MinMax players and the strategies without genes, on an n^d board.

Deterministic players meet once in each seat, since their game always goes the same way, see `shared_games`; against
random moves a number of games is played in each seat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.players.incremental import play_game
from tttcore.engines.genies.players.linear import FIRST_FREE, RANDOM, WIN_OR_BLOCK, Genes, Player, strategy_3_genes
from tttcore.engines.genies.players.minmax import MinMax, play_match
from tttcore.engines.genies.players.workspace import empty_workspace
from tttcore.engines.genies.shared_games import Tally, play_all_pairs
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.jit import kernel

AnyPlayer = Player | MinMax
Counts = NDArray[np.int64]

RANDOM_MOVES, FIRST_CELL, STRATEGY_3 = "random", "first free", "strategy 3"
BASELINES: Mapping[str, AnyPlayer] = {
    RANDOM_MOVES: Player(RANDOM),
    FIRST_CELL: Player(FIRST_FREE),
    STRATEGY_3: Player(WIN_OR_BLOCK),
}
"""The document's strategies without genes, by name."""


def minmax_players(board: Hypercube, depths: Sequence[int]) -> dict[str, AnyPlayer]:
    """MinMax players of some depths, by name, with the genes of strategy 3."""
    genes = strategy_3_genes(board).tolist()
    return {f"MinMax {depth}": MinMax(genes, depth) for depth in depths}


@dataclass(frozen=True)
class Crosstable:
    """Results of all pairs: (players, players) games that the row's player won against the column's, and games played.

    Nobody meets itself: the diagonals are 0.
    """

    won: Counts
    games: Counts

    @property
    def ends(self) -> NDArray[np.float64]:
        """(3, players, players) proportion of games that the row's player wins, draws and loses; 0 on the diagonal."""
        lost, played = self.won.T, np.maximum(self.games, 1)
        shares = np.empty((3, *self.won.shape))  # gigabytes in a large league, and filled in place
        for share, count in zip(shares, (self.won, self.games - self.won - lost, lost), strict=True):
            np.divide(count, played, out=share)
        return shares


def is_random(player: AnyPlayer) -> bool:
    """True for the random player."""
    return player == BASELINES[RANDOM_MOVES]


def crosstable(board: Hypercube, players: Sequence[AnyPlayer], *, games: int, rng: np.random.Generator) -> Crosstable:
    """Play every player against every other, in both seats.

    Parameters
    ----------
    players : at least one linear evaluator without search, at most one random player.
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
    tally = play_all_pairs(board, genes, genes)
    table.won[np.ix_(genies, genies)] = tally.won + tally.lost.T
    for place in (place for place, player in enumerate(players) if is_random(player)):
        table.games[place] = table.games[:, place] = 2 * games
        seats = against_random(board, genes, games=games, rng=rng)
        table.won[genies, place] = sum(tally.won for tally in seats)
        table.won[place, genies] = sum(tally.lost for tally in seats)
    for place in (place for place, player in enumerate(players) if isinstance(player, MinMax)):
        _add_minmax(table, place, board, players, weights, rng)
    np.fill_diagonal(table.won, 0)
    np.fill_diagonal(table.games, 0)
    return table


def _add_minmax(
    table: Crosstable,
    place: int,
    board: Hypercube,
    players: Sequence[AnyPlayer],
    genies: Mapping[int, Genes],
    rng: np.random.Generator,
) -> None:
    """Add the games of the MinMax player at `place`; those of two MinMax players are added with the later one."""
    searching, numbers, genes = players[place], [*genies], np.stack([*genies.values()])
    assert isinstance(searching, MinMax)
    first, second = play_all_pairs(board, searching, genes), play_all_pairs(board, genes, searching)
    table.won[place, numbers] = first.won[0] + second.lost[:, 0]
    table.won[numbers, place] = first.lost[0] + second.won[:, 0]
    for other, opponent in enumerate(players):
        if other == place or (isinstance(opponent, MinMax) and other > place):
            continue
        if other in genies:
            rng.bit_generator.random_raw(2)  # every game has a word of the stream, also a deterministic one
            continue
        for _ in range(table.games[place, other] // 2):
            winner = play_match(board, searching, opponent, rng).winner
            winner_after = play_match(board, opponent, searching, rng).winner
            table.won[place, other] += (winner == 1) + (winner_after == 2)
            table.won[other, place] += (winner == 2) + (winner_after == 1)


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
    workspace, state = empty_workspace(board, int(np.abs(genes).max())), rng.bit_generator.random_raw(1)
    first, second = (Tally(*np.zeros((2, len(genes)), np.int32)) for _ in range(2))
    for seat, tally in enumerate((first, second)):
        _play_random(workspace, genes, seat, games, state, tally.won, tally.lost)
    return first, second


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
