"""Choices of runs by generation of success."""

from types import SimpleNamespace

import pandas as pd
import pytest

from tttcore.studies.post1999.chosen_runs import like


def _evidence(runs):
    """Stored runs of a treatment, and of another that none of its figures shows."""
    return SimpleNamespace(runs=pd.concat([runs.assign(treatment="other", generations=600, censored=False), runs]))


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


@pytest.mark.parametrize(
    ("generation", "chosen"),
    [
        (690, 1),
        (600, 0),  # ties to the first run
        (1000, 3),  # one without success comes last
    ],
)
def test_runs_by_success(runs, generation, chosen):
    assert like(_evidence(runs), "a", generation) == chosen


def test_something_is_shown_if_none_succeeds(runs):
    assert like(_evidence(runs.assign(censored=True)), "a", 500) == 0
