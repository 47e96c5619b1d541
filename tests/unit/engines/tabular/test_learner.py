"""Matches without learning, against the plain reference; properties of careful players; greedy players move by move."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from helpers.tabular_learners import BOARDS, learners, plain, words
from scipy.stats import binomtest

from tttcore.engines.tabular.learner import GreedyPlayer
from tttcore.engines.tabular.recipe import Finite
from tttcore.games.mnk import FAR, MnkPosition, cell_of
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON

KINDS = ("learned", "random", "careful")
PAIRS = list(product(KINDS, KINDS))
RARE = 1e-6
PLAYED = [name for name in BOARDS if not any(word in name for word in ("dead", "edge"))]
"""Boards that games end on as positions do, and end on at all, however little is learnt."""


@pytest.mark.parametrize(
    "key",
    [
        "owned",
        pytest.param("unowned", marks=pytest.mark.slow),
        pytest.param("canonical", marks=[pytest.mark.needs_jit, pytest.mark.slow]),
    ],
)
@pytest.mark.parametrize("board", BOARDS)
def test_matches_are_those_of_the_reference(board, key, several):
    """Move for move, since both draw the same words; between matches training goes on as if there had been none."""
    games = 1 if "edge" in board else several(20, without_jit=2)
    changes = BOARDS[board] | {"key": key, "storage": "eager"}
    learner, slow = learners(changes), plain(changes)
    for seed, pair in enumerate(PAIRS):
        assert learner.train(games) == slow.train(games)
        if "edge" in board and "learned" in pair:
            continue  # without exploration such games may never end
        ours, theirs = words(seed), words(seed)
        before = learner.snapshot()
        assert learner.play_match(*pair, games, ours) == slow.play_match(*pair, games, theirs)
        assert ours == theirs
        assert all(np.array_equal(*fields) for fields in zip(before, learner.snapshot(), strict=True))


@pytest.mark.needs_jit
def test_learned_players_without_random_ties_repeat_one_game():
    learner = learners({})
    learner.train(500)
    one = learner.play_match("learned", "learned", 1, words(1))
    assert learner.play_match("learned", "learned", 100, words(2)) == tuple(100 * count for count in one)


def test_untrained_players_take_the_first_cell():
    """They see a win when there is one: the diagonal, with the seventh mark."""
    assert learners({}).play_match("learned", "learned", 10, words(1)) == (10, 0, 0, 70, 0)


@pytest.mark.parametrize("board", ["3x3, need 2", "infinite, need 3", "smarter"])
def test_careful_players_win_at_once(board):
    """Two in a row can't be kept from who begins: the second mark has at least three cells beside the first."""
    learner = learners(BOARDS[board] | {"need": 2})
    for second in KINDS:
        assert learner.play_match("careful", second, 50, words(3)) == (50, 0, 0, 150, 0)


@pytest.mark.needs_jit
def test_careful_players_prevent_what_they_can():
    """On 3x3 they lose only to two threats at once, so more seldom than who marks anything."""
    learner, games = learners({}), 20_000
    lost = {kind: learner.play_match("careful", kind, games, words(4)).first for kind in ("random", "careful")}
    assert lost["careful"] < lost["random"] / 2


@pytest.mark.needs_jit
@pytest.mark.parametrize(("opening", "cells"), [("centred", 9), ("python", 16)])
def test_first_marks_on_smarter_boards_are_spread_evenly(opening, cells):
    """Also of players who don't explore: the opening is drawn before anybody thinks."""
    board = {"name": "smarter", "limiter": 2, "opening": opening, "duplicates": False}
    changes, games = {"board": board, "need": 1, "exploration": 0}, 9000
    learner, slow = learners(changes), plain(changes)
    assert learner.train(games) == slow.train(games)
    assert len(learner.candidates([])) == cells == learner.entries[0]
    begun = Counter(slow.candidates({}, slow.state)[0] for _ in range(games))
    assert sorted(begun) == sorted(learner.candidates([]))
    assert all(binomtest(count, games, 1 / cells).pvalue > RARE for count in begun.values())


def test_matches_count_no_collisions():
    learner = learners({"key": "unowned", "storage": "eager"}, count_collisions=True)
    learner.train(200)
    found = learner.collisions
    assert found > 0
    learner.play_match("learned", "random", 200, words(3))
    assert learner.collisions == found


def game(player):
    """Result and number of marks of a game against itself."""
    recipe = player.learner.recipe
    position = MnkPosition(recipe.board.reach if isinstance(recipe.board, Finite) else FAR, recipe.need)
    while position.winner is None:
        position = position.apply(player(position))
    return position.winner, len(position.marks)


@pytest.mark.parametrize("ties", ["first", "random"])
@pytest.mark.parametrize("name", PLAYED)
def test_games_of_greedy_players_are_those_without_exploration(name, ties, several):
    """With the same words, which are used up alike."""
    learner = learners(BOARDS[name] | {"ties": ties})
    learner.train(several(300, without_jit=5))
    ours, theirs = words(11), words(11)
    for _ in range(several(40, without_jit=2)):
        tally = learner.play_match("learned", "learned", 1, theirs)
        winner, marks = game(GreedyPlayer(learner, ours))
        assert {CROSS_WON: tally.first, DRAWN: tally.drawn, NOUGHT_WON: tally.second}[winner] == 1
        assert (marks, ours) == (tally.marks, theirs)


def test_the_opening_of_a_smarter_board_is_any_cell_of_the_middle():
    learner = learners(BOARDS["smarter"])
    learner.train(50)
    player = GreedyPlayer(learner, words(3))
    openings = {cell_of(player(MnkPosition(FAR, 3))) for _ in range(200)}
    assert openings == {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)}


def test_what_has_won_is_repeated():
    """The first bot completes a row as soon as it has learnt that this wins."""
    position = MnkPosition(1, 3, ((0, 0), (1, 0), (-1, -1), (0, 1)))
    assert cell_of(GreedyPlayer(learners({}), words(1))(position)) == (1, 1)
