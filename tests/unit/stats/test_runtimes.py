"""Runtime curves against hand-worked examples and slow oracles."""

import time
from itertools import product

import numpy as np
import pandas as pd
import pytest
from helpers.tables import InMemory, same_in_parts
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.stats import binomtest
from statsmodels.duration.survfunc import SurvfuncRight

from tttcore.stats.comparison import Sample, summaries
from tttcore.stats.runtimes import ecdf, exceedances, fixed_target, quantile_ends, spreads, survival


def test_survival_by_hand():
    groups = {"b": Sample.of([1]), "a": Sample.of([2, 3, 3, 5, 5, 5], [False, False, False, False, True, True])}
    table = survival(groups)
    assert table["group"].drop_duplicates().tolist() == ["b", "a"]
    assert table.columns.tolist() == ["group", "generation", "survival", "low", "high", "at_risk"]
    table = table[table["group"] == "a"]
    assert table["generation"].tolist() == [0, 2, 3, 5]
    assert table["survival"].tolist() == pytest.approx([1, 5 / 6, 1 / 2, 1 / 3])
    assert table["at_risk"].tolist() == [6, 6, 5, 3]


def test_survival_agrees_with_statsmodels_where_runs_are_stopped_before_the_cap():
    rng = np.random.default_rng(2)
    values = np.minimum(1 + rng.geometric(0.1, 80), 20)
    censored = (values == 20) | (rng.random(80) < 0.2)
    other = SurvfuncRight(values, ~censored)
    mine = survival({"a": Sample.of(values, censored)}).set_index("generation").loc[other.surv_times]
    assert mine["survival"].to_numpy() == pytest.approx(other.surv_prob)
    assert mine["at_risk"].to_numpy() == pytest.approx(other.n_risk)


def test_all_censored_survive():
    table = survival({"a": Sample.of([9, 9], [True, True])})
    assert table["survival"].tolist() == [1, 1]


def test_ecdf_by_hand_never_counts_the_censored():
    groups = {"a": Sample.of([1, 3, 3, 5], [False, False, False, True]), "b": Sample.of([2, 2])}
    table = ecdf(groups, 6)
    assert table[table["group"] == "a"]["fraction"].tolist() == [0, 0.25, 0.25, 0.75, 0.75, 0.75, 0.75]
    assert table[table["group"] == "b"]["fraction"].tolist() == [0, 0, 1, 1, 1, 1, 1]
    assert table["generation"].tolist() == [0, 1, 2, 3, 4, 5, 6] * 2


@settings(max_examples=30)
@given(st.lists(st.integers(1, 20), min_size=1, max_size=30))
def test_without_censoring_solved_and_surviving_add_up(values):
    groups = {"a": Sample.of(values)}
    curve = survival(groups)
    fractions = ecdf(groups, max(values))["fraction"]
    solved = fractions[curve["generation"].astype(int)]
    assert (curve["survival"].to_numpy() + solved.to_numpy()) == pytest.approx(1)
    assert fractions.is_monotonic_increasing
    assert fractions.iloc[-1] == 1


def test_fixed_target_agrees_with_its_slow_twin():
    rng = np.random.default_rng(3)
    rows = [
        (group, replicate, generation, best)
        for group in ("umg", "control")
        for replicate in range(6)
        for generation, best in enumerate(rng.random(rng.integers(1, 9)))
    ]
    traces = pd.DataFrame(rows, columns=["treatment", "replicate", "generation", "best"]).sample(frac=1, random_state=0)
    targets = [0.05, 0.3, 0.9]
    table = fixed_target(InMemory(traces), targets, cap=7)
    assert table.columns.tolist() == ["treatment", "target", "generation", "fraction"]
    assert [key for key, _ in table.groupby(["treatment", "target"], sort=False)] == [
        *product(traces["treatment"].unique(), targets)
    ]
    assert table[table["generation"] <= 2].reset_index(drop=True).equals(fixed_target(InMemory(traces), targets, cap=2))
    for row in table.itertuples():
        runs = traces[traces["treatment"] == row.treatment].groupby("replicate")
        reached = [((run["best"] <= row.target) & (run["generation"] <= row.generation)).any() for _, run in runs]
        assert row.fraction == pytest.approx(np.mean(reached))


def test_fixed_targets_are_the_same_in_parts():
    rng = np.random.default_rng(5)
    rows = [(name, run, at, best) for name in "ab" for run in range(7) for at, best in enumerate(rng.random(run + 1))]
    traces = pd.DataFrame(rows, columns=["treatment", "replicate", "generation", "best"])
    same_in_parts(lambda rows: fixed_target(rows, [0.5, 0.1], cap=6), traces, check_exact=True)


def test_fixed_target_of_a_million_and_a_half_rows_is_quick():
    runs, length = 30_000, 50
    rng = np.random.default_rng(4)
    traces = pd.DataFrame(
        {
            "treatment": np.repeat(["a", "b", "c"], runs // 3 * length),
            "replicate": np.tile(np.repeat(np.arange(runs // 3), length), 3),
            "generation": np.tile(np.arange(length), runs),
            "best": rng.random(runs * length),
        }
    )
    begin = time.process_time()
    table = fixed_target(InMemory(traces), [0.001, 0.01, 0.1], cap=500)
    assert time.process_time() - begin < 5
    at_zero = table[(table["generation"] == 0) & (table["target"] == 0.1)]["fraction"]
    assert at_zero.to_numpy() == pytest.approx(0.1, abs=0.015)
    at_end = table[(table["generation"] == 500) & (table["target"] == 0.01)]["fraction"]
    assert at_end.to_numpy() == pytest.approx(1 - 0.99**50, abs=0.02)


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


NORMAL, EXPONENTIAL = (lambda rng, size: rng.normal(size=size)), (lambda rng, size: rng.exponential(size=size))


@pytest.mark.parametrize("distribution", [NORMAL, EXPONENTIAL, heavy_tailed], ids=["normal", "exponential", "heavy"])
@pytest.mark.parametrize("runs", [30, pytest.param(1000, marks=pytest.mark.slow)])
def test_intervals_keep_their_level(distribution, runs):
    """Of 1,000 samples, those whose interval misses the true median or quartile range: at most one in twenty."""
    rng = np.random.default_rng(3)
    first, middle, third = np.quantile(distribution(rng, 4_000_000), (0.25, 0.5, 0.75))
    found = pd.DataFrame([made(distribution(rng, runs)) for _ in range(1000)])
    for name, true in (("median", middle), ("iqr", third - first)):
        missed = (found[f"{name}_low"] > true) | (found[f"{name}_high"] < true)
        assert binomtest(int(missed.sum()), 1000, 0.05, alternative="greater").pvalue > 1e-3


def test_a_single_run_has_no_spread():
    row = made([7])
    assert row["median"] == row["median_low"] == row["median_high"] == 7
    assert row["iqr"] == row["iqr_low"] == row["iqr_high"] == 0
