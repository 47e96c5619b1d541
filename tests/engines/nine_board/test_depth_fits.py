"""First step at which a deeper search fits, on made-up counts with known answers."""

import re

import numpy as np
import pandas as pd
import pytest

from tttcore.engines.nine_board.stats.depth_fits import HOW, depth_fits
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream


def traces(shallow=(100, 80, 120, 100), deep=((400, 300, 200, 90, 110, 50),) * 3):
    """Games whose first search takes `shallow` positions, and those of a deeper player from step 1 on."""
    rows = [("shallow", game, step, 3 if step else 1, nodes if step else 81) for game, nodes in enumerate(shallow)
            for step in (0, 1)]  # fmt: skip
    rows += [("deep", game, 0, 1, 81) for game in range(len(deep))]
    rows += [("deep", game, step, 4, nodes) for game, own in enumerate(deep) for step, nodes in enumerate(own, 1)]
    return pd.DataFrame(rows, columns=["treatment", "replicate", "step", "depth", "nodes"])


def fitted(searches, **options):
    asked = {"treatment": "shallow", "deeper": "deep", "depth": 4, "resamples": 200} | options
    table = depth_fits(searches, lambda *_: stream(0, "tests", "depth fits"), **asked)
    assert table["how"].tolist() == [*HOW.values()]
    return table.set_index("fact")


def test_the_first_step_that_takes_no_more():
    table = fitted(traces())
    assert table["value"].to_dict() == {"allowed": 100, "fits_from": 4}
    assert table.loc["fits_from", ["value_low", "value_high"]].isin([3, 4, 6]).all()
    assert table.loc["allowed", "value_low"] < 100 < table.loc["allowed", "value_high"]


def test_as_much_is_no_more():
    assert fitted(traces(shallow=(200, 200))).loc["fits_from", ["value", "value_low", "value_high"]].tolist() == [3] * 3


def test_games_that_end_early_count_as_far_as_they_get():
    games = ((400, 300), (400, 300, 150, 90), (400, 300, 40, 210))
    assert fitted(traces(deep=games)).loc["fits_from", "value"] == 3  # mean of 150 and 40


def test_a_search_that_never_fits():
    table = fitted(traces(deep=((400, 300), (200, 101))))
    assert table.loc["fits_from"].drop("how").isna().all()


def test_a_single_game_has_no_interval():
    table = fitted(traces(shallow=(100,)))
    assert table.loc["fits_from", "value"] == 4
    assert table[["value_low", "value_high"]].isna().all(axis=None)


def test_the_interval_is_a_bootstrap_over_games():
    """Redrawn game by game, in a loop, it is the same up to the chance of resampling."""
    rng = stream(1, "tests", "depth fits")
    shallow = rng.integers(80, 120, 40)
    deep = [(300 - 20 * np.arange(14) + rng.integers(-60, 60, 14)).tolist() for _ in range(40)]
    row = fitted(traces(shallow, deep), resamples=4000).loc["fits_from"]
    again = []
    for _ in range(1000):
        limit = rng.choice(shallow, 40).mean()
        means = np.mean([deep[game] for game in rng.integers(0, 40, 40)], axis=0)
        again.append(1 + int((means <= limit).argmax()))
    low, high = np.quantile(again, [0.025, 0.975], method="inverted_cdf")
    assert [row["value_low"], row["value_high"]] == pytest.approx([low, high], abs=1)
    assert row["value_low"] <= row["value"] <= row["value_high"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"treatment": "none"}, "treatment: 'none' has no measured searches beyond one ply"),
        ({"depth": 5}, "deeper: 'deep' has no measured searches to depth 5"),
    ],
)
def test_treatments_without_such_searches(options, message):
    with pytest.raises(ConfigError, match=f"^{re.escape(message)}$"):
        fitted(traces(), **options)
