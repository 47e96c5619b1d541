"""Linear evaluators of lines, the players called Genies, and games between them (Post 1999, Methods; GeniePop).

A line counts for a player as long as at least one of the two has no mark in it: with k own marks its value is the
gene own[k], with k of the opponent's theirs[k], and while it is empty own[0] + theirs[0]. The value of a cell is the
sum over the lines through it, as they are before it is marked; the player marks the cell of highest value, of equal
ones the first.

Three of the document's four strategies are such players: 4 has genes of its own; 3, to win or else to block, has
weights for lines that lack one mark alone; 2, to take the first free cell, has zeros. Strategy 1 marks at random.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.players.incremental import play_game
from tttcore.engines.genies.players.workspace import check_memory, empty_workspace, largest_value
from tttcore.games.hypercube import Hypercube

RANDOM: Final = 1
FIRST_FREE: Final = 2
WIN_OR_BLOCK: Final = 3
EVALUATE: Final = 4
Strategy = Literal[1, 2, 3, 4]
"""The document's numbers of its strategies."""

Genes = NDArray[np.int64]
"""(2 edge,) own[0], ..., own[edge - 1], theirs[0], ..., theirs[edge - 1]."""


def strategy_3_genes(board: Hypercube) -> Genes:
    """Genes with which an evaluator wins if it can, else blocks most lines, else takes the first free cell."""
    genes = np.zeros(2 * board.edge, np.int64)
    genes[-1] = 1
    genes[board.edge - 1] = board.largest_degree + 1
    return genes


@dataclass(frozen=True)
class Player:
    """A player by its strategy, with genes if that is `EVALUATE`.

    Examples
    --------
    >>> from tttcore.games import Hypercube
    >>> from tttcore.genies import Player
    >>> blocker = Player(strategy=3)
    >>> blocker.weights(Hypercube(3, 2)).tolist()
    [0, 0, 5, 0, 0, 1]
    """

    strategy: Strategy
    genes: Sequence[int] = field(default=())

    def weights(self, board: Hypercube) -> Genes:
        """Genes of the evaluator that plays like this player on a board; zeros for `RANDOM`.

        Raises
        ------
        ValueError
            For an unknown strategy, genes of another number than 2 edge or too large to be added up.
        """
        match self.strategy:
            case 1 | 2:
                return np.zeros(2 * board.edge, np.int64)
            case 3:
                return strategy_3_genes(board)
            case 4:
                return checked_genes(self.genes, board)
        raise ValueError(f"strategy: {self.strategy!r}; allowed: 1, 2, 3, 4")


def checked_genes(genes: Sequence[int], board: Hypercube) -> Genes:
    """Genes as an array; ValueError unless they are 2 edge whole numbers that can't make a cell's value overflow."""
    wanted = 2 * board.edge
    if len(genes) != wanted:
        raise ValueError(
            f"genes: {len(genes)} of them; allowed: {wanted}, two for each cell of an edge of {board.edge}"
        )
    limit = largest_gene(board)
    for place, gene in enumerate(genes):
        if gene != int(gene) or abs(gene) > limit:
            raise ValueError(f"genes: {gene!r} at {place + 1}; allowed: whole numbers from -{limit} to {limit}")
    return np.array(genes, np.int64)


def largest_gene(board: Hypercube) -> int:
    """Largest gene with which no cell's key can overflow."""
    return largest_value(board, np.int64) // (2 * board.largest_degree)


def random_players(board: Hypercube, rng: np.random.Generator) -> tuple[Player, Player]:
    """Two evaluators with genes drawn uniformly from 0 to 9 (Post 1999, Results).

    Examples
    --------
    >>> import numpy as np
    >>> from tttcore.games import Hypercube
    >>> from tttcore.genies import random_players
    >>> first, second = random_players(Hypercube(3, 3), np.random.default_rng(1))
    >>> first.genes.tolist()
    [4, 5, 7, 9, 0, 1]
    """
    first, second = rng.integers(0, 10, (2, 2 * board.edge))
    return Player(EVALUATE, first), Player(EVALUATE, second)


@dataclass(frozen=True)
class Game:
    """A finished game."""

    winner: int  # 1 for the first player, 2 for the second, 0 for a draw
    moves: NDArray[np.int64]  # (moves,) cells in the order in which they were marked


def play(
    board: Hypercube,
    first: Player,
    second: Player,
    rng: np.random.Generator | None = None,
    *,
    to_the_end: bool = False,
) -> Game:
    """Play a game.

    Parameters
    ----------
    rng : source of the moves of random players.
    to_the_end : whether a game that nobody can win goes on until the board is full, as in the document.

    Raises
    ------
    ValueError
        If the board can need more memory than is free, a player can't play on it, or a random player lacks `rng`.

    Examples
    --------
    >>> from tttcore.games import Hypercube
    >>> from tttcore.genies import Player, play
    >>> game = play(Hypercube(3, 3), Player(strategy=4, genes=[2, 0, 0, 6, 3, 9]), Player(strategy=3))
    >>> game.winner, game.moves.tolist()
    (1, [13, 0, 26, 1, 2, 14, 24])
    """
    check_memory(board)
    weights = np.stack([first.weights(board), second.weights(board)])
    random = np.array([player.strategy == RANDOM for player in (first, second)])
    if random.any() and rng is None:
        raise ValueError("rng: a random player needs one")
    state = rng.bit_generator.random_raw(1) if rng is not None else np.zeros(1, np.uint64)
    workspace = empty_workspace(board, int(np.abs(weights).max()))
    winner, count = play_game(workspace, weights, random, state, to_the_end)
    return Game(winner, workspace.moves[:count].copy())
