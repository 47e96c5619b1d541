"""What organisms are ranked by: drawn numbers of losses against games really played."""

import random

import numpy as np
import oracles
import pytest
from scipy import stats

from tttcore.base.rng import stream
from tttcore.evolution.criteria import Fitness, Losses
from tttcore.evolution.organisms import Organisms
from tttcore.players.genome import Evaluator
from tttcore.players.opponents import RandomMoveGenerator, UnbeatableMoveGenerator

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
    table = Organisms.room_for(several(200, without_jit=15), 765)
    table.genes[:] = random_genes(len(table.genes), "criteria")
    table.evaluate(Evaluator(tables, "first"))
    return table


def telling_rows(tables, opponent, organisms):
    """Two organisms that lose now and then; if the first game is special, one for which it is most so."""
    chances = opponent.prepare(tables, "first")
    usual = chances.per_game(organisms.genes, organisms.tallies)
    first = chances.first_game(organisms.genes)
    special = np.abs(usual - (usual if first is None else first))
    return np.array([np.argmax(special), np.argsort(np.abs(usual - 0.4))[0]])


@pytest.mark.parametrize("name", GENERATORS)
def test_drawn_losses_equal_played_games(tables, organisms, several, name):
    """Numbers lost by two organisms in a row, in many series drawn and many played."""
    opponent, generator = GENERATORS[name]
    rows = telling_rows(tables, opponent, organisms)
    judge = Losses(opponent, games=GAMES).prepare(tables, "first")
    rng = stream(0, "tests", "judge", name)
    drawn = np.array([judge(organisms, rows, rng) for _ in range(several(10 * SERIES, without_jit=150))]) * GAMES
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


def test_first_game_of_a_running_counter_counts_once(tables, organisms, several):
    """A series of one game: only the first organism meets the rules for early turns."""
    opponent = UnbeatableMoveGenerator(centre="anyone", counter="running")
    chances = opponent.prepare(tables, "first")
    usual = chances.per_game(organisms.genes, organisms.tallies)
    early = chances.first_game(organisms.genes)
    row = int(np.argmax(np.abs(usual - early)))
    assert abs(usual[row] - early[row]) > 0.2
    judge = Losses(opponent, games=1).prepare(tables, "first")
    rng = stream(0, "tests", "first game")
    number = several(2000, without_jit=200)
    lost = np.array([judge(organisms, np.array([row, row]), rng) for _ in range(number)]).sum(axis=0).astype(int)
    assert stats.binomtest(lost[0], number, early[row]).pvalue > 1e-4
    assert stats.binomtest(lost[1], number, usual[row]).pvalue > 1e-4


def test_copies_of_an_organism_play_their_own_games(tables, organisms):
    judge = Losses(RandomMoveGenerator(), games=300).prepare(tables, "first")
    lost = judge(organisms, np.full(50, 3), stream(0, "tests", "copies"))
    assert len(set(lost.tolist())) > 5


def test_rows_choose_who_is_judged(tables, organisms):
    rows = np.array([5, 1, 5, 14])
    fitness = Fitness().prepare(tables, "first")
    assert fitness(organisms, rows, None).tolist() == organisms.fitness[rows].tolist()
    chances = RandomMoveGenerator().prepare(tables, "first").per_game(organisms.genes, organisms.tallies)
    lost = Losses(RandomMoveGenerator(), games=1_000_000).prepare(tables, "first")(organisms, rows, stream(0, "tests"))
    np.testing.assert_allclose(lost, chances[rows], atol=0.003)


def test_second_player_loses_to_random_moves(tables, random_genes):
    table = Organisms.room_for(5, 765)
    table.genes[:] = random_genes(5, "second seat")
    table.evaluate(Evaluator(tables, "second"))
    judge = Losses(RandomMoveGenerator(), games=1_000_000).prepare(tables, "second")
    lost = judge(table, np.arange(5), stream(0, "tests"))
    for share, genome in zip(lost, table.genes.tolist(), strict=True):
        exact = oracles.loss_chance(oracles.free_cells, lambda b, g=genome: [oracles.move(g, b)], oracles.O)
        assert share == pytest.approx(float(exact), abs=0.003)


def test_seats():
    assert Fitness().seats == ("first", "second", "both")
    assert Losses(RandomMoveGenerator()).seats == ("first", "second")
    assert Losses(UnbeatableMoveGenerator()).seats == ("first",)
