"""Intervals of how well laws of growth fit, and of the spread at one size, from resampled games."""

from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.stats.bootstrap import percentile_interval

Floats = NDArray[np.float64]
RESAMPLES = 2000


def resampled_fits(
    table: pd.DataFrame,
    x: str,
    y: str,
    series: str,
    *,
    laws: Mapping[str, Callable[[Floats], Floats]],
    rng: np.random.Generator,
) -> pd.DataFrame:
    """Percentile bootstrap's 95% intervals of the fits of `scaling.growth_laws`; games are redrawn within each x.

    Parameters
    ----------
    table, x, y, series : as in `scaling.growth_laws`, with as many rows, two or more, at every x of a series.
    laws : transformations of x by law.
    rng : random generator of the resamples, drawn series after series.

    Returns
    -------
    series, law, r2_low, r2_high, spread_low, spread_high. A spread of few games is too small on average when they are
    redrawn, by the root of (games - 1) / games, which is made up for.
    """
    rows = []
    for name, own in table.groupby(series, sort=False, observed=True):
        places, counts = np.unique(own[x].to_numpy(np.float64), return_counts=True)
        (games,) = np.unique(counts)
        logs = np.log(own.sort_values(x, kind="stable")[y].to_numpy(np.float64)).reshape(places.size, games)
        chosen = rng.integers(0, games, (RESAMPLES, places.size, games))
        redrawn = logs[np.arange(places.size)[:, None], chosen]
        spreads = np.sqrt(redrawn.var(axis=2, ddof=1).mean(axis=1) * games / (games - 1))
        spread_low, spread_high = percentile_interval(spreads)
        for law, scale in laws.items():
            r2_low, r2_high = percentile_interval(_r2(np.repeat(scale(places), games), redrawn.reshape(RESAMPLES, -1)))
            ends = {"r2_low": r2_low, "r2_high": r2_high, "spread_low": spread_low, "spread_high": spread_high}
            rows.append({"series": name, "law": law, **ends})
    return pd.DataFrame(rows)


def _r2(places: Floats, logs: Floats) -> Floats:
    """(resamples,) share of the variance of (resamples, n) logarithms that a line through (n,) places explains."""
    across = places - places.mean()
    along = logs - logs.mean(axis=1, keepdims=True)
    return np.einsum("n,kn->k", across, along) ** 2 / ((across**2).sum() * (along**2).sum(axis=1))
