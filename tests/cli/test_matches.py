"""`ttt referee`: matches of real programs, as text and as an object, and one line for every mistake."""

import json
import shlex
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import psutil
import pytest
from programs import TTT, run

from tttcore.classroom.options import RULES
from tttcore.classroom.play_command import play
from tttcore.stats.intervals import score_interval

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
RESIGNING = shlex.join([sys.executable, "-S", "-c", "print('resign')"])
AHEAD = shlex.join([sys.executable, "-S", "-c", "print(1, 2, 3, sep='\\n', flush=True); input(); input()"])
HANGING = shlex.join(
    [
        sys.executable,
        "-S",
        "-c",
        "import subprocess, sys, time\nprint(4, flush=True); input()\n"
        "subprocess.Popen(['sleep', '99'], start_new_session=True)\n"
        "if sys.argv[1:]: open(sys.argv[1], 'w')\ntime.sleep(99)",
    ]
)
"""Who moves once; then starts a program in another session, and tells by a file that it hangs."""


def computer(*arguments):
    return shlex.join([*TTT, "play", *arguments, "--protocol", "--seat", "{seat}", "--seed", "{game}"])


@pytest.fixture
def match(ttt):
    """Report of a match as an object."""

    def run_match(*arguments):
        code, out, err = ttt("referee", *arguments, "--json")
        assert (code, err) == (0, "")
        assert psutil.Process().children(recursive=True) == []
        return json.loads(out)

    return run_match


def test_a_match_as_text():
    code, out, err = run("referee", FIRST_FREE, RESIGNING, "--games", "2", "--seed", "5")
    refused = "'resign' is no free cell; free are"
    assert (code, err) == (0, [])
    assert out == [
        "game 1: program 1 begins against program 2, program 1 wins after 1 move; "
        f"program 2: {refused} 2, 3, 4, 5, 6, 7, 8, 9",
        "game 2: program 2 begins against program 1, program 1 wins after 0 moves; "
        f"program 2: {refused} 1, 2, 3, 4, 5, 6, 7, 8, 9",
        "",
        "program    won  drawn   lost  score  95% interval   command",
        f"      1      2      0      0   1.00  0.34 to 1.00   {' '.join(FIRST_FREE.split())}",
        f"      2      0      0      2   0.00  0.00 to 0.66   {RESIGNING}",
        "",
        "seed 5: --seed 5 gives the programs the same seeds again",
    ]


def test_a_round_robin_as_text():
    """The best program first; games that repeat are told."""
    code, out, err = run("referee", RESIGNING, FIRST_FREE, FIRST_FREE, "--games", "4", "--seed", "5")
    assert (code, err) == (0, [])
    assert [line[:44] for line in out[13:17]] == [
        "program    won  drawn   lost  score  95% int",
        "      2      6      0      2   0.75  0.41 to",
        "      3      6      0      2   0.75  0.41 to",
        "      1      0      0      8   0.00  0.00 to",
    ]
    assert out[17:] == [
        "",
        "score of the program on the left against:",
        "program     2     3     1",
        "      2     -  0.50  1.00",
        "      3  0.50     -  1.00",
        "      1  0.00  0.00     -",
        "",
        "12 games, 6 different: the intervals assume independent games",
        "",
        "seed 5: --seed 5 gives the programs the same seeds again",
    ]


@pytest.mark.slow
def test_programs_that_draw_by_the_seed_play_different_games_and_the_same_again(match):
    """As the examples of `ttt referee --help` start them."""
    drawing = shlex.join([*TTT, "play", "house/random", "--protocol", "--seat", "{seat}", "--seed", "{seed}"])
    played = match(drawing, drawing, "--games", "3", "--seed", "5")
    first, second, third = (game["moves"] for game in played["games"])
    assert first != second != third != first
    assert match(drawing, drawing, "--games", "3", "--seed", "5") == played
    assert len({match(FIRST_FREE, RESIGNING)["seed"] for _ in range(2)}) == 2


def test_a_seat_that_is_not_learnt_is_a_mistake(refused):
    umg = shlex.join([*TTT, "play", "house/umg", "--protocol", "--seat", "{seat}"])
    message = refused("referee", umg, FIRST_FREE)
    assert message.startswith(
        "program 1 has made no move as the first player, so that there is no game: ended with exit "
    )
    assert message.endswith("ttt: error: house/umg: --seat first: it has not learnt that one; allowed: second")


def test_time_for_moves(match):
    (game,) = match(AHEAD, HANGING, "--seconds", "0.2", "--start-seconds", "60")["games"]
    assert (game["moves"], game["forfeit"]) == (["1", "4", "2"], "no move within 0.2 s")


def test_a_match_as_an_object(match):
    moves = ["1", "2", "3", "4", "5", "6", "7"]
    result = {"won": 1, "drawn": 0, "lost": 1} | score_interval("score", 1, 2)
    assert match(FIRST_FREE, FIRST_FREE, "--games", "2", "--seed", "5") == {
        "seed": 5,
        "games": [
            {"game": 1, "first": 1, "second": 2, "winner": 1, "moves": moves, "forfeit": None},
            {"game": 2, "first": 2, "second": 1, "winner": 2, "moves": moves, "forfeit": None},
        ],
        "different_games": 2,
        "programs": [{"command": FIRST_FREE} | result] * 2,
        "pairs": [{"program": 1, "against": 2} | result, {"program": 2, "against": 1} | result],
    }


@pytest.mark.needs_jit
@pytest.mark.parametrize(
    ("options", "strong", "weak"),
    [
        (
            ["--game", "nine-board", "--rule", "draw", "--count-from", "0"],
            ["nine-board", "--rule", "draw", "--count-from", "0", "--depth", "5"],
            ["nine-board", "--rule", "draw", "--count-from", "0", "--depth", "1", "--heuristic", "0"],
        ),
        (
            ["--game", "super", "--rule", "closed"],
            ["super", "--rule", "closed", "--playouts", "2000"],
            ["super", "--rule", "closed", "--playouts", "1"],
        ),
    ],
)
def test_the_stronger_player_wins_on_nine_boards(match, options, strong, weak):
    """As X, for chosen seeds, without illegal moves."""
    (game,) = match(*options, "--start-seconds", "600", computer(*strong), computer(*weak))["games"]
    assert (game["winner"], game["forfeit"]) == (1, None)


@contextmanager
def heeded(number):
    """Let programs that start here heed a signal, even where the tests run under nohup."""
    before = signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(number, before)


@pytest.mark.parametrize("request_to_end", [signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
def test_a_request_to_end_leaves_no_program(tmp_path, request_to_end):
    hangs = tmp_path / "hangs"
    command = [*TTT, "referee", AHEAD, f"{HANGING} {hangs}"]
    with heeded(request_to_end):
        program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    with program:
        while not hangs.exists():
            assert program.poll() is None
            time.sleep(0.01)
        children = psutil.Process(program.pid).children(recursive=True)
        program.send_signal(request_to_end)
        assert program.wait(60) == 130
        assert program.stderr.read().strip() == ""
    assert len(children) == 5  # two supervisors, two programs, and what one of them has started
    assert psutil.wait_procs(children, timeout=10)[1] == []


def test_an_ignored_hangup_stays_ignored(tmp_path):
    """As under nohup."""
    hangs = tmp_path / "hangs"
    command = ["nohup", *TTT, "referee", AHEAD, f"{HANGING} {hangs}", "--seconds", "0.5", "--start-seconds", "60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as program:
        while not hangs.exists():
            assert program.poll() is None
            time.sleep(0.01)
        program.send_signal(signal.SIGHUP)
        assert program.wait(60) == 0
        assert "no move within 0.5 s" in program.stdout.read()


def test_games_are_those_that_can_be_played():
    assert {*RULES, "genome", "agent"} == set(play.commands)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([FIRST_FREE, "no-such-program"], "'no-such-program' can't be started: No such file or directory"),
        ([FIRST_FREE, "'"], 'command "\'": No closing quotation'),
        ([FIRST_FREE, FIRST_FREE, "--rule", "open"], "--rule: 'open' is no rule of minimax; allowed: none."),
        (
            [FIRST_FREE, FIRST_FREE, "--game", "super", "--rule", "draw"],
            "--rule: 'draw' is no rule of super; allowed: open or closed.",
        ),
        ([FIRST_FREE, FIRST_FREE, "--games", "0"], "'--games': 0 is not in the range x>=1."),
    ],
)
def test_mistakes(refused, arguments, message):
    assert message in refused("referee", *arguments)
