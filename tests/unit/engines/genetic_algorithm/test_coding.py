"""Codings: base cases, keys and alleles against the oracle; results don't depend on the coding."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies
from reference import hemingroth as twin

from tttcore.engines.genetic_algorithm.players.coding import Cells, Situations, base_case, base_key, fill_randomly
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.players.opponents import (
    RandomMoveGenerator,
    UnbeatableMoveGenerator,
    game_tree,
    loss_chances,
)
from tttcore.games.classic import SYMMETRIES, free_cells
from tttcore.games.position import SEAT_INDICES
from tttcore.pipeline.rng import stream

READINGS = ("modulo", "next_free", "never")
MARKS = {-1: 2, 0: 0, 1: 1}


def board_of(scenario):
    return np.array([MARKS[cell] for cell in scenario], np.uint8)


def drawn(coding, number, *name):
    genes = np.empty((number, coding.alleles.width), np.uint8)
    fill_randomly(genes, coding.alleles, stream(0, "tests", *name))
    return genes


def as_genomes(genes):
    """Genomes of the oracle: alleles by key."""
    return [dict(zip(twin.situations(), row, strict=False)) for row in genes.tolist()]


@pytest.mark.parametrize("taken", READINGS)
def test_genes_stand_for_the_situations_in_order_of_their_keys(tables, taken):
    coding = Situations(taken).apply(tables)
    shown = [tables.states[state][base_case(tables.states[state])] for state in coding.states]
    assert [base_key(board) for board in shown] == list(twin.situations())
    assert [board.tolist() for board in shown] == [board_of(s).tolist() for s in twin.situations().values()]
    assert coding.alleles.n_genes == 627
    assert sorted(coding.states.tolist()) == np.flatnonzero(tables.open).tolist()


@pytest.mark.parametrize("rule", [Cells(), *map(Situations, READINGS)])
def test_genes_of_a_genome_are_counted(tables, rule):
    assert rule.n_genes == rule.apply(tables).alleles.n_genes


def test_base_cases_do_not_depend_on_the_image(tables):
    for board in tables.states[::7]:
        keys = {base_key(board[cells][base_case(board[cells])]) for cells in SYMMETRIES}
        assert len(keys) == 1


@pytest.mark.parametrize("taken", READINGS)
def test_alleles_mark_the_twins_cells(tables, taken):
    coding = Situations(taken).apply(tables)
    for locus, shown in enumerate(twin.situations().values()):
        order = base_case(tables.states[coding.states[locus]])
        count, *alleles = coding.alleles.allowed[locus].tolist()
        allowed = [cell for cell in range(9) if shown[cell] == 0] if taken == "never" else list(range(9))
        assert alleles[:count] == allowed
        for allele in allowed:
            assert coding.marks[locus, allele] == order[twin.meaning(shown, allele, taken)]


@pytest.mark.parametrize("taken", READINGS)
def test_results_equal_the_twins_games(tables, several, taken):
    coding = Situations(taken).apply(tables)
    genes = drawn(coding, several(12, without_jit=3), "games", taken)
    first, second, both = (Evaluator(tables, seat, coding)(genes) for seat in SEAT_INDICES)
    for row, genome in enumerate(as_genomes(genes)):
        for seat, evaluation in ((1, first), (-1, second)):
            ends = twin.games(genome, seat, taken)
            counted = {name: column[row] for name, column in evaluation.counts().items()}
            assert counted == {"wins": ends[seat], "losses": ends[-seat], "draws": ends[0]}
        assert both.fitness[row] == twin.lost_share(genome, taken)


@pytest.mark.parametrize("seat", SEAT_INDICES)
@pytest.mark.parametrize("taken", READINGS)
def test_a_player_is_the_same_in_every_coding(tables, several, taken, seat):
    coding = Situations(taken).apply(tables)
    genes = drawn(coding, several(200, without_jit=10), "translated", taken)
    players = coding.decode(genes, tables)
    assert (players[:, ~tables.open] == 9).all()
    own, translated = Evaluator(tables, seat, coding)(genes), Evaluator(tables, seat)(players)
    np.testing.assert_array_equal(own.tallies, translated.tallies)
    np.testing.assert_array_equal(own.fitness, translated.fitness)


def test_cells_are_their_own_players(tables, random_genes):
    genes = random_genes(20, "identity")
    np.testing.assert_array_equal(Cells().apply(tables).decode(genes, tables), genes)


@pytest.mark.parametrize("opponent", [RandomMoveGenerator(), UnbeatableMoveGenerator(counter="running")])
def test_opponents_meet_the_same_player_in_every_coding(tables, several, opponent):
    coding = Situations().apply(tables)
    genes = drawn(coding, several(100, without_jit=5), "opponents")
    players, rows = coding.decode(genes, tables), np.arange(len(genes))
    tallies = Evaluator(tables, "first")(players).tallies
    coded, plain = opponent.prepare(tables, "first", coding), opponent.prepare(tables, "first")
    np.testing.assert_array_equal(coded.per_game(genes, tallies, rows), plain.per_game(players, tallies, rows))
    first = coded.first_game(genes, rows)
    if first is not None:
        np.testing.assert_array_equal(first, plain.first_game(players, rows))
    followed = loss_chances(genes, rows, game_tree(tables, free_cells, coding))
    np.testing.assert_array_equal(followed, loss_chances(players, rows, game_tree(tables, free_cells)))


@pytest.mark.needs_jit
def test_taken_cells_help_random_players_as_they_are_read(tables):
    """Low cells of the base case are favoured by ``modulo`` and ``next_free``."""
    kept = {}
    for taken in READINGS:
        coding = Situations(taken).apply(tables)
        kept[taken] = 1 - Evaluator(tables, "both", coding)(drawn(coding, 20_000, "means", taken)).fitness.mean()
    assert kept["never"] < kept["modulo"] < kept["next_free"]


def stabilisers(board):
    """Symmetries that leave a board as it is."""
    return [cells for cells in SYMMETRIES if (board[cells] == board).all()]


@settings(max_examples=25)
@given(seed=strategies.integers(0, 2**32 - 1))
def test_marking_a_symmetric_cell_instead_changes_no_result(tables, seed):
    """Wins, losses and draws are conserved when every mark is moved by a symmetry of its state."""
    rng = np.random.default_rng(seed)
    players = drawn(Cells().apply(tables), 20, "symmetric", seed)
    moved = players.copy()
    for state in np.flatnonzero(tables.open & (tables.orbits < 8)):
        own = stabilisers(tables.states[state])
        for row, cell in enumerate(players[:, state]):
            moved[row, state] = own[rng.integers(len(own))][cell]
    assert (moved != players).any()
    evaluator = Evaluator(tables, "both")
    np.testing.assert_array_equal(evaluator(moved).tallies, evaluator(players).tallies)


@settings(max_examples=25)
@given(seed=strategies.integers(0, 2**32 - 1))
def test_both_seats_are_each_seat_added_up(tables, seed):
    """Result by result; and no more games than an opponent has ways to move."""
    coding = Situations().apply(tables)
    genes = drawn(coding, 50, "conserved", seed)
    first, second, both = (Evaluator(tables, seat, coding)(genes).counts() for seat in SEAT_INDICES)
    for result, together in both.items():
        np.testing.assert_array_equal(together, first[result] + second[result])
    assert (sum(first.values()) <= 8 * 6 * 4 * 2).all()
    assert (sum(second.values()) <= 9 * 7 * 5 * 3).all()
