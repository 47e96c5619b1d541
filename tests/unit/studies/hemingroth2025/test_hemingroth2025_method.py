"""Listing against a slow oracle written from its text, and the method's facts against arithmetic."""

import random
from itertools import pairwise, product

import numpy as np
import pytest
from helpers.project import ROOT
from reference import hemingroth as twin

from tttcore.engines.engine import read_study
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.games.classic import image
from tttcore.studies.hemingroth2025.listing import (
    CONVENTIONS,
    LISTING,
    SHORT_SIXTH,
    Convention,
    Reductions,
    base,
    base_cases,
    is_undone,
    keys,
    permutation,
    play_out,
    scenario,
    variants,
)
from tttcore.studies.hemingroth2025.method import TOURNAMENTS, method_facts, tournament_mistakes

CELLS = tuple(range(9))


@pytest.fixture(scope="module")
def recipes():
    study = read_study(ROOT / "config/studies/hemingroth2025.yaml")
    return {name: treatment.recipe for name, treatment in study.treatments.items()}


@pytest.fixture(scope="module")
def facts(tables, recipes):
    return method_facts(recipes, tables, seed=2020).set_index("fact")


@pytest.fixture(scope="module")
def scenarios(tables):
    """The scenario of each position, by its index."""
    return [scenario(board) for board in tables.positions.tolist()]


@pytest.fixture(scope="module", params=[(LISTING, twin.VARIANTS), (SHORT_SIXTH, twin.SLIPPED)], ids=["printed", "slip"])
def listings(request):
    """A listing and its twin."""
    return request.param


def test_boards_that_are_over_before(facts):
    """With a line of the player who didn't move last: in 568 configurations of 6,046 with numbers that turns make."""
    lines = [{*row} for row in zip(*[iter(CELLS)] * 3, strict=True)] + [{k, k + 3, k + 6} for k in range(3)]
    lines += [{0, 4, 8}, {2, 4, 6}]
    over = 0
    for board in product((-1, 0, 1), repeat=9):
        turn = sum(board)  # 0 if O moved last, 1 if X did
        waiting = -1 if turn else 1
        over += turn in (0, 1) and any(all(board[cell] == waiting for cell in line) for line in lines)
    assert facts.loc["over_before", "value"] == over == 568
    assert facts.loc["kept", "value"] == 627 / 3**9


def test_operations():
    assert permutation(("rotate",)) == twin.rotate(CELLS)
    assert permutation(("flip",)) == twin.flip(CELLS)
    assert permutation(("flip",), Convention("vertical")) == (2, 1, 0, 5, 4, 3, 8, 7, 6)
    assert permutation(("rotate",), Convention(clockwise=False)) == (2, 5, 8, 1, 4, 7, 0, 3, 6)


def test_listing(listings):
    """Variants and inverses do what the nested calls do; the last step is applied first."""
    for row, (make, undo) in zip(*listings, strict=True):
        assert permutation(row.steps) == make(CELLS)
        assert permutation(row.inverse) == undo(CELLS)
        assert is_undone(row) == (undo(make(CELLS)) == CELLS)


def test_every_printed_inverse_is_right_whatever_the_convention():
    assert len(set(CONVENTIONS)) == 4
    for convention in CONVENTIONS:
        assert all(is_undone(row, convention) for row in LISTING)
        assert [is_undone(row, convention) for row in SHORT_SIXTH] == [place != 5 for place in range(8)]


def test_base_case_is_the_least_of_the_symmetric_images(tables, scenarios):
    for position in range(0, len(scenarios), 37):
        board = tables.positions[position].tolist()
        images = {scenario(image(board, k)) for k in range(8)}
        assert set(variants(scenarios[position])) == images
        assert all(base(variant) == min(images) for variant in images)
        assert base(scenarios[position]) == twin.reduced(scenarios[position], twin.VARIANTS)[0]


def test_base_cases():
    assert base_cases() == {twin.reduced(s, twin.VARIANTS)[0] for s in twin.scenarios()}


def test_keys_are_the_digits_and_in_order():
    some = [(-1, 0, 1) * 3, (0,) * 9, (1,) * 9]
    assert keys(some).tolist() == [keys(cells) for cells in some] == [123123123, 222222222, 333333333]
    everything = sorted(product((-1, 0, 1), repeat=9))
    assert all(lower < higher for lower, higher in pairwise(keys(everything)))


def test_reductions(tables, scenarios, listings):
    listing, slow = listings
    reductions = Reductions.by(listing, tables)
    assert {scenarios[position] for position in reductions.positions} == twin.scenarios()
    moves, boards = reductions.moves(), reductions.boards()
    occupied = reductions.occupied()
    for row in range(0, len(reductions.positions), 5):
        position = reductions.positions[row]
        s = scenarios[position]
        least, undo = twin.reduced(s, slow)
        assert tuple(reductions.bases[row].tolist()) == least
        assert reductions.touched[row] == (undo(least) != s)
        free = [cell for cell in range(9) if least[cell] == twin.EMPTY]
        cells = [twin.destination(undo, cell) for cell in free]
        assert occupied[row] == any(s[cell] != twin.EMPTY for cell in cells)
        for cell, real in zip(free, cells, strict=True):
            assert scenarios[boards[position, cell]] == undo(twin.play(least, cell))
            if s[real] == twin.EMPTY:
                assert scenarios[moves[position, cell]] == twin.play(s, real)
            else:
                assert moves[position, cell] == -1


@pytest.mark.parametrize("whole_board", [True, False], ids=["board", "move"])
def test_games(tables, scenarios, listings, whole_board):
    listing, slow = listings
    draw = random.Random(7)
    choice = {least: draw.choice([cell for cell in range(9) if least[cell] == twin.EMPTY]) for least in base_cases()}
    choices = np.array([choice[base(s)] if twin.is_open(s) else 0 for s in scenarios])
    reductions = Reductions.by(listing, tables)
    after = reductions.boards() if whole_board else reductions.moves()
    seats = [twin.results(choice, seat, slow, whole_board=whole_board) for seat in (twin.X, twin.O)]
    assert play_out(after, choices, tables).tolist() == twin.total(seats)


def test_games_are_those_of_the_evaluation(tables, scenarios, random_genes):
    """Genomes of cells of our representatives, as choices on base cases, end their games alike."""
    genes = random_genes(3, "hemingroth")
    reductions = Reductions.by(LISTING, tables)
    number = {s: position for position, s in enumerate(scenarios)}
    shown = [number[scenario(board)] for board in tables.states.tolist()]
    row_of = dict(zip(reductions.positions.tolist(), range(len(reductions.positions)), strict=True))
    counts = Evaluator(tables, "both")(genes).counts()
    for player, genome in enumerate(genes.tolist()):
        on_base = {}
        for state in np.flatnonzero(tables.open).tolist():
            row = row_of[shown[state]]
            on_base[tuple(reductions.bases[row].tolist())] = reductions.back[row][genome[state]]
        choices = np.array([on_base[base(s)] if twin.is_open(s) else 0 for s in scenarios])
        found = play_out(reductions.moves(), choices, tables)
        assert found.tolist() == [counts[end][player] for end in ("wins", "losses", "draws")]


VALUES = {
    "configurations": 3**9,
    "base_cases": 627,
    "variants": 8,
    "bases_moved": 0,
    "bases_as_text": 0,
    "convention_bases": 0,
    "keys": 3**9,
    "digits": 9,
    "class_mismatches": 0,
    "key_mismatches": 0,
    "eight_images": 508,
    "fewer_images": 119,
    "wrong_inverses": 0,
    "convention_inverses": 4,
    "open_positions": 4520,
    "touched": 0,
    "occupied": 0,
    "slip_touched": 511,
    "slip_occupied": 507,
    "slip_board_change": 0,
    "genome_length": 627,
    "allele_values": 9,
    "population": 2000,
    "tournament": 10,
    "tournament_mistakes": 0,
    "evaluation_mismatches": 0,
}


TEXTS = {"images": "508 with 8, 111 with 4, 4 with 2, 4 with 1", "slip_wrong": "6", "operators": "0.05, 0.05, 0.9"}


def test_facts(facts):
    assert facts["value"].reindex(VALUES).to_dict() == VALUES
    assert facts["text"].reindex(TEXTS).to_dict() == TEXTS
    assert len(twin.scenarios()) == 508 * 8 + 111 * 4 + 4 * 2 + 4 * 1
    assert 0 < facts.loc["slip_move_change", "value"] < 0.1, "a misplaced move costs games"
    assert (facts["value"].isna() == (facts["text"] != "")).all()
    assert facts.index.is_unique
    assert (facts["how"] != "").all()


class AtRandom:
    """Selection that ignores fitness."""

    size = 10

    def __call__(self, costs, count, rng):
        return rng.integers(len(costs), size=count)


def test_picking_at_random_makes_mistakes():
    """One of the nine least fit of 100 is picked in 9% of all samples."""
    assert abs(tournament_mistakes(AtRandom(), np.random.default_rng(1)) / TOURNAMENTS - 0.09) < 0.01


def test_facts_depend_on_the_seed_alone(tables, recipes, facts):
    again, other = (method_facts(recipes, tables, seed=seed).set_index("fact")["value"] for seed in (2020, 1))
    assert again.equals(facts["value"])
    assert other["slip_move_change"] != again["slip_move_change"]
