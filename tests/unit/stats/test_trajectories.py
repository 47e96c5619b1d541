"""Trajectories over runs: against a plain loop with the standard library, and by hand."""

import math
import statistics

import numpy as np
import pandas as pd
import pytest
from helpers.tables import InMemory, same_in_parts

from tttcore.engines.engine import engine, engines
from tttcore.stats.trajectories import LEAST_RUNNING, trajectories


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
