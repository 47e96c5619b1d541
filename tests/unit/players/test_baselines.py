"""Baselines against the players and rules that they represent, position by position."""

import numpy as np
import pytest
from reference import quality as twin

from tttcore.games.position import OPEN
from tttcore.players.baselines import ALIASES, DESCRIPTIONS, baselines
from tttcore.players.memoised_minimax import Tree, state_of
from tttcore.players.policy import game, uniform_policy
from tttcore.players.umg_rules import LATE_TURN, barrat_choices, turn_of


@pytest.fixture(scope="module")
def asked(tables):
    """Every seventh board with two marks or more on which the game goes on; with fewer, searches take long."""
    places = np.flatnonzero((game(dead=False).results == OPEN) & (np.count_nonzero(tables.positions, axis=1) > 1))
    return [(place, tuple(tables.positions[place].tolist())) for place in places[::7].tolist()]


def marks(name, place):
    return np.flatnonzero(baselines()[name].cells[place]).tolist()


def test_names():
    assert [*baselines()] == [*DESCRIPTIONS]
    assert set(ALIASES.values()) <= set(DESCRIPTIONS)
    assert not set(ALIASES) & set(DESCRIPTIONS)


@pytest.mark.parametrize("explored", [False, True])
def test_minimax_marks_what_a_search_finds(asked, explored):
    """True if it meets a board unprepared or has searched from the one before."""
    for place, board in asked:
        tree = Tree()
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


def test_perfect_is_minimax_that_explores_every_move(asked):
    for place, board in asked:
        tree = Tree()
        assert marks(ALIASES["minimax-all-best"], place) == tree.best_cells(tree.new_node(state_of(board)), every=True)


@pytest.mark.parametrize(
    ("name", "rule"), [("random", twin.anything), ("careful", twin.careful), ("perfect", twin.perfect)]
)
def test_random_careful_and_perfect_players(asked, name, rule):
    for place, board in asked:
        assert marks(name, place) == sorted(rule(board))


def test_rules_for_the_second_player(asked):
    for place, board in asked:
        second = board.count(0) % 2 == 0
        assert marks("umg", place) == (sorted(barrat_choices(board, turn=turn_of(board))) if second else [])
        printed = barrat_choices(board, turn=LATE_TURN, centre="anyone") if second else ()
        assert marks("umg-listed", place) == sorted(printed)


@pytest.mark.parametrize(("name", "lost"), [("umg", 0.00776), ("umg-listed", 0.0755)])
def test_how_often_the_rules_lose_to_random_moves(name, lost):
    """As docs/method/ancheta2020.md says."""
    random, rules = (uniform_policy(baselines()[each].cells) for each in ("random", name))
    _, ends = game(dead=False).propagate(random, rules)
    assert ends.sum() == pytest.approx(1)
    assert ends[0] == pytest.approx(lost, rel=0.005)
