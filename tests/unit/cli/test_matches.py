"""`ttt referee`: matches of real programs, as text and as an object, and one line for every mistake."""

import json
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import psutil
import pytest
from helpers.project import ROOT
from programs import TTT, run

from tttcore.classroom.boards import CLASSIC, RULES
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
CONTEST = ["--rule", "majority", "--notation", "row-column", "--count-from", "0"]
OPENED = f"{FIRST_FREE} {{opening}}"
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
            {"game": 1, "first": 1, "second": 2, "winner": 1, "moves": moves, "forfeit": None, "opening": ""},
            {"game": 2, "first": 2, "second": 1, "winner": 2, "moves": moves, "forfeit": None, "opening": ""},
        ],
        "different_games": 2,
        "programs": [{"command": FIRST_FREE} | result] * 2,
        "pairs": [{"program": 1, "against": 2} | result, {"program": 2, "against": 1} | result],
    }


GUIDE = (ROOT / "docs" / "how-to" / "entering-a-player.md").read_text(encoding="utf-8")


@pytest.fixture
def opening_program(tmp_path):
    """Command of the program of docs/how-to/entering-a-player.md that plays on from an opening."""
    (example,) = (block for block in re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S) if "opening" in block)
    (tmp_path / "first_free.py").write_text(example, encoding="utf-8")
    return shlex.join([sys.executable, "-S", str(tmp_path / "first_free.py"), "{seat}", "{opening}"])


def test_programs_that_draw_nothing_play_different_games_after_openings(match, opening_program):
    """Each opening in both seats."""
    played = match(opening_program, opening_program, "--openings", "random:3", "--games", "4", "--seed", "7")
    assert played["different_games"] == 4
    for first, second in zip(played["games"][::2], played["games"][1::2], strict=True):
        assert (first["opening"], first["first"], second["first"]) == (second["opening"], 1, 2)
        assert first["moves"] == second["moves"]
        assert first["moves"][:3] == first["opening"].split()
        free = [cell for cell in "123456789" if cell not in first["moves"][:3]]
        assert first["moves"][3:] == free[: len(first["moves"]) - 3]
        assert first["forfeit"] is second["forfeit"] is None
    assert len({game["opening"] for game in played["games"]}) == 2


def test_a_file_of_openings(match, ttt, opening_program, tmp_path):
    """Each of them in both seats, even with an odd number of moves, and again if more games are asked for."""
    openings = tmp_path / "openings.txt"
    openings.write_text("5\n\n1 9\n", encoding="utf-8")
    played = match(opening_program, opening_program, "--openings", str(openings), "--games", "6")["games"]
    two = [("5", 1), ("5", 2), ("1 9", 1), ("1 9", 2)]
    assert [(game["opening"], game["first"]) for game in played] == [*two, *two[:2]]
    openings.write_text("5", encoding="utf-8")
    code, out, _ = ttt("referee", opening_program, opening_program, "--openings", str(openings))
    assert (code, out.count("after the opening")) == (0, 2)
    assert out.startswith("game 1: program 1 begins against program 2 after the opening 5, ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5 1\n5 5\n", "line 2: move 2: '5' is no free cell; free are 1, 2, 3, 4, 6, 7, 8, 9"),
        ("1 4 2 5 3", "line 1: the game is over after move 5; an opening leaves it open"),
        ("1 4 2 5 3 6", "line 1: move 6: '6': the game is over before"),
        ("\n", "no opening; a line is an opening, its moves separated by spaces"),
    ],
)
def test_files_of_openings_that_are_refused(refused, tmp_path, text, message):
    openings = tmp_path / "openings.txt"
    openings.write_text(text, encoding="utf-8")
    assert refused("referee", OPENED, OPENED, "--openings", str(openings)) == f"{openings}: {message}"


def test_who_never_moves_after_an_opening_has_not_played(refused, opening_program):
    """The first to move is O here."""
    ending = shlex.join([sys.executable, "-S", "-c", "pass", "{opening}"])
    message = refused("referee", opening_program, ending, "--openings", "random:1")
    assert message.startswith("program 2 has made no move as the second player, so that there is no game: ended with")


COORDINATES = """
import itertools, sys
sizes, seat = list(map(int, sys.argv[2:])), sys.argv[1]
free = [" ".join(map(str, cell[::-1])) for cell in itertools.product(*[range(1, size + 1) for size in sizes[::-1]])]
if seat == "second":
    free.remove(input())
while free:
    print(free.pop(0), flush=True)
    free.remove(input())
"""
"""The first free cell of a board of any sizes, the first of which is that of the columns."""


@pytest.mark.parametrize(
    ("game", "sizes", "moves"),
    [
        ("3x3", None, ["1", "2", "3", "4", "5", "6", "7"]),
        ("4,2,3", [4, 2], ["1 1", "2 1", "3 1", "4 1", "1 2", "2 2", "3 2", "4 2"]),
        ("3,5,2", [3, 5], ["1 1", "2 1", "3 1", "1 2"]),
        pytest.param("2x2x2", [2, 2, 2], ["1 1 1", "2 1 1", "1 2 1"], marks=pytest.mark.needs_jit),
    ],
)
def test_boards(match, game, sizes, moves):
    """3x3, m,n,k-games by column and row, lattices by their coordinates."""
    program = (
        FIRST_FREE
        if sizes is None
        else shlex.join([sys.executable, "-S", "-c", COORDINATES, "{seat}", *map(str, sizes)])
    )
    (played,) = match(program, program, "--game", game)["games"]
    assert (played["moves"], played["forfeit"]) == (moves, None)


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
        pytest.param(
            [*CONTEST, "--game", "super", "--openings", "random:2"],
            ["super", *CONTEST, "--playouts", "2000", "--opening", "{opening}"],
            ["super", *CONTEST, "--playouts", "1", "--opening", "{opening}"],
            marks=pytest.mark.slow,
        ),
    ],
)
def test_the_stronger_player_wins_on_nine_boards(match, options, strong, weak):
    """For chosen seeds, without illegal moves."""
    played = match(*options, "--seed", "1", "--start-seconds", "600", computer(*strong), computer(*weak))
    assert {(game["winner"], game["forfeit"]) for game in played["games"]} == {(1, None)}


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
    """3x3 by the name of its search."""
    assert {*RULES, "genome", "agent", "minimax"} - {CLASSIC} == set(play.commands)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([FIRST_FREE, "no-such-program"], "'no-such-program' can't be started: No such file or directory"),
        ([FIRST_FREE, "'"], 'command "\'": No closing quotation'),
        ([FIRST_FREE, FIRST_FREE, "--rule", "open"], "--rule open: no rule of 3x3; allowed: none"),
        (
            [FIRST_FREE, FIRST_FREE, "--game", "super", "--rule", "draw"],
            "--rule draw: no rule of super; allowed: open or closed or majority",
        ),
        (
            [FIRST_FREE, FIRST_FREE, "--game", "4x4x4", "--notation", "row-column"],
            "--notation row-column: 4x4x4 has one notation; allowed for nine-board and super",
        ),
        (
            [FIRST_FREE, FIRST_FREE, "--game", "chess"],
            "--game chess: no board; allowed: 3x3, nine-board, super, n times the same edge such as 4x4x4, or "
            "columns,rows,k such as 15,15,5",
        ),
        (
            [FIRST_FREE, FIRST_FREE, "--game", "3,3,4"],
            "--game 3,3,4: m, n, k: 3, 3, 4; allowed: m and n from 1 to 100, k",
        ),
        ([FIRST_FREE, FIRST_FREE, "--game", "1x1"], "--game 1x1: edge: 1 is out of range; allowed: from 2 to 126"),
        (
            [FIRST_FREE, FIRST_FREE, "--games", "99999999999"],
            "'--games': 99999999999 is not in the range 1<=x<=100000.",
        ),
        (
            [OPENED, FIRST_FREE, "--openings", "random:2"],
            "--openings: the command of program 2 lacks {opening}, so that it can't know them",
        ),
        (
            [OPENED, OPENED, "--openings", "random:0"],
            "--openings 'random:0': allowed: random:1 to random:100, or a file",
        ),
        (
            [OPENED, OPENED, "--openings", "random:9"],
            "--openings random:9: all of 100 games ended before; allowed: fewer",
        ),
        ([OPENED, OPENED, "--openings", "none.txt"], "none.txt: no such file"),
        (
            [OPENED, OPENED, "--openings", "random:2", "--games", "3"],
            "--games 3: with --openings each is played in both seats; allowed: an even number",
        ),
        ([FIRST_FREE, FIRST_FREE, "--games", "0"], "'--games': 0 is not in the range 1<=x<=100000."),
    ],
)
def test_mistakes(refused, arguments, message):
    assert message in refused("referee", *arguments)
