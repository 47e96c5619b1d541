"""Bootstrap: redraw observations with replacement, and percentile intervals of a redrawn statistic."""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tttcore.stats.intervals import COVERAGE

TAILS = ((1 - COVERAGE) / 2, (1 + COVERAGE) / 2)
"""Quantiles at the ends of a percentile interval."""


def redrawn_counts(observations: int, resamples: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """(resamples, observations) how often each observation occurs in samples of the same size with replacement."""
    return rng.multinomial(observations, np.full(observations, 1 / observations), size=resamples)


def percentile_interval(
    redrawn: NDArray[Any], *, axis: int | None = None, method: Literal["linear", "inverted_cdf"] = "linear"
) -> NDArray[Any]:
    """Ends of the 95% percentile interval of a redrawn statistic, low and high along the first axis.

    Parameters
    ----------
    axis : that of the resamples, which the result lacks; None for all values of the array.
    method : linear between order statistics, or ``inverted_cdf``, whose ends are values of the statistic.
    """
    return np.quantile(redrawn, TAILS, axis=axis, method=method)
