"""Choices of runs: the first, by generation of success, by abruptness and pauses."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from tttcore.studies.post1999.chosen_runs import first, like, most


def _evidence(runs, traces=None):
    """Stored runs of a treatment, and of another that none of its figures shows."""
    return SimpleNamespace(
        runs=pd.concat([runs.assign(treatment="other"), runs]),
        traces_of={"a": traces}.get,
        recipes={"a": {"success": {"window": 20}}},
    )


@pytest.fixture
def runs():
    return pd.DataFrame(
        {
            "treatment": "a",
            "replicate": [3, 0, 1, 2, 4],
            "generations": [1000, 500, 700, 500, 1000],
            "censored": [False, False, False, False, True],
        }
    )


def test_the_first_runs(runs):
    assert first(_evidence(runs), "a", 3) == [0, 1, 2]
    assert first(_evidence(runs), "a", 9) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("generations", "chosen"),
    [
        ([500, 1100], [0, 3]),
        ([500, 510], [0, 2]),  # another run for each
        ([600], [0]),  # ties to the first run
        ([690, 690, 690, 690, 690, 690], [1, 0, 2, 3, 4]),  # one without success comes last
    ],
)
def test_runs_by_success(runs, generations, chosen):
    assert like(_evidence(runs), "a", generations) == chosen


def test_something_is_shown_if_none_succeeds(runs):
    assert like(_evidence(runs.assign(censored=True)), "a", [500, 600]) == [0, 1]


@pytest.fixture
def shapes():
    """Averages of runs that succeed at generation 900: abruptly, by and by, after a pause, and one that doesn't."""
    at = np.arange(1, 1001)
    averages = {
        7: np.where(at > 850, 120, 50),
        2: np.clip(50 + 70 * at / 860, 50, 120),
        5: np.where(at > 850, 120, np.where(at > 300, 85, 50)),
        1: np.full(1000, 50),
    }
    traces = [
        pd.DataFrame({"treatment": "a", "replicate": run, "generation": at, "evolving": own.astype(np.float32)})
        for run, own in averages.items()
    ]
    runs = pd.DataFrame({"treatment": "a", "replicate": list(averages), "generations": [900, 900, 900, 1000]})
    return runs.assign(censored=runs["replicate"] == 1), pd.concat(traces)


@pytest.mark.parametrize(("trait", "order"), [("steepest_share", [7, 5, 2, 1]), ("longest_pause", [5, 2, 7, 1])])
def test_runs_by_their_rise(shapes, trait, order):
    assert most(_evidence(*shapes), "a", trait, 1) == order[:1]
    assert most(_evidence(*shapes), "a", trait, 9) == order
