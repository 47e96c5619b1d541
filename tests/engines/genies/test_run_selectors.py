"""Selectors of runs: by number, by generation of success, by abruptness and pauses."""

import numpy as np
import pandas as pd
import pytest

from tttcore.engines.genies.figures.run_selectors import run_selectors
from tttcore.pipeline.messages import ConfigError

WINDOW = 20


def _select(runs, traces=None, **asked):
    return run_selectors.build(asked, "w")(runs, traces, window=WINDOW)


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


def test_runs_by_number(runs):
    assert _select(runs, name="replicates", numbers=[4, 0, 9]) == [4, 0]
    with pytest.raises(ValueError, match="none of the runs 8, 9 is there; there are 5"):
        _select(runs, name="replicates", numbers=[8, 9])


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
    assert _select(runs, name="like", generations=generations) == chosen


def test_something_is_shown_if_none_succeeds(runs):
    assert _select(runs.assign(censored=True), name="like", generations=[500, 600]) == [0, 1]


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


@pytest.mark.parametrize(("trait", "order"), [("abrupt", [7, 5, 2, 1]), ("pause", [5, 2, 7, 1])])
def test_runs_by_their_rise(shapes, trait, order):
    assert _select(*shapes, name="most", trait=trait) == order[:1]
    assert _select(*shapes, name="most", trait=trait, count=9) == order


def test_what_can_be_chosen_is_checked():
    with pytest.raises(ConfigError, match=r"^w\.name: unknown choice of runs 'lik' \(did you mean 'like'\?\)"):
        run_selectors.build({"name": "lik"}, "w")
    with pytest.raises(ConfigError, match=r"^w\.trait: 'slow' is not allowed; known: abrupt, pause$"):
        run_selectors.build({"name": "most", "trait": "slow"}, "w")
