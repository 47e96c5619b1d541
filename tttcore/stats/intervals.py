"""Estimates with 95% confidence intervals, as the columns ``name``, ``name_low`` and ``name_high``; the bootstrap."""

import math
from typing import Any, Literal

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from tttcore.pipeline.rounding import settled

LEVEL = 0.05
"""Significance level: of intervals, and of predictive p-values below which a report is unlikely."""
COVERAGE = 1 - LEVEL
"""Confidence level of all intervals."""
TAILS = ((1 - COVERAGE) / 2, (1 + COVERAGE) / 2)
"""Quantiles at the ends of a percentile interval."""
Columns = dict[str, float]


def mean_interval(name: str, values: ArrayLike, *, tells_df: bool = False) -> Columns:
    """Mean with Student's interval ``mean -/+ t s / sqrt(n)``, t with n - 1 degrees of freedom.

    Assumes independent values whose mean is normal. Values that cancel have the mean 0, see `rounding.settled`. All NaN
    without values; the ends are NaN with a single value, and equal to the mean where nothing varies.

    Parameters
    ----------
    tells_df : whether to add the degrees of freedom as ``name_df``, by which claims of a family are corrected.

    Examples
    --------
    >>> from tttcore.stats import mean_interval
    >>> {name: round(value, 3) for name, value in mean_interval("games", [1, 2, 3, 4]).items()}
    {'games': 2.5, 'games_low': 0.446, 'games_high': 4.554}
    """
    numbers = np.asarray(values, np.float64)
    degrees = {f"{name}_df": numbers.size - 1.0} if tells_df else {}
    if numbers.size == 0:
        return _columns(name, math.nan, math.nan, math.nan) | degrees
    mean = settled(float(numbers.mean()), scale=float(np.abs(numbers).max()))
    reach = math.nan
    if numbers.size > 1:
        reach = float(scipy.stats.t.ppf((1 + COVERAGE) / 2, numbers.size - 1) * scipy.stats.sem(numbers))
    return _columns(name, mean, mean - reach, mean + reach) | degrees


def median(values: ArrayLike) -> float:
    """Lower median: of two middle values the lower, so that it is a value of the sample; NaN without values."""
    ordered = np.sort(np.asarray(values, np.float64))
    return float(ordered[(ordered.size - 1) // 2]) if ordered.size else math.nan


def median_interval(name: str, values: ArrayLike) -> Columns:
    """`median` with the order statistics that enclose it with 95% confidence or more.

    The number of n independent values below the median is binomial with probability 1/2, whatever their distribution.
    With fewer than six values the least and the greatest enclose it with less confidence. All NaN without values.
    """
    ordered = np.sort(np.asarray(values, np.float64))
    if ordered.size == 0:
        return _columns(name, math.nan, math.nan, math.nan)
    below = max(int(scipy.stats.binom.ppf((1 - COVERAGE) / 2, ordered.size, 0.5)) - 1, 0)
    return _columns(name, median(ordered), float(ordered[below]), float(ordered[-1 - below]))


def share_interval(
    name: str,
    successes: int,
    trials: int,
    *,
    method: Literal["exact", "wilson"] = "exact",
    level: float = LEVEL,
    tells_trials: bool = False,
) -> Columns:
    """Proportion of independent trials that succeed, with the exact or Wilson's interval; all NaN without trials.

    Parameters
    ----------
    method : the exact interval of Clopper and Pearson, each of whose ends misses at most as often as it says; or
        Wilson's, which is narrower, but misses a proportion of 1 in 100 on one side in 8% of samples of 100.
    level : significance level of the exact interval.
    tells_trials : whether to add the trials as ``name_trials``, by which parts of a claim are corrected.

    Examples
    --------
    >>> from tttcore.stats import share_interval
    >>> {name: round(value, 3) for name, value in share_interval("solved", 9, 10).items()}
    {'solved': 0.9, 'solved_low': 0.555, 'solved_high': 0.997}
    """
    told = {f"{name}_trials": float(trials)} if tells_trials else {}
    if trials == 0:
        return _columns(name, math.nan, math.nan, math.nan) | told
    if method == "wilson":
        interval = scipy.stats.binomtest(successes, trials).proportion_ci(COVERAGE, method=method)
        return _columns(name, successes / trials, float(interval.low), float(interval.high))
    failures = trials - successes
    low = float(scipy.special.betaincinv(successes, failures + 1, level / 2)) if successes else 0.0
    high = float(scipy.special.betaincinv(successes + 1, failures, 1 - level / 2)) if failures else 1.0
    return _columns(name, successes / trials, low, high) | told


def share_difference(name: str, first: tuple[int, int], second: tuple[int, int]) -> Columns:
    """Difference of two proportions of independent trials, first minus second, with Newcombe's interval.

    Method 10 of Newcombe (1998) combines Wilson's intervals of both; all NaN where one has no trials.

    Parameters
    ----------
    first, second : successes and trials of each.

    Examples
    --------
    >>> from tttcore.stats import share_difference
    >>> {name: round(value, 3) for name, value in share_difference("gain", (9, 10), (4, 10)).items()}
    {'gain': 0.5, 'gain_low': 0.082, 'gain_high': 0.746}
    """
    if first[1] == 0 or second[1] == 0:
        return _columns(name, math.nan, math.nan, math.nan)
    (p1, low1, high1), (p2, low2, high2) = (
        share_interval("", *each, method="wilson").values() for each in (first, second)
    )
    return _columns(
        name, p1 - p2, p1 - p2 - math.hypot(p1 - low1, high2 - p2), p1 - p2 + math.hypot(high1 - p1, p2 - low2)
    )


def score_interval(name: str, points: float, games: int) -> Columns:
    """Mean points of independent games (1, 1/2 or 0), with Wilson's interval of a proportion; all NaN without games.

    With draws, points vary less than wins and losses of the same mean do, so that the interval is too wide where draws
    are many, never too narrow.
    """
    if games == 0:
        return _columns(name, math.nan, math.nan, math.nan)
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(points, games, alpha=1 - COVERAGE, method="wilson")
    return _columns(name, points / games, float(low), float(high))


def noncentrality_interval(statistic: float, df: int) -> tuple[float, float]:
    """95% interval of the noncentrality of a chi-squared statistic with `df` degrees of freedom.

    Its ends are the noncentralities under which the statistic would be exceeded, or not reached, with probability 2.5%;
    0 where even no noncentrality makes so small a statistic that likely (Steiger and Fouladi 1997). NaN for NaN.
    """
    if math.isnan(statistic):
        return math.nan, math.nan
    above, below = (1 + COVERAGE) / 2, (1 - COVERAGE) / 2

    def end(chance: float) -> float:
        def off(noncentrality: float) -> float:
            return float(scipy.stats.ncx2.cdf(statistic, df, noncentrality)) - chance

        if scipy.stats.chi2.cdf(statistic, df) <= chance:
            return 0.0
        far = statistic + df + 1.0
        while off(far) > 0:
            far *= 2
        return float(scipy.optimize.brentq(off, 1e-9, far, xtol=1e-10, rtol=1e-12))

    return end(above), end(below)


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


def _columns(name: str, value: float, low: float, high: float) -> Columns:
    return {name: value, f"{name}_low": low, f"{name}_high": high}
