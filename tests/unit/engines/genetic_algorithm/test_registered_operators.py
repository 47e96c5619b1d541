"""Contract of every registered operator: a new one is tested by being registered."""

from typing import Annotated, Any

import numpy as np
import pytest

from tttcore.engines.genetic_algorithm.operators.criteria import criteria
from tttcore.engines.genetic_algorithm.operators.crossover import crossovers
from tttcore.engines.genetic_algorithm.operators.mutation import mutations
from tttcore.engines.genetic_algorithm.operators.replacement import replacements
from tttcore.engines.genetic_algorithm.operators.selection import selections
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.players.opponents import opponents
from tttcore.engines.genetic_algorithm.population import Members, Population
from tttcore.pipeline.declaration import build, json_schema
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream

POPULATION = 30


def smallest(rules):
    """A configuration that gives only what it must."""
    if "properties" in rules:
        return {key: smallest(rules["properties"][key]) for key in rules.get("required", [])}
    if "anyOf" in rules:
        return smallest(rules["anyOf"][0])
    if "const" in rules:
        return rules["const"]
    return rules["enum"][0] if "enum" in rules else min(rules.get("minimum", 0) + 3, rules.get("maximum", 10))


def every(registry):
    return pytest.mark.parametrize("name", registry.names())


def built(registry, name):
    return build(Annotated[Any, registry], {"name": name} | smallest(json_schema(registry[name])), "test")


@pytest.fixture
def organisms(tables, random_genes):
    table = Population.empty(POPULATION, 765)
    table.genes[:] = random_genes(POPULATION, "operators")
    table.evaluate(Evaluator(tables, "first"))
    return table


@pytest.mark.parametrize("registry", [selections, crossovers, mutations, replacements, criteria, opponents])
def test_every_entry_can_be_built_and_compared(registry):
    for name in registry.names():
        assert built(registry, name) == built(registry, name)


@every(selections)
def test_selection(name, organisms):
    """Over many draws the better half of a population is chosen more often than the worse; equals are any of them."""
    select = built(selections, name)
    select.check(POPULATION, 15)
    for ranking in (organisms.fitness, *(np.full(POPULATION, value) for value in (0.0, 0.5, 1.0))):
        before = ranking.copy()
        chosen, again = (select(ranking, 15, stream(0, "tests", name)) for _ in range(2))
        np.testing.assert_array_equal(chosen, again)
        np.testing.assert_array_equal(ranking, before)
        assert (chosen.shape, chosen.dtype.kind) == ((15,), "i")
        assert ((chosen >= 0) & (chosen < POPULATION)).all()
    draws = [select(np.linspace(0, 1, POPULATION), 15, stream(0, "tests", name, row)) for row in range(100)]
    assert np.mean(np.concatenate(draws) < POPULATION // 2) > 0.6


@every(crossovers)
def test_crossover(name, organisms):
    cross = built(crossovers, name)
    cross.check(765)
    parents = stream(0, "tests").integers(POPULATION, size=15)
    before = organisms.genes.copy()
    children = np.full((2, 30, 765), 77, np.uint8)
    for out in children:
        cross(organisms.genes, parents, np.roll(parents, -1), 765, stream(0, "tests", name), out=out)
    np.testing.assert_array_equal(children[0], children[1])
    np.testing.assert_array_equal(organisms.genes, before)
    parent, mate = (np.repeat(organisms.genes[rows], 2, axis=0) for rows in (parents, np.roll(parents, -1)))
    assert ((children[0] == parent) | (children[0] == mate)).all()


@every(mutations)
def test_mutation(name, tables, alleles, organisms):
    mutate = built(mutations, name)
    mutate.check(765)
    before = organisms.genes.copy()
    mutants = np.full((2, POPULATION, 765), 77, np.uint8)
    for out in mutants:
        mutate(organisms.genes, organisms.fitness.min(), alleles, stream(0, "tests", name), out=out)
    np.testing.assert_array_equal(mutants[0], mutants[1])
    np.testing.assert_array_equal(organisms.genes, before)
    assert (mutants[0][:, ~tables.open] == 9).all()
    loci = np.flatnonzero(tables.open)
    assert (tables.states[loci, mutants[0][:, loci]] == 0).all()
    assert (mutants[0] != before).any()


@every(replacements)
def test_replacement(name):
    replace = built(replacements, name)
    pool = POPULATION if replace.keeps_all else 3 * POPULATION
    replace.check(POPULATION, pool)
    fitness = stream(0, "tests", name).random(pool)
    survivors = replace(fitness, fitness, POPULATION)
    assert len(survivors) == len(set(survivors.tolist())) == POPULATION
    if replace.keeps_all:
        assert survivors.tolist() == list(range(POPULATION))
        with pytest.raises(ConfigError, match="can't take the place"):
            replace.check(POPULATION, POPULATION + 1)
    else:
        assert fitness[survivors[0]] == fitness.min(), "the best always survives"
        assert (np.diff(fitness[survivors]) >= 0).all()
    with pytest.raises(ConfigError, match="can't fill"):
        replace.check(POPULATION, POPULATION - 1)


@every(criteria)
def test_criterion(name, tables, organisms):
    cost = built(criteria, name).prepare(tables, "first")
    members = Members.of(np.array([3, 0, 3]))
    one, other = (cost(organisms, members, stream(0, "tests", name)) for _ in range(2))
    assert one.shape == (3,)
    assert ((one >= 0) & (one <= 1)).all()
    np.testing.assert_array_equal(one, other)


@every(opponents)
def test_opponent(name, tables, random_genes, several):
    opponent = built(opponents, name)
    for seat in opponent.seats:
        genes = random_genes(several(500, without_jit=20), "opponent", seat)
        tallies = Evaluator(tables, seat)(genes).tallies
        prepared = opponent.prepare(tables, seat)
        chances = prepared.per_game(genes, tallies, np.arange(len(genes)))
        assert chances.shape == (len(genes),)
        assert ((chances >= 0) & (chances <= 1)).all()
        rows = np.array([7, 0, 7])
        np.testing.assert_array_equal(prepared.per_game(genes, tallies, rows), chances[rows])
