"""Exact evaluation in every coding against the listing and its twin; losses to opponents, exact, drawn and played."""

import random

import numpy as np
import pytest
from reference import classic as oracles
from reference import hemingroth as twin
from scipy import stats

from tttcore.engines.genetic_algorithm import reference
from tttcore.engines.genetic_algorithm.operators.criteria import Fitness, GamesNotLost, Losses, LossesOnce
from tttcore.engines.genetic_algorithm.players import coding as codes
from tttcore.engines.genetic_algorithm.players import opponents
from tttcore.engines.genetic_algorithm.players.coding import FINISHED_ALLELE, Cells, Situations
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.players.opponents import RandomMoveGenerator, UnbeatableMoveGenerator
from tttcore.engines.genetic_algorithm.population import Members, Population
from tttcore.games.classic import SYMMETRIES, free_cells
from tttcore.games.position import SEAT_INDICES
from tttcore.pipeline.rng import stream

READINGS = ("modulo", "next_free", "never")


@pytest.fixture(scope="module")
def codings(tables):
    return {taken: Situations(taken).apply(tables) for taken in READINGS} | {"cells": Cells().apply(tables)}


def drawn(coding, number, *name):
    genes = np.empty((number, coding.alleles.width), np.uint8)
    codes.fill_randomly(genes, coding.alleles, stream(0, "tests", *name))
    return genes


@pytest.mark.parametrize("seat", ["first", "second"])
def test_counts_equal_the_listing(tables, random_genes, several, seat):
    """Also of perfect players, who never lose, and of those who mark the first or the last free cell."""
    first = np.where(tables.open, np.argmin(tables.states > 0, axis=1), FINISHED_ALLELE)
    last = np.where(tables.open, 8 - np.argmin(tables.states[:, ::-1] > 0, axis=1), FINISHED_ALLELE)
    special = np.array([oracles.perfect_genome(), first, last], np.uint8)
    genes = np.vstack([special, random_genes(several(400, without_jit=40), "evaluator", seat)])
    evaluation = Evaluator(tables, seat)(genes)
    counts = np.transpose([evaluation.counts()[name] for name in ("wins", "losses", "draws")]).tolist()
    sides = (oracles.X_WINS, oracles.O_WINS) if seat == "first" else (oracles.O_WINS, oracles.X_WINS)
    for organism, genome in enumerate(genes.tolist()):
        ends = oracles.outcomes(genome, seat)
        won, lost, even = (ends[end] for end in (*sides, oracles.DRAW))
        assert counts[organism] == [won, lost, even]
        assert evaluation.fitness[organism] == lost / ends.total()
        if organism < 5:
            assert reference.play_out(genome, seat, tables) == (won, lost, even)
            assert reference.evaluate(genome, tables, seat) == oracles.fitness(genome, seat)
    assert evaluation.fitness[0] == 0
    assert counts[0][0] > 0
    both = Evaluator(tables, "both")(genes[:40]).fitness.tolist()
    assert both == [oracles.fitness(genome, "both") for genome in genes[:40].tolist()]
    with pytest.raises(ValueError, match=r"unknown seat 'third'; known: first, second, both"):
        Evaluator(tables, "third")


def test_finished_genes_are_not_read(tables, random_genes):
    """Whatever stands at finished states, and at states of the other seat, changes nothing."""
    genes = random_genes(20, "unread")
    fitness = Evaluator(tables, "first")(genes).fitness
    genes[:, ~tables.open] = 0
    opponents_turn = tables.open & (tables.plies % 2 == 1)
    genes[:, opponents_turn] = np.roll(genes, 1, axis=0)[:, opponents_turn]
    np.testing.assert_array_equal(Evaluator(tables, "first")(genes).fitness, fitness)


def test_alleles_are_the_free_cells(alleles):
    assert alleles.n_genes == 765
    boards = oracles.game_base()
    for board, row, closed in zip(boards, alleles.allowed.tolist(), alleles.closed.tolist(), strict=True):
        free = [] if oracles.winner(board) else oracles.free_cells(board)
        assert row[: len(free) + 1] == [len(free), *free]
        assert closed == (0 if free else 2**64 - 1)
    assert alleles.open_loci.tolist() == [g for g, board in enumerate(boards) if not oracles.winner(board)]


@pytest.mark.parametrize("taken", READINGS)
def test_codings_are_the_twins(tables, codings, several, taken):
    """Genes stand for the situations in order of their keys, and mark the same cells, so that games end alike."""
    coding, situations = codings[taken], twin.situations()
    shown = [tables.states[state][codes.base_case(tables.states[state])] for state in coding.states]
    assert [codes.base_key(board) for board in shown] == list(situations)
    assert np.array(shown).tolist() == [[cell % 3 for cell in scenario] for scenario in situations.values()]
    assert coding.alleles.n_genes == Situations(taken).n_genes == 627
    assert sorted(coding.states.tolist()) == np.flatnonzero(tables.open).tolist()
    for locus, scenario in enumerate(situations.values()):
        order = codes.base_case(tables.states[coding.states[locus]])
        count, *found = coding.alleles.allowed[locus].tolist()
        allowed = [cell for cell in range(9) if scenario[cell] == 0 or taken != "never"]
        assert found[:count] == allowed
        for allele in allowed:
            assert coding.marks[locus, allele] == order[twin.meaning(scenario, allele, taken)]
    for board in tables.states[::7]:
        assert len({codes.base_key(board[cells][codes.base_case(board[cells])]) for cells in SYMMETRIES}) == 1
    genes = drawn(coding, several(12, without_jit=3), "games", taken)
    first, second, both = (Evaluator(tables, seat, coding)(genes) for seat in SEAT_INDICES)
    for row, alleles in enumerate(genes.tolist()):
        genome = dict(zip(situations, alleles, strict=False))
        for seat, evaluation in ((1, first), (-1, second)):
            ends = twin.games(genome, seat, taken)
            counted = {name: column[row] for name, column in evaluation.counts().items()}
            assert counted == {"wins": ends[seat], "losses": ends[-seat], "draws": ends[0]}
        assert both.fitness[row] == twin.lost_share(genome, taken)


@pytest.mark.parametrize("taken", READINGS)
def test_a_player_is_the_same_in_every_coding(tables, codings, several, taken):
    """Also to opponents."""
    coding = codings[taken]
    genes = drawn(coding, several(200, without_jit=10), "translated", taken)
    players, rows = coding.decode(genes, tables), np.arange(len(genes))
    assert (players[:, ~tables.open] == 9).all()
    np.testing.assert_array_equal(codings["cells"].decode(players, tables), players)
    for seat in SEAT_INDICES:
        own, translated = Evaluator(tables, seat, coding)(genes), Evaluator(tables, seat)(players)
        np.testing.assert_array_equal(own.tallies, translated.tallies)
        np.testing.assert_array_equal(own.fitness, translated.fitness)
    tallies = Evaluator(tables, "first")(players).tallies
    for opponent in (RandomMoveGenerator(), UnbeatableMoveGenerator(counter="running")):
        coded, plain = opponent.prepare(tables, "first", coding), opponent.prepare(tables, "first")
        np.testing.assert_array_equal(coded.per_game(genes, tallies, rows), plain.per_game(players, tallies, rows))
        np.testing.assert_array_equal(coded.first_game(genes, rows), plain.first_game(players, rows))
    assert Cells().n_genes == codings["cells"].alleles.n_genes
    coded, plain = (opponents.game_tree(tables, free_cells, *given) for given in ([coding], []))
    np.testing.assert_array_equal(
        opponents.loss_chances(genes, rows, coded), opponents.loss_chances(players, rows, plain)
    )


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
    if first is not None:
        assert chances.first_game(genes, everyone[::-2]).tolist() == first[::-2].tolist()
    for organism, genome in enumerate(genes.tolist()):
        counted, uncounted = (
            oracles.loss_chance(plays(genome), rules(centre, counted=known), oracles.X) for known in (True, False)
        )
        assert usual[organism] == pytest.approx(float(counted if first is None else uncounted), rel=1e-13)
        assert (usual if first is None else first)[organism] == pytest.approx(float(counted), rel=1e-13)


GAMES, SERIES = 6, 250
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


@pytest.mark.parametrize("name", GENERATORS)
def test_drawn_losses_equal_played_games(tables, organisms, several, name):
    """Numbers lost by two organisms in a row, in many series drawn and many played.

    One's first game differs most from later ones; the other loses about 40% of games.
    """
    opponent, generator = GENERATORS[name]
    chances, everyone = opponent.prepare(tables, "first"), np.arange(len(organisms.genes))
    usual = chances.per_game(organisms.genes, organisms.tallies, everyone)
    first = chances.first_game(organisms.genes, everyone)
    special = np.abs(usual - (usual if first is None else first))
    rows = np.array([np.argmax(special), np.argsort(np.abs(usual - 0.4))[0]])
    share_lost_to = Losses(opponent, games=GAMES).prepare(tables, "first")
    rng, games = stream(0, "tests", "judge", name), random.Random(name)
    number = several(10 * SERIES, without_jit=150)
    drawn = np.array([share_lost_to(organisms, Members.of(rows), rng) for _ in range(number)]) * GAMES
    np.testing.assert_allclose(drawn, drawn.round(), atol=1e-12)
    played = np.empty((SERIES, 2), int)
    for series in range(SERIES):
        opponent_in_play = generator(games)
        for column, row in enumerate(rows):
            played[series, column] = oracles.losses(organisms.genes[row].tolist(), opponent_in_play, GAMES)
    for column in range(2):
        counts = [np.bincount(sample[:, column].round().astype(int), minlength=GAMES + 1) for sample in (drawn, played)]
        assert stats.chi2_contingency(np.array(counts)[:, np.any(counts, axis=0)]).pvalue > 1e-4


def test_copies_play_their_own_games_or_once(tables, organisms):
    members = Members.of(np.array([2, 0, 2, 1, 2]))
    each, once, kept = (
        np.array([cost(organisms, members, stream(0, "tests", "copies", replicate)) for replicate in range(300)])
        for cost in (
            kind(RandomMoveGenerator()).prepare(tables, "first") for kind in (Losses, LossesOnce, GamesNotLost)
        )
    )
    assert (np.ptp(once[:, [0, 2, 4]], axis=1) == 0).all()
    assert (np.ptp(each[:, [0, 2, 4]], axis=1) > 0).any()
    for column in range(5):
        assert stats.ks_2samp(each[:, column], once[:, column]).pvalue > 1e-4
    assert np.ptp(each) > 0
    assert kept == pytest.approx(1 - each), "games that are not lost are what losses leave"


def test_costs_are_those_of_the_given_rows(tables, organisms):
    rows, opponent = np.array([5, 1, 5, 14]), RandomMoveGenerator()
    fitness = Fitness().prepare(tables, "first")
    assert fitness(organisms, Members.of(rows), None).tolist() == organisms.fitness[rows].tolist()
    chances = opponent.prepare(tables, "first").per_game(organisms.genes, organisms.tallies, rows)
    share_lost_to = Losses(opponent, games=1000).prepare(tables, "first")
    lost = share_lost_to(organisms, Members.of(np.repeat(rows, 1000)), stream(0, "tests")).reshape(4, 1000)
    np.testing.assert_allclose(lost.mean(axis=1), chances, atol=0.003)
    assert len(set(lost[0].tolist())) > 5, "copies of an organism play their own games"
