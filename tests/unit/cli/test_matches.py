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
from command_line import TTT
from helpers.project import ROOT
from helpers.texts import transcript

from tttcore.classroom.boards import CLASSIC, RULES
from tttcore.classroom.play_command import play
from tttcore.stats.intervals import score_interval


def python(code, *arguments):
    return shlex.join([sys.executable, "-S", "-c", code, *arguments])


FIRST_FREE = python(
    "free = list('123456789')\n"
    "if '{seat}' == 'second': free.remove(input())\n"
    "while free: print(free.pop(0), flush=True); free.remove(input())"
)
RESIGNING = python("print('resign')")
CONTEST = ["--rule", "majority", "--notation", "row-column", "--count-from", "0"]
AHEAD = python("print(1, 2, 3, sep='\\n', flush=True); input(); input()")
HANGING = python(
    "import subprocess, sys, time\nprint(4, flush=True); input()\n"
    "subprocess.Popen(['sleep', '99'], start_new_session=True)\n"
    "if sys.argv[1:]: open(sys.argv[1], 'w')\ntime.sleep(99)"
)
"""Who moves once; then starts a program in another session, and tells by a file that it hangs."""


def computer(*arguments, seed="{seed}"):
    return shlex.join([*TTT, "play", *arguments, "--protocol", "--seat", "{seat}", "--seed", seed])


@pytest.fixture
def match(ttt):
    """Report of a match as an object."""

    def run_match(*arguments):
        code, out, err = ttt("referee", *arguments, "--json")
        assert (code, err) == (0, "")
        assert psutil.Process().children(recursive=True) == []
        return json.loads(out)

    return run_match


def test_matches_as_text(ttt, snapshot):
    """The best program of a round robin first; games that repeat are told."""
    programs = {" ".join(FIRST_FREE.split()): "FIRST_FREE", RESIGNING: "RESIGNING"}
    for commands, games in ((FIRST_FREE, RESIGNING), 2), ((RESIGNING, FIRST_FREE, FIRST_FREE), 4):
        code, out, err = ttt("referee", *commands, "--games", str(games), "--seed", "5")
        assert (code, err) == (0, "")
        for command, name in programs.items():
            out = out.replace(command, name)
        assert out == snapshot


@pytest.mark.slow
def test_programs_that_draw_by_the_seed_play_different_games_and_the_same_again(match):
    """As the examples of `ttt referee --help` start them."""
    drawing = computer("house/random")
    played = match(drawing, drawing, "--games", "3", "--seed", "5")
    first, second, third = (game["moves"] for game in played["games"])
    assert first != second != third != first
    assert match(drawing, drawing, "--games", "3", "--seed", "5") == played
    assert len({match(FIRST_FREE, RESIGNING)["seed"] for _ in range(2)}) == 2


def test_a_seat_that_is_not_learnt_is_a_mistake(refused):
    message = refused("referee", computer("house/umg", seed="1"), FIRST_FREE)
    begin, end = message.split("ended with exit code 2: ")
    assert begin == "program 1 has made no move as the first player, so that there is no game: "
    assert end.endswith("ttt: error: house/umg: --seat first: it has not learnt that one; allowed: second")


def test_time_for_moves(match):
    (game,) = match(AHEAD, HANGING, "--seconds", "0.2", "--start-seconds", "600")["games"]
    assert (game["moves"], game["forfeit"]) == (["1", "4", "2"], "no move within 0.2 s")


def test_a_match_as_an_object(match):
    game = {"moves": ["1", "2", "3", "4", "5", "6", "7"], "forfeit": None, "opening": ""}
    result = {"won": 1, "drawn": 0, "lost": 1} | score_interval("score", 1, 2)
    assert match(FIRST_FREE, FIRST_FREE, "--games", "2", "--seed", "5") == {
        "seed": 5,
        "games": [
            {"game": 1, "first": 1, "second": 2, "winner": 1} | game,
            {"game": 2, "first": 2, "second": 1, "winner": 2} | game,
        ],
        "different_games": 2,
        "programs": [{"command": FIRST_FREE} | result] * 2,
        "pairs": [{"program": 1, "against": 2} | result, {"program": 2, "against": 1} | result],
    }


@pytest.fixture
def opening_program(tmp_path):
    """Command of the program of docs/how-to/entering-a-player.md that plays on from an opening."""
    guide = (ROOT / "docs" / "how-to" / "entering-a-player.md").read_text(encoding="utf-8")
    (example,) = (block for block in re.findall(r"^```python\n(.*?)^```", guide, re.M | re.S) if "opening" in block)
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


def test_who_never_moves_after_an_opening_has_not_played(refused, opening_program):
    """The first to move is O here."""
    message = refused("referee", opening_program, python("pass", "{opening}"), "--openings", "random:1")
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


@pytest.mark.parametrize(("game", "sizes", "moves"), [
    ("3x3", "", "1,2,3,4,5,6,7"),
    ("4,2,3", "4 2", "1 1,2 1,3 1,4 1,1 2,2 2,3 2,4 2"),
    ("3,5,2", "3 5", "1 1,2 1,3 1,1 2"),
    pytest.param("2x2x2", "2 2 2", "1 1 1,2 1 1,1 2 1", marks=pytest.mark.needs_jit),
])  # fmt: skip
def test_boards(match, game, sizes, moves):
    """3x3, m,n,k-games by column and row, lattices by their coordinates."""
    program = python(COORDINATES, "{seat}", *sizes.split()) if sizes else FIRST_FREE
    (played,) = match(program, program, "--game", game)["games"]
    assert (",".join(played["moves"]), played["forfeit"]) == (moves, None)


@pytest.mark.needs_jit
@pytest.mark.parametrize(("game", "options", "strong", "weak"), [
    ("nine-board", ["--rule", "draw", "--count-from", "0"], ["--depth", "5"], ["--depth", "1", "--heuristic", "0"]),
    ("super", ["--rule", "closed"], ["--playouts", "2000"], ["--playouts", "1"]),
    pytest.param("super", CONTEST, ["--playouts", "2000", "--opening", "{opening}"],
                 ["--playouts", "1", "--opening", "{opening}"], marks=pytest.mark.slow),
])  # fmt: skip
def test_the_stronger_player_wins_on_nine_boards(match, game, options, strong, weak):
    """For chosen seeds, without illegal moves."""
    programs = [computer(game, *options, *own, seed="{game}") for own in (strong, weak)]
    openings = ["--openings", "random:2"] if "{opening}" in strong else []
    played = match("--game", game, *options, *openings, "--seed", "1", "--start-seconds", "600", *programs)
    assert {(each["winner"], each["forfeit"]) for each in played["games"]} == {(1, None)}


@contextmanager
def heeded(number):
    """Let programs that start here heed a signal, even where the tests run under nohup."""
    before = signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(number, before)


def until_there(file, program):
    while not file.exists():
        assert program.poll() is None
        time.sleep(0.01)


@pytest.mark.parametrize("request_to_end", [signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
def test_a_request_to_end_leaves_no_program(tmp_path, request_to_end):
    hangs = tmp_path / "hangs"
    command = [*TTT, "referee", AHEAD, f"{HANGING} {hangs}"]
    with heeded(request_to_end):
        program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    with program:
        until_there(hangs, program)
        children = psutil.Process(program.pid).children(recursive=True)
        program.send_signal(request_to_end)
        assert program.wait(600) == 130
        assert program.stderr.read().strip() == ""
    assert len(children) == 5  # two supervisors, two programs, and what one of them has started
    assert psutil.wait_procs(children, timeout=90)[1] == []


def test_an_ignored_hangup_stays_ignored(tmp_path):
    """As under nohup."""
    hangs = tmp_path / "hangs"
    command = ["nohup", *TTT, "referee", AHEAD, f"{HANGING} {hangs}", "--seconds", "0.5", "--start-seconds", "600"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as program:
        until_there(hangs, program)
        program.send_signal(signal.SIGHUP)
        assert program.wait(600) == 0
        assert "no move within 0.5 s" in program.stdout.read()


def test_games_are_those_that_can_be_played():
    """3x3 by the name of its search."""
    assert {*RULES, "genome", "agent", "minimax"} - {CLASSIC} == set(play.commands)


def test_mistakes(ttt, refused, in_a_folder_of_its_own, tmp_path, snapshot):
    def mistake(options, first="cat", second="cat"):
        return ["referee", first, second, *options.split()]

    files = ["5 1\n5 5\n", "1 4 2 5 3", "1 4 2 5 3 6", "\n"]
    for number, text in enumerate(files):
        (tmp_path / f"{number}.txt").write_text(text, encoding="utf-8")
    openings = [
        "random:0",
        "random:9",
        "none.txt",
        "random:2 --games 3",
        *(f"{each}.txt" for each in range(len(files))),
    ]
    assert (
        transcript(
            ttt,
            mistake("", second="no-such-program"),
            mistake("", second="'"),
            mistake("--rule open"),
            mistake("--game super --rule draw"),
            mistake("--game 4x4x4 --notation row-column"),
            mistake("--game chess"),
            mistake("--game 3,3,4"),
            mistake("--game 1x1"),
            mistake("--openings random:2", first="cat {opening}"),
            *(mistake(f"--openings {each}", "cat {opening}", "cat {opening}") for each in openings),
        )
        == snapshot
    )
    for games in ("0", "99999999999"):
        assert f"'--games': {games} is not in the range 1<=x<=100000." in refused(*mistake(f"--games {games}"))
