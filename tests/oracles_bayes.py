"""Slow twin of the Bayes factor for no difference, from its definition: a t statistic under a mixture of effects."""

import numpy as np
from scipy import stats

STEPS = 20_001
"""Number of quantiles that stand for the Cauchy prior."""


def likelier_without_difference(t, n, other=None, *, scale=0.707):
    """Rouder et al. 2009: density of t without an effect by the mean of those at quantiles of the prior of effects.

    Parameters
    ----------
    n, other : sizes of two samples, or the number of pairs.
    scale : of the prior.
    """
    size, df = (n, n - 1) if other is None else (n * other / (n + other), n + other - 2)
    effects = np.tan(np.pi * (np.arange(STEPS) + 0.5 - STEPS / 2) / STEPS) * scale
    return stats.t.pdf(t, df) / np.nan_to_num(stats.nct.pdf(t, df, effects * np.sqrt(size))).mean()
