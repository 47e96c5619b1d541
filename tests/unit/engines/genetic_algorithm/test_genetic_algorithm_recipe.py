"""Recipes built from configuration, and the messages for invalid ones."""

from dataclasses import fields

import pytest

from tttcore.engines.genetic_algorithm.operators.criteria import Losses
from tttcore.engines.genetic_algorithm.operators.crossover import NPoint
from tttcore.engines.genetic_algorithm.operators.mutation import RandomReset
from tttcore.engines.genetic_algorithm.operators.replacement import ControlledElite
from tttcore.engines.genetic_algorithm.operators.selection import StochasticUniversalSampling
from tttcore.engines.genetic_algorithm.players.opponents import UnbeatableMoveGenerator
from tttcore.engines.genetic_algorithm.recipe import Recipe, build_recipe
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.registry import merge

KEYS = [field.name for field in fields(Recipe)]

CONFIG = {
    "seat": "first",
    "coding": {"name": "cells"},
    "population": 100,
    "select": {"name": "sus", "niching": "per_fitness"},
    "cross": {"name": "n_point", "sites": 50},
    "mutate": {"name": "random_reset", "slope": 250, "base": 10},
    "breed": {"name": "in_sequence"},
    "pool": ["parents", "unmutated", "mutated"],
    "replace": {"name": "controlled_elite"},
    "first_generation": 0,
    "generations": 500,
}
AGAINST_RULES = {"by": {"name": "losses", "opponent": {"name": "umg", "counter": "running"}}}


def test_operators_are_built(tables):
    recipe = build_recipe(merge(CONFIG, {"replace": AGAINST_RULES}), "here")
    assert recipe.select == StochasticUniversalSampling(niching="per_fitness")
    assert recipe.cross == NPoint(sites=50)
    assert recipe.mutate == RandomReset(slope=250.0, base=10.0)
    assert recipe.replace == ControlledElite(by=Losses(UnbeatableMoveGenerator(counter="running"), games=300))
    assert recipe.pool == ("parents", "unmutated", "mutated")
    assert (recipe.seat, recipe.population, recipe.generations) == ("first", 100, 500)


@pytest.mark.parametrize(
    ("share", "population", "parents", "pool"),
    [(0.5, 100, 50, 300), (0.4, 100, 40, 260), (0.5, 7, 3, 19), (1.0, 9, 9, 45)],
)
def test_pool_of_groups_that_differ_in_size(tables, share, population, parents, pool):
    """Twice as many children as parents, whatever the share; as described the pool holds all three groups."""
    recipe = build_recipe(merge(CONFIG, {"breed": {"share": share}, "population": population}), "here")
    assert recipe.breed.n_parents(population) == parents
    assert recipe.pool_size == pool


@pytest.mark.parametrize("key", KEYS)
def test_missing_key(tables, key):
    with pytest.raises(ConfigError, match=rf"^here\.{key}: needs a value$"):
        build_recipe({name: value for name, value in CONFIG.items() if name != key}, "here")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"select": {"name": "suss"}}, r"here\.select\.name: unknown selection 'suss' \(did you mean 'sus'\?\)"),
        ({"cross": {"sites": 800}}, r"here\.cross\.sites: 800 crossover sites in a genome of 765 genes"),
        ({"cross": {"sites": -1}}, r"here\.cross\.sites: -1 is out of range; allowed: from 0 to 2,147,483,647"),
        ({"mutate": {"base": 600}}, r"here\.mutate\.slope, base: up to 850 mutations"),
        ({"breed": {"share": 0.4}, "pool": ["mutated"]}, r"here\.replace\.pool: a pool of 80 can't fill a population"),
        ({"pool": []}, r"here\.pool: \[\] is not a list of at least one"),
        ({"seat": "second", "replace": AGAINST_RULES}, r"here\.replace\.by\.opponent: .* seat first, not second"),
        ({"seat": "both", "select": AGAINST_RULES}, r"here\.select\.by\.opponent: .* seat first, not both"),
        ({"breed": {"share": 0.01}}, r"here\.breed\.share: .* fewer than 2 parents"),
        ({"select": {"name": "tournament", "size": 101}}, r"here\.select\.size: a tournament of 101"),
    ],
)
def test_operators_that_do_not_suit(tables, change, message):
    with pytest.raises(ConfigError, match=message):
        build_recipe(merge(CONFIG, change), "here")
