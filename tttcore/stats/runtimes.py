"""Distributions of run lengths: medians and spreads, survival, shares solved by a step."""

import warnings
from collections.abc import Sequence

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.comparison import Groups, Sample
from tttcore.stats.intervals import LEVEL, share_interval

SPREADS = {
    "set": "Set",
    "group": "Group",
    "n": "Runs",
    **with_interval("median", "Median", tells="fixed"),
    **with_interval("iqr", "IQR", tells="fixed"),
}
"""Columns of `spreads`."""


def spreads(groups: Groups) -> pd.DataFrame:
    """Median and quartile range of each group, with 95% intervals by order statistics.

    These hold for any distribution, with ties and however heavy its tails, which intervals of standard deviations do
    not: a few very long runs make up most of those. The interval of a quartile range is from the lowest to the highest
    difference between two intervals of 97.5%, one of each quartile. Quartiles interpolate linearly, as those of
    `summaries`. Censored runs count with the generation at which they were stopped.

    Returns
    -------
    group, n, and median and iqr, each with its low and high; ``_fixed`` says that their ends are values of runs, and so
    can't be moved where several parts of a claim share a rate of error.
    """
    return pd.DataFrame([{"group": group, **_row(np.sort(sample.values))} for group, sample in groups.items()])


def _row(ordered: NDArray[np.float64]) -> dict[str, float]:
    first, middle, third = np.quantile(ordered, (0.25, 0.5, 0.75)).tolist()
    (first_low, first_high), (third_low, third_high) = (
        quantile_ends(ordered, share, LEVEL / 2) for share in (0.25, 0.75)
    )
    median_low, median_high = quantile_ends(ordered, 0.5, LEVEL)
    return {
        "n": ordered.size,
        **{"median": middle, "median_low": median_low, "median_high": median_high},
        **{"iqr": third - first, "iqr_low": max(0.0, third_low - first_high), "iqr_high": third_high - first_low},
        **{"median_fixed": True, "iqr_fixed": True},
    }


def quantile_ends(ordered: NDArray[np.float64], share: float, miss: float) -> tuple[float, float]:
    """Order statistics that enclose a quantile with probability at least 1 - `miss`; half of `miss` lies on each side.

    The number of n independent values below the quantile is binomial (Conover 1999, 3.2). With too few values for that
    the least or the greatest takes the place of an end, and encloses it with less confidence.

    Parameters
    ----------
    ordered : values in ascending order, at least one.
    share : part of all values that lie below the quantile.
    """
    below = int(scipy.stats.binom.ppf(miss / 2, ordered.size, share))
    up_to = int(scipy.stats.binom.isf(miss / 2, ordered.size, share))
    return float(ordered[max(below - 1, 0)]), float(ordered[min(up_to, ordered.size - 1)])


SURVIVAL = hidden("set", "group", "generation", "survival", "low", "high", "at_risk")
"""Columns of `survival`."""


def survival(groups: Groups) -> pd.DataFrame:
    """Kaplan-Meier estimate of the proportion of runs not yet solved, with censoring.

    Columns: group, generation (0 and each one at which a run ended; a value holds until the next), survival, low
    and high (95%, exponential Greenwood; the estimate itself where all or none have been solved), at_risk (runs that
    reached the generation).

    Examples
    --------
    >>> from tttcore.stats import Sample, survival
    >>> runs = Sample.of([12, 40, 50], censored=[False, False, True])
    >>> survival({"control": runs})[["generation", "survival", "at_risk"]].round(3)
       generation  survival  at_risk
    0         0.0     1.000        3
    1        12.0     0.667        3
    2        40.0     0.333        2
    3        50.0     0.333        1
    """
    curves = [_survival(sample).assign(group=group) for group, sample in groups.items()]
    return pd.concat(curves, ignore_index=True)[[*SURVIVAL][1:]]


def _survival(sample: Sample) -> pd.DataFrame:
    ended = scipy.stats.CensoredData(sample.values[~sample.censored], right=sample.values[sample.censored])
    curve = scipy.stats.ecdf(ended).sf
    with warnings.catch_warnings(action="ignore", category=RuntimeWarning):  # undefined where all or none are solved
        interval = curve.confidence_interval(method="log-log")
    low, high = (
        np.where(np.isnan(end.probabilities), curve.probabilities, end.probabilities)
        for end in (interval.low, interval.high)
    )
    reached = sample.values.size - np.searchsorted(np.sort(sample.values), curve.quantiles)
    columns = {"generation": curve.quantiles, "survival": curve.probabilities, "low": low, "high": high}
    start = {"generation": 0.0, "survival": 1.0, "low": 1.0, "high": 1.0, "at_risk": sample.values.size}
    return pd.concat([pd.DataFrame([start]), pd.DataFrame({**columns, "at_risk": reached})], ignore_index=True)


ECDF = hidden("set", "group", "generation", "fraction", "fraction_low", "fraction_high")
"""Columns of `ecdf`."""


def ecdf(groups: Groups, cap: int) -> pd.DataFrame:
    """Proportion of the runs of each group that were solved by each generation; censored runs count as never solved.

    Columns: group, generation (0, each one at which a run was solved, and `cap`; a value holds until the next),
    fraction with the exact interval.
    """
    return pd.concat([_solved(sample, cap).assign(group=group) for group, sample in groups.items()], ignore_index=True)


def _solved(sample: Sample, cap: int) -> pd.DataFrame:
    ended = np.sort(sample.values[~sample.censored])
    generations = np.unique([0, *ended, cap])
    counts = np.searchsorted(ended, generations, side="right").tolist()
    shares = pd.DataFrame([share_interval("fraction", count, sample.values.size) for count in counts])
    return shares.assign(generation=generations)[["generation", "fraction", "fraction_low", "fraction_high"]]


EXCEEDANCES = hidden("set", "group", "threshold", "runs", "share", "share_low", "share_high", "share_trials")
"""Columns of `exceedances`."""


def exceedances(groups: Groups, *, thresholds: Sequence[int]) -> pd.DataFrame:
    """Number and proportion of runs longer than each threshold, with exact 95% intervals, by group and threshold."""
    rows = []
    for group, sample in groups.items():
        for threshold in thresholds:
            runs = int((sample.values > threshold).sum())
            share = share_interval("share", runs, sample.values.size, tells_trials=True)
            rows.append({"group": group, "threshold": threshold, "runs": runs, **share})
    return pd.DataFrame(rows)
