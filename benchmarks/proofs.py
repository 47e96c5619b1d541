"""Monte-Carlo tree search and proofs at nine boards: what a playout and a node of a proof take."""

import math
from functools import partial
from time import perf_counter

import numpy as np
from timing import seconds

from tttcore.engines.nine_board.montecarlo import choose
from tttcore.engines.nine_board.proof import prove
from tttcore.games.nine_board import NineBoard
from tttcore.games.super_board import SuperBoard
from tttcore.studies.osipa2017.centre_first import verify

PLAYOUTS, NODES = 1000, 100_000


def measure(rounds: int) -> dict[str, float]:
    """Playouts and nodes per second, all from the empty board, where no proof comes to an end."""
    search = partial(choose, playouts=PLAYOUTS, exploration=math.sqrt(2))
    nine, large, proof = seconds(
        lambda: search(NineBoard(), state=np.zeros(1, np.uint64)),
        lambda: search(SuperBoard(), state=np.zeros(1, np.uint64)),
        lambda: prove(NineBoard(), nodes=NODES),
        rounds=rounds,
    )
    return {
        "nine boards: playouts per second": PLAYOUTS / nine,
        "super tic-tac-toe: playouts per second": PLAYOUTS / large,
        "nine boards: nodes of a proof per second": NODES / proof,
        "super tic-tac-toe: seconds to prove centre-first": prove_centre_first(),
    }


def prove_centre_first() -> float:
    """Time of the whole proof, in plain Python."""
    began = perf_counter()
    verify("open")
    return perf_counter() - began
