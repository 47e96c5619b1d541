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


def mean_interval(name: str, values: ArrayLike, *, tells_error: bool = False) -> Columns:
    """Mean with Student's interval ``mean -/+ t s / sqrt(n)``, t with n - 1 degrees of freedom.

    Assumes independent values whose mean is normal. Values that cancel have the mean 0, see `rounding.settled`. All NaN
    without values; the ends are NaN with a single value, and equal to the mean where nothing varies.

    Parameters
    ----------
    tells_error : whether to add what `error_of_means` finds, as ``name_error`` and ``name_unseen``.

    Examples
    --------
    >>> from tttcore.stats import mean_interval
    >>> {name: round(value, 3) for name, value in mean_interval("games", [1, 2, 3, 4]).items()}
    {'games': 2.5, 'games_low': 0.446, 'games_high': 4.554}
    """
    numbers = np.asarray(values, np.float64)
    told = error_of_means(name, numbers) if tells_error else {}
    if numbers.size == 0:
        return _columns(name, math.nan, math.nan, math.nan) | told
    mean = settled(float(numbers.mean()), scale=float(np.abs(numbers).max()))
    reach = math.nan
    if numbers.size > 1:
        reach = float(scipy.stats.t.ppf((1 + COVERAGE) / 2, numbers.size - 1) * scipy.stats.sem(numbers))
    return _columns(name, mean, mean - reach, mean + reach) | told


ERROR_BY_SKEWNESS = 0.3
"""Increase of the rate at which Student's interval misses on one side, for each unit of the skewness of the mean; the
first term of its expansion has 0.084 for small ones (Hall 1992). By 0.3 all cases of `claims.error_rates` are kept."""


def error_of_means(name: str, *samples: NDArray[Any]) -> Columns:
    """Rate at which Student's interval of a mean, or Welch's of a difference of two, misses on one side.

    Returns
    -------
    ``name_error`` : greatest such rate if the samples show how their values are distributed: half of `LEVEL`, and more
        where few values are far from the others.
    ``name_unseen`` : proportion of the values that none of the smaller sample may show: with a probability of half of
        `LEVEL`, none of its values is of a kind as frequent as that. Were these far from all others, the interval would
        miss more often. Both NaN without values.

    Examples
    --------
    >>> from tttcore.stats.intervals import error_of_means
    >>> {name: round(value, 4) for name, value in error_of_means("games", np.repeat([7.0, 500.0], [999, 1])).items()}
    {'games_error': 0.3249, 'games_unseen': 0.0037}
    """
    fewest = min(values.size for values in samples)
    if fewest == 0:
        return {f"{name}_error": math.nan, f"{name}_unseen": math.nan}
    centred = [values - values.mean() for values in samples]
    variance = sum(float((each**2).sum()) / each.size**2 for each in centred)
    third = sum(abs(float((each**3).sum())) / each.size**3 for each in centred)
    return _errors(name, third / variance**1.5 if variance > 0 else 0.0, fewest)


def _errors(name: str, skewness: float, fewest: int) -> Columns:
    return {
        f"{name}_error": min(1 / 2, LEVEL / 2 + ERROR_BY_SKEWNESS * skewness),
        f"{name}_unseen": 1 - (LEVEL / 2) ** (1 / fewest),
    }


def median(values: ArrayLike) -> float:
    """Lower median: of two middle values the lower, so that it is a value of the sample; NaN without values."""
    ordered = np.sort(np.asarray(values, np.float64))
    return float(ordered[(ordered.size - 1) // 2]) if ordered.size else math.nan


def median_interval(name: str, values: ArrayLike, *, level: float = LEVEL, tells_fixed: bool = False) -> Columns:
    """`median` with the order statistics that enclose it with 95% confidence or more, whatever the distribution.

    The number of n independent values below the median is binomial with probability 1/2. The ends are NaN with fewer
    than six values, which can't enclose it with such confidence.

    Parameters
    ----------
    level : significance level of the interval.
    tells_fixed : whether to add ``name_fixed``, which says that the ends are values, and so can't be moved a little.
    """
    ordered = np.sort(np.asarray(values, np.float64))
    told = {f"{name}_fixed": True} if tells_fixed else {}
    below = int(scipy.stats.binom.ppf(level / 2, ordered.size, 0.5)) - 1 if ordered.size else -1
    if below < 0:
        return _columns(name, median(ordered), math.nan, math.nan) | told
    return _columns(name, median(ordered), float(ordered[below]), float(ordered[-1 - below])) | told


def median_difference(name: str, one: ArrayLike, other: ArrayLike, *, tells_fixed: bool = False) -> Columns:
    """Difference of two medians, one less other, and an interval with 95% confidence or more, see `median_interval`.

    From the least median of one less the greatest of the other to the opposite; each is enclosed with half the level.
    """
    (first, low, high), (second, other_low, other_high) = (
        median_interval("", values, level=LEVEL / 2).values() for values in (one, other)
    )
    told = {f"{name}_fixed": True} if tells_fixed else {}
    return _columns(name, first - second, low - other_high, high - other_low) | told


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


def bootstrap_interval(name: str, value: float, redrawn: NDArray[Any], *, observations: int) -> Columns:
    """Value with its `percentile_interval`, and as ``name_error`` and ``name_unseen`` what `error_of_means` finds.

    Parameters
    ----------
    redrawn : (n,) values of resamples; their skewness is that of the value. All NaN but the value without any.
    observations : number of observations that are redrawn.
    """
    if not redrawn.size:
        return _columns(name, value, math.nan, math.nan) | {f"{name}_error": math.nan, f"{name}_unseen": math.nan}
    low, high = percentile_interval(redrawn)
    spread = float(np.std(redrawn))
    skewness = abs(float(np.mean((redrawn - redrawn.mean()) ** 3))) / spread**3 if spread > 0 else 0.0
    return _columns(name, value, float(low), float(high)) | _errors(name, skewness, observations)


def _columns(name: str, value: float, low: float, high: float) -> Columns:
    return {name: value, f"{name}_low": low, f"{name}_high": high}
