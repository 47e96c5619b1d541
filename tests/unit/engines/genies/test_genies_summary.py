"""Runs, traces and champions summarised from histories, against slow loops; family trees against genes."""

import time

import numpy as np
import pandas as pd
import pytest
from helpers.learners import RECIPE as SMALL
from reference import genies as twin

from tttcore.engines.genies import engine as genies
from tttcore.engines.genies.recipe import build_recipe
from tttcore.engines.genies.steady_state import SteadyState
from tttcore.engines.genies.summary import ancestors, lineage, players
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
    "long": RECIPE | {"generations": 130, "score": {"name": "lifetime", "ageing": 0}, "games": 40},
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
        assert trace["generation"].tolist() == list(range(1, recipe["generations"] + 1))
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


FAMILY = SMALL | {
    "games": 12,
    "start": {"name": "uniform", "low": -9, "high": 9},
    "replace": {"name": "roulette"},
    "mutate": {"name": "drift", "percent": 0},
    "generations": 60,
    "unofficial": {"every": 60, "games": 2},
    "success": {"score": 110, "window": 20},
}


def test_a_small_family_by_hand():
    # 0 and 1 found; 1's child 2 takes 0's place, its own child 3 takes 1's place, and 3 is replaced by its own child 4.
    family = lineage([0, 1, 1], [1, 0, 1], population=2)
    assert family.columns.tolist() == ["number", "slot", "parent", "born", "died"]
    assert family["number"].tolist() == [0, 1, 2, 3, 4]
    assert family["slot"].tolist() == [0, 1, 0, 1, 1]
    assert family["parent"].fillna(-1).tolist() == [-1, -1, 1, 2, 3]
    assert family["born"].tolist() == [0, 0, 1, 2, 3]
    assert family["died"].fillna(-1).tolist() == [1, 2, -1, 3, -1]
    assert ancestors(family, 4) == [1, 2, 3, 4]
    assert ancestors(family, 0) == [0]
    assert [players(family, generation)["number"].tolist() for generation in (1, 2, 3, 4)] == [
        [0, 1],
        [2, 1],
        [2, 3],
        [2, 4],
    ]


def test_without_generations_there_are_founders_alone():
    family = lineage([], [], population=3)
    assert family["number"].tolist() == [0, 1, 2]
    assert family["died"].isna().all()


@pytest.mark.parametrize("percent", [0, 100])
def test_descent_is_that_of_the_genes(percent):
    """Without mutation a line has one founder's genes; with drift no gene changes by more than 1 at a birth."""
    recipe = build_recipe(FAMILY | {"mutate": {"name": "drift", "percent": percent}}, "here")
    history = SteadyState(recipe).run(stream(1, "lineage", percent))
    family = lineage(history.died, history.parent, population=recipe.population)
    evolving = family[family["slot"] >= recipe.static.count]
    genes = dict(zip(evolving["number"], history.genes.astype(int), strict=True))
    for number, parent in zip(evolving["number"], evolving["parent"], strict=True):
        if number >= recipe.population:
            assert np.abs(genes[number] - genes[parent]).max() <= (percent > 0)
    last = int(evolving["number"].iloc[-1])
    founder, *_ = ancestors(family, last)
    assert recipe.static.count <= founder < recipe.population
    assert (genes[last] == genes[founder]).all() == (percent == 0)


def test_every_slot_has_one_player_in_every_generation():
    rng = np.random.default_rng(5)
    died, parent = rng.integers(0, 7, (2, 300))
    family = lineage(died, parent, population=7)
    living = np.arange(7)
    for generation in range(1, 302):
        assert players(family, generation)["number"].tolist() == living.tolist()
        if generation <= 300:
            assert family["parent"].iloc[6 + generation] == living[parent[generation - 1]]
            living[died[generation - 1]] = 6 + generation


def test_ten_thousand_generations_take_no_time():
    died, parent = np.random.default_rng(1).integers(1, 10, (2, 10_000))
    began = time.process_time()
    family = lineage(died, parent, population=10)
    assert len(ancestors(family, len(family) - 1)) > 100
    assert time.process_time() - began < 0.5
