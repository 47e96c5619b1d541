"""Work of a game as the board grows, and laws of growth fitted to it (Post 1999, Results, Figures 1 and 2).

Work is the number of lines examined, by the incremental kernel (`players.incremental`) and by the naive one
(`players.naive_evaluator`), called ``recount``. Counts are exact and the same everywhere.
"""

import math
from collections.abc import Callable, Iterable, Mapping

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.engines.genies.players import linear, naive_evaluator
from tttcore.games.hypercube import Hypercube
from tttcore.stats.columns import OneOf, hidden, with_interval
from tttcore.stats.intervals import COVERAGE, percentile_interval

Floats = NDArray[np.float64]
Sizes = Iterable[tuple[int, int]]
"""Boards by edge and dimensions."""

COUNTED = {"incremental": "touched", "recount": "looked"}
"""Column of the number of lines that each player looks at, see `work`."""
SCALES: dict[str, Callable[[Floats], Floats]] = {"exponential": np.asarray, "power": np.log}
"""Transformations of x of which log y is a linear function, by law of growth."""
MIN_BOARDS = 3
"""Fewest boards to which a law can be fitted."""
RESAMPLES = 2000

WORK = hidden("edge", "dimensions", "cells", "lines", "game", "moves", "winner", "touched", "looked", "series", "x")
"""Columns of `work`."""


def work(stream: Callable[..., np.random.Generator], *, boards: Mapping[str, Sizes], games: int) -> pd.DataFrame:
    """Moves of games and lines examined, a row per game.

    Parameters
    ----------
    stream : random generator by names; each board has its own.
    boards : series of boards by what grows, ``edge`` or ``dimensions``.
    games : number for each board.

    Returns
    -------
    edge, dimensions, cells, lines, game (from 0), moves, winner (0 for a draw), touched (lines that the incremental
    kernel looks at), looked (lines that the naive kernel looks at, see `naive_evaluator.Work`), series (what grows),
    x (how large that is).
    """
    rows = []
    for series, sizes in boards.items():
        for edge, dimensions in sizes:
            board, rng = Hypercube(edge, dimensions), stream("work", str(edge), str(dimensions))
            size = {"edge": edge, "dimensions": dimensions}
            known = {**size, "cells": board.cells, "lines": board.line_count, "series": series, "x": size[series]}
            for game in range(games):
                played = linear.play(board, *linear.random_players(board, rng))
                counts = naive_evaluator.count_work(board, played.moves)._asdict()
                rows.append({**known, "game": game, "winner": played.winner, **counts})
    return pd.DataFrame(rows)[[*WORK]]


LAWS = {
    "counted": OneOf("Lines examined by", COUNTED),
    "series": "Along",
    "law": OneOf("Law", SCALES),
    "n": "Games",
    **with_interval("slope", "b"),
    "r2": "R²",
    **with_interval("predicted", "Variance predicted at sizes left out"),
    **with_interval("more", "More than by the other law"),
    **with_interval("spread", "SD of log work within a size"),
    **with_interval("spread_ratio", "Ratio to the SD of the first series"),
    **hidden("intercept"),
}
"""Columns of `laws`."""


def laws(work: pd.DataFrame, stream: Callable[..., np.random.Generator]) -> pd.DataFrame:
    """Laws of growth fitted to the work of both evaluators, see `growth_laws` and `resampled_fits`.

    Parameters
    ----------
    work : table of `work`.
    stream : random generator by names; the resamples of each evaluator have their own.
    """
    tables = []
    for name, y in COUNTED.items():
        ends = resampled_fits(work, y, stream("laws", name))
        fits = growth_laws(work, y)
        tables.append(fits.merge(ends, on=["series", "law"], validate="one_to_one").assign(counted=name))
    return pd.concat(tables)


def growth_laws(table: pd.DataFrame, y: str) -> pd.DataFrame:
    """Fit laws of growth by least squares: log y = a + b x (exponential) and log y = a + b log x (power).

    Assumes independent rows and the same variance of log y at every x; agrees with `statsmodels.api.OLS`.

    Parameters
    ----------
    table : DataFrame[series, x, `y`, ...]: positive numbers, x with three or more different ones in every series.
    y : column of what grows.

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
    for name, own in table.groupby("series", sort=False, observed=True):
        places, logs = own["x"].to_numpy(np.float64), np.log(own[y].to_numpy(np.float64))
        if np.unique(places).size < MIN_BOARDS:
            raise ValueError(f"series {name}: x has fewer than {MIN_BOARDS} different values, too few to fit")
        spread = _spread(places, logs)
        for law, scale in SCALES.items():
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


def resampled_fits(table: pd.DataFrame, y: str, rng: np.random.Generator) -> pd.DataFrame:
    """Prediction of sizes that are left out by each law, and variation within sizes, with bootstrapped intervals.

    R² is high for any law of growth that rises, so that laws are compared by what they predict. Each size is left out
    in turn, the law is fitted to the others, and the mean of log y at that size is predicted. Games are redrawn within
    each x, the same ones for both laws and for the difference between them.

    Parameters
    ----------
    table, y : as in `growth_laws`, with as many rows, two or more, at every x of a series.
    rng : random generator of the resamples, drawn series after series.

    Returns
    -------
    series, law.
    predicted, predicted_low, predicted_high : 1 less the mean squared error of the predictions, divided by the variance
        of the means; 1 for perfect predictions, below 0 for worse ones than a constant.
    more, more_low, more_high : that less the other law's.
    spread_low, spread_high : of `growth_laws`. A spread of few games is too small on average when they are redrawn, by
        the root of (games - 1) / games, which is made up for.
    spread_ratio, spread_ratio_low, spread_ratio_high : spread divided by that of the first series; NaN for itself.

    Intervals are the percentile bootstrap's, 95%.
    """
    rows = []
    first: Floats | None = None
    for name, own in table.groupby("series", sort=False, observed=True):
        places, counts = np.unique(own["x"].to_numpy(np.float64), return_counts=True)
        (games,) = np.unique(counts)
        logs = np.log(own.sort_values("x", kind="stable")[y].to_numpy(np.float64)).reshape(places.size, games)
        chosen = rng.integers(0, games, (RESAMPLES, places.size, games))
        redrawn = logs[np.arange(places.size)[:, None], chosen]
        spreads = np.sqrt(redrawn.var(axis=2, ddof=1).mean(axis=1) * games / (games - 1))
        within = np.concatenate([[_spread(np.repeat(places, games), logs.ravel())], spreads])
        means = np.vstack([logs.mean(axis=1), redrawn.mean(axis=2)])
        predicted = {law: share_predicted(scale(places), means) for law, scale in SCALES.items()}
        ratio = np.full(within.size, math.nan) if first is None else within / first
        first = within if first is None else first
        for law in SCALES:
            (other,) = {*SCALES} - {law}
            ends = _interval("spread", within)
            del ends["spread"]  # that of the fit
            rows.append(
                {
                    "series": name,
                    "law": law,
                    **_interval("predicted", predicted[law]),
                    **_interval("more", predicted[law] - predicted[other]),
                    **ends,
                    **_interval("spread_ratio", ratio),
                }
            )
    return pd.DataFrame(rows)


def _interval(name: str, found: Floats) -> dict[str, float]:
    """The first value, and the percentile interval of the others."""
    low, high = percentile_interval(found[1:])
    return {name: float(found[0]), f"{name}_low": float(low), f"{name}_high": float(high)}


def share_predicted(places: Floats, means: Floats) -> Floats:
    """(k,) proportion of the variance of (k, n) means at (n,) places that lines through all other places predict.

    A line that leaves out a place misses it by the residual of the line through all, divided by 1 less the leverage
    (Allen 1974), so that no line is fitted anew.
    """
    across = places - places.mean()
    leverage = 1 / places.size + across**2 / (across**2).sum()
    along = means - means.mean(axis=1, keepdims=True)
    slopes = np.einsum("n,kn->k", across, along) / (across**2).sum()
    missed = (along - slopes[:, None] * across) / (1 - leverage)
    return 1 - (missed**2).sum(axis=1) / (along**2).sum(axis=1)
