"""Replacement: published ranks, sorting in plain Python, ties, and other readings of the elite."""

import numpy as np
import pytest

from tttcore.engines.genetic_algorithm import reference
from tttcore.engines.genetic_algorithm.operators.criteria import Fitness, Losses
from tttcore.engines.genetic_algorithm.operators.replacement import (
    ControlledElite,
    ControlledEliteByPlace,
    ControlledEliteWithSuccess,
    Truncation,
    elite_ranks,
)
from tttcore.engines.genetic_algorithm.players.opponents import RandomMoveGenerator
from tttcore.pipeline.rng import stream

BY_LOSSES = Losses(RandomMoveGenerator())


def test_published_ranks():
    places = (elite_ranks(100, 300) + 1).tolist()
    assert places[:12] == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14]
    assert places[-5:] == [280, 285, 289, 294, 300]
    assert np.histogram(places, [1, 101, 201, 301])[0].tolist() == [50, 28, 22]
    assert len(set(places)) == 100


@pytest.mark.parametrize(("population", "pool"), [(100, 300), (20, 60), (3, 9), (50, 100), (10, 10), (7, 1000)])
def test_ranks_equal_the_formula(population, pool):
    assert (elite_ranks(population, pool) + 1).tolist() == reference.preserve(population, pool)


@pytest.mark.parametrize("population", [1, 2])
def test_tiny_populations_keep_the_best(population):
    assert elite_ranks(population, 3 * population).tolist() == list(range(population))


def fitness_and_losses(seed, *, size=300):
    """Fitness and losses with many ties of either."""
    rng = np.random.default_rng(seed)
    return rng.integers(0, 30, size) / 64, rng.integers(0, 20, size) / 32


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("replacement", "places"), [(ControlledElite, reference.preserve), (Truncation, None)])
def test_survivors_equal_plain_sorting(replacement, places, seed):
    fitness, losses = fitness_and_losses(seed)
    chosen = places(100, 300) if places else range(1, 101)
    for by, ranking in ((Fitness(), fitness), (BY_LOSSES, losses)):
        order = sorted(range(300), key=lambda row, ranking=ranking: (ranking[row], fitness[row]))
        kept = sorted((order[place - 1] for place in chosen), key=lambda row: fitness[row])
        survivors = replacement(by=by)(ranking, fitness, 100)
        assert survivors.tolist() == kept


def test_ties_go_to_the_better_fitness_then_to_the_lower_row():
    losses = np.array([0.1, 0.1, 0.1, 0.0, 0.1])
    fitness = np.array([0.5, 0.2, 0.2, 0.9, 0.3])
    assert Truncation(by=BY_LOSSES)(losses, fitness, 3).tolist() == [1, 2, 3]
    assert Truncation(by=BY_LOSSES)(losses, fitness, 1).tolist() == [3]
    assert Truncation()(fitness, fitness, 3).tolist() == [1, 2, 4]


@pytest.fixture
def pool():
    """Thirty organisms, many with equally many losses."""
    rng = stream(0, "tests", "readings")
    return rng.integers(0, 4, 30) / 300, rng.integers(1, 200, 30) / 400


def test_ties_are_broken_by_place(pool):
    losses, fitness = pool
    ranked = sorted(range(30), key=lambda row: (losses[row], row))
    kept = [ranked[rank] for rank in elite_ranks(10, 30)]
    expected = sorted(kept, key=lambda row: fitness[row])
    found = ControlledEliteByPlace(by=BY_LOSSES)(losses, fitness, 10).tolist()
    assert found == expected
    assert found != ControlledElite(by=BY_LOSSES)(losses, fitness, 10).tolist()


def test_success_in_the_pool_is_kept(pool):
    losses, fitness = pool
    plain, kept = ControlledElite(by=BY_LOSSES), ControlledEliteWithSuccess(by=BY_LOSSES)
    assert kept(losses, fitness, 10).tolist() == plain(losses, fitness, 10).tolist()
    for row in range(30):
        solved = fitness.copy()
        solved[row] = 0.0
        survivors, usual = (each(losses, solved, 10).tolist() for each in (kept, plain))
        assert survivors[0] == row
        assert len(set(survivors)) == 10
        assert survivors == (usual if row in usual else [row, *usual[:-1]])
