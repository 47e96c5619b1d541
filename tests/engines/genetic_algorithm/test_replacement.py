"""Replacement: published ranks, the twin's sorting, and ties."""

import numpy as np
import oracles
import pytest

from tttcore.engines.genetic_algorithm.operators.criteria import Fitness, Losses
from tttcore.engines.genetic_algorithm.operators.replacement import ControlledElite, Truncation, elite_ranks
from tttcore.engines.genetic_algorithm.players.opponents import RandomMoveGenerator

BY_LOSSES = Losses(RandomMoveGenerator())


def test_published_ranks():
    places = (elite_ranks(100, 300) + 1).tolist()
    assert places[:12] == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14]
    assert places[-5:] == [280, 285, 289, 294, 300]
    assert np.histogram(places, [1, 101, 201, 301])[0].tolist() == [50, 28, 22]
    assert len(set(places)) == 100


@pytest.mark.parametrize(("population", "pool"), [(100, 300), (20, 60), (3, 9), (50, 100), (10, 10), (7, 1000)])
def test_ranks_equal_the_formula(population, pool):
    assert (elite_ranks(population, pool) + 1).tolist() == oracles.elite_places(population, pool)


@pytest.mark.parametrize("population", [1, 2])
def test_tiny_populations_keep_the_best(population):
    assert elite_ranks(population, 3 * population).tolist() == list(range(population))


def fitness_and_losses(seed, *, size=300):
    """Fitness and losses with many ties of either."""
    rng = np.random.default_rng(seed)
    return rng.integers(0, 30, size) / 64, rng.integers(0, 20, size) / 32


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("replacement", "places"), [(ControlledElite, oracles.elite_places), (Truncation, None)])
def test_survivors_equal_the_twins_sorting(replacement, places, seed):
    fitness, losses = fitness_and_losses(seed)
    chosen = places(100, 300) if places else range(1, 101)
    for by, ranking in ((Fitness(), fitness), (BY_LOSSES, losses)):
        order = sorted(range(300), key=lambda row, ranking=ranking: (ranking[row], fitness[row]))
        kept = sorted((order[place - 1] for place in chosen), key=lambda row: fitness[row])
        survivors = replacement(by=by)(ranking, fitness, 100)
        assert fitness[survivors].tolist() == fitness[kept].tolist()
        assert sorted(survivors.tolist()) == sorted(kept)
        assert survivors.tolist() == kept


def test_ties_go_to_the_better_fitness_then_to_the_lower_row():
    losses = np.array([0.1, 0.1, 0.1, 0.0, 0.1])
    fitness = np.array([0.5, 0.2, 0.2, 0.9, 0.3])
    assert Truncation(by=BY_LOSSES)(losses, fitness, 3).tolist() == [1, 2, 3]
    assert Truncation(by=BY_LOSSES)(losses, fitness, 1).tolist() == [3]
    assert Truncation()(fitness, fitness, 3).tolist() == [1, 2, 4]


def test_survivors_are_sorted_by_fitness():
    fitness, losses = fitness_and_losses(9)
    survivors = ControlledElite(by=BY_LOSSES)(losses, fitness, 100)
    assert (np.diff(fitness[survivors]) >= 0).all()


def test_pool_too_small():
    with pytest.raises(ValueError, match="pool of 99 can't fill a population of 100"):
        ControlledElite().check(100, 99)
