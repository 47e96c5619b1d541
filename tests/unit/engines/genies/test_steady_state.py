"""Whole runs of Genies and their summaries against the plain reference; cached outcomes; family trees by genes."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from helpers.learners import RECIPE
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import genies as twin

from tttcore.engines.genies import engine as genies
from tttcore.engines.genies import reference
from tttcore.engines.genies.recipe import build_recipe
from tttcore.engines.genies.steady_state import History, SteadyState, life_score
from tttcore.engines.genies.summary import ancestors, lineage, players
from tttcore.engines.replicates import run_replicates
from tttcore.pipeline.rng import stream

GOALS = ["win", "draw"]
SCORES = [{"name": "halved", "division": "real"}, {"name": "halved", "division": "integer"},
          {"name": "lifetime", "ageing": 2.5}]  # fmt: skip
REPLACEMENTS = [{"name": "worst", "best_of": "family"}, {"name": "worst", "best_of": "everyone"},
                {"name": "roulette"}, {"name": "neutral"}]  # fmt: skip
CROSSOVERS = [{"name": "copy"}, {"name": "crossing", "share": 0.4}]
MUTATIONS = [{"name": "drift", "percent": 40.0}, {"name": "reset", "percent": 40.0, "low": -5, "high": 5}]
STARTS = [{"name": "uniform", "low": -5, "high": 5}, {"name": "zeros"}, {"name": "strategy_3"}]


def run(recipe, *name, cache_outcomes=True):
    return SteadyState(build_recipe(recipe, "test"), cache_outcomes=cache_outcomes).run(stream(0, "tests", *name))


def slow_run(recipe, *name):
    """The reference's history as the kernel stores it."""
    history = twin.run(recipe, *stream(0, "tests", *name).bit_generator.random_raw(2).tolist())
    kinds = {"scores": np.float32, "unofficial": np.float32}
    return History(*(np.array(getattr(history, name), kinds.get(name, np.int64)) for name in History._fields))


def check(recipe, *name):
    """The same history, number by number, as it is stored."""
    assert equal(run(recipe, *name), slow_run(recipe, *name))


def equal(one: History, other: History):
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def statics(count, strategy):
    return {"static": {"count": count, "strategy": strategy}}


OPERATORS = ("goal", "score", "replace", "cross", "mutate")
CASES = {
    "operators": [
        dict(zip(OPERATORS, each, strict=True)) for each in product(GOALS, SCORES, REPLACEMENTS, CROSSOVERS, MUTATIONS)
    ],
    "families": [  # random fixed players draw words, and their games can't be cached
        {"start": start, "replace": replace, "population": 5} | statics(count, strategy)
        for start, replace, strategy, count in product(STARTS, REPLACEMENTS, (1, 2, 3), (1, 3))
    ],
    "boards": [
        {"edge": edge, "dimensions": dimensions, "generations": 5}
        for edge, dimensions in ((2, 2), (4, 1), (4, 2), (3, 3), (4, 3))
    ],
    "a static Genie always opens": [
        {"opening": "static", "replace": replace} | statics(2, strategy)
        for replace, strategy in product(REPLACEMENTS, (1, 2, 3))
    ],
}


@pytest.mark.parametrize("name", CASES)
def test_runs_are_those_of_the_reference(name):
    for place, change in enumerate(CASES[name]):
        check(RECIPE | change, name, place)


@st.composite
def recipes(draw):
    population, chosen = draw(st.integers(3, 7)), lambda values: draw(st.sampled_from(values))
    operators = zip(OPERATORS, map(chosen, (GOALS, SCORES, REPLACEMENTS, CROSSOVERS, MUTATIONS)), strict=True)
    return (
        {**RECIPE, **dict(operators), "population": population, "start": chosen(STARTS)}
        | statics(draw(st.integers(1, population - 2)), draw(st.integers(1, 3)))
        | {"games": draw(st.integers(1, 15)), "generations": draw(st.integers(4, 15))}
        | {"unofficial": {"every": draw(st.integers(1, 20)), "games": draw(st.integers(1, 4))}}
    )


@settings(max_examples=40)
@given(recipes(), st.integers(0, 2**32))
def test_any_run_is_that_of_the_reference(recipe, name):
    check(recipe, name)


@pytest.mark.parametrize(("edge", "dimensions"), [(3, 2), (4, 2), (3, 3)])
def test_lines_unmarked_by_one_are_those_of_the_reference(edge, dimensions):
    """Stored weights play alike by empty lines; the reference counts all lines without one's marks."""
    recipe = RECIPE | {"edge": edge, "dimensions": dimensions, "unmarked": "by_one"}
    found, expected = run(recipe, "unmarked", edge), slow_run(recipe, "unmarked", edge)
    own, theirs = np.split(expected.genes.copy(), 2, axis=1)
    expected.genes[:, 1:edge] += theirs[:, :1]
    expected.genes[:, edge + 1 :] += own[:, :1]
    assert equal(found, expected)


@settings(max_examples=30)
@given(recipes(), st.integers(0, 2**32))
def test_cached_outcomes_are_those_of_games(recipe, name):
    recipe = recipe | {"generations": 60}
    assert equal(run(recipe, name), run(recipe, name, cache_outcomes=False))


def test_life_scores_by_hand_and_by_the_reference():
    """Draws alone are as bad as losses; whole numbers divide toward zero: 100 * -3 / 7 = -42.9 becomes -42."""
    parameters = build_recipe(RECIPE, "test").kernel_parameters

    def scored(*results, age=0, **changes):
        return life_score(np.array(results), age, parameters._replace(**changes))

    for results, score in {
        (7, 0, 0): 201,
        (0, 0, 7): 1,
        (1, 0, 2): 101,
        (0, 0, 0): 101,
        (4, 1, 2): 134 + 1 / 3,
    }.items():
        assert scored(*results) == pytest.approx(score, rel=1e-14)
        assert scored(*results[::-1], draws_win=True) == pytest.approx(score, rel=1e-14)
        assert scored(*results, age=6, lifetime=True, ageing_penalty=0.25) == pytest.approx(score - 1.5, rel=1e-14)
    assert [scored(*results, integer_division=True) for results in ((4, 1, 2), (1, 2, 1))] == [134, 59]
    for results in product(range(12), repeat=3):
        assert scored(*results, integer_division=True) == reference.life_score(*results, division="integer")
        assert scored(*results) == reference.life_score(*results)


LASTING = RECIPE | {
    "population": 5, "games": 6, "goal": "draw", "generations": 60, "unofficial": {"every": 25, "games": 2},
    "success": {"score": 60, "window": 8},
}  # fmt: skip
RECIPES = {
    "draws": LASTING,
    "never": LASTING | {"success": {"score": 201, "window": 8}},
    "long": LASTING | {"generations": 130, "score": {"name": "lifetime", "ageing": 0}, "games": 10},
    "by-chance": LASTING | {"replace": {"name": "roulette"}, "unofficial": {"every": 100, "games": 2}},
}


@pytest.fixture(scope="module")
def summary():
    histories = [
        pd.DataFrame(run_replicates(genies, "tests", name, recipe, None, seed=0, replicates=range(6)))
        for name, recipe in RECIPES.items()
    ]
    return genies.summarise(pd.concat(histories, ignore_index=True), RECIPES)


@pytest.mark.parametrize("treatment", RECIPES)
def test_runs_and_traces_are_the_twins(summary, treatment):
    recipe = RECIPES[treatment]
    for replicate in range(2):
        words = stream(0, "tests", treatment, replicate).bit_generator.random_raw(2).tolist()
        history = twin.run(recipe, *words)
        trace = summary.traces.query("treatment == @treatment and replicate == @replicate")
        assert trace["generation"].tolist() == list(range(1, recipe["generations"] + 1))
        averages = np.array(twin.averages(history, recipe))
        assert trace[["evolving", "static"]].to_numpy() == pytest.approx(averages, rel=1e-5)
        (row,) = summary.runs.query("treatment == @treatment and replicate == @replicate").to_dict("records")
        for key, value in twin.summary(history, recipe).items():
            expected = value if isinstance(value, str) else pytest.approx(value, rel=1e-5, nan_ok=True)
            assert row[key] == expected, key


def test_runs_differ_in_success(summary):
    assert summary.champions["genome"].tolist() == summary.runs["champion"].tolist()
    censored = summary.runs.groupby("treatment")["censored"].sum()
    assert censored["draws"] < censored["never"] == 6


def test_a_small_family_by_hand():
    # 0 and 1 found; 1's child 2 takes 0's place, its own child 3 takes 1's place, and 3 is replaced by its own child 4.
    family = lineage([0, 1, 1], [1, 0, 1], population=2)
    assert family.columns.tolist() == ["number", "slot", "parent", "born", "died"]
    assert family.fillna(-1).astype(int).to_numpy().T.tolist() == [
        [0, 1, 2, 3, 4], [0, 1, 0, 1, 1], [-1, -1, 1, 2, 3], [0, 0, 1, 2, 3], [1, 2, -1, 3, -1]
    ]  # fmt: skip
    assert [ancestors(family, number) for number in (4, 0)] == [[1, 2, 3, 4], [0]]
    living = [players(family, generation)["number"].tolist() for generation in (1, 2, 3, 4)]
    assert living == [[0, 1], [2, 1], [2, 3], [2, 4]]
    founders = lineage([], [], population=3)
    assert founders["number"].tolist() == [0, 1, 2]
    assert founders["died"].isna().all()


@pytest.mark.parametrize("percent", [0, 100])
def test_descent_is_that_of_the_genes(percent):
    """Without mutation a line has one founder's genes; with drift no gene changes by more than 1 at a birth."""
    changes = {"mutate": {"name": "drift", "percent": percent}, "replace": {"name": "roulette"}, "generations": 60}
    recipe = build_recipe(RECIPE | changes, "here")
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
