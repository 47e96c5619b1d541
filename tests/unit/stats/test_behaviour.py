"""Statistics of traces, on a few traces made by hand."""

import math

import numpy as np
import pandas as pd
import pytest
from helpers.tables import InMemory, same_in_parts
from scipy import stats

from tttcore.stats.behaviour import behaviour_of_runs

BEST = {
    ("a", 0): [0.30, 0.20, 0.25, 0.00],  # one rise, by 0.05
    ("a", 1): [0.20, 0.205, 0.10, 0.105, 0.0],  # two small rises
    ("a", 2): [0.40, 0.00],
    ("b", 0): [0.10, 0.05, 0.01],  # none
}
MEAN = {("a", 0): 0.5, ("a", 1): 0.6, ("a", 2): 0.7, ("b", 0): 0.4}
DISTINCT = {("a", 0): [10, 4, 6, 8], ("a", 1): [10, 2, 2, 4, 4], ("a", 2): [9, 9], ("b", 0): [20, 10, 5]}


@pytest.fixture
def table():
    rows = [
        {"treatment": treatment, "replicate": replicate, "generation": generation, "best": best,
         "mean": MEAN[treatment, replicate], "distinct": DISTINCT[treatment, replicate][generation]}
        for (treatment, replicate), trace in BEST.items()
        for generation, best in enumerate(trace)
    ]  # fmt: skip
    return behaviour_of_runs(
        InMemory(pd.DataFrame(rows)), {"a": {"population": 10}, "b": {"population": 20}}
    ).set_index("treatment")


def test_rises(table):
    """Changes from one run to the next are none."""
    assert table["steps"].tolist() == [3 + 4 + 1, 2]
    assert table["rises"].tolist() == [3, 0]
    assert table["rise_share"].tolist() == [3 / 8, 0]
    assert table["largest_rise"].tolist() == pytest.approx([0.05, 0])
    assert table["runs_with_rise"].tolist() == pytest.approx([1 / 3, 0])


def test_initial_mean(table):
    assert table["initial_mean"].tolist() == pytest.approx([0.6, 0.4])
    interval = stats.ttest_1samp([0.5, 0.6, 0.7], 0).confidence_interval()
    assert table.loc["a", ["initial_mean_low", "initial_mean_high"]].tolist() == pytest.approx([*interval])
    assert table.loc["b", ["initial_mean_low", "initial_mean_high"]].isna().all()


def test_distinct_share(table):
    """Without the initial population, averaged within runs first."""
    of_runs = [(4 + 6 + 8) / 3 / 10, (2 + 2 + 4 + 4) / 4 / 10, 9 / 10]
    assert table["distinct_share"].tolist() == pytest.approx([sum(of_runs) / 3, 7.5 / 20])
    interval = stats.ttest_1samp(of_runs, 0).confidence_interval()
    assert table.loc["a", ["distinct_share_low", "distinct_share_high"]].tolist() == pytest.approx([*interval])


def test_standard_error(table):
    """Of a, three runs go to generation 1, and only while as many go as ever did is there a band."""
    errors = [np.std(column, ddof=1) / math.sqrt(3) for column in ([0.3, 0.2, 0.4], [0.2, 0.205, 0.0])]
    assert table.loc["a", "standard_error"] == pytest.approx(np.mean(errors))
    assert math.isnan(table.loc["b", "standard_error"])


def test_standard_error_while_ten_runs_go():
    lengths = [2] * 3 + [3] * 10
    best = stats.uniform.rvs(size=(13, 3), random_state=1)
    rows = [
        {"treatment": "a", "replicate": run, "generation": generation, "best": best[run, generation],
         "mean": 0.5, "distinct": 1}
        for run, length in enumerate(lengths)
        for generation in range(length)
    ]  # fmt: skip
    found = behaviour_of_runs(InMemory(pd.DataFrame(rows)), {"a": {"population": 1}})
    columns = [best[:, 0], best[:, 1], best[3:, 2]]
    assert found.at[0, "standard_error"] == pytest.approx(np.mean([stats.sem(column) for column in columns]))


def test_behaviour_is_the_same_in_parts():
    """But for rounding where means are put together."""
    rng = np.random.default_rng(2)
    rows = [
        (treatment, run, generation, best, 2 * best, generation + run)
        for treatment in "ab"
        for run in range(12)
        for generation, best in enumerate(rng.random(rng.integers(2, 9)))
    ]
    traces = pd.DataFrame(rows, columns=["treatment", "replicate", "generation", "best", "mean", "distinct"])
    same_in_parts(
        lambda part: behaviour_of_runs(part, {"a": {"population": 10}, "b": {"population": 20}}), traces, rtol=1e-12
    )
