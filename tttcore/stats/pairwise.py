"""Compare groups pair by pair: differences, tests, effect sizes with intervals, equivalence."""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.comparison import Groups, Sample, logrank, long_table, mostly_censored
from tttcore.stats.hypothesis_tests import holm, or_nan, studentised_range_p
from tttcore.stats.intervals import COVERAGE, error_of_means, percentile_interval

PAIRWISE = {
    "set": "Set",
    "a": "First",
    "b": "Second",
    "mean_difference": "Difference",
    "difference_low": "low",
    "difference_high": "high",
    "tukey_p": "Tukey p",
    "mann_whitney_p_holm": "Mann-Whitney p, Holm",
    "logrank_p_holm": "Log-rank p, Holm",
    **with_interval("a12", "A12"),
    **hidden("difference_error", "difference_unseen", "games_howell_p", "mann_whitney_p", "logrank_p", "cohen_d"),
}
"""Columns of `pairwise`."""


def pairwise(groups: Groups, *, resamples: int, rng: np.random.Generator) -> pd.DataFrame:
    """Differences, tests and effect sizes of each pair of groups, one row per pair in the order of display.

    Columns
    -------
    mean_difference, difference_low, difference_high : mean of a minus mean of b, and Welch's t interval. Runs that are
        censored count with their cap, so that with a common cap these are means restricted to it.
    difference_error, difference_unseen : how often the interval misses on one side, see `intervals.error_of_means`.
    tukey_p, games_howell_p : comparisons of means, already corrected for the number of pairs; Tukey's assumes
        equal variances, Games and Howell's does not (`pingouin`).
    mann_whitney_p, logrank_p : equal distributions, equal survival; each with a `_holm` twin over the pairs.
    cohen_d : difference in pooled standard deviations.
    a12, a12_low, a12_high : probability that a run of a takes longer than one of b, ties counting half
        (Vargha and Delaney 2000), with its percentile bootstrap interval.

    NaN where a number is undefined for the pair; `tukey_p`, `games_howell_p` and `cohen_d` also where a group is
    `mostly_censored`, since its variance then reflects the cap.

    Parameters
    ----------
    resamples : bootstrap resamples for each pair.
    rng : random generator of the resamples, drawn pair after pair.
    """
    import pingouin as pg

    pairs = list(combinations(groups, 2))
    samples = [(groups[a], groups[b]) for a, b in pairs]
    difference = np.reshape([welch_interval(*pair, confidence=COVERAGE) for pair in samples], (-1, 2))
    redrawn = [bootstrap_a12(*pair, resamples=resamples, rng=rng) for pair in samples]
    a12_interval = np.reshape([percentile_interval(a12s) for a12s in redrawn], (-1, 2))
    errors = [error_of_means("difference", one.values, other.values) for one, other in samples]
    mann_whitney = [mann_whitney_p(*pair) for pair in samples]
    logrank = [_logrank_p(*pair) for pair in samples]
    return pd.DataFrame(
        {
            "a": [a for a, _ in pairs],
            "b": [b for _, b in pairs],
            "mean_difference": [one.values.mean() - other.values.mean() for one, other in samples],
            "difference_low": difference[:, 0],
            "difference_high": difference[:, 1],
            **pd.DataFrame(errors),
            "tukey_p": _corrected(groups, pg.pairwise_tukey, "p_tukey"),
            "games_howell_p": _corrected(groups, pg.pairwise_gameshowell, "pval"),
            "mann_whitney_p": mann_whitney,
            "mann_whitney_p_holm": holm(mann_whitney),
            "logrank_p": logrank,
            "logrank_p_holm": holm(logrank),
            "cohen_d": [_cohen_d(*pair) for pair in samples],
            "a12": [a12(*pair) for pair in samples],
            "a12_low": a12_interval[:, 0],
            "a12_high": a12_interval[:, 1],
        }
    )


class Margin(NamedTuple):
    """Equivalence margin: a difference of means that counts as none.

    Attributes
    ----------
    name : what it is called.
    size : the difference, above 0.
    unit : what it is given in: generations, or pooled standard deviations of a pair.

    Examples
    --------
    >>> from tttcore.stats import Margin
    >>> Margin("a fifth", size=0.2, unit="sd")
    Margin(name='a fifth', size=0.2, unit='sd')
    """

    name: str
    size: float
    unit: Literal["generations", "sd"]


EQUIVALENCE = {
    "set": "Set",
    "a": "First",
    "b": "Second",
    "margin_name": "Margin",
    "margin": "Generations",
    "tost_p": "TOST p",
    "tost_p_holm": "p, Holm",
    "difference_low": "low",
    "difference_high": "high",
    **hidden("mean_difference"),
}
"""Columns of `equivalence`."""


def equivalence(groups: Groups, *, margins: Sequence[Margin]) -> pd.DataFrame:
    """Two one-sided Welch tests that two means differ by less than a margin, one row per pair and margin.

    A small `tost_p` shows that ``|mean_a - mean_b| < margin`` (Schuirmann 1987); equal variances are
    not assumed. The pair is equivalent at 5% exactly when the 90% interval from `difference_low` to
    `difference_high` lies within the margin. `tost_p_holm` corrects over all pairs of the same margin.

    The column `margin` is in generations whatever the margin's unit.

    Raises
    ------
    ValueError
        If a margin is not a number above 0.

    Examples
    --------
    >>> from tttcore.stats import Margin, Sample, equivalence
    >>> groups = {"control": Sample.of([12, 15, 9, 20, 14]), "umg": Sample.of([13, 16, 9, 19, 14])}
    >>> equivalence(groups, margins=[Margin("ten", 10, "generations")])[["a", "b", "tost_p"]].round(3)
             a    b  tost_p
    0  control  umg   0.002
    """
    rows = []
    for margin in margins:
        if not 0 < margin.size < math.inf:
            raise ValueError(f"margin {margin.name!r}: {margin.size!r} is not a number above 0")
        for a, b in combinations(groups, 2):
            one, other = groups[a], groups[b]
            bound = margin.size * (_pooled_sd(one, other) if margin.unit == "sd" else 1.0)
            low, high = welch_interval(one, other, confidence=0.9)
            difference = one.values.mean() - other.values.mean()
            rows.append((a, b, margin.name, bound, _tost_p(one, other, bound), difference, low, high))
    names = ["a", "b", "margin_name", "margin", "tost_p", "mean_difference", "difference_low", "difference_high"]
    table = pd.DataFrame(rows, columns=names)
    table.insert(5, "tost_p_holm", table.groupby("margin_name", sort=False)["tost_p"].transform(holm))
    return table


def a12(one: Sample, other: Sample) -> float:
    """Vargha and Delaney's A: ``P(one > other) + P(one = other) / 2``; a censored run outlasts its cap.

    Examples
    --------
    >>> from tttcore.stats import Sample, a12
    >>> round(a12(Sample.of([12, 15, 9, 20, 14]), Sample.of([22, 25, 19, 30, 24])), 3)
    0.04
    """
    support = np.union1d(one.ranked, other.ranked)
    return float(_a12(_shares(one, support), _shares(other, support)))


def mann_whitney_p(one: Sample, other: Sample) -> float:
    """Two-sided p-value; exact for small samples without ties, else normal with corrections (scipy)."""
    return or_nan(lambda: (scipy.stats.mannwhitneyu(one.ranked, other.ranked).pvalue,), count=1)[0]


def _a12(shares: NDArray[np.float64], other_shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Vargha and Delaney's A of each row of (..., K) proportions of the same K values in ascending order."""
    not_above = np.cumsum(other_shares, axis=-1) - other_shares / 2
    return (shares * not_above).sum(axis=-1)


def _shares(sample: Sample, support: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.bincount(np.searchsorted(support, sample.ranked), minlength=support.size) / sample.values.size


def bootstrap_a12(one: Sample, other: Sample, *, resamples: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Bootstrap distribution of A: (resamples,) values from samples redrawn with replacement.

    A depends only on how often each value occurs. Redrawing n values with replacement makes those counts
    multinomial with the observed proportions, so drawing the counts is the same bootstrap, and generations take few
    distinct values: the cost does not grow with the number of runs.
    """
    support = np.union1d(one.ranked, other.ranked)
    redrawn = []
    for sample in (one, other):
        shares = np.zeros((resamples, support.size))
        values, counts = np.unique(sample.ranked, return_counts=True)
        size = sample.values.size
        shares[:, np.searchsorted(support, values)] = rng.multinomial(size, counts / size, size=resamples) / size
        redrawn.append(shares)
    return _a12(*redrawn)


def _corrected(groups: Groups, test: Callable[..., pd.DataFrame], column: str) -> NDArray[np.float64]:
    """P-values of a test of all pairs, in the order of `combinations`; NaN unless every statistic is finite.

    They are of the studentised range, see `studentised_range_p`.
    """
    pairs = list(combinations(range(len(groups)), 2))

    def compute() -> Iterable[float]:
        if mostly_censored(groups.values()):
            raise ValueError("variances of censored runs mean nothing")
        table = test(long_table(groups), dv="value", between="group").set_index(["A", "B"]).loc[pairs]
        return [*table[column], *table["T"]]

    return studentised_range_p(or_nan(compute, count=2 * len(pairs))[: len(pairs)])


def _cohen_d(one: Sample, other: Sample) -> float:
    import pingouin as pg

    if mostly_censored((one, other)):
        return np.nan
    return or_nan(lambda: (pg.compute_effsize(one.values, other.values, eftype="cohen"),), count=1)[0]


def _logrank_p(one: Sample, other: Sample) -> float:
    return or_nan(lambda: logrank((one, other))[1:], count=1)[0]


def welch_interval(one: Sample, other: Sample, *, confidence: float) -> tuple[float, ...]:
    """Ends of Welch's t interval of the mean of one less the mean of the other; NaN where undefined."""

    def compute() -> Iterable[float]:
        test = scipy.stats.ttest_ind(one.values, other.values, equal_var=False)
        return [*test.confidence_interval(confidence), test.statistic]

    return or_nan(compute, count=3)[:2]


def _tost_p(one: Sample, other: Sample, bound: float) -> float:
    def compute() -> Iterable[float]:
        tests = [
            scipy.stats.ttest_ind(one.values + margin, other.values, equal_var=False, alternative=alternative)
            for margin, alternative in ((bound, "greater"), (-bound, "less"))
        ]
        # the statistics are not finite where nothing varies, the p-values are
        return max(test.pvalue for test in tests), *(test.statistic for test in tests)

    return or_nan(compute, count=3)[0]


def _pooled_sd(one: Sample, other: Sample) -> float:
    degrees = one.values.size - 1, other.values.size - 1
    return or_nan(
        lambda: (np.sqrt(np.average([one.values.var(ddof=1), other.values.var(ddof=1)], weights=degrees)),), count=1
    )[0]
