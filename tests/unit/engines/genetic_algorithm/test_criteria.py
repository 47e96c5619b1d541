"""Criteria: drawn numbers of losses against games really played."""

import random

import numpy as np
import pytest
from reference import classic as oracles
from scipy import stats

from tttcore.engines.genetic_algorithm.operators.criteria import Fitness, GamesNotLost, Losses, LossesOnce
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.players.opponents import RandomMoveGenerator, UnbeatableMoveGenerator
from tttcore.engines.genetic_algorithm.population import Members, Population
from tttcore.pipeline.rng import stream

GAMES = 6
SERIES = 250


class RandomGenerator:
    """Plays a uniformly random free cell."""

    def __init__(self, rng):
        self.rng = rng

    def __call__(self, board):
        return self.rng.choice(oracles.free_cells(board))


GENERATORS = {
    "rmg": (RandomMoveGenerator(), RandomGenerator),
    "umg": (UnbeatableMoveGenerator(), oracles.UnbeatableGenerator),
    "umg as listed": (
        UnbeatableMoveGenerator(centre="anyone", counter="running"),
        lambda rng: oracles.UnbeatableGenerator(rng, centre_holder=(oracles.X, oracles.O), reset=False),
    ),
}


@pytest.fixture
def organisms(tables, random_genes, several):
    table = Population.empty(several(200, without_jit=15), 765)
    table.genes[:] = random_genes(len(table.genes), "criteria")
    table.evaluate(Evaluator(tables, "first"))
    return table


def rows_to_compare(tables, opponent, organisms):
    """Two rows: the organism whose first game differs most from later ones, and one that loses about 40% of games."""
    chances = opponent.prepare(tables, "first")
    everyone = np.arange(len(organisms.genes))
    usual = chances.per_game(organisms.genes, organisms.tallies, everyone)
    first = chances.first_game(organisms.genes, everyone)
    special = np.abs(usual - (usual if first is None else first))
    return np.array([np.argmax(special), np.argsort(np.abs(usual - 0.4))[0]])


@pytest.mark.parametrize("name", GENERATORS)
def test_drawn_losses_equal_played_games(tables, organisms, several, name):
    """Numbers lost by two organisms in a row, in many series drawn and many played."""
    opponent, generator = GENERATORS[name]
    rows = rows_to_compare(tables, opponent, organisms)
    share_lost_to = Losses(opponent, games=GAMES).prepare(tables, "first")
    rng = stream(0, "tests", "judge", name)
    members = Members.of(rows)
    drawn = (
        np.array([share_lost_to(organisms, members, rng) for _ in range(several(10 * SERIES, without_jit=150))]) * GAMES
    )
    np.testing.assert_allclose(drawn, drawn.round(), atol=1e-12)
    games = random.Random(name)
    played = np.empty((SERIES, 2), int)
    for series in range(SERIES):
        opponent_in_play = generator(games)
        for column, row in enumerate(rows):
            played[series, column] = oracles.losses(organisms.genes[row].tolist(), opponent_in_play, GAMES)
    for column in range(2):
        counts = [np.bincount(sample[:, column].round().astype(int), minlength=GAMES + 1) for sample in (drawn, played)]
        table = np.array(counts)[:, np.any(counts, axis=0)]
        assert stats.chi2_contingency(table).pvalue > 1e-4


@pytest.mark.parametrize("turned", [False, True])
def test_first_game_of_a_running_counter_counts_once(tables, organisms, several, turned):
    """A series of two games each: only the first organism meets the rules for early turns, and once."""
    opponent = UnbeatableMoveGenerator(centre="anyone", counter="running")
    chances = opponent.prepare(tables, "first")
    everyone = np.arange(len(organisms.genes))
    usual = chances.per_game(organisms.genes, organisms.tallies, everyone)
    early = chances.first_game(organisms.genes, everyone)
    rows = np.array([np.argmax(usual - early), np.argmax(early - usual)])[:: -1 if turned else 1]
    assert np.abs(usual - early)[rows].min() > 0.1
    share_lost_to = Losses(opponent, games=2).prepare(tables, "first")
    rng = stream(0, "tests", "first game")
    number = several(2000, without_jit=200)
    lost = np.array([share_lost_to(organisms, Members.of(rows), rng) for _ in range(number)]) * 2
    for column, opening in ((0, early[rows[0]]), (1, usual[rows[1]])):
        later = usual[rows[column]]
        for games_lost, chance in ((0, (1 - opening) * (1 - later)), (2, opening * later)):
            observed = np.count_nonzero(lost[:, column] == games_lost)
            assert stats.binomtest(observed, number, chance).pvalue > 1e-4


def test_copies_of_an_organism_play_their_own_games(tables, organisms):
    share_lost_to = Losses(RandomMoveGenerator(), games=300).prepare(tables, "first")
    lost = share_lost_to(organisms, Members.of(np.full(50, 3)), stream(0, "tests", "copies"))
    assert len(set(lost.tolist())) > 5


def test_copies_play_once(tables, organisms):
    members = Members.of(np.array([2, 0, 2, 1, 2]))
    each, once = (
        np.array([cost(organisms, members, stream(0, "tests", name, replicate)) for replicate in range(300)])
        for name, kind in (("each", Losses), ("once", LossesOnce))
        for cost in [kind(RandomMoveGenerator()).prepare(tables, "first")]
    )
    assert (np.ptp(once[:, [0, 2, 4]], axis=1) == 0).all()
    assert (np.ptp(each[:, [0, 2, 4]], axis=1) > 0).any()
    for column in range(5):
        assert stats.ks_2samp(each[:, column], once[:, column]).pvalue > 1e-4


def test_games_not_lost_are_what_losses_leave(tables, organisms):
    members = Members.of(np.array([2, 0, 3, 1]))
    lost, kept = (
        kind(RandomMoveGenerator()).prepare(tables, "first")(organisms, members, stream(0, "tests", "turned round"))
        for kind in (Losses, GamesNotLost)
    )
    assert np.ptp(lost) > 0
    assert kept == pytest.approx(1 - lost)


def share_lost(share_lost_to, organisms, rows):
    """(S,) share lost over a thousand copies of each row; with 1,000 games each that is a million games."""
    lost = share_lost_to(organisms, Members.of(np.repeat(rows, 1000)), stream(0, "tests"))
    return lost.reshape(len(rows), 1000).mean(axis=1)


def test_costs_are_those_of_the_given_rows(tables, organisms):
    rows = np.array([5, 1, 5, 14])
    fitness = Fitness().prepare(tables, "first")
    assert fitness(organisms, Members.of(rows), None).tolist() == organisms.fitness[rows].tolist()
    random_moves = RandomMoveGenerator().prepare(tables, "first")
    chances = random_moves.per_game(organisms.genes, organisms.tallies, np.arange(len(organisms.genes)))
    lost = share_lost(Losses(RandomMoveGenerator(), games=1000).prepare(tables, "first"), organisms, rows)
    np.testing.assert_allclose(lost, chances[rows], atol=0.003)


def test_seats():
    assert Fitness().seats == ("first", "second", "both")
    assert Losses(RandomMoveGenerator()).seats == ("first", "second")
    assert Losses(UnbeatableMoveGenerator()).seats == ("first",)
