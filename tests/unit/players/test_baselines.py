"""Baselines and agents against the rules, one by one, and the kernels that they stand for."""

from collections import Counter

import numpy as np
import pytest
from reference import classic as oracles
from reference import quality as twin

from tttcore.engines.genies.agents import move_function, policy_of_weights
from tttcore.engines.genies.players.linear import EVALUATE, Player, play
from tttcore.engines.genies.reference import Position, choose_cell
from tttcore.games.classic import ClassicPosition
from tttcore.games.hypercube import Hypercube, HypercubePosition
from tttcore.games.position import OPEN
from tttcore.pipeline.rng import stream
from tttcore.players.baselines import ALIASES, baselines
from tttcore.players.memoised_minimax import Tree, state_of
from tttcore.players.policy import game, packed, uniform_player
from tttcore.players.umg_rules import LATE_TURN, barrat_choices, completing_cell, turn_of


@pytest.fixture(scope="module")
def asked(tables):
    """Every seventh board with two marks or more on which the game goes on; with fewer, searches take long."""
    places = np.flatnonzero((game(dead=False).results == OPEN) & (np.count_nonzero(tables.positions, axis=1) > 1))
    return [(place, tuple(tables.positions[place].tolist())) for place in places[::7].tolist()]


def marks(name, place):
    return np.flatnonzero(baselines()[name].cells[place]).tolist()


@pytest.mark.parametrize("explored", [False, True])
def test_minimax_marks_what_a_search_finds(asked, explored):
    """True if it meets a board unprepared or has searched from the one before."""
    for place, board in asked:
        tree = Tree()
        every = tree.best_cells(tree.new_node(state_of(board)), every=True)
        assert marks(ALIASES["minimax-all-best"], place) == every, "perfect explores every move"
        if explored:
            before = list(board)
            before[len(board) - 1 - board[::-1].index(1 + board.count(0) % 2)] = 0
            root = tree.new_node(state_of(tuple(before)))
            tree.utility(root)
            node = tree.child(root, next(cell for cell in range(9) if before[cell] != board[cell]))
        else:
            node = tree.new_node(state_of(board))
        known = tree.best_cells(node)
        assert marks("minimax-random", place) == known
        assert marks("minimax-first", place) == known[:1]


@pytest.mark.parametrize(
    ("name", "rule"), [("random", twin.anything), ("careful", twin.careful), ("perfect", twin.perfect)]
)
def test_random_careful_and_perfect_players(asked, name, rule):
    for place, board in asked:
        assert marks(name, place) == sorted(rule(board))


def read(text):
    """`X.. .O. ..X` as nine numbers."""
    return tuple(".XO".index(mark) for mark in text.replace(" ", ""))


@pytest.mark.parametrize(
    ("marks", "turn", "cells", "rule"),
    [
        ("X.. ... ...", 1, (4,), "first turn: the centre"),
        ("... .X. ...", 1, (0, 2, 6, 8), "first turn, centre taken: a corner"),
        ("XX. OO. X..", 3, (5,), "win before blocking"),
        ("XX. .O. ...", 2, (2,), "block"),
        ("O.X .X. ...", 2, (6,), "block on a diagonal"),
        ("XX. XO. ...", 2, (2,), "rows are scanned before columns"),
        ("X.X .X. O.O", 3, (7,), "win in a row"),
        ("X.. .X. ..O", 2, (2, 6), "second turn, centre held by the opponent: a corner"),
        ("X.. .O. ..X", 2, (1, 3, 5, 7), "no side held: a side"),
        ("X.. .O. .X.", 2, (2, 6, 8), "a side held: a corner"),
        ("X.O .X. O.X", 4, (1, 3, 5, 7), "later, nothing to win or block: a side"),
        ("XOX OXO .X.", 4, (8,), "of two lines to block, the first diagonal"),
    ],
)
def test_rule(marks, turn, cells, rule):
    assert barrat_choices(read(marks), turn=turn) == cells, rule


def test_weaker_centre_condition():
    """X in two opposite corners, O in the centre: the rules say a side; the port takes a losing corner."""
    found = [barrat_choices(read("X.. .O. ..X"), turn=2, centre=centre) for centre in ("opponent", "anyone")]
    assert found == [(1, 3, 5, 7), (2, 6)]


@pytest.mark.parametrize(("centre", "holder"), [("opponent", (oracles.X,)), ("anyone", (oracles.X, oracles.O))])
def test_rules_equal_the_twins(tables, centre, holder):
    """On every board with O to move, with a counter that is right and one that ran on."""
    boards = [marks for marks in map(tuple, tables.positions.tolist()) if marks.count(0) % 2 == 0]
    boards = [marks for marks in boards if not oracles.winner(marks)]
    for marks in boards:
        assert turn_of(marks) == marks.count(oracles.O) + 1
        for turn in (turn_of(marks), 99):
            choices = barrat_choices(marks, turn=turn, centre=centre)
            assert choices
            assert list(choices) == oracles.barrat(marks, turn, centre_holder=holder)
    assert len(boards) == 2097


def test_completing_cell():
    """Diagonals come before columns."""
    asked = [
        ("XX. ... ...", oracles.X),
        ("XX. ... ...", oracles.O),
        ("XXO ... ...", oracles.X),
        ("X.. .X. X..", oracles.X),
    ]
    assert [completing_cell(read(marks), mark) for marks, mark in asked] == [2, None, None, 8]


def test_rules_for_the_second_player(asked):
    for place, board in asked:
        second = board.count(0) % 2 == 0
        assert marks("umg", place) == (sorted(barrat_choices(board, turn=turn_of(board))) if second else [])
        printed = barrat_choices(board, turn=LATE_TURN, centre="anyone") if second else ()
        assert marks("umg-listed", place) == sorted(printed)


def genes_of(lattice, name):
    return stream(0, "tests", "agent", name).integers(-5, 10, (2, 2 * lattice.edge)).tolist()


@pytest.mark.parametrize("size", [(3, 2), (4, 3), (3, 3), (2, 4), (6, 2)])
@pytest.mark.parametrize("name", ["a", "b"])
def test_genies_play_the_games_of_the_kernel(size, name):
    lattice = Hypercube(*size)
    genes = genes_of(lattice, name)
    players = [move_function(lattice, each) for each in genes]
    position = HypercubePosition(lattice)
    while position.winner is None:
        position = position.apply(players[position.current_player](position))
    known = play(lattice, *(Player(EVALUATE, each) for each in genes))
    assert position.marked == tuple(known.moves.tolist())
    assert position.winner == known.winner


@pytest.mark.parametrize("name", ["c", "d", "e"])
def test_weights_mark_what_the_text_says_on_3x3(tables, name):
    """From every ninth position, whether a game between Genies comes to it or not."""
    weights = genes_of(Hypercube(3, 2), name)[0]
    cells = policy_of_weights(np.array(weights))
    going = game(dead=False).results == OPEN
    assert (cells.sum(axis=1) == going).all()
    for place in np.flatnonzero(going)[::9].tolist():
        marks = tables.positions[place].tolist()
        player = 2 - marks.count(0) % 2
        genie = Player(EVALUATE, weights)
        assert cells[place].argmax() == choose_cell(Position(Hypercube(3, 2), marks), player, genie, None)


def test_cells_are_drawn_as_likely():
    """Four of nine cells, 2,000 times: a chi-square far beyond the 99.99th percentile would be 22."""
    cells = np.zeros((5478, 9), np.bool_)
    cells[0, [0, 2, 6, 8]] = True
    move = uniform_player(packed(cells), stream(0, "tests", "drawn"))
    counts = Counter(move(ClassicPosition()) for _ in range(2000))
    assert set(counts) == {0, 2, 6, 8}
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 22
