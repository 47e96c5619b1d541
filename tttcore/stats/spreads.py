"""Medians and spreads of run lengths with bootstrap intervals, which orders of groups need."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.stats.bootstrap import percentile_interval
from tttcore.stats.columns import with_interval
from tttcore.stats.comparison import Groups, Sample

SPREADS = {
    "set": "Set",
    "group": "Group",
    "n": "Runs",
    **with_interval("median", "Median"),
    **with_interval("sd", "SD"),
    **with_interval("iqr", "IQR"),
}
"""Columns of `spreads`."""


def spreads(groups: Groups, *, resamples: int, rng: np.random.Generator) -> pd.DataFrame:
    """Median, standard deviation (n - 1) and quartile range of each group, with 95% percentile bootstrap intervals.

    Quartiles interpolate linearly, as those of `summaries`. Censored runs count with the generation at which they were
    stopped. All are functions of how often each value occurs, and redrawing n values makes these counts multinomial, so
    that the cost doesn't grow with the number of runs. NaN where one run is too few.

    Parameters
    ----------
    resamples : bootstrap resamples of each group.
    rng : random generator of the resamples, drawn group after group.

    Returns
    -------
    group, n, and median, sd and iqr, each with its low and high.
    """
    return pd.DataFrame([{"group": group, **_row(sample, resamples, rng)} for group, sample in groups.items()])


def _row(sample: Sample, resamples: int, rng: np.random.Generator) -> dict[str, float]:
    values, counts = np.unique(sample.values, return_counts=True)
    n = int(counts.sum())
    redrawn = _statistics(values, rng.multinomial(n, counts / n, size=resamples))
    found = _statistics(values, counts[None])
    row: dict[str, float] = {"n": n}
    for name, estimate in found.items():
        low, high = percentile_interval(redrawn[name])
        row |= {name: float(estimate[0]), f"{name}_low": float(low), f"{name}_high": float(high)}
    return row


def _statistics(values: NDArray[np.float64], counts: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
    """(samples,) statistics of samples that are given by (samples, values) counts of ascending values."""
    n = int(counts[0].sum())
    ends = counts.cumsum(axis=1)
    low, median, high = (_quantile(values, ends, share * (n - 1)) for share in (0.25, 0.5, 0.75))
    centred = values - values.mean()
    mean = counts @ centred / n
    squares = np.maximum(counts @ centred**2 - n * mean**2, 0.0)
    sd = np.sqrt(squares / (n - 1)) if n > 1 else np.full(len(counts), np.nan)
    return {"median": median, "sd": sd, "iqr": high - low}


def _quantile(values: NDArray[np.float64], ends: NDArray[np.int64], rank: float) -> NDArray[np.float64]:
    """(samples,) value at a rank from 0, linear between order statistics, from cumulated counts of ascending values."""
    below, above = (values[(ends <= whole).sum(axis=1)] for whole in (np.floor(rank), np.ceil(rank)))
    return np.asarray(below + (above - below) * (rank - np.floor(rank)))
