"""`ttt play` against genomes and the computer: all games on a terminal, and the protocol between real processes."""

import os
import random
import re
import signal
import subprocess
from functools import partial
from pathlib import Path
from typing import get_args

import pytest
from command_line import ENDED, TTT, played, typed, write_genomes
from helpers.texts import transcript
from reference import classic as oracles

from tttcore.classroom import boards, options, play_command, referee
from tttcore.engines.nine_board import reference
from tttcore.games import nine_board, super_board
from tttcore.players.memoised_minimax import Ties

NONSENSE = ["", "five", "0", "10", "-1", "1 2", "5.5", "²", "9" * 5000]
DIGITS = list("123456789")
GENOMES = ["play", "G.csv", "--states", "S.txt"]
jit = pytest.mark.needs_jit


def anything(seed):
    rng = random.Random(seed)
    return [f"{rng.randrange(11)} {rng.randrange(11)}" for _ in range(30_000)]


def test_choices_are_those_of_the_players():
    assert options.SEATS == referee.SEATS
    assert tuple(ties.replace("-", "_") for ties in play_command.TIES) == get_args(Ties)
    assert boards.RULES == {boards.CLASSIC: (), "nine-board": nine_board.RULES, "super": super_board.RULES}
    assert tuple(map(int, play_command.HEURISTICS)) == reference.HEURISTICS
    assert play_command.MARKS == nine_board.MOVES


@pytest.fixture
def genome(here):
    """A table of one perfect player."""
    write_genomes([["name", "genome"], ["perfect", "".join(map(str, oracles.perfect_genome()))]])


@pytest.mark.usefixtures("genome")
@pytest.mark.parametrize("arguments", [
    [*GENOMES, "--seat", "first"], [*GENOMES, "--seat", "second"],
    ["play", "minimax", "--seat", "first", "--ties", "random", "--seed", "3"],
    ["play", "minimax", "--seat", "second", "--ties", "all-best", "--hurry"],
    ["play", "house/perfect", "--seat", "first"], ["play", "house/perfect", "--seat", "second"],
])  # fmt: skip
def test_who_plays_perfectly_never_loses(arguments):
    """Against any moves; what is no free cell is asked for again."""
    for start in range(9) if arguments[1] == "G.csv" else (0, 4):
        result = played(*arguments, lines=[*NONSENSE, *((start + 4 * k) % 9 + 1 for k in range(60))])
        assert result.exit_code == 0, result.output
        assert result.output.splitlines()[-1] in ("A draw.", "X wins." if "first" in arguments else "O wins.")


@pytest.mark.usefixtures("genome")
def test_a_game_begins_with_the_opponent_and_both_seats(ttt, snapshot):
    """Cells are counted from one unless asked otherwise; a computer that draws nothing tells no seed."""
    genome = "play G.csv --states S.txt --seat second"
    commands = (
        genome, f"{genome} --count-from 0", f"{genome} --row 2", "play minimax", "play super",
        "play house/minimax-first",
    )  # fmt: skip
    assert transcript(partial(ttt, typed="9\n10\nq\n"), *commands) == snapshot
    second, first = "You play O and move second; `--seat second` lets you begin", "You play X and move first"
    perfect = "Your opponent is house/perfect, which never loses; `ttt agents` lists others, such as "
    for agent, told in (
        ("", perfect), ("house/careful", second), ("house/careful --seat second", first), ("house/umg", first),
    ):  # fmt: skip
        assert told in "".join(ttt("play", *agent.split(), typed="q\n")[1:])


@jit
@pytest.mark.parametrize(("game", "seat"), [
    ("nine-board --depth 3", "first"),
    ("nine-board --seconds 0.01 --heuristic 2 --rule draw", "second"),
    ("super --playouts 20", "second"),
    ("super --playouts 20 --rule closed", "first"),
    ("super --playouts 20 --rule majority --notation row-column", "first"),
])  # fmt: skip
def test_games_on_nine_boards_come_to_an_end(game, seat):
    result = played("play", *game.split(), "--seat", seat, "--seed", "0", lines=anything(seat))
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] in ("X wins.", "O wins.", "A draw.")
    assert "may not be marked now" in result.output


@pytest.mark.parametrize(("arguments", "opening", "move"), [
    ("minimax --seat second", "5 1 9", r"3\n"),
    ("minimax", "5 2", r"1\n"),
    pytest.param("super --playouts 20", "5,8 8,2", r"\d \d\n", marks=jit),
    pytest.param("super --playouts 20 --notation row-column", "4,8 1,4", r"\d \d\n", marks=jit),
])  # fmt: skip
def test_a_game_begins_with_an_opening(arguments, opening, move):
    """Whoever is to move after it goes on; the computer's seat stays; the proven strategy says nothing about it."""
    result = played("play", *arguments.split(), "--protocol", "--opening", opening)
    assert result.exit_code == 0
    assert re.fullmatch(move, result.stdout)


@jit
def test_the_proven_strategy_always_wins():
    for seed in range(8):
        assert played("play", "super", "--seat", "first", lines=anything(seed)).output.splitlines()[-1] == "X wins."


@pytest.mark.parametrize(("game", "lines"), [
    ("minimax --ties random", DIGITS * 9),
    ("house/random", DIGITS * 9),
    pytest.param("nine-board --depth 2", anything(1), marks=jit),
    pytest.param("super --playouts 20 --seat second", anything(1), marks=jit),
])  # fmt: skip
def test_without_a_seed_games_differ_and_what_is_printed_repeats_them(game, lines):
    outputs = [played("play", *game.split(), lines=lines).output.split("\n", 1) for _ in range(2)]
    seeds = [re.fullmatch(r"Seed (\d+); --seed \1 repeats the computer's random choices\.", out[0]) for out in outputs]
    assert len({seed[1] for seed in seeds}) == 2
    for seed, (_, rest) in zip(seeds, outputs, strict=True):
        assert played("play", *game.split(), "--seed", seed[1], lines=lines).output == rest


def test_random_moves_open_anywhere():
    """House/random against itself, as a program would start it."""
    games = [played("play", "house/random", "--protocol") for _ in range(30)]
    assert len({game.stdout for game in games}) > 3  # fails by chance in fewer than one of 10^10 cases
    assert all(game.stderr.startswith("Seed ") for game in games)


def test_only_moves_on_standard_output(ttt):
    """Illegal input causes one message each, and the game goes on."""
    code, out, err = ttt("play", "minimax", "--protocol", typed=typed([*NONSENSE, *DIGITS, *DIGITS]))
    *told, end = err.splitlines()
    assert code == 0
    assert {*out.split("\n")} <= {*DIGITS, ""}
    assert all(" is no free cell; free are " in line for line in told)
    assert len(told) >= len(NONSENSE)
    answers, board = iter(DIGITS), oracles.BLANK
    for move in map(int, out.split()):
        board = oracles.put(board, move - 1)
        if not oracles.winner(board):
            board = oracles.put(board, next(int(cell) - 1 for cell in answers if not board[int(cell) - 1]))
    assert end == {oracles.X_WINS: "X wins.", oracles.DRAW: "A draw."}[oracles.winner(board)]


@pytest.mark.parametrize("lines", [[], ["5", "5", "x"]])
def test_the_end_of_input_in_the_protocol(ttt, lines):
    code, out, err = ttt("play", "minimax", "--protocol", "--seat", "second", typed=typed(lines))
    *told, last = err.splitlines()
    assert (code, len(out.splitlines()), len(told), last) == (2, len(lines[:1]), len(lines[1:]), ENDED)


@pytest.fixture
def program():
    """A process of the protocol that has made its first move."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([*TTT, "play", "minimax", "--protocol"], **pipes) as process:
        assert process.stdout.readline() == "1\n"
        yield process


def test_moves_come_at_once_until_the_reader_is_gone(program):
    """Each is there before the next one is asked for."""
    for line, answer in (("5\n", "2\n"), ("3\n", None)):
        if answer is None:
            program.stdout.close()
        program.stdin.write(line)
        program.stdin.flush()
        assert answer is None or program.stdout.readline() == answer
    assert program.wait(600) == 1
    assert program.stderr.read() == ""


def test_an_interruption(program):
    program.send_signal(signal.SIGINT)
    assert program.wait(600) == 130
    assert program.stderr.read().strip() == ""


@pytest.mark.parametrize(("more", "encoding", "given", "told"), [
    (["--protocol"], "utf-8", b"\xff\xfe\n5\nq\n", rb"1\n"),
    ([], "cp1252", b"\x81\n5\nq\n", rb"(?s).*'\?' is no free cell.*"),
])  # fmt: skip
def test_bytes_that_are_no_text(more, encoding, given, told):
    """They are reported in one line in any encoding, even of a terminal that lacks the sign for them."""
    command, environment = [*TTT, "play", "minimax", "--seat", "second", *more], {"PYTHONIOENCODING": encoding}
    done = subprocess.run(command, check=False, input=given, capture_output=True, env=os.environ | environment)
    assert (done.returncode, done.stderr.count(b"\n")) == (0, len(more))
    assert re.fullmatch(told, done.stdout)


@pytest.mark.parametrize(("streams", "message"), [
    ("<&-", ENDED),
    ("0>/dev/null", "ttt: error: [Errno 9] Bad file descriptor"),
    pytest.param(
        ">/dev/full", "ttt: error: No space left on device; make room and run again",
        marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full"),
    ),
])  # fmt: skip
def test_unusable_streams(streams, message, monkeypatch):
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # so that something is left to write at the end
    command = ["sh", "-c", f'"$@" {streams}', "sh", *TTT, "play", "minimax"]
    done = subprocess.run(command, check=False, input="5\n", capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (2, f"{message}\n")


def test_mistakes(ttt, snapshot):
    mistakes = (
        "chess", "--seat second super", "--seat third", "nine-board --depth 0",
        "nine-board --seconds nan",
    )  # fmt: skip
    commands = [*(f"play {each}" for each in mistakes), ["play", "minimax", "--opening", "5 1 5"]]
    assert transcript(ttt, *commands) == snapshot


def test_options_alone_are_those_of_the_default_opponent():
    for words, told in ((["--seat", "second"], "You play X"), (["--opening", "1"], "house/perfect")):
        game = played("play", *words, lines=["q"])
        assert game.exit_code == 0
        assert told in game.output
