"""Intervals against other packages, and what they say of too few values."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from tttcore.pipeline.rng import stream
from tttcore.stats import intervals
from tttcore.stats.intervals import mean_interval, median_difference, median_interval, score_interval, share_interval


def test_mean_of_few():
    assert mean_interval("m", [2, 2, 2]) == {"m": 2, "m_low": 2, "m_high": 2}
    expected = stats.ttest_1samp([1.0, 4.0], 0).confidence_interval()
    assert list(mean_interval("m", [1.0, 4.0]).values()) == pytest.approx([2.5, *expected], rel=1e-12)
    assert list(mean_interval("m", [2.0]).values()) == pytest.approx([2, math.nan, math.nan], nan_ok=True)
    assert np.isnan(list(mean_interval("m", []).values())).all()


def test_the_mean_of_values_that_cancel_is_zero():
    """Not the rounding error of their sum, whose digits are noise."""
    values = [0.1, 0.2, -0.3]
    assert sum(values) != 0
    found = mean_interval("m", values)
    assert found["m"] == 0
    assert found["m_low"] == -found["m_high"]
    assert mean_interval("m", [1e-20, 3e-20])["m"] == pytest.approx(2e-20)


ENCLOSING = {6: (1, 6), 10: (2, 9), 20: (6, 15), 100: (40, 61)}
"""Order statistics around a median with 95% confidence, from published tables."""


@pytest.mark.parametrize("n", ENCLOSING)
def test_median(n):
    values = stream(0, "tests", "intervals", n).permutation(np.arange(1.0, n + 1))
    found = median_interval("g", values)
    assert (found["g_low"], found["g_high"]) == ENCLOSING[n]
    assert found["g"] == n // 2
    second = stats.quantile_test(values, p=0.5).confidence_interval()
    assert (found["g_low"], found["g_high"]) == (second.low, second.high)


def test_median_of_few():
    assert intervals.median([5, 1, 3]) == 3
    assert intervals.median([5, 1]) == 1
    assert math.isnan(intervals.median([]))
    assert list(median_interval("g", [7, 3, 5, 9, 1, 8]).values()) == [5, 1, 9]
    assert np.isnan(list(median_interval("g", []).values())).all()


@settings(max_examples=50)
@given(st.integers(0, 30), st.integers(0, 30), st.sampled_from([0.05, 0.025]))
def test_order_statistics_enclose_a_median_as_often_as_they_say(runs, others, level):
    """By the binomial distribution of the runs below it; of a difference they are both ends at half the level."""
    _, low, high = median_interval("g", range(runs), level=level).values()
    possible = 2 * 0.5**runs <= level
    assert math.isnan(low) == math.isnan(high) == (not possible)
    if possible:
        missed, more = (2 * stats.binom.cdf(low + shift - 1, runs, 0.5) for shift in (1, 2))
        assert missed <= level < more
        assert high == runs - 1 - low
    found = median_difference("g", range(runs), range(others))
    first, second = (median_interval("g", range(of), level=0.025) for of in (runs, others))
    wanted = first["g"] - second["g"], first["g_low"] - second["g_high"], first["g_high"] - second["g_low"]
    assert list(found.values()) == pytest.approx(wanted, nan_ok=True)


@pytest.mark.parametrize(("successes", "trials"), [(0, 5), (3, 5), (5, 5), (97, 100)])
@pytest.mark.parametrize(("method", "second"), [("wilson", "wilson"), ("exact", "beta")])
def test_share(successes, trials, method, second):
    found = share_interval("s", successes, trials, method=method)
    low, high = proportion_confint(successes, trials, method=second)
    assert list(found.values()) == pytest.approx([successes / trials, low, high], abs=1e-12)


def test_ends_of_exact_intervals_of_shares_miss_as_seldom_as_they_say():
    """And those of Wilson's don't, of rare successes."""
    for method, most in (("exact", 0.025), ("wilson", 0.08)):
        found = [share_interval("s", count, 100, method=method) for count in range(101)]
        missed = sum(stats.binom.pmf(count, 100, 0.01) for count, each in enumerate(found) if each["s_low"] > 0.01)
        assert most / 2 < missed < most


@pytest.mark.parametrize(("won", "games"), [(0, 7), (3, 7), (40, 40), (55, 200)])
def test_score_without_draws_is_a_share(won, games):
    assert score_interval("s", won, games) == pytest.approx(share_interval("s", won, games, method="wilson"))


def coverage(chances, games):
    """Chance that the interval holds the expected points, over all numbers of games won and drawn."""
    expected = chances[0] + chances[1] / 2
    covered = 0.0
    for won in range(games + 1):
        for drawn in range(games + 1 - won):
            found = score_interval("s", won + drawn / 2, games)
            if found["s_low"] <= expected <= found["s_high"]:
                covered += stats.multinomial.pmf([won, drawn, games - won - drawn], games, chances)
    return covered


def test_draws_make_scores_more_certain():
    without, with_draws = coverage((0.4, 0.0, 0.6), 20), coverage((0.2, 0.4, 0.4), 20)
    assert 0.93 < without < with_draws
    assert with_draws > 0.95


def mixed(statistic, df, noncentrality):
    """Chance of a smaller noncentral statistic, as a Poisson mixture of central ones."""
    terms = np.arange(400)
    return stats.poisson.pmf(terms, noncentrality / 2) @ stats.chi2.cdf(statistic, df + 2 * terms)


@pytest.mark.parametrize(("statistic", "df"), [(40.0, 14), (120.0, 80), (3.0, 1)])
def test_noncentrality(statistic, df):
    low, high = intervals.noncentrality_interval(statistic, df)
    assert low <= statistic - df <= high
    assert mixed(statistic, df, high) == pytest.approx(0.025, abs=1e-8)
    if low > 0:
        assert mixed(statistic, df, low) == pytest.approx(0.975, abs=1e-8)
    else:
        assert mixed(statistic, df, 0) <= 0.975


def test_noncentrality_of_statistics_that_are_small_for_their_degrees():
    assert intervals.noncentrality_interval(2.0, 14) == (0, 0)
    low, high = intervals.noncentrality_interval(14.0, 14)
    assert low == 0 < high
    assert np.isnan(intervals.noncentrality_interval(math.nan, 14)).all()


def test_shares_need_trials():
    for found in (
        share_interval("s", 0, 0),
        score_interval("s", 0, 0),
        intervals.share_difference("s", (0, 0), (1, 2)),
    ):
        assert np.isnan(list(found.values())).all()


def test_interval_has_95_percent_of_the_values():
    low, high = intervals.percentile_interval(np.arange(1001.0))
    assert (low, high) == pytest.approx((25, 975))
    both = intervals.percentile_interval(np.stack([np.arange(1001.0), np.arange(1001.0) + 1], axis=1), axis=0)
    assert both == pytest.approx(np.array([[25, 26], [975, 976]]))


def test_ends_of_ranks_are_ranks():
    ranks = intervals.percentile_interval(np.array([1, 2, 2, 3]), method="inverted_cdf")
    assert ranks.tolist() == [1, 3]
    assert ranks.dtype == np.int64
