"""Runs, traces and champions summarised from histories, against the slow twin."""

import numpy as np
import oracles_genies as twin
import pandas as pd
import pytest
from small_genies import RECIPE as SMALL

from tttcore.engines.genies import engine as genies
from tttcore.engines.replicates import run_replicates
from tttcore.pipeline.rng import stream

RECIPE = SMALL | {
    "population": 5,
    "games": 6,
    "goal": "draw",
    "generations": 60,
    "unofficial": {"every": 25, "games": 2},
    "success": {"score": 60, "window": 8},
}
RECIPES = {
    "draws": RECIPE,
    "never": RECIPE | {"success": {"score": 201, "window": 8}},
    "by-chance": RECIPE | {"replace": {"name": "roulette"}, "unofficial": {"every": 100, "games": 2}},
}
REPLICATES = range(6)


@pytest.fixture(scope="module")
def summary():
    histories = [
        pd.DataFrame(run_replicates(genies, "tests", name, recipe, None, seed=0, replicates=REPLICATES))
        for name, recipe in RECIPES.items()
    ]
    return genies.summarise(pd.concat(histories, ignore_index=True), RECIPES)


@pytest.mark.parametrize("treatment", RECIPES)
def test_runs_and_traces_are_the_twins(summary, treatment):
    recipe = RECIPES[treatment]
    for replicate in REPLICATES:
        words = stream(0, "tests", treatment, replicate).bit_generator.random_raw(2).tolist()
        history = twin.run(recipe, *words)
        trace = summary.traces.query("treatment == @treatment and replicate == @replicate")
        assert trace["generation"].tolist() == list(range(1, 61))
        assert trace[["evolving", "static"]].to_numpy() == pytest.approx(
            np.array(twin.averages(history, recipe)), rel=1e-5
        )
        (row,) = summary.runs.query("treatment == @treatment and replicate == @replicate").to_dict("records")
        for key, value in twin.summary(history, recipe).items():
            assert row[key] == (pytest.approx(value, rel=1e-5, nan_ok=True) if not isinstance(value, str) else value), (
                key
            )


def test_runs_differ_in_success(summary):
    censored = summary.runs.groupby("treatment")["censored"].sum()
    assert censored["never"] == len(REPLICATES)
    assert censored["draws"] < len(REPLICATES)


def test_champions_are_those_of_the_runs(summary):
    assert summary.champions.columns.tolist() == ["treatment", "replicate", "generations", "genome"]
    assert summary.champions["genome"].tolist() == summary.runs["champion"].tolist()
