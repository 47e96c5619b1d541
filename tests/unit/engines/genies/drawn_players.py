"""Players on n^d boards as hypothesis draws them, and games as they are compared."""

from hypothesis import strategies as st

from tttcore.engines.genies.players.linear import EVALUATE, FIRST_FREE, RANDOM, WIN_OR_BLOCK, Player
from tttcore.games.hypercube import Hypercube

SIZES = [(2, 2), (2, 3), (3, 1), (4, 1), (3, 2), (4, 2), (5, 2), (7, 2), (3, 3), (4, 3), (5, 3), (3, 4), (4, 4), (3, 5)]
BOARDS = [Hypercube(*size) for size in SIZES]
WITHOUT_CHANCE = (FIRST_FREE, WIN_OR_BLOCK, EVALUATE, EVALUATE, EVALUATE)
ALL = (RANDOM, *WITHOUT_CHANCE)


@st.composite
def genes(draw, board, limit=9):
    """Genes with many ties, as evolution starts with, or as large as they may be."""
    weight = draw(st.sampled_from([st.just(0), st.integers(-1, 1), st.integers(-9, 9), st.integers(-limit, limit)]))
    return draw(st.lists(weight, min_size=2 * board.edge, max_size=2 * board.edge))


@st.composite
def players(draw, board, limit=9, strategies=ALL):
    strategy = draw(st.sampled_from(strategies))
    return Player(strategy, draw(genes(board, limit)) if strategy == EVALUATE else ())


def as_pair(game):
    return game.winner, game.moves.tolist()
