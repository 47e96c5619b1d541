"""How the work and the time of a game grow with dimensions and edge (Post 1999, Results, Figures 1 and 2).

Work is counted: lines that are looked at, by the incremental player (`players.linear`) and by the one that weighs every
free cell anew before each move (`players.naive_evaluator`), as the document's program does. Counts are exact and the
same everywhere; times are this machine's. Both are of games between players with random genes from 0 to 9.
"""

import math
from collections.abc import Callable, Iterable
from functools import cache
from statistics import median
from time import perf_counter

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

from tttcore.engines.genies.players import linear
from tttcore.engines.genies.players import naive_evaluator as recount
from tttcore.engines.genies.players.linear import Player, random_players
from tttcore.games.lattice import Lattice
from tttcore.games.lattice_series import FEWEST, Series
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rng import stream
from tttcore.stats.intervals import COVERAGE

Sizes = Iterable[tuple[int, int]]
"""Boards by edge and dimensions."""
Streams = Callable[[int, int], np.random.Generator]
"""From edge and dimensions to the stream that its players' genes come from, so that no size depends on another."""
Floats = NDArray[np.float64]
Pair = tuple[Player, Player]
Spent = Callable[[int], float]
"""Seconds that so many games in a row take."""

COLUMNS = ("edge", "dimensions", "player", "seconds", "extrapolated", "looks")
LIMIT = 1.0
"""Seconds beyond which a recount's game is not played to its end."""
SHORTEST, SLOW = 0.01, 0.2
"""Seconds that a measurement should last, and from which it isn't repeated."""
ROUNDS = 5
LAWS: dict[str, Callable[[Floats], Floats]] = {"exponential": np.asarray, "power": np.log}
"""Log y is a straight line of what these make of x."""


def work(sizes: Sizes, games: int, streams: Streams) -> pd.DataFrame:
    """Exact counts of games, a row per game.

    Parameters
    ----------
    games : how many for each size.

    Returns
    -------
    edge, dimensions, cells, lines, game (from 0), moves, winner (0 for a draw), touched (lines through marked cells,
    which are what the incremental player looks at), looked (lines that a recount looks at, each whenever it is).
    """
    rows = []
    for edge, dimensions in sizes:
        lattice, rng = Lattice(edge, dimensions), streams(edge, dimensions)
        for game in range(games):
            played = linear.play(lattice, *random_players(lattice, rng))
            moves, touched, looked = recount.work(lattice, played.moves)
            rows.append(
                {
                    "edge": edge,
                    "dimensions": dimensions,
                    "cells": lattice.cells,
                    "lines": lattice.line_count,
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
    """`work` of several series of boards, with the name of each as ``series`` and the size that grows as ``x``.

    Games depend on study, seed and board alone; several tables ask for the same ones. Not to be changed in place.
    """

    def genes(edge: int, dimensions: int) -> np.random.Generator:
        return stream(seed, study, "statistics", "work", str(edge), str(dimensions))

    parts = []
    for name, (along, boards) in sizes:
        table = work(boards, games, genes)
        parts.append(table.assign(series=name, x=table[along]))
    return pd.concat(parts, ignore_index=True)


def laws(table: pd.DataFrame, x: str, y: str, series: str) -> pd.DataFrame:
    """How y grows with x: log y = a + b x (exponential) and log y = a + b log x (power), by least squares.

    Assumes independent rows and the same variance of log y at every x; agrees with `statsmodels.api.OLS`.

    Parameters
    ----------
    x, y : columns of positive numbers, x with three or more different ones in every series.
    series : column whose values are fitted apart.

    Returns
    -------
    series, law, n (rows), intercept (a), slope (b) with Student's 95% interval slope_low and slope_high, r2, spread
    (standard deviation of log y around its mean at the same x, pooled over all x: the variability between games of one
    size; NaN without a second one at any x). Logarithms are natural.

    Raises
    ------
    ValueError
        If a series has fewer than `FEWEST` different x.
    """
    rows = []
    for name, own in table.groupby(series, sort=False, observed=True):
        places, logs = own[x].to_numpy(np.float64), np.log(own[y].to_numpy(np.float64))
        if np.unique(places).size < FEWEST:
            raise ValueError(f"{series} {name}: {x} has fewer than {FEWEST} different values, too few to fit")
        spread = _spread(places, logs)
        for law, scale in LAWS.items():
            fit = stats.linregress(scale(places), logs)
            reach = stats.t.ppf((1 + COVERAGE) / 2, logs.size - 2) * fit.stderr
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
    groups = [logs[places == place] for place in np.unique(places)]
    free = logs.size - len(groups)
    return math.sqrt(sum(((own - own.mean()) ** 2).sum() for own in groups) / free) if free else math.nan


def seconds(sizes: Sizes, streams: Streams, *, limit: float = LIMIT) -> pd.DataFrame:
    """Time of one game of each size by both players: two rows per size.

    Memory is reserved before the clock starts. Short games are repeated in one kernel, and the median of `ROUNDS` such
    measurements is taken; from `SLOW` on there is one. A recount that would take longer than `limit` is played for as
    many moves as fit into it, and the rest is extrapolated by the exact count; where not even one fits, by the pace on
    the size before.

    Parameters
    ----------
    sizes : from small to large; the first is played to the end whatever it takes.

    Returns
    -------
    `COLUMNS`: player is ``incremental`` or ``recount``, looks the number of lines that it looks at in this game.
    """
    rows, pace = [], 0.0
    for edge, dimensions in sizes:
        lattice = Lattice(edge, dimensions)
        pair = random_players(lattice, streams(edge, dimensions))
        moves = linear.play(lattice, *pair).moves
        counts = recount.work(lattice, moves)
        fitting = _fitting_moves(lattice, counts, pace, limit)
        if fitting:
            pace = _seconds(_recounted(lattice, pair, fitting)) / recount.work(lattice, moves[:fitting]).looked
        incremental = _seconds(_incremental(lattice, pair))
        rows += [
            (edge, dimensions, "incremental", incremental, False, counts.touched),
            (edge, dimensions, "recount", pace * counts.looked, fitting < counts.moves, counts.looked),
        ]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _fitting_moves(lattice: Lattice, counts: recount.Work, pace: float, limit: float) -> int:
    """How many moves of a recount take no longer than `limit` at `pace` seconds per line."""
    if pace * counts.looked <= limit:
        return counts.moves
    return min(int(limit / (pace * lattice.line_count * lattice.edge)), counts.moves)


def _seconds(spent: Spent) -> float:
    """Seconds of one game."""
    spent(0)  # compiles
    once = spent(1)
    if once >= SLOW:
        return once
    times = math.ceil(SHORTEST / once)
    return median(spent(times) for _ in range(ROUNDS)) / times


def _incremental(lattice: Lattice, pair: Pair) -> Spent:
    weights = np.stack([player.weights(lattice) for player in pair])

    def spent(times: int) -> float:
        space = linear.empty_space(lattice, int(np.abs(weights).max()))
        began = perf_counter()
        _replay(space, weights, times)
        return perf_counter() - began

    return spent


def _recounted(lattice: Lattice, pair: Pair, moves: int) -> Spent:
    worth = recount.worth(lattice, *pair)

    def spent(times: int) -> float:
        space = recount.empty_space(lattice)
        began = perf_counter()
        _replay_recount(space, worth, moves, times)
        return perf_counter() - began

    return spent


@kernel
def _replay(space, weights, times):
    """Play a game so many times."""
    nobody, state = np.zeros(2, np.bool_), np.zeros(1, np.uint64)
    for time in range(times):
        if time:
            space.lines[:] = 0
        linear.play_game(space, weights, nobody, state, False)


@kernel
def _replay_recount(space, worth, moves, times):
    """The same for a recount of so many moves."""
    for _ in range(times):
        recount.play_game(space, worth, moves)
