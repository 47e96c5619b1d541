"""Greedy players move by move, against the matches of the kernel."""

import numpy as np
import pytest
from small_tabular import BOARDS, learners

from tttcore.engines.tabular.boards import Finite
from tttcore.engines.tabular.greedy_player import GreedyPlayer
from tttcore.games.mnk import FAR, MnkPosition, cell_of
from tttcore.games.position import CROSS_WINS, DRAW, NOUGHT_WINS

GAMES = 40
PLAYED = [name for name in BOARDS if not any(word in name for word in ("dead", "kept", "edge"))]
"""Boards that games end on as positions do, start on as before, and end on at all, however little is learnt."""


def words(word):
    return np.array([word], np.uint64)


def game(player):
    """Result and number of marks of a game against itself."""
    recipe = player.learner.recipe
    limiter = recipe.board.reach if isinstance(recipe.board, Finite) else FAR
    position = MnkPosition(limiter, recipe.need)
    while position.winner is None:
        position = position.after(player(position))
    return position.winner, len(position.marks)


@pytest.mark.parametrize("ties", ["first", "random"])
@pytest.mark.parametrize("name", PLAYED)
def test_games_are_those_that_learners_play_without_exploration(name, ties, several):
    """With the same words, which are used up alike."""
    games = several(GAMES, without_jit=2)
    learner = learners(BOARDS[name] | {"ties": ties})
    learner.train(several(300, without_jit=5))
    ours, theirs = words(11), words(11)
    for _ in range(games):
        tally = learner.play_match("learned", "learned", 1, theirs)
        winner, marks = game(GreedyPlayer(learner, ours))
        assert {CROSS_WINS: tally.first, DRAW: tally.drawn, NOUGHT_WINS: tally.second}[winner] == 1
        assert marks == tally.marks
        assert ours[0] == theirs[0]


def test_the_opening_of_a_smarter_board_is_any_cell_of_the_middle():
    learner = learners(BOARDS["smarter"])
    learner.train(50)
    player = GreedyPlayer(learner, words(3))
    openings = {cell_of(player(MnkPosition(FAR, 3))) for _ in range(200)}
    assert openings == {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)}


def test_what_has_won_is_repeated():
    """The first bot completes a row as soon as it has learnt that this wins."""
    learner = learners({})
    position = MnkPosition(1, 3, ((0, 0), (1, 0), (-1, -1), (0, 1)))
    assert cell_of(GreedyPlayer(learner, words(1))(position)) == (1, 1)
