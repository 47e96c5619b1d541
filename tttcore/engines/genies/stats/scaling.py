"""Growth of the work and the time of a game with dimensions and edge (Post 1999, Results, Figures 1 and 2).

Work is the number of lines that are looked at, by the incremental kernel (`players.incremental`) and by the naive one
(`players.naive_evaluator`), which evaluates every free cell anew before each move, as the document's program does.
Counts are exact and the same everywhere; times are this machine's. Both are of games between players with random genes
from 0 to 9. In tables the naive kernel is called ``recount``.
"""

import math
from collections.abc import Callable, Iterable
from functools import cache, partial
from statistics import median
from time import perf_counter
from typing import Any, TypeVar

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.engines.genies.players import incremental, linear, naive_evaluator
from tttcore.engines.genies.players.linear import random_players
from tttcore.engines.genies.players.workspace import empty_workspace
from tttcore.engines.genies.stats.law_intervals import resampled_fits
from tttcore.games.hypercube import Hypercube
from tttcore.games.hypercube_series import MIN_BOARDS, Series, read_series
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rng import stream
from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.intervals import COVERAGE

Sizes = Iterable[tuple[int, int]]
"""Boards by edge and dimensions."""
Streams = Callable[[int, int], np.random.Generator]
"""Random stream of the players' genes on a board of some edge and dimensions, so that no size depends on another."""
Floats = NDArray[np.float64]
Games = int
COUNTED = {"incremental": "touched", "recount": "looked"}
"""Column of the number of lines that each player looks at; ``recount`` is the naive evaluator."""
T = TypeVar("T")

COLUMNS = ("edge", "dimensions", "player", "seconds", "extrapolated", "looks")
LIMIT = 1.0
"""Seconds beyond which a naive game is not played to its end."""
SHORTEST, SLOW = 0.01, 0.2
"""Seconds that a measurement should last, and from which it isn't repeated."""
ROUNDS = 5
"""Measurements whose median is taken."""
LAWS: dict[str, Callable[[Floats], Floats]] = {"exponential": np.asarray, "power": np.log}
"""Transformations of x of which log y is a linear function, by law of growth."""


def work_counts(sizes: Sizes, games: int, streams: Streams) -> pd.DataFrame:
    """Count moves and lines looked at, a row per game.

    Parameters
    ----------
    games : number for each size.

    Returns
    -------
    edge, dimensions, cells, lines, game (from 0), moves, winner (0 for a draw), touched (lines that the incremental
    kernel looks at), looked (lines that the naive kernel looks at), see `naive_evaluator.Work`.
    """
    rows = []
    for edge, dimensions in sizes:
        board, rng = Hypercube(edge, dimensions), streams(edge, dimensions)
        for game in range(games):
            played = linear.play(board, *random_players(board, rng))
            moves, touched, looked = naive_evaluator.count_work(board, played.moves)
            rows.append(
                {
                    "edge": edge,
                    "dimensions": dimensions,
                    "cells": board.cells,
                    "lines": board.line_count,
                    "game": game,
                    "moves": moves,
                    "winner": played.winner,
                    "touched": touched,
                    "looked": looked,
                }
            )
    return pd.DataFrame(rows)


@cache
def series_work(study: str, seed: int, sizes: tuple[tuple[str, Series], ...], games: int) -> pd.DataFrame:
    """`work_counts` of several series of boards, with the name of each as ``series`` and the size that grows as ``x``.

    Games depend on study, seed and board alone. Several tables share the cached result: don't change it in place.
    """

    def genes(edge: int, dimensions: int) -> np.random.Generator:
        return stream(seed, study, "statistics", "work", str(edge), str(dimensions))

    parts = []
    for name, (along, boards) in sizes:
        table = work_counts(boards, games, genes)
        parts.append(table.assign(series=name, x=table[along]))
    return pd.concat(parts, ignore_index=True)


def _check_sizes(sizes: dict[str, Any]) -> None:
    _series(sizes)


def _series(sizes: dict[str, Any]) -> dict[str, Series]:
    """Boards of each series: settings have ``edge`` and ``dimensions``, one of them a list."""
    return {name: read_series(settings, f"sizes.{name}") for name, settings in sizes.items()}


WORK = hidden("edge", "dimensions", "cells", "lines", "game", "moves", "winner", "touched", "looked", "series", "x")


def work(study: str, seed: int, *, sizes: dict[str, Any], games: Games) -> pd.DataFrame:
    """Moves of games and lines looked at, a row per game.

    See `series_work`.

    Parameters
    ----------
    sizes : series of boards by name, each with ``edge`` and ``dimensions``, one of them a list.
    games : number for each board.
    """
    return series_work(study, seed, tuple(_series(sizes).items()), games)


LAWS = {
    "counted": "Lines examined by",
    "series": "Along",
    "law": "Law",
    "n": "Games",
    **with_interval("slope", "b"),
    **with_interval("r2", "R²"),
    **with_interval("spread", "SD of log work within a size"),
    **hidden("intercept"),
}


def laws(study: str, seed: int, *, sizes: dict[str, Any], games: Games) -> pd.DataFrame:
    """Laws of growth fitted to the work of both evaluators, see `growth_laws` and `resampled_fits`.

    Options are those of `work`.
    """
    played = work(study, seed, sizes=sizes, games=games)
    tables = []
    for name, y in COUNTED.items():
        rng = stream(seed, study, "statistics", "laws", name)
        ends = resampled_fits(played, "x", y, "series", laws=LAWS, rng=rng)
        fits = growth_laws(played, "x", y, "series")
        tables.append(fits.merge(ends, on=["series", "law"], validate="one_to_one").assign(counted=name))
    return pd.concat(tables)


def growth_laws(table: pd.DataFrame, x: str, y: str, series: str) -> pd.DataFrame:
    """Fit laws of growth by least squares: log y = a + b x (exponential) and log y = a + b log x (power).

    Assumes independent rows and the same variance of log y at every x; agrees with `statsmodels.api.OLS`.

    Parameters
    ----------
    x, y : columns of positive numbers, x with three or more different ones in every series.
    series : column whose values are fitted separately.

    Returns
    -------
    series, law, n (rows), intercept (a), slope (b) with Student's 95% interval slope_low and slope_high, r2, spread
    (standard deviation of log y around its mean at the same x, pooled over all x: the variability between games of one
    size; NaN without a second one at any x). Logarithms are natural.

    Raises
    ------
    ValueError
        If a series has fewer than `MIN_BOARDS` different x.
    """
    rows = []
    for name, own in table.groupby(series, sort=False, observed=True):
        places, logs = own[x].to_numpy(np.float64), np.log(own[y].to_numpy(np.float64))
        if np.unique(places).size < MIN_BOARDS:
            raise ValueError(f"{series} {name}: {x} has fewer than {MIN_BOARDS} different values, too few to fit")
        spread = _spread(places, logs)
        for law, scale in LAWS.items():
            fit = scipy.stats.linregress(scale(places), logs)
            reach = scipy.stats.t.ppf((1 + COVERAGE) / 2, logs.size - 2) * fit.stderr
            rows.append(
                {
                    "series": name,
                    "law": law,
                    "n": logs.size,
                    "intercept": fit.intercept,
                    "slope": fit.slope,
                    "slope_low": fit.slope - reach,
                    "slope_high": fit.slope + reach,
                    "r2": fit.rvalue**2,
                    "spread": spread,
                }
            )
    return pd.DataFrame(rows)


def _spread(places: Floats, logs: Floats) -> float:
    """Pooled standard deviation of `logs` at equal `places`; NaN without degrees of freedom."""
    groups = [logs[places == place] for place in np.unique(places)]
    free = logs.size - len(groups)
    # cumsum adds in order; how `sum` rounds depends on the version of Python
    squares = np.cumsum([((own - own.mean()) ** 2).sum() for own in groups])[-1]
    return math.sqrt(squares / free) if free else math.nan


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
    `COLUMNS`: player is ``incremental`` or ``recount``, looks the number of lines that it looks at in the game.
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
    return pd.DataFrame(rows, columns=list(COLUMNS))


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
