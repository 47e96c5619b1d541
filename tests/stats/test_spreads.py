"""Medians and spreads against numpy and SciPy's bootstrap."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tttcore.stats import tables
from tttcore.stats.comparison import Sample, summaries
from tttcore.stats.spreads import spreads


def made(values, resamples=200, seed=0):
    return spreads({"a": Sample.of(values)}, resamples=resamples, rng=np.random.default_rng(seed)).iloc[0]


@settings(max_examples=60)
@given(st.lists(st.integers(1, 20), min_size=2, max_size=30))
def test_estimates_are_those_of_the_summaries(values):
    (expected,) = summaries({"a": Sample.of(values)}).to_dict("records")
    row = made(values)
    for name in ("n", "median", "sd", "iqr"):
        assert row[name] == pytest.approx(expected[name])
        if name != "n":
            assert 0 <= row[f"{name}_low"] <= row[f"{name}_high"]


@pytest.mark.parametrize(
    ("name", "statistic"),
    [("sd", lambda x, axis: x.std(axis=axis, ddof=1)), ("iqr", stats.iqr), ("median", np.median)],
)
def test_intervals_agree_with_scipy(name, statistic):
    values = np.random.default_rng(1).gamma(3, 3, 300).round(1)
    interval = stats.bootstrap(
        (values,), statistic, n_resamples=4000, method="percentile", rng=np.random.default_rng(2)
    ).confidence_interval
    row = made(values, resamples=4000)
    assert (row[f"{name}_low"], row[f"{name}_high"]) == pytest.approx(tuple(interval), rel=0.03)


def test_a_single_run_has_no_spread():
    row = made([7])
    assert row["median"] == row["median_low"] == 7
    assert np.isnan(row[["sd", "sd_low", "sd_high"]].astype(float)).all()


def test_sets_have_streams_of_their_own():
    groups = {"a": Sample.of(np.arange(20))}
    sets = {"one": groups, "other": groups, "all treatments": groups}
    evidence = SimpleNamespace(sets=sets, stream=lambda *names: np.random.default_rng(len(names[1])))
    table = tables.spreads(evidence)
    assert table["set"].tolist() == ["one", "other"]
    assert table["sd_low"].iloc[0] != table["sd_low"].iloc[1]
