"""Numbers of strategies that never lose, against enumeration, sampling and played games."""

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from reference import classic as oracles
from scipy import stats

from tttcore.engines.genetic_algorithm.players.coding import fill_randomly
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.exact.strategy_counts import no_loss_chance, no_loss_decisions
from tttcore.pipeline.rng import stream

SEATS = {"first": (oracles.X, 4), "second": (oracles.O, 5)}
"""Mark of each seat, and a ply from which choices are few enough to go through."""


def loses(board, mark):
    """True if the opponent of `mark` can force a win."""
    return oracles.best_result(board) == (-1 if mark == oracles.X else 1)


def after_replies(board):
    """Unfinished boards after each reply, as base cases."""
    if oracles.winner(board):
        return set()
    replies = {oracles.base_case(oracles.put(board, cell)) for cell in oracles.free_cells(board)}
    return {reply for reply in replies if not oracles.winner(reply)}


def naive(todo, decided, mark, *, genomes):
    """Number of no-loss strategies on the boards `todo`, or chance of a random genome to have one."""
    if not todo:
        return 1
    board = min(todo, key=lambda b: (-b.count(0), b))
    cells = oracles.free_cells(board)
    afters = [oracles.base_case(oracles.put(board, cell)) for cell in cells]
    total = 0
    for after in afters if genomes else set(afters):
        if not loses(after, mark):
            rest = (todo | after_replies(after)) - decided - {board}
            weight = Fraction(1, len(cells)) if genomes else 1
            total += weight * naive(rest, decided | {board}, mark, genomes=genomes)
    return total


@pytest.mark.parametrize("genomes", [False, True], ids=["strategies", "genomes"])
@pytest.mark.parametrize("seat", SEATS)
def test_small_sets_of_states_one_by_one(tables, several, seat, genomes):
    mark, ply = SEATS[seat]
    decisions = no_loss_decisions(tables, seat, genomes=genomes)
    base = oracles.game_base()
    candidates = np.flatnonzero(tables.open & (tables.plies == ply))
    rng = np.random.default_rng(ply)
    sizes = set()
    for _ in range(several(25, without_jit=4)):
        met = rng.choice(candidates, size=rng.integers(1, 3), replace=False).tolist()
        wanted = naive({base[state] for state in met}, frozenset(), mark, genomes=genomes)
        assert decisions.count(met) == wanted
        sizes.add(wanted)
    assert len(sizes) > 3


def safe_choices(board, mark):
    """Boards that the different choices which don't lose lead to."""
    afters = {oracles.base_case(oracles.put(board, cell)) for cell in oracles.free_cells(board)}
    return [after for after in afters if not loses(after, mark)]


@pytest.mark.slow
@pytest.mark.needs_jit
@pytest.mark.parametrize("seat", SEATS)
def test_larger_sets_combination_by_combination(tables, seat):
    """Seven states two decisions from the end: every combination counts with the choices of all boards it leads to."""
    mark, ply = SEATS[seat]
    decisions, base = no_loss_decisions(tables, seat), oracles.game_base()
    rng = np.random.default_rng(ply)
    candidates = [s for s in np.flatnonzero(tables.open & (tables.plies == ply)) if safe_choices(base[s], mark)]
    for _ in range(12):
        met = rng.choice(candidates, size=7, replace=False).tolist()
        leading = [[after_replies(after) for after in safe_choices(base[state], mark)] for state in met]
        wanted = sum(
            prod(len(safe_choices(board, mark)) for board in set().union(*combination))
            for combination in product(*leading)
        )
        assert decisions.count(met) == wanted


@pytest.mark.slow
@pytest.mark.needs_jit
def test_chance_of_a_random_first_player_by_playing(tables, alleles):
    """Of four million random genomes as many never lose as the exact chance says."""
    evaluator, lucky, number = Evaluator(tables, "first"), 0, 4_000_000
    rng = stream(0, "tests", "lucky")
    genes = np.empty((20_000, alleles.n_genes), np.uint8)
    for _ in range(number // len(genes)):
        fill_randomly(genes, alleles, rng)
        lucky += np.count_nonzero(evaluator(genes).fitness == 0)
    assert stats.binomtest(lucky, number, float(no_loss_chance(tables, "first"))).pvalue > 1e-3


def test_players_of_safe_cells_never_lose(tables, several):
    """Whatever choices that don't lose are put together: the evaluator finds no lost game."""
    number = several(500, without_jit=10)
    genes = np.full((number, len(tables.states)), 9, np.uint8)
    rng = np.random.default_rng(0)
    for state, board in enumerate(oracles.game_base()):
        if not oracles.winner(board):
            mark = oracles.X if board.count(0) % 2 else oracles.O
            cells = oracles.free_cells(board)
            safe = [cell for cell in cells if not loses(oracles.put(board, cell), mark)] or cells
            genes[:, state] = rng.choice(safe, number)
    for seat in SEATS:
        assert (Evaluator(tables, seat)(genes).fitness == 0).all()
        decisions = no_loss_decisions(tables, seat, genomes=True)
        assert all(sum(row.values()) <= decisions.idle[state] for state, row in decisions.options.items())
