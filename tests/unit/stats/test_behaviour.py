"""Tables of what runs do: their behaviour, distinct items, trajectories, machines and stretches of games."""

import math
import statistics

import numpy as np
import pandas as pd
import pytest
from helpers.learners import SMALL, summarised
from helpers.tables import InMemory, Parted, same_in_parts
from scipy import stats

from tttcore.engines.engine import engine, engines
from tttcore.engines.matchboxes.engine import EXACT
from tttcore.pipeline.messages import ConfigError
from tttcore.stats.behaviour import behaviour_of_runs
from tttcore.stats.distinct import DistinctCounter
from tttcore.stats.machines import CHANCES, MACHINES, STRETCHES, machines_at, results_of_stretches
from tttcore.stats.trajectories import LEAST_RUNNING, trajectories


def test_items_are_counted_over_all_that_was_added():
    counter = DistinctCounter()
    counter.add([b"a", b"b", b"a"])
    counter.add([b"", b"a"])
    assert sorted(counter.counts()) == [1, 1, 3]


def test_nothing_was_added():
    assert DistinctCounter().counts().tolist() == []


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


@pytest.fixture(scope="module")
def found(tables):
    return summarised(SMALL, tables)[1]


def test_stretches(found):
    rows = Parted(found.runs, runs=3)
    table = results_of_stretches(rows, stretches={"late": [41, 60]})
    assert {*table} == {*STRETCHES}
    menace = table.set_index("treatment").loc["menace"]
    own = found.runs[found.runs["treatment"] == "menace"]["results"].str[40:60]
    assert menace["won"] == pytest.approx(own.str.count("w").mean() / 20)
    assert menace["points"] == pytest.approx(menace["won"] + menace["drawn"] / 2)
    assert menace["resigned"] == pytest.approx(own.str.count("r").mean() / 20)
    assert menace["lost_low"] <= menace["lost"] <= menace["lost_high"]
    with pytest.raises(ConfigError, match=r"^stretches.late: .* has fewer than 61 games$"):
        results_of_stretches(rows, stretches={"late": [41, 61]})


def test_machines(found):
    rows = Parted(found.traces, runs=3)
    table = machines_at(rows, games=[60], treatments=["hexapawn"])
    own = found.traces[(found.traces["treatment"] == "hexapawn") & (found.traces["games"] == 60)]
    assert CHANCES == EXACT, "the columns that the engine stores"
    assert {*table} == {*MACHINES}
    assert table["n"].tolist() == [6]
    assert table["perfect_lost"].tolist() == pytest.approx([own["perfect_lost"].mean()])
    assert table["unbeatable"].tolist() == [(own["random_lost"] == 0).mean()]
    with pytest.raises(ConfigError, match=r"^games: 7: no machine is evaluated after so many$"):
        machines_at(rows, games=[7])


def test_intervals_of_proportions_stay_within_0_and_1():
    runs = pd.DataFrame({"treatment": "t", "replicate": range(10), "results": ["wwww"] * 9 + ["wwwr"]})
    (row,) = results_of_stretches(Parted(runs, runs=10), stretches={"all": [1, 4]}).to_dict("records")
    assert (row["won"], row["won_high"]) == (0.975, 1)
    assert (row["resigned"], row["resigned_low"]) == (0.025, 0)
    assert row["won_low"] == pytest.approx(1 - row["resigned_high"])


def made_up(runs=60, *, seed=1):
    """Runs of two treatments, of different lengths."""
    rng = np.random.default_rng(seed)
    rows = [
        (treatment, run, step, *rng.integers(1, 9, size=2).tolist())
        for treatment in ("b", "a")
        for run in range(runs)
        for step in range(int(rng.integers(3, 30)))
    ]
    return pd.DataFrame(rows, columns=["treatment", "replicate", "generation", "won", "lost"])


def interpolated(values, share):
    """Quantile on the line between order statistics, ``(n - 1) share`` from the least."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * share
    below, above = ordered[math.floor(place)], ordered[math.ceil(place)]
    return below + (above - below) * (place - math.floor(place))


def test_median_and_band_of_every_step():
    traces = made_up()
    found = trajectories(InMemory(traces), "won", points=200)
    assert list(found["treatment"].unique()) == ["b", "a"]
    seen = {}
    for row in traces.to_dict("records"):
        seen.setdefault((row["treatment"], row["generation"]), []).append(row["won"])
    for row in found.to_dict("records"):
        values = seen.pop((row["treatment"], row["step"]))
        assert row["going"] == len(values)
        assert row["median"] == pytest.approx(statistics.median(values))
        assert (row["low"], row["high"]) == pytest.approx((interpolated(values, 0.025), interpolated(values, 0.975)))
    assert not seen


def test_a_trajectory_ends_where_hardly_any_run_is_running():
    lengths = [5] * 197 + [9] * 2 + [20]
    rows = [{"treatment": "a", "replicate": run, "generation": step, "best": 0.0}
            for run, length in enumerate(lengths) for step in range(length)]  # fmt: skip
    found = trajectories(InMemory(pd.DataFrame(rows)), "best", points=200)
    assert found["step"].max() == 8
    assert found["going"].min() == 3 > LEAST_RUNNING * len(lengths)


def test_a_long_trajectory_keeps_its_ends_and_so_many_points():
    traces = pd.DataFrame({"treatment": "a", "replicate": 0, "games": range(10, 5010, 10), "won": range(500)})
    found = trajectories(InMemory(traces), "won", points=20)
    assert len(found) == 20
    assert found["step"].tolist()[:: len(found) - 1] == [10, 5000]
    assert found["median"].tolist() == [step / 10 - 1 for step in found["step"]]
    gaps = np.diff(found["step"])
    assert gaps.max() - gaps.min() <= 10


def test_what_is_unknown_is_left_out():
    """By hand: run 1 is unknown at step 0; a treatment without values has no rows."""
    traces = pd.DataFrame(
        {
            "treatment": ["a", "a", "a", "a", "b"],
            "replicate": [0, 0, 1, 1, 0],
            "generation": [0, 1, 0, 1, 0],
            "won": [0.5, 0.5, math.nan, 0.75, math.nan],
        }
    )
    found = trajectories(InMemory(traces), "won", points=200)
    assert found.to_dict("list") == {
        "treatment": ["a", "a"], "step": [0, 1], "going": [1, 2], "median": [0.5, 0.625],
        "low": [0.5, pytest.approx(0.50625)], "high": [0.5, pytest.approx(0.74375)],
    }  # fmt: skip
    assert trajectories(InMemory(traces[traces["treatment"] == "b"]), "won", points=200).empty


@pytest.mark.parametrize("name", engines())
def test_steps_stand_third_in_the_traces_of_every_engine(name):
    columns = engine(name).STORED.traces.names
    assert columns[:2] == ["treatment", "replicate"]
    assert columns[2] in ("generation", "step", "games")


def test_trajectories_are_the_same_in_parts():
    same_in_parts(lambda rows: trajectories(rows, "won", points=200), made_up(), check_exact=True)
