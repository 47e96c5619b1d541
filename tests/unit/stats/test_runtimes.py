"""Runtime curves against hand-worked examples and slow oracles."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.stats import binomtest
from statsmodels.duration.survfunc import SurvfuncRight

from tttcore.stats.comparison import Sample, summaries
from tttcore.stats.runtimes import ecdf, exceedances, quantile_ends, spreads, survival


def test_survival_by_hand():
    groups = {"b": Sample.of([1]), "a": Sample.of([2, 3, 3, 5, 5, 5], [False, False, False, False, True, True])}
    table = survival(groups)
    assert table["group"].drop_duplicates().tolist() == ["b", "a"]
    assert table.columns.tolist() == ["group", "generation", "survival", "low", "high", "at_risk"]
    table = table[table["group"] == "a"]
    assert table["generation"].tolist() == [0, 2, 3, 5]
    assert table["survival"].tolist() == pytest.approx([1, 5 / 6, 1 / 2, 1 / 3])
    assert table["at_risk"].tolist() == [6, 6, 5, 3]
    assert survival({"a": Sample.of([9, 9], [True, True])})["survival"].tolist() == [1, 1]


def test_survival_agrees_with_statsmodels_where_runs_are_stopped_before_the_cap():
    rng = np.random.default_rng(2)
    values = np.minimum(1 + rng.geometric(0.1, 80), 20)
    censored = (values == 20) | (rng.random(80) < 0.2)
    other = SurvfuncRight(values, ~censored)
    mine = survival({"a": Sample.of(values, censored)}).set_index("generation").loc[other.surv_times]
    assert mine["survival"].to_numpy() == pytest.approx(other.surv_prob)
    assert mine["at_risk"].to_numpy() == pytest.approx(other.n_risk)


def test_ecdf_by_hand_never_counts_the_censored():
    groups = {"a": Sample.of([1, 3, 3, 5], [False, False, False, True]), "b": Sample.of([2, 2])}
    table = ecdf(groups, 6)
    steps = {group: own[["generation", "fraction"]].to_numpy().tolist() for group, own in table.groupby("group")}
    assert steps == {"a": [[0, 0], [1, 0.25], [3, 0.75], [6, 0.75]], "b": [[0, 0], [2, 1], [6, 1]]}


@settings(max_examples=30)
@given(st.lists(st.integers(1, 20), min_size=1, max_size=30))
def test_without_censoring_solved_and_surviving_add_up(values):
    groups = {"a": Sample.of(values)}
    curve = survival(groups)
    solved = ecdf(groups, max(values))
    assert curve["generation"].tolist() == solved["generation"].tolist()
    assert (curve["survival"] + solved["fraction"]).to_numpy() == pytest.approx(1)
    assert solved["fraction"].iloc[-1] == 1


def test_exceedances_are_of_runs_longer_than_the_threshold():
    table = exceedances({"x": Sample.of([9, 10, 11]), "y": Sample.of([500])}, thresholds=[10, 499])
    counted = table[["group", "threshold", "runs"]].to_numpy().tolist()
    assert counted == [["x", 10, 1], ["x", 499, 0], ["y", 10, 1], ["y", 499, 1]]
    exact = binomtest(1, 3).proportion_ci(method="exact")
    assert table.loc[0, ["share", "share_low", "share_high"]].tolist() == pytest.approx([1 / 3, exact.low, exact.high])


def made(values):
    return spreads({"a": Sample.of(values)}).iloc[0]


@settings(max_examples=60)
@given(st.lists(st.integers(1, 20), min_size=2, max_size=30))
def test_estimates_are_those_of_the_summaries(values):
    (expected,) = summaries({"a": Sample.of(values)}).to_dict("records")
    row = made(values)
    assert row["n"] == len(values)
    for name in ("median", "iqr"):
        assert row[name] == pytest.approx(expected[name])
        assert 0 <= row[f"{name}_low"] <= row[name] <= row[f"{name}_high"]


@pytest.mark.parametrize("share", [0.25, 0.5, 0.75])
@pytest.mark.parametrize("runs", [30, 300, 5000])
def test_ends_of_quantiles_agree_with_scipy(runs, share):
    values = np.sort(np.random.default_rng(1).gamma(3, 3, runs).round(1))
    interval = stats.quantile_test(values, p=share).confidence_interval(0.975)
    assert quantile_ends(values, share, 0.025) == tuple(interval)


def heavy_tailed(rng, size):
    """Generations of which some are hundreds."""
    return np.ceil(6 * rng.lognormal(0, 0.3, size) + np.where(rng.random(size) < 0.01, 60 * rng.pareto(1.2, size), 0))


SAMPLED = [
    ("normal", lambda rng, size: rng.normal(size=size)),
    ("exponential", lambda rng, size: rng.exponential(size=size)),
    ("heavy", heavy_tailed),
]


@pytest.mark.parametrize(("name", "draw"), SAMPLED)
@pytest.mark.parametrize(
    ("runs", "number"), [(30, 200), *(pytest.param(n, 1000, marks=pytest.mark.slow) for n in (30, 1000))]
)
def test_intervals_keep_their_level(name, draw, runs, number):
    """Of so many samples, those whose interval misses the true median or quartile range: at most one in twenty."""
    rng = np.random.default_rng(3)
    first, middle, third = np.quantile(draw(rng, 4_000_000), (0.25, 0.5, 0.75))
    found = pd.DataFrame([made(draw(rng, runs)) for _ in range(number)])
    for column, true in (("median", middle), ("iqr", third - first)):
        missed = (found[f"{column}_low"] > true) | (found[f"{column}_high"] < true)
        assert binomtest(int(missed.sum()), number, 0.05, alternative="greater").pvalue > 1e-3, name


def test_a_single_run_has_no_spread():
    assert (
        made([7])[["median", "median_low", "median_high", "iqr", "iqr_low", "iqr_high"]].tolist() == [7] * 3 + [0] * 3
    )
