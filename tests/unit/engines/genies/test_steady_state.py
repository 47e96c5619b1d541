"""Whole runs of Genies against the plain reference; cached outcomes; streams."""

from itertools import product

import numpy as np
import pytest
from helpers.learners import RECIPE
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import genies as oracles_genies

from tttcore.engines.genies import reference
from tttcore.engines.genies.recipe import build_recipe
from tttcore.engines.genies.steady_state import History, SteadyState, life_score
from tttcore.pipeline.rng import stream

GOALS = ["win", "draw"]
SCORES = [
    {"name": "halved", "division": "real"},
    {"name": "halved", "division": "integer"},
    {"name": "lifetime", "ageing": 2.5},
]
REPLACEMENTS = [
    {"name": "worst", "best_of": "family"},
    {"name": "worst", "best_of": "everyone"},
    {"name": "roulette"},
    {"name": "neutral"},
]
CROSSOVERS = [{"name": "copy"}, {"name": "crossing", "share": 0.4}]
MUTATIONS = [{"name": "drift", "percent": 40.0}, {"name": "reset", "percent": 40.0, "low": -5, "high": 5}]
STARTS = [{"name": "uniform", "low": -5, "high": 5}, {"name": "zeros"}, {"name": "strategy_3"}]


def change(**changes):
    return RECIPE | changes


def run(recipe, *name, cache_outcomes=True):
    return SteadyState(build_recipe(recipe, "test"), cache_outcomes=cache_outcomes).run(stream(0, "tests", *name))


def slow_run(recipe, *name):
    return oracles_genies.run(recipe, *stream(0, "tests", *name).bit_generator.random_raw(2).tolist())


def check(recipe, *name):
    """The same history, number by number, as it is stored."""
    found, expected = run(recipe, *name), slow_run(recipe, *name)
    assert equal(found, stored(expected))


def stored(history):
    """The reference's history as the kernel stores it."""
    kinds = {"scores": np.float32, "unofficial": np.float32}
    return History(*(np.array(getattr(history, name), kinds.get(name, np.int64)) for name in History._fields))


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
    found, expected = run(recipe, "unmarked", edge), stored(slow_run(recipe, "unmarked", edge))
    own, theirs = np.split(expected.genes.copy(), 2, axis=1)
    expected.genes[:, 1:edge] += theirs[:, :1]
    expected.genes[:, edge + 1 :] += own[:, :1]
    assert equal(found, expected)


def test_neutral_drift_chooses_everyone_as_often():
    history = run(change(replace={"name": "neutral"}, generations=4000), "neutral")
    for slots in (history.died, history.parent):
        times = np.bincount(slots, minlength=6)
        assert times[:2].tolist() == [0, 0]
        assert np.abs(times[2:] - 1000).max() < 4.5 * np.sqrt(4000 * 3 / 16)


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


def test_one_object_runs_any_number_of_times():
    """What a run leaves behind does not touch the next one."""
    evolution = SteadyState(build_recipe(RECIPE, "test"))
    alone = evolution.run(stream(0, "tests", 1))
    evolution.run(stream(0, "tests", 2))
    assert equal(evolution.run(stream(0, "tests", 1)), alone)
    assert not equal(evolution.run(stream(0, "tests", 2)), alone)


def test_fixed_genies_never_die_and_are_parents_only_of_everyone():
    for replace in REPLACEMENTS:
        history = run(change(replace=replace, generations=200), "fixed")
        assert history.died.min() == 2
        assert (history.parent.min() < 2) == (replace.get("best_of") == "everyone")


PARAMETERS = build_recipe(RECIPE, "test").kernel_parameters


def scored(wins, losses, draws, age=0, **changes):
    return life_score(np.array([wins, losses, draws]), age, PARAMETERS._replace(**changes))


@pytest.mark.parametrize(
    ("results", "score"),
    [
        ((7, 0, 0), 201),
        ((0, 7, 0), 1),
        ((0, 0, 7), 1),  # draws alone are as bad as losses
        ((3, 3, 0), 101),
        ((1, 0, 2), 101),
        ((0, 0, 0), 101),
        ((4, 1, 2), 134 + 1 / 3),
    ],
)
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


def test_drift_changes_two_thirds_of_the_chosen_genes(several):
    """A child's changes are counted against its parent, whose genes follow from the history."""
    recipe = change(generations=several(4000, without_jit=1000), mutate={"name": "drift", "percent": 30.0})
    history = run(recipe, "drift")
    family = {2 + place: genes for place, genes in enumerate(history.genes[:4].astype(int))}
    changes = []
    for died, parent, child in zip(history.died, history.parent, history.genes[4:].astype(int), strict=True):
        changes.append(child - family[parent])
        family[died] = child
    steps, counts = np.unique(changes, return_counts=True)
    assert steps.tolist() == [-1, 0, 1]
    deviation = np.sqrt(0.1 * 0.9 / counts.sum())
    assert counts / counts.sum() == pytest.approx([0.1, 0.8, 0.1], abs=4.5 * deviation)
