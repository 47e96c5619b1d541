"""`ttt play` against the computer: all games on a terminal, and the protocol between real processes."""

import os
import random
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner
from programs import TTT, run
from reference import classic as oracles

from tttcore import cli
from tttcore.classroom import boards, options, referee
from tttcore.classroom import play_command as play
from tttcore.engines.nine_board import reference
from tttcore.games import nine_board, super_board
from tttcore.players.memoised_minimax import Ties

ENDED = "ttt: error: the input ended before the game"
ENDS = ("X wins.", "O wins.", "A draw.")
NONSENSE = ["", "five", "0", "10", "-1", "1 2", "5.5", "²", "9" * 5000]
DIGITS = list("123456789")


def typed(lines):
    return "".join(f"{line}\n" for line in lines)


def played(*arguments, lines):
    return CliRunner().invoke(cli.ttt, ["play", *arguments], input=typed(lines))


def anything(seed):
    rng = random.Random(seed)
    return [f"{rng.randrange(11)} {rng.randrange(11)}" for _ in range(30_000)]


def test_choices_are_those_of_the_players():
    assert options.SEATS == referee.SEATS
    assert tuple(ties.replace("-", "_") for ties in play.TIES) == get_args(Ties)
    assert boards.RULES["nine-board"] == nine_board.RULES
    assert boards.RULES["super"] == super_board.RULES
    assert tuple(map(int, play.HEURISTICS)) == reference.HEURISTICS
    assert play.MARKS == nine_board.MOVES


@pytest.mark.parametrize(
    ("seat", "options"), [("first", ["--ties", "random", "--seed", "3"]), ("second", ["--ties", "all-best", "--hurry"])]
)
def test_minimax_never_loses(seat, options):
    for start in (0, 4):
        lines = [*NONSENSE, *((start + 4 * k) % 9 + 1 for k in range(60))]
        result = played("minimax", "--seat", seat, *options, lines=lines)
        assert result.exit_code == 0, result.output
        assert result.output.splitlines()[-1] in ("A draw.", "X wins." if seat == "first" else "O wins.")


@pytest.mark.needs_jit
@pytest.mark.parametrize(
    ("game", "seat"),
    [
        (["nine-board", "--depth", "3"], "first"),
        (["nine-board", "--seconds", "0.01", "--heuristic", "2", "--rule", "draw"], "second"),
        (["super", "--playouts", "20"], "second"),
        (["super", "--playouts", "20", "--rule", "closed"], "first"),
        (["super", "--playouts", "20", "--rule", "majority", "--notation", "row-column"], "first"),
    ],
)
def test_games_on_nine_boards_come_to_an_end(game, seat):
    result = played(*game, "--seat", seat, "--seed", "0", lines=anything(seat))
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] in ENDS
    assert "may not be marked now" in result.output


def test_a_game_begins_with_an_opening():
    """Whoever is to move after it goes on; the computer's seat stays."""
    result = played("minimax", "--protocol", "--seat", "second", "--opening", "5 1 9", lines=["q"])
    assert result.stdout == "3\n"
    result = played("minimax", "--protocol", "--opening", "5 2", lines=["q"])
    assert result.stdout == "1\n"


@pytest.mark.needs_jit
@pytest.mark.parametrize("options", [[], ["--notation", "row-column"]])
def test_an_opening_of_super_tic_tac_toe(options):
    """The proven strategy says nothing about it."""
    opening = "4,8 1,4" if options else "5,8 8,2"
    result = played("super", *options, "--playouts", "20", "--opening", opening, "--protocol", lines=["q"])
    assert (result.exit_code, len(result.stdout.split())) == (0, 2)


@pytest.mark.needs_jit
def test_the_proven_strategy_always_wins():
    for seed in range(8):
        assert played("super", "--seat", "first", lines=anything(seed)).output.splitlines()[-1] == "X wins."


@pytest.mark.needs_jit
@pytest.mark.parametrize("game", [["nine-board", "--depth", "4"], ["super", "--playouts", "50", "--rule", "closed"]])
def test_the_seed_decides_all(game):
    outputs = [played(*game, "--seed", seed, lines=anything(1)).output for seed in ("1", "1", "2")]
    assert outputs[0] == outputs[1] != outputs[2]


@pytest.mark.parametrize(
    "game",
    [
        ["minimax", "--ties", "random"],
        ["house/random"],
        pytest.param(["nine-board", "--depth", "2"], marks=pytest.mark.needs_jit),
        pytest.param(["super", "--playouts", "20", "--seat", "second"], marks=pytest.mark.needs_jit),
    ],
)
def test_without_a_seed_games_differ_and_what_is_printed_repeats_them(game):
    lines = anything(1) if game[0] in play.play.commands and game[0] != "minimax" else DIGITS * 9
    outputs = [played(*game, lines=lines).output.split("\n", 1) for _ in range(2)]
    seeds = [re.fullmatch(r"Seed (\d+); --seed \1 repeats the computer's random choices\.", out[0]) for out in outputs]
    assert len({seed[1] for seed in seeds}) == 2
    for seed, (_, rest) in zip(seeds, outputs, strict=True):
        assert played(*game, "--seed", seed[1], lines=lines).output == rest


def test_random_moves_open_anywhere():
    """House/random against itself, as a program would start it."""
    games = [played("house/random", "--protocol", lines=["q"]) for _ in range(30)]
    assert len({game.stdout for game in games}) > 3  # fails by chance in fewer than one of 10^10 cases
    assert all(game.stderr.startswith("Seed ") for game in games)


@pytest.mark.parametrize("game", [["minimax"], ["super"], ["house/minimax-first"]])
def test_a_computer_that_draws_nothing_tells_no_seed(game):
    assert "eed" not in played(*game, lines=["q"]).output


def test_only_moves_on_standard_output():
    """Illegal input causes one message each, and the game goes on."""
    code, out, err = run("play", "minimax", "--protocol", typed=typed([*NONSENSE, *DIGITS, *DIGITS]))
    assert code == 0
    assert all(line in DIGITS for line in out)
    assert all(" is no free cell; free are " in line for line in err[:-1])
    answers, board = iter(DIGITS), oracles.BLANK
    for move in map(int, out):
        board = oracles.put(board, move - 1)
        if not oracles.winner(board):
            board = oracles.put(board, next(int(cell) - 1 for cell in answers if not board[int(cell) - 1]))
    assert err[-1] == {oracles.X_WINS: "X wins.", oracles.DRAW: "A draw."}[oracles.winner(board)]
    assert len(err) > len(NONSENSE)


@pytest.mark.parametrize("lines", [[], ["5", "5", "x"]])
def test_the_end_of_input_in_the_protocol(lines):
    code, out, err = run("play", "minimax", "--protocol", "--seat", "second", typed=typed(lines))
    assert code == 2
    assert len(out) == len(lines[:1])
    assert err[-1] == ENDED
    assert len(err) == 1 + len(lines[1:])


def test_moves_come_at_once():
    """Each is there before the next one is asked for."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*TTT, "play", "minimax", "--protocol"], stdin=pipe, stdout=pipe, text=True) as program:
        assert program.stdout.readline() == "1\n"
        for line, answer in (("5\n", "2\n"), ("3\n", "7\n")):
            program.stdin.write(line)
            program.stdin.flush()
            assert program.stdout.readline() == answer
        program.stdin.close()
        assert program.wait(60) == 2


def test_bytes_that_are_no_text():
    command = [*TTT, "play", "minimax", "--protocol", "--seat", "second"]
    done = subprocess.run(command, check=False, input=b"\xff\xfe\n5\nq\n", capture_output=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, b"1\n")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("streams", "message"),
    [
        ("<&-", ENDED),
        ("0>/dev/null", "ttt: error: [Errno 9] Bad file descriptor"),
        pytest.param(
            ">/dev/full",
            "ttt: error: No space left on device; make room and run again",
            marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full"),
        ),
    ],
)
def test_unusable_streams(streams, message, monkeypatch):
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # so that something is left to write at the end
    command = ["sh", "-c", f'"$@" {streams}', "sh", *TTT, "play", "minimax"]
    done = subprocess.run(command, check=False, input="5\n", capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (2, f"{message}\n")


def test_characters_that_the_terminal_lacks():
    """Undecodable input is reported in any encoding."""
    command = [*TTT, "play", "minimax", "--seat", "second"]
    environment = os.environ | {"PYTHONIOENCODING": "cp1252"}
    done = subprocess.run(
        command, check=False, input=b"\x81\n5\nq\n", capture_output=True, env=environment, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"'?' is no free cell" in done.stdout


def test_minimax_needs_no_compiler():
    """Nor does the referee, so that programs start quickly."""
    program = "import sys; from tttcore.cli import main; main(sys.argv[1:]); print('numba' in sys.modules)"
    resigning = shlex.join([sys.executable, "-S", "-c", "print('resign')"])
    for arguments in (["play", "minimax", "--protocol"], ["referee", resigning, resigning]):
        command = [sys.executable, "-c", program, *arguments]
        done = subprocess.run(command, check=True, input="", capture_output=True, text=True, timeout=300)
        assert done.stdout.splitlines()[-1] == "False"


def test_a_reader_that_is_gone():
    pipe = subprocess.PIPE
    command = [*TTT, "play", "minimax", "--protocol"]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as program:
        assert program.stdout.readline() == "1\n"
        program.stdout.close()
        program.stdin.write("5\n")
        program.stdin.flush()
        assert program.wait(60) == 1
        assert program.stderr.read() == ""


def test_an_interruption():
    pipe = subprocess.PIPE
    command = [*TTT, "play", "minimax", "--protocol"]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as program:
        assert program.stdout.readline() == "1\n"
        program.send_signal(signal.SIGINT)
        assert program.wait(60) == 130
        assert program.stderr.read().strip() == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["chess"],
            "'chess' is no opponent; allowed: minimax, nine-board, super, a player that `ttt agents` lists, such as ",
        ),
        (
            ["--seat", "second", "super"],
            "Options follow the game or the agent: ttt play super --seat ... (see ttt play --help)",
        ),
        (["--seat", "second"], "Missing argument 'GENOMES.csv'. (see ttt play genome --help)"),
        (["minimax", "--depth", "3"], "(see ttt play minimax --help)"),
        (["minimax", "--opening", "5 1 5"], "--opening: move 3: '5' is no free cell; free are 2, 3, 4, 6, 7, 8, 9"),
        (["nine-board", "--depth", "0"], "'--depth': 0 is not in the range 1<=x<=81."),
        (["nine-board", "--seconds", "nan"], "'--seconds': 'nan' is no number of seconds."),
    ],
)
def test_mistakes(refused, arguments, message):
    assert message in refused("play", *arguments)
