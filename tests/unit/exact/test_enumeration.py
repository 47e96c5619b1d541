"""Numbers of games and boards, and exact results of players, against other ways to count and published chances."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from reference import classic as oracles
from reference.quality import perfect

from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.exact import enumeration
from tttcore.exact.enumeration import best_response_chance, genome_player, may_win, outcome_chances
from tttcore.exact.strategy_counts import no_loss_decisions
from tttcore.games.classic import free_cells
from tttcore.players.umg_rules import LATE_TURN, umg_player


def end_of(board):
    return 9 - board.count(0), oracles.winner(board) == oracles.DRAW


@cache
def every_game():
    """All games as sequences of cells, with their ends."""
    found, todo = [], [((), oracles.BLANK)]
    while todo:
        cells, board = todo.pop()
        if oracles.winner(board):
            found.append((cells, end_of(board)))
        else:
            todo += [((*cells, cell), oracles.put(board, cell)) for cell in oracles.free_cells(board)]
    return found


def test_games_and_those_up_to_symmetry():
    """The least of the eight images of each sequence, as they are told apart."""
    assert enumeration.games() == Counter(end for _, end in every_game())
    where = [[transform.index(cell) for cell in range(9)] for transform in oracles.TRANSFORMS]
    classes = {(min(tuple(cells[c] for c in game) for cells in where), end) for game, end in every_game()}
    assert enumeration.symmetric_games() == Counter(end for _, end in classes)
    assert sum(enumeration.symmetric_games().values()) == len(classes) == 31_896


def test_paths_of_states(tables):
    ends = Counter()

    def follow(board):
        if oracles.winner(board):
            ends[end_of(board)] += 1
        else:
            for after in {oracles.base_case(oracles.put(board, cell)) for cell in oracles.free_cells(board)}:
                follow(after)

    follow(oracles.BLANK)
    assert enumeration.state_paths(tables) == ends
    assert sum(ends.values()) == 26_830


def test_balanced_boards():
    turned = {
        min(tuple(board[cell] for cell in transform) for transform in oracles.TRANSFORMS)
        for board in product((0, 1, 2), repeat=9)
        if board.count(1) - board.count(2) in (0, 1)
    }
    own = enumeration.balanced_boards()
    assert {min(tuple(b[c] for c in t) for t in oracles.TRANSFORMS) for b in own} == turned
    assert len(own) == len(turned) == 850


@pytest.mark.parametrize("options", [{}, {"centre": "anyone"}, {"centre": "anyone", "late_turn": LATE_TURN}])
def test_a_genome_may_win_if_it_has_a_chance_to(random_genes, tables, options):
    rules = umg_player(**options)
    genomes = np.array([*random_genes(40, "may win"), oracles.perfect_genome()], np.uint8)
    wins = [outcome_chances(genome_player(genes, tables), rules).cross_wins > 0 for genes in genomes]
    assert {*wins} == {True, False}
    assert may_win(genomes, rules, tables).tolist() == wins


def test_players_that_are_known_exactly():
    """Two perfect ones draw; neither loses to random moves, and O can't be beaten by anybody."""
    assert outcome_chances(perfect, perfect) == (0, 1, 0)
    assert outcome_chances(perfect, free_cells).nought_wins == outcome_chances(free_cells, perfect).cross_wins == 0
    assert best_response_chance(perfect) == 0
    first_free = lambda board: oracles.free_cells(board)[:1]  # noqa: E731
    assert best_response_chance(first_free) == 1
    assert outcome_chances(first_free, first_free) == (1, 0, 0)  # X marks 0, 2, 4, then 6


def test_a_genome_plays_as_its_genes_say(tables, random_genes):
    (genes,) = random_genes(1, "player")
    player = genome_player(genes, tables)
    boards = [tuple(board) for board in tables.positions[tables.open[tables.state_of]].tolist()]
    for board in boards[::7]:
        assert player(board) == [oracles.move(genes.tolist(), board)]


def test_a_genome_against_random_moves(tables, random_genes):
    for genome in random_genes(3, "against random").tolist():
        player = genome_player(np.array(genome, np.uint8), tables)
        chances = outcome_chances(player, free_cells)
        for measured, end in ((chances.nought_wins, oracles.X), (chances.cross_wins, oracles.O)):
            twin = oracles.loss_chance(lambda b, g=genome: [oracles.move(g, b)], oracles.free_cells, end)
            assert measured == twin


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
    for _ in range(several(10, without_jit=4)):
        met = rng.choice(candidates, size=rng.integers(1, 3), replace=False).tolist()
        wanted = naive({base[state] for state in met}, frozenset(), mark, genomes=genomes)
        assert decisions.count(met) == wanted
        sizes.add(wanted)
    assert len(sizes) > 3


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
