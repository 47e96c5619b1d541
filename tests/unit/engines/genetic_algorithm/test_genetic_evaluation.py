"""Exact evaluation in every coding against the listing's queue over real boards; codings against the listing's twin."""

import numpy as np
import pytest
from reference import classic as oracles
from reference import hemingroth as twin
from scipy import stats

from tttcore.engines.genetic_algorithm import reference
from tttcore.engines.genetic_algorithm.players import coding as codes
from tttcore.engines.genetic_algorithm.players import opponents
from tttcore.engines.genetic_algorithm.players.coding import FINISHED_ALLELE, Cells, Situations
from tttcore.engines.genetic_algorithm.players.evaluation import DRAW, LOSS, WIN, Evaluator, lane
from tttcore.engines.genetic_algorithm.players.opponents import RandomMoveGenerator, UnbeatableMoveGenerator
from tttcore.games.classic import SYMMETRIES, free_cells
from tttcore.games.position import SEAT_INDICES
from tttcore.pipeline.rng import stream

READINGS = ("modulo", "next_free", "never")
ENDS = {
    "first": (oracles.X_WINS, oracles.O_WINS, oracles.DRAW),
    "second": (oracles.O_WINS, oracles.X_WINS, oracles.DRAW),
}
"""Ends that are won, lost and drawn for a seat."""


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
    for organism, genome in enumerate(genes.tolist()):
        ends = oracles.outcomes(genome, seat)
        won, lost, even = (ends[end] for end in ENDS[seat])
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


def finished_boards(genome, seat, board=oracles.BLANK):
    if oracles.winner(board):
        yield board
        return
    to_move = "first" if board.count(0) % 2 else "second"
    for cell in [oracles.move(genome, board)] if to_move == seat else oracles.free_cells(board):
        yield from finished_boards(genome, seat, oracles.put(board, cell))


def test_lanes_say_when_a_game_was_lost(tables, random_genes):
    """Lanes are wins, draws and losses by the opponent's third, fourth and fifth mark."""
    for seat, column in (("first", 0), ("second", 1)):
        loser = oracles.X if seat == "first" else oracles.O
        genes = random_genes(30, "lanes", seat)
        tallies = Evaluator(tables, seat)(genes).tallies[:, column]
        for tally, genome in zip(tallies, genes.tolist(), strict=True):
            boards = [board for board in finished_boards(genome, seat) if oracles.winner(board) == 3 - loser]
            lost = [sum(board.count(3 - loser) == mark for board in boards) for mark in (3, 4, 5)]
            ends = oracles.outcomes(genome, seat)
            assert [lane(tally, LOSS + mark) for mark in range(3)] == lost
            assert lane(tally, WIN) == ends[loser]
            assert lane(tally, DRAW) == ends[oracles.DRAW]
    assert tallies.max() < 2**60


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


def test_random_genomes_are_uniform_and_their_genes_independent(tables, codings, alleles, several):
    """Over free cells; neighbouring genes come from one random word."""
    number = several(10_000, without_jit=300)
    genes = drawn(codings["cells"], number, "uniform")
    assert (genes[:, ~tables.open] == FINISHED_ALLELE).all()
    total, freedom = 0.0, 0
    for locus in alleles.open_loci.tolist():
        free = alleles.allowed[locus, 1 : alleles.allowed[locus, 0] + 1]
        counts = np.bincount(genes[:, locus], minlength=10)
        assert counts[free].sum() == number
        if free.size > 1:
            total += stats.chisquare(counts[free]).statistic
            freedom += free.size - 1
    assert 1e-4 < stats.chi2.sf(total, freedom) < 1 - 1e-4
    for locus in range(1, 9):
        pairs = np.zeros((9, 9), int)
        np.add.at(pairs, (genes[:, locus], genes[:, locus + 1]), 1)
        found = pairs[pairs.any(axis=1)][:, pairs.any(axis=0)]
        assert stats.chi2_contingency(found).pvalue > 1e-4


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
    genes = drawn(coding, several(12, without_jit=3), "games", taken)
    first, second, both = (Evaluator(tables, seat, coding)(genes) for seat in SEAT_INDICES)
    for row, alleles in enumerate(genes.tolist()):
        genome = dict(zip(situations, alleles, strict=False))
        for seat, evaluation in ((1, first), (-1, second)):
            ends = twin.games(genome, seat, taken)
            counted = {name: column[row] for name, column in evaluation.counts().items()}
            assert counted == {"wins": ends[seat], "losses": ends[-seat], "draws": ends[0]}
        assert both.fitness[row] == twin.lost_share(genome, taken)


def test_base_cases_do_not_depend_on_the_image(tables):
    for board in tables.states[::7]:
        assert len({codes.base_key(board[cells][codes.base_case(board[cells])]) for cells in SYMMETRIES}) == 1


@pytest.mark.parametrize("taken", READINGS)
def test_a_player_is_the_same_in_every_coding(tables, codings, several, taken):
    coding = codings[taken]
    genes = drawn(coding, several(200, without_jit=10), "translated", taken)
    players = coding.decode(genes, tables)
    assert (players[:, ~tables.open] == 9).all()
    for seat in SEAT_INDICES:
        own, translated = Evaluator(tables, seat, coding)(genes), Evaluator(tables, seat)(players)
        np.testing.assert_array_equal(own.tallies, translated.tallies)
        np.testing.assert_array_equal(own.fitness, translated.fitness)
    np.testing.assert_array_equal(codings["cells"].decode(players, tables), players)
    assert Cells().n_genes == codings["cells"].alleles.n_genes


@pytest.mark.parametrize("opponent", [RandomMoveGenerator(), UnbeatableMoveGenerator(counter="running")])
def test_opponents_meet_the_same_player_in_every_coding(tables, codings, several, opponent):
    coding = codings["modulo"]
    genes = drawn(coding, several(100, without_jit=5), "opponents")
    players, rows = coding.decode(genes, tables), np.arange(len(genes))
    tallies = Evaluator(tables, "first")(players).tallies
    coded, plain = opponent.prepare(tables, "first", coding), opponent.prepare(tables, "first")
    np.testing.assert_array_equal(coded.per_game(genes, tallies, rows), plain.per_game(players, tallies, rows))
    first = coded.first_game(genes, rows)
    if first is not None:
        np.testing.assert_array_equal(first, plain.first_game(players, rows))
    trees = opponents.game_tree(tables, free_cells, coding), opponents.game_tree(tables, free_cells)
    coded, plain = opponents.loss_chances(genes, rows, trees[0]), opponents.loss_chances(players, rows, trees[1])
    np.testing.assert_array_equal(coded, plain)
