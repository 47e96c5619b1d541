"""Time of a game on this machine as the board grows, by the incremental and by the naive kernel.

Games are between players with random genes from 0 to 9. The naive kernel (`players.naive_evaluator`), which evaluates
every free cell anew before each move as the document's program does, is called ``recount``.
"""

import math
from collections.abc import Callable, Iterable
from functools import partial
from statistics import median
from time import perf_counter
from typing import TypeVar

import numpy as np
import pandas as pd

from tttcore.engines.genies.players import incremental, linear, naive_evaluator
from tttcore.engines.genies.players.linear import random_players
from tttcore.engines.genies.players.workspace import empty_workspace
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.jit import kernel

Sizes = Iterable[tuple[int, int]]
"""Boards by edge and dimensions."""
Streams = Callable[[int, int], np.random.Generator]
"""Random stream of the players' genes on a board of some edge and dimensions, so that no size depends on another."""
T = TypeVar("T")

LIMIT = 1.0
"""Seconds beyond which a naive game is not played to its end."""
SHORTEST, SLOW = 0.01, 0.2
"""Seconds that a measurement should last, and from which it isn't repeated."""
ROUNDS = 5
"""Measurements whose median is taken."""

TIMES = ("edge", "dimensions", "player", "seconds", "extrapolated", "looks")
"""Columns of `game_times`."""


def game_times(sizes: Sizes, streams: Streams, *, limit: float = LIMIT) -> pd.DataFrame:
    """Measure the time of one game of each size by both kernels: two rows per size.

    Memory is reserved before the clock starts. Short games are repeated in one kernel, and the median of `ROUNDS` such
    measurements is taken; from `SLOW` on there is one. A naive game that would take longer than `limit` is played for
    as many moves as fit into it, and the rest is extrapolated by the exact count; where not even one fits, by the
    seconds per line on the size before.

    Parameters
    ----------
    sizes : from small to large; the game on the first is played to the end however long it takes.

    Returns
    -------
    `TIMES`: player is ``incremental`` or ``recount``, looks the number of lines that it looks at in the game.
    """
    rows, per_line = [], 0.0
    for edge, dimensions in sizes:
        board = Hypercube(edge, dimensions)
        pair = random_players(board, streams(edge, dimensions))
        moves = linear.play(board, *pair).moves
        counts = naive_evaluator.count_work(board, moves)
        fitting = _fitting_moves(board, counts, per_line, limit)
        if fitting:
            played = naive_evaluator.count_work(board, moves[:fitting])
            values = naive_evaluator.line_values(board, *pair)
            naive_workspace = partial(naive_evaluator.empty_workspace, board)
            per_line = _seconds(naive_workspace, partial(_replay_naive, values, fitting)) / played.looked
        weights = np.stack([player.weights(board) for player in pair])
        workspace = partial(empty_workspace, board, int(np.abs(weights).max()))
        rows += [
            (edge, dimensions, "incremental", _seconds(workspace, partial(_replay, weights)), False, counts.touched),
            (edge, dimensions, "recount", per_line * counts.looked, fitting < counts.moves, counts.looked),
        ]
    return pd.DataFrame(rows, columns=[*TIMES])


def _fitting_moves(board: Hypercube, counts: naive_evaluator.Work, per_line: float, limit: float) -> int:
    """Number of moves of a naive game that take no longer than `limit` seconds at some seconds per line."""
    if per_line * counts.looked <= limit:
        return counts.moves
    return min(int(limit / (per_line * board.line_count * board.edge)), counts.moves)


def _seconds(workspace: Callable[[], T], replay: Callable[[T, int], object]) -> float:
    """Seconds of one game, which `replay` plays a number of times in a new workspace."""

    def timed(times: int) -> float:
        arrays = workspace()
        began = perf_counter()
        replay(arrays, times)
        return perf_counter() - began

    timed(0)  # compiles
    once = timed(1)
    if once >= SLOW:
        return once
    times = math.ceil(SHORTEST / once)
    return median(timed(times) for _ in range(ROUNDS)) / times


@kernel
def _replay(weights, workspace, times):
    """Play the same game a number of times by the incremental kernel."""
    # Neither player marks at random, so that no word is ever drawn from `state`.
    neither_random, state = np.zeros(2, np.bool_), np.zeros(1, np.uint64)
    for time in range(times):
        # A new workspace's lines are 0 already; clearing them would take memory for all of them before the first game.
        if time:
            workspace.lines[:] = 0
        incremental.play_game(workspace, weights, neither_random, state, False)


@kernel
def _replay_naive(values, moves, workspace, times):
    """Play the first `moves` moves of the same game a number of times by the naive kernel."""
    for _ in range(times):
        naive_evaluator.play_game(workspace, values, moves)
