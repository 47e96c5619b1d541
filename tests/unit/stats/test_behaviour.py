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
from tttcore.pipeline.messages import ConfigError
from tttcore.stats.behaviour import behaviour_of_runs
from tttcore.stats.distinct import DistinctCounter
from tttcore.stats.machines import MACHINES, STRETCHES, machines_at, results_of_stretches
from tttcore.stats.trajectories import LEAST_RUNNING, trajectories


def test_items_are_counted_over_all_that_was_added():
    counter = DistinctCounter()
    assert counter.counts().tolist() == []
    counter.add([b"a", b"b", b"a"])
    counter.add([b"", b"a"])
    assert sorted(counter.counts()) == [1, 1, 3]


BEST = {
    ("a", 0): [0.30, 0.20, 0.25, 0.00],  # one rise, by 0.05
    ("a", 1): [0.20, 0.205, 0.10, 0.105, 0.0],  # two small rises
    ("a", 2): [0.40, 0.00],
    ("b", 0): [0.10, 0.05, 0.01],  # none
}
MEAN = {("a", 0): 0.5, ("a", 1): 0.6, ("a", 2): 0.7, ("b", 0): 0.4}
DISTINCT = {("a", 0): [10, 4, 6, 8], ("a", 1): [10, 2, 2, 4, 4], ("a", 2): [9, 9], ("b", 0): [20, 10, 5]}


RECIPES = {"a": {"population": 10}, "b": {"population": 20}}
COLUMNS = ["treatment", "replicate", "generation", "best", "mean", "distinct"]


def test_behaviour_by_hand():
    """Changes from one run to the next are no rises; the initial population isn't among the distinct."""
    rows = [
        (*run, generation, best, MEAN[run], DISTINCT[run][generation])
        for run, trace in BEST.items()
        for generation, best in enumerate(trace)
    ]
    table = behaviour_of_runs(InMemory(pd.DataFrame(rows, columns=COLUMNS)), RECIPES).set_index("treatment")
    assert table[["steps", "rises"]].to_numpy().tolist() == [[3 + 4 + 1, 3], [2, 0]]
    assert table["largest_rise"].tolist() == pytest.approx([0.05, 0])
    assert table["runs_with_rise"].tolist() == pytest.approx([1 / 3, 0])
    of_runs = [(4 + 6 + 8) / 3 / 10, (2 + 2 + 4 + 4) / 4 / 10, 9 / 10]
    expected = {"initial_mean": ([0.5, 0.6, 0.7], 0.4), "distinct_share": (of_runs, 7.5 / 20)}
    for name, (three, one) in expected.items():
        interval = stats.ttest_1samp(three, 0).confidence_interval()
        values = [[np.mean(three), *interval], [one, math.nan, math.nan]]
        for treatment, known in zip("ab", values, strict=True):
            found = table.loc[treatment, [name, f"{name}_low", f"{name}_high"]].tolist()
            assert found == pytest.approx(known, nan_ok=True)


def test_a_rise_of_a_hundredth_counts():
    rows = [("a", run, step, step * rise, 0.5, 1) for run, rise in enumerate((0.01, 0.0099)) for step in range(2)]
    found = behaviour_of_runs(InMemory(pd.DataFrame(rows, columns=COLUMNS)), {"a": {"population": 1}})
    assert found.at[0, "runs_with_rise"] == 0.5


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


def test_median_and_band_of_every_step():
    """Of runs of two treatments, of different lengths, in whatever parts."""
    rng = np.random.default_rng(1)
    rows = [
        (treatment, run, step, rng.integers(1, 9))
        for treatment in ("b", "a")
        for run in range(30)
        for step in range(int(rng.integers(3, 30)))
    ]
    traces = pd.DataFrame(rows, columns=["treatment", "replicate", "generation", "won"])
    found = trajectories(InMemory(traces), "won", points=200)
    assert list(found["treatment"].unique()) == ["b", "a"]
    seen = {}
    for row in traces.to_dict("records"):
        seen.setdefault((row["treatment"], row["generation"]), []).append(row["won"])
    for row in found.to_dict("records"):
        values = seen.pop((row["treatment"], row["step"]))
        assert row["going"] == len(values)
        quantiles = statistics.quantiles([*values] * (1 + (len(values) == 1)), n=40, method="inclusive")
        assert [row["low"], row["median"], row["high"]] == pytest.approx(quantiles[::19])
    assert not seen
    same_in_parts(lambda rows: trajectories(rows, "won", points=200), traces, check_exact=True)


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
    rows = [("a", 0, 0, 0.5), ("a", 0, 1, 0.5), ("a", 1, 0, math.nan), ("a", 1, 1, 0.75), ("b", 0, 0, math.nan)]
    traces = pd.DataFrame(rows, columns=["treatment", "replicate", "generation", "won"])
    found = trajectories(InMemory(traces), "won", points=200)
    assert found.to_dict("list") == {
        "treatment": ["a", "a"], "step": [0, 1], "going": [1, 2], "median": [0.5, 0.625],
        "low": [0.5, pytest.approx(0.50625)], "high": [0.5, pytest.approx(0.74375)],
    }  # fmt: skip
    assert trajectories(InMemory(traces[traces["treatment"] == "b"]), "won", points=200).empty


def test_steps_stand_third_in_the_traces_of_every_engine():
    for name in engines():
        assert engine(name).STORED.traces.names[:2] == ["treatment", "replicate"]
        assert engine(name).STORED.traces.names[2] in ("generation", "step", "games")
