"""Exact evaluation against the listing's queue over real boards and the reference; random genomes are uniform."""

import numpy as np
import pytest
from reference import classic as oracles
from scipy import stats

from tttcore.engines.genetic_algorithm import reference
from tttcore.engines.genetic_algorithm.players.coding import FINISHED_ALLELE, Alleles, fill_randomly
from tttcore.engines.genetic_algorithm.players.evaluation import DRAW, LOSS, WIN, Evaluator, lane
from tttcore.games.position import SEAT_INDICES
from tttcore.pipeline.rng import stream

GAMES_LOST_AT = {"first": oracles.O_WINS, "second": oracles.X_WINS}
GAMES_WON_AT = {"first": oracles.X_WINS, "second": oracles.O_WINS}


def first_free_cell(tables):
    return np.where(tables.open, np.argmin(tables.states > 0, axis=1), FINISHED_ALLELE).astype(np.uint8)


def last_free_cell(tables):
    from_the_end = np.argmin(tables.states[:, ::-1] > 0, axis=1)
    return np.where(tables.open, 8 - from_the_end, FINISHED_ALLELE).astype(np.uint8)


@pytest.mark.parametrize("seat", ["first", "second"])
def test_counts_equal_the_listing(tables, random_genes, several, seat):
    number = several(1500 if seat == "first" else 500, without_jit=40)
    genes = random_genes(number, "evaluator", seat)
    evaluation = Evaluator(tables, seat)(genes)
    counts = evaluation.counts()
    for organism, genome in enumerate(genes.tolist()):
        ends = oracles.outcomes(genome, seat)
        assert counts["wins"][organism] == ends[GAMES_WON_AT[seat]]
        assert counts["losses"][organism] == ends[GAMES_LOST_AT[seat]]
        assert counts["draws"][organism] == ends[oracles.DRAW]
        assert evaluation.fitness[organism] == ends[GAMES_LOST_AT[seat]] / ends.total()


def test_both_seats_equal_the_listing(tables, random_genes, several):
    genes = random_genes(several(100, without_jit=20), "evaluator", "both")
    fitness = Evaluator(tables, "both")(genes).fitness
    assert fitness.tolist() == [oracles.fitness(genome, "both") for genome in genes.tolist()]


@pytest.mark.parametrize("seat", ["first", "second"])
def test_the_reference_equals_the_listing(tables, random_genes, seat):
    for genome in random_genes(5, "reference", seat).tolist():
        ends = oracles.outcomes(genome, seat)
        results = ends[GAMES_WON_AT[seat]], ends[GAMES_LOST_AT[seat]], ends[oracles.DRAW]
        assert reference.play_out(genome, seat, tables) == results
        assert reference.evaluate(genome, tables, seat) == oracles.fitness(genome, seat)


@pytest.mark.parametrize("seat", SEAT_INDICES)
@pytest.mark.parametrize("degenerate", [first_free_cell, last_free_cell])
def test_degenerate_genomes(tables, seat, degenerate):
    genome = degenerate(tables)
    assert Evaluator(tables, seat)(genome[None]).fitness[0] == oracles.fitness(genome.tolist(), seat)


@pytest.mark.parametrize("seat", SEAT_INDICES)
def test_a_perfect_player_never_loses(tables, seat):
    evaluation = Evaluator(tables, seat)(np.array([oracles.perfect_genome()], np.uint8))
    assert evaluation.fitness[0] == 0
    assert evaluation.counts()["losses"][0] == 0
    assert evaluation.counts()["wins"][0] > 0


def test_lanes_say_when_a_game_was_lost(tables, random_genes):
    """Lanes are wins, draws and losses by the opponent's third, fourth and fifth mark."""
    for seat, column in (("first", 0), ("second", 1)):
        loser = oracles.X if seat == "first" else oracles.O
        genes = random_genes(30, "lanes", seat)
        tallies = Evaluator(tables, seat)(genes).tallies[:, column]
        for tally, genome in zip(tallies, genes.tolist(), strict=True):
            lost = {3: 0, 4: 0, 5: 0}
            for board in finished_boards(genome, seat):
                if oracles.winner(board) == 3 - loser:
                    lost[board.count(3 - loser)] += 1
            ends = oracles.outcomes(genome, seat)
            assert [lane(tally, LOSS + mark - 3) for mark in lost] == list(lost.values())
            assert lane(tally, WIN) == ends[loser]
            assert lane(tally, DRAW) == ends[oracles.DRAW]
    assert tallies.max() < 2**60


def finished_boards(genome, seat, board=oracles.BLANK):
    if oracles.winner(board):
        yield board
        return
    to_move = "first" if board.count(0) % 2 else "second"
    for cell in [oracles.move(genome, board)] if to_move == seat else oracles.free_cells(board):
        yield from finished_boards(genome, seat, oracles.put(board, cell))


def test_finished_genes_are_not_read(tables, random_genes):
    """Whatever stands at finished states, and at states of the other seat, changes nothing."""
    genes = random_genes(20, "unread")
    fitness = Evaluator(tables, "first")(genes).fitness
    genes[:, ~tables.open] = 0
    opponents_turn = tables.open & (tables.plies % 2 == 1)
    genes[:, opponents_turn] = np.roll(genes, 1, axis=0)[:, opponents_turn]
    np.testing.assert_array_equal(Evaluator(tables, "first")(genes).fitness, fitness)


def test_alleles_are_the_free_cells(tables, alleles):
    assert alleles.n_genes == 765
    for board, row, closed in zip(oracles.game_base(), alleles.allowed.tolist(), alleles.closed.tolist(), strict=True):
        free = [] if oracles.winner(board) else oracles.free_cells(board)
        assert row[0] == len(free)
        assert row[1 : len(free) + 1] == free
        assert closed == (0 if free else 2**64 - 1)
    assert alleles.open_loci.tolist() == [g for g, board in enumerate(oracles.game_base()) if not oracles.winner(board)]
    assert isinstance(alleles, Alleles)


def test_random_genomes_are_uniform_over_free_cells(tables, alleles, several):
    number = several(20_000, without_jit=300)
    genes = np.empty((number, alleles.n_genes), np.uint8)
    fill_randomly(genes, alleles, stream(0, "tests", "uniform"))
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


def test_genes_of_one_genome_are_independent(tables, alleles, several):
    """Neighbouring genes come from one random word; their pairs are uniform all the same."""
    number = several(20_000, without_jit=300)
    genes = np.empty((number, alleles.n_genes), np.uint8)
    fill_randomly(genes, alleles, stream(0, "tests", "pairs"))
    for locus in range(1, 9):
        pairs = np.zeros((9, 9), int)
        np.add.at(pairs, (genes[:, locus], genes[:, locus + 1]), 1)
        drawn = pairs[pairs.any(axis=1)][:, pairs.any(axis=0)]
        assert stats.chi2_contingency(drawn).pvalue > 1e-4


def test_unknown_seat(tables):
    with pytest.raises(ValueError, match=r"unknown seat 'third'; known: first, second, both"):
        Evaluator(tables, "third")
