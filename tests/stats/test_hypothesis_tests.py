"""Bayes factors for no difference, against their definition and where there is little or much evidence."""

import math

import numpy as np
import pytest
from oracles_bayes import likelier_without_difference
from scipy import stats

from tttcore.stats.hypothesis_tests import bayes_for_none


def drawn(n, mean, seed):
    return np.random.default_rng(seed).normal(mean, 1.0, n)


@pytest.mark.parametrize(("n", "other", "shift"), [(5, 5, 0.0), (30, 30, 0.3), (10, 40, 1.0), (90, 60, 0.1)])
def test_two_samples(n, other, shift):
    first, second = drawn(n, shift, 1), drawn(other, 0.0, 2)
    t = stats.ttest_ind(first, second).statistic
    assert bayes_for_none(first, second) == pytest.approx(likelier_without_difference(t, n, other), rel=1e-5)


@pytest.mark.parametrize(("n", "mean"), [(3, 0.5), (10, 0.0), (100, 0.2)])
def test_differences_of_pairs(n, mean):
    values = drawn(n, mean, 3)
    t = stats.ttest_1samp(values, 0).statistic
    assert bayes_for_none(values) == pytest.approx(likelier_without_difference(t, n), rel=1e-5)


def test_the_slow_twin_gives_a_published_factor():
    """Rouder et al. 2009: t = 2.03 with 80 observations and a prior of scale 1 favours the null by 1.56."""
    assert likelier_without_difference(2.03, 80, scale=1.0) == pytest.approx(1.56, abs=0.005)


def test_equal_means_become_likelier_with_more_runs():
    factors = [bayes_for_none([-1.0, 1.0] * half, [-1.0, 1.0] * half) for half in (3, 30, 300)]
    assert factors == sorted(factors)
    assert factors[-1] > 10


def test_evidence_too_strong_for_a_float_is_zero():
    assert bayes_for_none(drawn(10_000, 1.0, 4), drawn(10_000, 0.0, 5)) == 0


@pytest.mark.parametrize("samples", [([1.0], [2.0]), ([4, 4], [4, 4]), ([4, 4], [9, 9]), ([3.0],), ([2, 2, 2],)])
@pytest.mark.filterwarnings("error")
def test_without_variation_nothing_is_known(samples):
    assert math.isnan(bayes_for_none(*samples))
