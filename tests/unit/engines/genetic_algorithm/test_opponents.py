"""Chances of losing to each opponent against exact fractions and published values; drawn losses and played games."""

import random

import numpy as np
import pytest
from reference import classic as oracles
from scipy import stats

from tttcore.engines.genetic_algorithm.operators.criteria import Fitness, GamesNotLost, Losses, LossesOnce
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.players.opponents import RandomMoveGenerator, UnbeatableMoveGenerator, game_tree
from tttcore.engines.genetic_algorithm.population import Members, Population
from tttcore.pipeline.rng import stream
from tttcore.players.umg_rules import LATE_TURN, barrat_choices, turn_of

HOLDERS = {"opponent": (oracles.X,), "anyone": (oracles.X, oracles.O)}


def rules(centre, *, counted):
    """The oracle's rules, a player from a board to its cells."""
    return lambda board: oracles.barrat(
        board, board.count(oracles.O) + 1 if counted else 50, centre_holder=HOLDERS[centre]
    )


def plays(genome):
    return lambda board: [oracles.move(genome, board)]


@pytest.mark.parametrize("seat", ["first", "second"])
def test_random_moves(tables, random_genes, several, seat):
    genes = random_genes(several(25, without_jit=5), "rmg", seat)
    chances = RandomMoveGenerator().prepare(tables, seat)
    measured = chances.per_game(genes, Evaluator(tables, seat)(genes).tallies, np.arange(len(genes)))
    for chance, genome in zip(measured, genes.tolist(), strict=True):
        players = (plays(genome), oracles.free_cells) if seat == "first" else (oracles.free_cells, plays(genome))
        exact = oracles.loss_chance(*players, oracles.O if seat == "second" else oracles.X)
        assert chance == pytest.approx(float(exact), rel=1e-13)
    assert chances.first_game(genes, np.arange(len(genes))) is None


@pytest.mark.parametrize("centre", HOLDERS)
@pytest.mark.parametrize("counter", ["per_game", "running"])
def test_rules(tables, random_genes, several, centre, counter):
    genes = random_genes(several(60, without_jit=10), "umg", centre, counter)
    chances = UnbeatableMoveGenerator(centre=centre, counter=counter).prepare(tables, "first")
    everyone = np.arange(len(genes))
    usual = chances.per_game(genes, np.zeros((len(genes), 2), np.int64), everyone)
    first = chances.first_game(genes, everyone)
    assert (first is None) == (counter == "per_game")
    for organism, genome in enumerate(genes.tolist()):
        counted, uncounted = (
            oracles.loss_chance(plays(genome), rules(centre, counted=known), oracles.X) for known in (True, False)
        )
        assert usual[organism] == pytest.approx(float(counted if first is None else uncounted), rel=1e-13)
        if first is not None:
            assert first[organism] == pytest.approx(float(counted), rel=1e-13)


def walk(tree, tables, judge, board=0):
    """Chance that the rule loses from a board on, `judge` weighing X's free cells."""
    state = tree.locus[board]
    values = []
    for allele in np.flatnonzero(tables.states[state] == 0):
        onward = tree.replies[board, allele, : tree.reply_counts[board, allele]]
        won_at_once = tables.outcomes[tables.next_state[state, allele]] == 1
        values.append(won_at_once + tree.chance[board, allele] * sum(walk(tree, tables, judge, b) for b in onward))
    return judge(values)


@pytest.mark.parametrize(
    ("centre", "counted", "published", "exploit"),
    [("opponent", True, 0.00776, 1 / 3), ("anyone", True, 0.01199, 1.0), ("anyone", False, 0.0755, 1.0)],
)
def test_published_chances_of_beating_the_rules(tables, centre, counted, published, exploit):
    """How often X beats the rules, moving at random or in the best way."""
    tree = game_tree(
        tables, lambda board: barrat_choices(board, turn=turn_of(board) if counted else LATE_TURN, centre=centre)
    )
    by_twin = float(oracles.loss_chance(oracles.free_cells, rules(centre, counted=counted), oracles.O))
    assert walk(tree, tables, np.mean) == pytest.approx(by_twin, rel=1e-12)
    assert by_twin == pytest.approx(published, abs=0.00006)
    assert walk(tree, tables, max) == pytest.approx(exploit, rel=1e-12)


def test_rows_choose_organisms_in_their_order(tables, random_genes):
    genes = random_genes(40, "rows")
    tallies = Evaluator(tables, "first")(genes).tallies
    rows = np.array([39, 3, 3, 0, 17, 25, 8])
    for opponent in (RandomMoveGenerator(), UnbeatableMoveGenerator(), UnbeatableMoveGenerator(counter="running")):
        chances = opponent.prepare(tables, "first")
        everyone = chances.per_game(genes, tallies, np.arange(40))
        assert len(set(everyone[rows].tolist())) > 1
        assert chances.per_game(genes, tallies, rows).tolist() == everyone[rows].tolist()
        first = chances.first_game(genes, np.arange(40))
        if first is not None:
            assert chances.first_game(genes, rows).tolist() == first[rows].tolist()


GAMES = 6
SERIES = 250


GENERATORS = {
    "rmg": (RandomMoveGenerator(), lambda rng: lambda board: rng.choice(oracles.free_cells(board))),
    "umg": (UnbeatableMoveGenerator(), oracles.UnbeatableGenerator),
    "umg as listed": (
        UnbeatableMoveGenerator(centre="anyone", counter="running"),
        lambda rng: oracles.UnbeatableGenerator(rng, centre_holder=HOLDERS["anyone"], reset=False),
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
    number = several(10 * SERIES, without_jit=150)
    drawn = np.array([share_lost_to(organisms, members, rng) for _ in range(number)]) * GAMES
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


def test_copies_play_their_own_games_or_once(tables, organisms):
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


def test_costs_are_those_of_the_given_rows(tables, organisms):
    rows = np.array([5, 1, 5, 14])
    fitness = Fitness().prepare(tables, "first")
    assert fitness(organisms, Members.of(rows), None).tolist() == organisms.fitness[rows].tolist()
    random_moves = RandomMoveGenerator().prepare(tables, "first")
    chances = random_moves.per_game(organisms.genes, organisms.tallies, np.arange(len(organisms.genes)))
    share_lost_to = Losses(RandomMoveGenerator(), games=1000).prepare(tables, "first")
    lost = share_lost_to(organisms, Members.of(np.repeat(rows, 1000)), stream(0, "tests")).reshape(4, 1000)
    np.testing.assert_allclose(lost.mean(axis=1), chances[rows], atol=0.003)
    assert len(set(lost[0].tolist())) > 5, "copies of an organism play their own games"
