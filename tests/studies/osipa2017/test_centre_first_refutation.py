"""O's forced win against the centre-first strategy: played out against every choice of X, and the shortest."""

import random

import oracles_super as twin
import pytest

from tttcore.games.position import NOUGHT_WINS
from tttcore.games.super_board import SuperBoard
from tttcore.studies.osipa2017.centre_first_refutation import (
    FIRST,
    NEVER,
    Refutation,
    continuations,
    marks_needed,
    refute,
)


def position_of(game):
    position = SuperBoard(rule=game.rule)
    for board, cell in game.history:
        position = position.after(9 * board + cell)
    return position


@pytest.fixture(scope="module")
def refuted():
    return refute()


def test_continuations_are_the_twins():
    bound = 0
    for seed in range(100):
        game = random_game(seed)
        if game is not None:
            before_cross = game.after(random.Random(seed).choice(game.options()))
            expected = [9 * board + cell for board, cell in twin.may_go_on(before_cross)]
            assert continuations(position_of(before_cross)) == expected
            bound += expected != position_of(before_cross).moves()
    assert bound > 0


def test_the_line_is_a_game_that_nought_wins(refuted):
    position = SuperBoard(rule="closed")
    for ply, move in enumerate(refuted.line):
        assert ply == 0 or ply % 2 or move in continuations(position)
        position = position.after(move)
    assert position.winner == NOUGHT_WINS
    assert len(refuted.line) == 20


def test_nought_wins_against_every_choice_of_cross(refuted):
    """The whole tree on the twin's boards, O's moves from the search and X's from the twin."""
    search, lengths = Refutation(), []

    def play(game):
        marks = len(refuted.line) // 2 - len(game.history) // 2
        move = search.reply(position_of(game), marks)
        moved = game.after(divmod(move, 9))
        if moved.result is not None:
            assert moved.result == "O"
            lengths.append(len(moved.history))
            return
        for reply in twin.may_go_on(moved):
            play(moved.after(reply))

    play(twin.Game("closed", [(4, 4)]))
    assert max(lengths) == len(refuted.line)
    assert len(lengths) > 1


def test_no_win_is_forced_with_fewer_marks():
    assert Refutation().reply(SuperBoard(rule="closed").after(FIRST), 9) is None


def test_late_wins_are_those_that_trying_everything_finds(several):
    """O's moves at random, X's within its choices, then up to two marks of O ahead."""
    found = []
    for seed in range(several(150, without_jit=40)):
        game = random_game(seed)
        if game is None:
            continue
        for marks in (1, 2):
            expected = twin.nought_forces(game, marks)
            move = Refutation().reply(position_of(game), marks)
            assert (move is not None) == expected
            found.append((marks, expected))
    assert set(found) == {(marks, expected) for marks in (1, 2) for expected in (False, True)}


def random_game(seed):
    """A game before O, four marks or fewer before its random end; None if X wins or nobody does."""
    chance, games = random.Random(seed), [twin.Game("closed", [(4, 4)])]
    while games[-1].result is None:
        moved = games[-1].after(chance.choice(games[-1].options()))
        if moved.result is None:
            moved = moved.after(chance.choice(twin.may_go_on(moved)))
        games.append(moved)
    return games[-chance.choice([2, 3])] if games[-1].result == "O" else None


def test_marks_needed():
    """Nine at first; fewer by O's marks in one line of boards; no number will do when X owns a board of each line."""
    assert marks_needed(SuperBoard()) == 9
    assert marks_needed(SuperBoard(noughts=(3, *[0] * 8))) == 7
    assert marks_needed(SuperBoard(noughts=(3, *[0] * 7, 7), won=(0, 256))) == 4
    assert marks_needed(SuperBoard(crosses=(4, *[0] * 8), noughts=(3, *[0] * 8))) == 8
    assert marks_needed(SuperBoard(won=(0b000010100, 0))) == 9
    assert marks_needed(SuperBoard(won=(0b001010100, 0))) >= NEVER
