"""Selection and replacement: the reference's wheel and ranks, tournaments' chances, and ties."""

from math import comb
from types import SimpleNamespace

import numpy as np
import pytest
from helpers.texts import message
from scipy import stats

from tttcore.engines.genetic_algorithm import reference
from tttcore.engines.genetic_algorithm.operators import replacement, selection
from tttcore.engines.genetic_algorithm.operators.criteria import Fitness, Losses
from tttcore.engines.genetic_algorithm.operators.replacement import ControlledElite, elite_ranks
from tttcore.engines.genetic_algorithm.operators.selection import StochasticUniversalSampling, Tournament
from tttcore.engines.genetic_algorithm.players.opponents import RandomMoveGenerator
from tttcore.pipeline.rng import random_uint64, stream


def starting(start):
    """A generator whose only number is given."""
    return SimpleNamespace(random=lambda: start)


@pytest.mark.parametrize("niching", ["none", "constant", "per_fitness"])
def test_wheel_equals_the_reference(niching):
    """With values between 0 and 1 and ties."""
    for row, ranking in enumerate(stream(0, "tests", "rankings", "wheel").integers(0, 40, (60, 30)) / 64):
        start = stream(0, "tests", "start", row).random()
        shares = reference.niched(ranking.tolist()) if niching == "per_fitness" else (1 - ranking).tolist()
        chosen = StochasticUniversalSampling(niching=niching)(ranking, 15, starting(start))
        assert chosen.tolist() == reference.select(shares, 15, start)


def test_wheels_by_hand():
    """One organism alone in its niche gets as much as all of another together; a wheel without shares is fair."""
    alone = np.array([0.5] * 9 + [0.5 + 1e-12])
    chosen = StochasticUniversalSampling(niching="per_fitness")(alone, 10, starting(0.05))
    assert np.count_nonzero(chosen == 9) == 5
    assert StochasticUniversalSampling()(np.zeros(4), 4, starting(0.6)).tolist() == [2, 3, 0, 1]
    assert StochasticUniversalSampling()(np.ones(4), 4, starting(0.1)).tolist() == [0, 1, 2, 3]


def chosen_in_tournaments(ranking, number, *name, **options):
    return Tournament(**options)(ranking, number, stream(0, "tests", *name))


@pytest.mark.parametrize(("size", "distinct"), [(1, False), (3, False), (4, True)])
def test_tournament_picks_the_best_of_those_drawn(several, size, distinct):
    """With distinct ranks r = 0..P-1 the best of k has chance ((P - r)^k - (P - r - 1)^k) / P^k.

    Of different ones it has C(P - r - 1, k - 1) / C(P, k); whole populations find the best.
    """
    number, ranking = several(50_000, without_jit=20_000), np.random.default_rng(1).permutation(10) / 10
    chosen = chosen_in_tournaments(ranking, number, "tournament", size=size, distinct=distinct)
    with_copies = [((10 - rank) ** size - (9 - rank) ** size) / 10**size for rank in range(10)]
    apart = [comb(9 - rank, size - 1) / comb(10, size) for rank in range(10)]
    chances = number * np.array(apart if distinct else with_copies)
    observed = np.bincount(np.argsort(np.argsort(ranking))[chosen], minlength=10)
    assert observed[chances == 0].sum() == 0
    assert stats.chisquare(observed[chances > 0], chances[chances > 0]).pvalue > 1e-4
    assert (ranking[chosen_in_tournaments(ranking, 500, size=10, distinct=True)] == 0).all()


def test_ties_in_a_tournament_go_to_the_one_drawn_first_so_to_all_alike():
    """Each half of a random word, the lower one first, draws a place of seven; who is drawn comes to the front."""
    for distinct in (False, True):
        chosen = chosen_in_tournaments(np.zeros(7), 20_000, "ties", size=3, distinct=distinct)
        assert stats.chisquare(np.bincount(chosen, minlength=7)).pvalue > 1e-4
    words = random_uint64(stream(0, "tests", "first"), 300, per_word=2)
    order, drawn = [*range(7)], []
    for half in (int(word) >> shift & 0xFFFFFFFF for word in words for shift in (0, 32)):
        place = half * 7 >> 32
        order[0], order[place] = order[place], order[0]
        drawn.append(order[0])
    assert chosen_in_tournaments(np.zeros(7), 100, "first", size=3).tolist() == drawn[::3]


def test_truncation_takes_the_best_and_breaks_ties_by_row():
    ranking = np.array([0.3, 0.1, 0.3, 0.1, 0.0])
    assert selection.Truncation()(ranking, 4, stream(0)).tolist() == [4, 1, 3, 0]
    assert "tournament of 11 in a population of 10" in message(Tournament(size=11).check, 10, 5)
    assert "can't choose 11 parents from a population of 10" in message(selection.Truncation().check, 10, 11)


BY_LOSSES = Losses(RandomMoveGenerator())


def test_published_ranks():
    places = (elite_ranks(100, 300) + 1).tolist()
    assert places[:12] == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14]
    assert places[-5:] == [280, 285, 289, 294, 300]
    assert np.histogram(places, [1, 101, 201, 301])[0].tolist() == [50, 28, 22]
    assert len(set(places)) == 100
    for population, pool in [(100, 300), (20, 60), (3, 9), (50, 100), (10, 10), (7, 1000)]:
        assert (elite_ranks(population, pool) + 1).tolist() == reference.preserve(population, pool)
    for population in (1, 2):
        assert elite_ranks(population, 3 * population).tolist() == list(range(population))


@pytest.mark.parametrize("seed", range(5))
def test_survivors_equal_plain_sorting(seed):
    """With many ties of fitness and losses."""
    rng = np.random.default_rng(seed)
    fitness, losses = rng.integers(0, 30, 300) / 64, rng.integers(0, 20, 300) / 32
    kinds = (ControlledElite, reference.preserve(100, 300)), (replacement.Truncation, range(1, 101))
    for (kind, places), (by, ranking) in [(a, b) for a in kinds for b in ((Fitness(), fitness), (BY_LOSSES, losses))]:
        order = sorted(range(300), key=lambda row, ranking=ranking: (ranking[row], fitness[row]))
        kept = sorted((order[place - 1] for place in places), key=lambda row: fitness[row])
        assert kind(by=by)(ranking, fitness, 100).tolist() == kept


def test_other_readings_of_the_elite():
    """Ties broken by place; or success in the pool kept in any case."""
    rng = stream(0, "tests", "readings")
    losses, fitness = rng.integers(0, 4, 30) / 300, rng.integers(1, 200, 30) / 400

    def survivors(kind, fitness):
        return kind(by=BY_LOSSES)(losses, fitness, 10).tolist()

    ranked = sorted(range(30), key=lambda row: (losses[row], row))
    by_place = survivors(replacement.ControlledEliteByPlace, fitness)
    assert by_place == sorted((ranked[rank] for rank in elite_ranks(10, 30)), key=lambda row: fitness[row])
    assert by_place != survivors(ControlledElite, fitness)
    with_success = replacement.ControlledEliteWithSuccess
    assert survivors(with_success, fitness) == survivors(ControlledElite, fitness)
    for row in range(30):
        solved = fitness.copy()
        solved[row] = 0.0
        kept, usual = survivors(with_success, solved), survivors(ControlledElite, solved)
        assert kept[0] == row
        assert len(set(kept)) == 10
        assert kept == (usual if row in usual else [row, *usual[:-1]])
