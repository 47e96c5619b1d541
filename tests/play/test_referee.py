"""Matches between real processes: seats, results and forfeits."""

import shlex
import sys

import psutil
import pytest

from tttcore.games.classic_position import ClassicPosition
from tttcore.games.nine_board import NineBoard
from tttcore.play.notation import CellNotation
from tttcore.play.notation_nine import NineBoardNotation
from tttcore.play.referee import Played, Referee, arguments, totals

LOWEST = """
import sys
free = list(range(1, 10))
turn = sys.argv[1] == "first"
while free:
    if turn:
        print(free.pop(0), flush=True)
    else:
        free.remove(int(input()))
    turn = not turn
"""
LOGGING = """
import sys
with open(sys.argv[1], "a") as log:
    for own in sys.argv[2:]:
        print(own, flush=True)
        print(sys.stdin.readline().strip(), file=log, flush=True)
"""
X_WINS = ("1", "2", "3", "4", "5", "6", "7")


def python(program, *arguments):
    return shlex.join([sys.executable, "-S", "-c", program, *map(str, arguments)])


LOWEST_FREE = python(LOWEST, "{seat}")


def match(first, second, games=1, *, seconds=20.0, **rules):
    settings = {"start": ClassicPosition(), "notation": CellNotation(), "seconds": seconds} | rules
    return list(Referee(**settings).match((first, second), games))


@pytest.fixture(autouse=True)
def _none_left():
    yield
    assert psutil.Process().children(recursive=True) == []


def test_the_first_player_alternates():
    played = match(LOWEST_FREE, LOWEST_FREE, games=3)
    assert played == [Played(game, 1 if game % 2 else 2, 1 if game % 2 else 2, X_WINS, None) for game in (1, 2, 3)]
    assert totals(played, 1) == {"won": 2, "drawn": 0, "lost": 1}
    assert totals(played, 2) == {"won": 1, "drawn": 0, "lost": 2}


def test_a_draw():
    drawn = match(
        python("for cell in (1, 3, 4, 8, 9): print(cell, flush=True); input()"),
        python("for cell in (2, 5, 6, 7): input(); print(cell, flush=True)"),
    )
    assert [(game.winner, len(game.moves)) for game in drawn] == [(0, 9)]
    assert totals(drawn, 1) == totals(drawn, 2) == {"won": 0, "drawn": 1, "lost": 0}


def test_the_last_move_is_passed_on(tmp_path):
    """So that the loser knows, too."""
    match(LOWEST_FREE, python(LOGGING, tmp_path / "log", 4, 5, 9), seconds=20)
    assert (tmp_path / "log").read_text() == "1\n2\n3\n"


def test_illegal_moves_are_not_passed_on(tmp_path):
    (played,) = match(python(LOGGING, tmp_path / "log", 5, 6, 7), python("print(1, flush=True); input(); print('5')"))
    assert played == Played(1, 1, 1, ("5", "1", "6"), "'5' is no free cell; free are 2, 3, 4, 7, 8, 9")
    assert (tmp_path / "log").read_text().split() == ["1"]


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("", "ended with exit code 0"),
        ("raise ValueError('out of ideas')", "ended with exit code 1: ValueError: out of ideas"),
        ("print('resign')", "'resign' is no free cell; free are 2, 3, 4, 5, 6, 7, 8, 9"),
        ("print(1)", "'1' is no free cell; free are 2, 3, 4, 5, 6, 7, 8, 9"),
        ("print()", "'' is no free cell; free are 2, 3, 4, 5, 6, 7, 8, 9"),
    ],
)
def test_forfeit(program, reason):
    assert match(LOWEST_FREE, python(program)) == [Played(1, 1, 1, ("1",), reason)]


def test_forfeit_in_the_other_seat():
    reason = "'x' is no free cell; free are 1, 2, 3, 4, 5, 6, 7, 8, 9"
    assert match(LOWEST_FREE, python("print('x')"), games=2)[1] == Played(2, 2, 1, (), reason)


def test_games_are_numbered_for_programs():
    played = match(python("raise SystemExit(10 * {game} + ('{seat}' == 'first'))"), LOWEST_FREE, games=2)
    assert [game.forfeit for game in played] == ["ended with exit code 11", "ended with exit code 20"]


def test_first_moves_may_take_longer():
    ahead = python("print(1, 2, 3, sep='\\n', flush=True); input(); input()")
    slow = python("import time; input(); time.sleep(0.4); print(4, flush=True); time.sleep(99)")
    (late,) = match(ahead, slow, seconds=0.1, start_seconds=20)
    assert (late.moves, late.forfeit) == (("1", "4", "2"), "no move within 0.1 s")


def test_boards_that_are_forbidden():
    (played,) = match(python("print('5 1')"), python("print('3 3')"), start=NineBoard(), notation=NineBoardNotation())
    assert played.forfeit == "'3 3': board 3 may not be marked now; allowed: 1"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("play --seat {seat} --seed {game}", ["play", "--seat", "first", "--seed", "7"]),
        ("'my program' \"{'a': 1}\"", ["my program", "{'a': 1}"]),
    ],
)
def test_commands_are_split_as_a_shell_does(command, words):
    assert arguments(command, "first", 7) == words


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "command '' is empty"),
        ("'", 'command "\'": No closing quotation'),
        ("no-such-program -x", "'no-such-program' can't be started: No such file or directory"),
    ],
)
def test_invalid_commands(command, message):
    for commands in ((command, LOWEST_FREE), (LOWEST_FREE, command)):
        with pytest.raises(ValueError) as refused:  # noqa: PT011
            match(*commands)
        assert str(refused.value) == message
