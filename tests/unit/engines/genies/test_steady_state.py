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


def change(**changes):
    return RECIPE | changes


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


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("score", SCORES, ids=lambda score: "-".join(map(str, score.values())))
@pytest.mark.parametrize("replace", REPLACEMENTS, ids=lambda replace: "-".join(replace.values()))
def test_runs_are_those_of_the_reference(goal, score, replace):
    for place, (cross, mutate) in enumerate(product(CROSSOVERS, MUTATIONS)):
        recipe = change(goal=goal, score=score, replace=replace, cross=cross, mutate=mutate)
        check(recipe, goal, *score.values(), *replace.values(), place)


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start["name"])
@pytest.mark.parametrize("strategy", [1, 2, 3])
@pytest.mark.parametrize("count", [1, 3])
def test_families_are_those_of_the_reference(start, strategy, count):
    """Random fixed players draw words, and their games can't be cached."""
    for replace in REPLACEMENTS:
        recipe = change(start=start, static={"count": count, "strategy": strategy}, replace=replace, population=5)
        check(recipe, "families", count)


@pytest.mark.parametrize(("edge", "dimensions"), [(2, 2), (4, 1), (4, 2), (3, 3), (4, 3)])
def test_boards_are_those_of_the_reference(edge, dimensions):
    check(change(edge=edge, dimensions=dimensions, generations=5, success={"score": 105, "window": 5}), edge)


@st.composite
def recipes(draw):
    population = draw(st.integers(3, 7))
    return change(
        population=population,
        static={"count": draw(st.integers(1, population - 2)), "strategy": draw(st.integers(1, 3))},
        games=draw(st.integers(1, 15)),
        goal=draw(st.sampled_from(GOALS)),
        start=draw(st.sampled_from(STARTS)),
        score=draw(st.sampled_from(SCORES)),
        replace=draw(st.sampled_from(REPLACEMENTS)),
        cross=draw(st.sampled_from(CROSSOVERS)),
        mutate=draw(st.sampled_from(MUTATIONS)),
        generations=draw(st.integers(4, 15)),
        unofficial={"every": draw(st.integers(1, 20)), "games": draw(st.integers(1, 4))},
    )


@settings(max_examples=40)
@given(recipes(), st.integers(0, 2**32))
def test_any_run_is_that_of_the_reference(recipe, name):
    check(recipe, name)


@pytest.mark.parametrize("replace", REPLACEMENTS, ids=lambda replace: "-".join(replace.values()))
@pytest.mark.parametrize("strategy", [1, 2, 3])
def test_a_static_genie_that_always_opens_is_that_of_the_reference(replace, strategy):
    check(change(opening="static", replace=replace, static={"count": 2, "strategy": strategy}), "opening", strategy)


@pytest.mark.parametrize(("edge", "dimensions"), [(3, 2), (4, 2), (3, 3)])
def test_lines_unmarked_by_one_are_those_of_the_reference(edge, dimensions):
    """Stored weights play alike by empty lines; the reference counts all lines without one's marks."""
    recipe = change(edge=edge, dimensions=dimensions, unmarked="by_one")
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


@pytest.mark.needs_jit
@pytest.mark.parametrize("static", [{"count": 1, "strategy": 3}, {"count": 5, "strategy": 3}])
def test_cached_outcomes_in_a_run_of_the_documents_size(static):
    recipe = change(edge=4, dimensions=3, population=10, static=static, games=30, generations=300)
    assert equal(run(recipe, "remembered"), run(recipe, "remembered", cache_outcomes=False))


PARAMETERS = build_recipe(RECIPE, "test").kernel_parameters


def scored(wins, losses, draws, age=0, **changes):
    return life_score(np.array([wins, losses, draws]), age, PARAMETERS._replace(**changes))


@pytest.mark.parametrize(  # draws alone are as bad as losses
    ("results", "score"),
    [((7, 0, 0), 201), ((0, 7, 0), 1), ((0, 0, 7), 1), ((3, 3, 0), 101), ((1, 0, 2), 101), ((0, 0, 0), 101),
     ((4, 1, 2), 134 + 1 / 3)],
)  # fmt: skip
def test_life_score(results, score):
    assert scored(*results) == pytest.approx(score, rel=1e-14)
    wins, losses, draws = results
    assert scored(draws, losses, wins, draws_win=True) == scored(*results)
    assert scored(*results, age=6, lifetime=True, ageing_penalty=0.25) == pytest.approx(score - 1.5, rel=1e-14)


def test_whole_numbers_divide_toward_zero():
    assert scored(4, 1, 2, integer_division=True) == 134
    assert scored(1, 2, 1, integer_division=True) == 59  # 100 * -3 / 7 = -42.9, which becomes -42
    for results in product(range(12), repeat=3):
        assert scored(*results, integer_division=True) == reference.life_score(*results, division="integer")
        assert scored(*results) == reference.life_score(*results)


LASTING = RECIPE | {
    "population": 5,
    "games": 6,
    "goal": "draw",
    "generations": 60,
    "unofficial": {"every": 25, "games": 2},
    "success": {"score": 60, "window": 8},
}
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
    assert censored["never"] == 6
    assert censored["draws"] < 6


FAMILY = RECIPE | {
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
    living = [players(family, generation)["number"].tolist() for generation in (1, 2, 3, 4)]
    assert living == [[0, 1], [2, 1], [2, 3], [2, 4]]


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
