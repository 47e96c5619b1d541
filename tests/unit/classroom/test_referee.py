"""Matches between real processes: seats, results and forfeits."""

import shlex
import sys

import psutil
import pytest

from tttcore.classroom.referee import Played, Referee, arguments, different, seed_of, totals
from tttcore.games.classic import ClassicPosition
from tttcore.games.nine_board import NineBoard
from tttcore.games.notation import CellNotation
from tttcore.games.notation_boards import NineBoardNotation

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


def round_robin(*commands, games, seed=0):
    referee = Referee(start=ClassicPosition(), notation=CellNotation(), seconds=20.0)
    return list(referee.match(commands, games, seed=seed))


@pytest.fixture(autouse=True)
def _none_left():
    yield
    assert psutil.Process().children(recursive=True) == []


def test_the_first_player_alternates():
    played = match(LOWEST_FREE, LOWEST_FREE, games=3)
    assert played == [
        Played(1, 1, 2, 1, X_WINS, None),
        Played(2, 2, 1, 2, X_WINS, None),
        Played(3, 1, 2, 1, X_WINS, None),
    ]
    assert different(played) == 2
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
    assert played == Played(1, 1, 2, 1, ("5", "1", "6"), "'5' is no free cell; free are 2, 3, 4, 7, 8, 9")
    assert (tmp_path / "log").read_text().split() == ["1"]


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("print('resign')", "'resign' is no free cell; free are 2, 3, 4, 5, 6, 7, 8, 9"),
        ("print(1)", "'1' is no free cell; free are 2, 3, 4, 5, 6, 7, 8, 9"),
        ("print()", "'' is no free cell; free are 2, 3, 4, 5, 6, 7, 8, 9"),
    ],
)
def test_forfeit(program, reason):
    assert match(LOWEST_FREE, python(program)) == [Played(1, 1, 2, 1, ("1",), reason)]


def test_prompts_before_moves():
    """As `input` writes them: on the line of the move that follows."""
    prompting = "for own in (4, 5, 6): print(own) if input('Your move: ') else None"
    (played,) = match(LOWEST_FREE, python(prompting))
    assert (played.moves, played.winner) == (("1", "4", "2", "5", "3"), 1)


def test_forfeit_in_the_other_seat():
    reason = "'x' is no free cell; free are 1, 2, 3, 4, 5, 6, 7, 8, 9"
    assert match(LOWEST_FREE, python("print('x')"), games=2)[1] == Played(2, 2, 1, 1, (), reason)


def test_a_program_that_ends_in_mid_game_loses():
    """Whatever its exit code."""
    for ending, told in (("", "0"), ("raise SystemExit(3)", "3"), ("raise ValueError('out of ideas')", "1")):
        (played,) = match(python(f"print(1, flush=True); input()\n{ending}"), python("print(input() and 5); input()"))
        assert (played.winner, played.moves) == (2, ("1", "5"))
        assert played.forfeit.startswith(f"ended with exit code {told}")


@pytest.mark.parametrize("ending", ["", "raise SystemExit(2)", "import os; os.close(1); input(); input()"])
@pytest.mark.parametrize("number", [1, 2])
def test_a_program_that_never_moves_in_a_seat_has_not_played(ending, number):
    """That is no win for the other one."""
    programs = [LOWEST_FREE, LOWEST_FREE]
    programs[number - 1] = python(ending)
    seat = ("first", "second")[number - 1]
    message = rf"^program {number} has made no move as the {seat} player, so that there is no game: (ended|closed)"
    with pytest.raises(ValueError, match=message):
        match(*programs)


def test_a_seat_that_is_not_learnt_is_found_when_it_is_first_asked_for():
    only_second = python(
        LOWEST.replace("import sys", "import sys\nif sys.argv[1] == 'first': sys.exit('not learnt')"), "{seat}"
    )
    assert len(match(LOWEST_FREE, only_second)) == 1
    message = (
        "program 2 has made no move as the first player, so that there is no game: ended with exit code 1: not learnt"
    )
    with pytest.raises(ValueError, match=f"^{message}$"):
        match(LOWEST_FREE, only_second, games=2)


def test_a_program_that_has_played_in_its_seat_loses_if_it_fails_to_start_later():
    fails = python(LOWEST.replace("import sys", "import sys\nif {game} == 3: sys.exit('no licence left')"), "{seat}")
    third = match(fails, LOWEST_FREE, games=3)[2]
    assert third == Played(3, 1, 2, 2, (), "ended with exit code 1: no licence left")


def test_programs_are_told_the_opening_as_one_word():
    assert arguments("a {opening} b", "first", 7, 99, "3,5 5,1") == ["a", "3,5 5,1", "b"]
    assert arguments("a {opening} b", "first", 7, 99) == ["a", "", "b"]


def test_programs_are_told_seat_sign_game_and_seed():
    telling = python("print('{seat} {sign} {game} {seed}')")
    told = [game.forfeit.split("'")[1] for game in match(telling, telling, games=2)]
    assert told == [f"first X 1 {seed_of(0, 1, 1)}", f"first X 2 {seed_of(0, 2, 2)}"]


def test_seeds_differ_by_match_game_and_program_and_repeat():
    seeds = {seed_of(seed, game, program) for seed in (0, 1) for game in range(1, 11) for program in (1, 2)}
    assert len(seeds) == 40
    assert seed_of(5, 3, 2) == seed_of(5, 3, 2)
    assert max(seeds) < 10**9


def test_a_round_robin_of_three():
    """Each pair plays as often, each program begins as often as not."""
    resigning = python("print('resign'); input()")
    played = round_robin(LOWEST_FREE, resigning, LOWEST_FREE, games=2)
    assert [(game.game, game.first, game.second) for game in played] == [
        (1, 1, 2), (2, 2, 1), (3, 1, 3), (4, 3, 1), (5, 2, 3), (6, 3, 2),
    ]  # fmt: skip
    assert [game.winner for game in played] == [1, 1, 1, 3, 3, 3]
    assert totals(played, 1) == {"won": 3, "drawn": 0, "lost": 1}
    assert totals(played, 1, 3) == {"won": 1, "drawn": 0, "lost": 1}
    assert totals(played, 2) == {"won": 0, "drawn": 0, "lost": 4}


def test_a_schedule_of_any_length_begins_at_once():
    referee = Referee(start=ClassicPosition(), notation=CellNotation(), seconds=20.0)
    played = referee.match((LOWEST_FREE, LOWEST_FREE), 10**15)
    assert next(played) == Played(1, 1, 2, 1, X_WINS, None)
    played.close()


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
        ("{sign}{seed} '{seed} {other}'", ["X99", "99 {other}"]),
        ("'my program' \"{'a': 1}\"", ["my program", "{'a': 1}"]),
    ],
)
def test_commands_are_split_as_a_shell_does(command, words):
    assert arguments(command, "first", 7, 99) == words


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
