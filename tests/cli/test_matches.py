"""`ttt referee`: matches of real programs, as text and as an object, and one line for every mistake."""

import json
import shlex
import signal
import subprocess
import sys
import time

import psutil
import pytest
from programs import TTT, run

from tttcore.cli.referee import RULES

FIRST_FREE = shlex.join(
    [
        sys.executable,
        "-S",
        "-c",
        "free = list('123456789')\n"
        "if '{seat}' == 'second': free.remove(input())\n"
        "while free: print(free.pop(0), flush=True); free.remove(input())",
    ]
)
SILENT = shlex.join([sys.executable, "-S", "-c", "import time; time.sleep(99)"])


def computer(*arguments):
    return shlex.join([*TTT, "play", *arguments, "--protocol", "--seat", "{seat}", "--seed", "{game}"])


@pytest.fixture
def match(ttt):
    """The object that a match is told as."""

    def run_match(*arguments):
        code, out, err = ttt("referee", *arguments, "--json")
        assert (code, err) == (0, "")
        assert psutil.Process().children(recursive=True) == []
        return json.loads(out)

    return run_match


def test_a_match_as_text():
    code, out, err = run("referee", FIRST_FREE, SILENT, "--games", "2", "--seconds", "1")
    assert (code, err) == (0, [])
    assert out == [
        "game 1: program 1 begins, program 1 wins after 1 move; program 2: no move within 1 s",
        "game 2: program 2 begins, program 1 wins after 0 moves; program 2: no move within 1 s",
        f"program 1: 2 won, 0 drawn, 0 lost: {' '.join(FIRST_FREE.split())}",
        f"program 2: 0 won, 0 drawn, 2 lost: {SILENT}",
    ]


def test_a_match_as_an_object(match):
    moves = ["1", "2", "3", "4", "5", "6", "7"]
    assert match(FIRST_FREE, FIRST_FREE, "--games", "2") == {
        "games": [
            {"game": 1, "first": 1, "winner": 1, "moves": moves, "forfeit": None},
            {"game": 2, "first": 2, "winner": 2, "moves": moves, "forfeit": None},
        ],
        "programs": [
            {"command": FIRST_FREE, "won": 1, "drawn": 0, "lost": 1},
            {"command": FIRST_FREE, "won": 1, "drawn": 0, "lost": 1},
        ],
    }


def test_minimax_against_others_and_itself(match):
    random, hurried = computer("minimax", "--ties", "random"), computer("minimax", "--hurry")
    assert [game["winner"] for game in match(random, hurried, "--games", "2")["games"]] == [0, 0]
    beaten = match(computer("minimax"), FIRST_FREE)["games"][0]
    assert (beaten["winner"], beaten["forfeit"]) == (1, None)


@pytest.mark.needs_jit
@pytest.mark.parametrize(
    ("options", "strong", "weak"),
    [
        (["--game", "nine-board"], ["nine-board", "--depth", "5"], ["nine-board", "--depth", "1", "--heuristic", "0"]),
        (
            ["--game", "nine-board", "--rule", "draw", "--count-from", "0"],
            ["nine-board", "--rule", "draw", "--count-from", "0", "--seconds", "0.05"],
            ["nine-board", "--rule", "draw", "--count-from", "0", "--depth", "1", "--heuristic", "0"],
        ),
        (["--game", "super"], ["super"], ["super", "--playouts", "2000"]),
        (
            ["--game", "super", "--rule", "closed"],
            ["super", "--rule", "closed", "--playouts", "2000"],
            ["super", "--rule", "closed", "--playouts", "1"],
        ),
    ],
)
def test_the_stronger_player_wins_on_nine_boards(match, options, strong, weak):
    """As X, at seeds at which it does; without a move that the other side would refuse."""
    (game,) = match(*options, computer(*strong), computer(*weak))["games"]
    assert (game["winner"], game["forfeit"]) == (1, None)


def test_a_request_to_end_leaves_no_program():
    program = subprocess.Popen([*TTT, "referee", SILENT, SILENT], stderr=subprocess.PIPE, text=True)
    with program:
        referee = psutil.Process(program.pid)
        while len(children := referee.children()) < 2:
            assert program.poll() is None
        time.sleep(1)  # until both are known to it
        program.send_signal(signal.SIGTERM)
        assert program.wait(60) == 130
        assert program.stderr.read().strip() == ""
    assert psutil.wait_procs(children, timeout=10)[1] == []


def test_rules_are_those_of_the_games():
    assert set(RULES) == {"minimax", "nine-board", "super"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([FIRST_FREE], "Missing argument 'COMMAND2'. (see ttt referee --help)"),
        (["", FIRST_FREE], "command '' is empty"),
        ([FIRST_FREE, "no-such-program"], "'no-such-program' can't be started: No such file or directory"),
        ([FIRST_FREE, "'"], 'command "\'": No closing quotation'),
        ([FIRST_FREE, SILENT, "--game", "chess"], "'chess' is not one of 'minimax', 'nine-board', 'super'."),
        ([FIRST_FREE, SILENT, "--rule", "open"], "--rule: 'open' is no rule of minimax; allowed: none."),
        (
            [FIRST_FREE, SILENT, "--game", "super", "--rule", "draw"],
            "--rule: 'draw' is no rule of super; allowed: open or closed.",
        ),
        ([FIRST_FREE, SILENT, "--games", "0"], "'--games': 0 is not in the range x>=1."),
        ([FIRST_FREE, SILENT, "--seconds", "0"], "'--seconds': 0.0 is not in the range 0<x<=86400."),
        ([FIRST_FREE, SILENT, "--seconds", "1e300"], "'--seconds': 1e+300 is not in the range 0<x<=86400."),
        ([FIRST_FREE, SILENT, "--start-seconds", "-1"], "'--start-seconds': -1.0 is not in the range 0<=x<=86400."),
    ],
)
def test_mistakes(refused, arguments, message):
    assert message in refused("referee", *arguments)
