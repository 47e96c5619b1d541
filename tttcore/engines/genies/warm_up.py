"""Warm-up: small runs and games that compile every kernel of Genies."""

from tttcore.engines.genies.players.linear import RANDOM, Player, play, random_players
from tttcore.engines.genies.players.minmax import MinMax, play_match
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream

RECIPES = (
    {
        "edge": 3,
        "dimensions": 2,
        "population": 3,
        "static": {"count": 1, "strategy": 3},
        "games": 2,
        "start": {"name": "zeros"},
        "goal": "win",
        "score": {"name": "halved"},
        "replace": {"name": "worst"},
        "cross": {"name": "copy"},
        "mutate": {"name": "drift", "percent": 20},
        "generations": 2,
        "unofficial": {"every": 1, "games": 2},
        "success": {"score": 110, "window": 2},
    },
)
"""A run on a small board with short keys."""


def compile_others() -> None:
    """Compile the kernels of matches: for a large board, and with search."""
    large = Hypercube(4, 7)
    play(large, *random_players(large, stream(0, "warm up")))
    play_match(Hypercube(3, 2), MinMax([0] * 6, depth=2), Player(RANDOM), stream(0, "warm up"))
