"""Bootstrap: counts of redrawn observations, and percentile intervals."""

import numpy as np
import pytest

from tttcore.stats.bootstrap import percentile_interval, redrawn_counts


def test_counts_are_those_of_samples_with_replacement():
    counts = redrawn_counts(5, 20_000, np.random.default_rng(1))
    assert (counts.sum(axis=1) == 5).all()
    drawn = np.random.default_rng(2).integers(5, size=(20_000, 5))
    expected = np.bincount((drawn == 0).sum(axis=1), minlength=6) / 20_000
    for column in counts.T:
        assert np.bincount(column, minlength=6) / 20_000 == pytest.approx(expected, abs=0.015)


def test_interval_has_95_percent_of_the_values():
    low, high = percentile_interval(np.arange(1001.0))
    assert (low, high) == pytest.approx((25, 975))
    both = percentile_interval(np.stack([np.arange(1001.0), np.arange(1001.0) + 1], axis=1), axis=0)
    assert both == pytest.approx(np.array([[25, 26], [975, 976]]))


def test_ends_of_ranks_are_ranks():
    ranks = percentile_interval(np.array([1, 2, 2, 3]), method="inverted_cdf")
    assert ranks.tolist() == [1, 3]
    assert ranks.dtype == np.int64
