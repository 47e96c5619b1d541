"""Selection: expected copies, the reference's wheel, niching, tournaments, truncation."""

from math import comb

import numpy as np
import pytest
from scipy import stats

from tttcore.engines.genetic_algorithm import reference
from tttcore.engines.genetic_algorithm.operators.selection import StochasticUniversalSampling, Tournament, Truncation
from tttcore.pipeline.rng import random_uint64, stream


class FixedStart:
    """A generator whose only number is given."""

    def __init__(self, start):
        self.start = start

    def random(self):
        return self.start


def rankings(number, size, *name):
    """Fitness-like values between 0 and 1 with ties."""
    rng = stream(0, "tests", "rankings", *name)
    return rng.integers(0, 40, (number, size)) / 64


@pytest.mark.parametrize("niching", ["none", "constant", "per_fitness"])
def test_wheel_equals_the_reference(niching):
    for row, ranking in enumerate(rankings(60, 30, "wheel")):
        start = stream(0, "tests", "start", row).random()
        shares = reference.niched(ranking.tolist()) if niching == "per_fitness" else (1 - ranking).tolist()
        chosen = StochasticUniversalSampling(niching=niching)(ranking, 15, FixedStart(start))
        assert chosen.tolist() == reference.select(shares, 15, start)


def test_copies_lie_next_to_their_expectation():
    for row, ranking in enumerate(rankings(100, 40, "copies")):
        chosen = StochasticUniversalSampling()(ranking, 20, stream(0, "tests", "copies", row))
        expected = 20 * (1 - ranking) / (1 - ranking).sum()
        copies = np.bincount(chosen, minlength=40)
        assert (copies >= np.floor(expected - 1e-9)).all()
        assert (copies <= np.ceil(expected + 1e-9)).all()


def test_niching_shares_are_per_fitness():
    """One organism alone in its niche gets as much as all of another together."""
    ranking = np.array([0.5] * 9 + [0.5 + 1e-12])
    chosen = StochasticUniversalSampling(niching="per_fitness")(ranking, 10, FixedStart(0.05))
    assert np.count_nonzero(chosen == 9) == 5


def test_pool_keeps_the_order_of_the_wheel():
    chosen = StochasticUniversalSampling()(np.zeros(4), 4, FixedStart(0.6))
    assert chosen.tolist() == [2, 3, 0, 1]


def test_a_wheel_without_shares_is_fair():
    assert StochasticUniversalSampling()(np.ones(4), 4, FixedStart(0.1)).tolist() == [0, 1, 2, 3]


def test_tournament_picks_the_best_of_those_drawn(several):
    """With distinct ranks r = 0..P-1 the best of k has chance ((P - r)^k - (P - r - 1)^k) / P^k."""
    population, size = 10, 3
    number = several(200_000, without_jit=200_000)
    ranking = np.random.default_rng(1).permutation(population) / population
    chosen = Tournament(size=size)(ranking, number, stream(0, "tests", "tournament"))
    places = np.arange(population)
    chances = ((population - places) ** size - (population - places - 1) ** size) / population**size
    observed = np.bincount(np.argsort(np.argsort(ranking))[chosen], minlength=population)
    assert stats.chisquare(observed, number * chances).pvalue > 1e-4


def test_tournament_of_different_organisms(several):
    """The best of k different ones of P has chance C(P - r - 1, k - 1) / C(P, k); whole populations find the best."""
    population, size = 9, 4
    number = several(200_000, without_jit=20_000)
    ranking = np.arange(population) / population
    chosen = Tournament(size=size, distinct=True)(ranking, number, stream(0, "tests", "distinct"))
    chances = [comb(population - rank - 1, size - 1) / comb(population, size) for rank in range(population)]
    observed = np.bincount(chosen, minlength=population)
    possible = population - size + 1
    assert stats.chisquare(observed[:possible], number * np.array(chances[:possible])).pvalue > 1e-4
    assert observed[possible:].sum() == 0
    assert (Tournament(size=population, distinct=True)(ranking[::-1], 500, stream(0)) == population - 1).all()


def test_ties_in_a_tournament_go_to_any_of_the_tied_alike(several):
    number = several(100_000, without_jit=20_000)
    for distinct in (False, True):
        chosen = Tournament(size=3, distinct=distinct)(np.zeros(7), number, stream(0, "tests", "ties"))
        assert stats.chisquare(np.bincount(chosen, minlength=7)).pvalue > 1e-4


def test_ties_in_a_tournament_go_to_the_one_drawn_first():
    """Each half of a random word, the lower one first, draws a place of seven; who is drawn comes to the front."""
    number, size = 100, 3
    halves = [
        int(word) >> shift & 0xFFFFFFFF
        for word in random_uint64(stream(0, "tests", "first"), number * size, per_word=2)
        for shift in (0, 32)
    ]
    order, drawn = [*range(7)], []
    for half in halves:
        place = half * 7 >> 32
        order[0], order[place] = order[place], order[0]
        drawn.append(order[0])
    chosen = Tournament(size=size)(np.zeros(7), number, stream(0, "tests", "first"))
    assert chosen.tolist() == drawn[::size]


def test_tournament_of_one_is_blind():
    chosen = Tournament(size=1)(np.linspace(0, 1, 5), 50_000, stream(0, "tests", "blind"))
    assert stats.chisquare(np.bincount(chosen)).pvalue > 1e-4


def test_truncation_takes_the_best_and_breaks_ties_by_row():
    assert Truncation()(np.array([0.3, 0.1, 0.3, 0.1, 0.0]), 4, stream(0)).tolist() == [4, 1, 3, 0]


def test_populations_that_are_too_small():
    with pytest.raises(ValueError, match="tournament of 11 in a population of 10"):
        Tournament(size=11).check(10, 5)
    with pytest.raises(ValueError, match="can't choose 11 parents from a population of 10"):
        Truncation().check(10, 11)
