"""`ttt rl game`: the document's command line, its games, sessions that follow each other, and one line for mistakes."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import get_args, get_type_hints

import numpy as np
import pytest
from command_line import ENDED, TTT
from command_line import played as played_by
from helpers.texts import transcript

from tttcore.classroom import rl_command as rl
from tttcore.engines.tabular import session
from tttcore.engines.tabular.engine import DRAW_VALUE
from tttcore.engines.tabular.recipe import AS_DESCRIBED, Recipe, boards, build_recipe
from tttcore.pipeline.rng import stream

pytestmark = pytest.mark.usefixtures("in_a_folder_of_its_own")
GAME = ["rl", "game"]
CLASSIC = Path("policies/finite-3-need-3.parquet")
EVERY_CELL = [f"{x} {y}" for x in (-1, 0, 1) for y in (-1, 0, 1)] * 3
USUAL = {"board": {"name": "finite", "size": 3}, "need": 3, "step": 0.1, "exploration": 0.3, "ties": "first"}
RECIPE = build_recipe({**AS_DESCRIBED, **USUAL, "target": "moving", "draws": "apart"}, "test")
"""As listed, but for target and draws."""
played = partial(played_by, *GAME)


def trained(*arguments):
    """Lines of a session without a game."""
    result = played(*arguments, "--no-play")
    assert result.exit_code == 0, result.output
    return result.output.splitlines()


def test_choices_are_those_of_learners():
    assert sorted(rl.BOARDS) == boards.names()
    hints = get_type_hints(Recipe)
    assert [get_args(hints[name]) for name in ("ties", "target", "draws")] == [rl.TIES, rl.TARGETS, tuple(rl.DRAWS)]
    assert {name: worth[0] for name, worth in rl.DRAWS.items()} == DRAW_VALUE


def test_what_is_trained_is_what_was_asked_for():
    """Chance comes from the seed."""
    trained("-i", "50", "--seed", "3")
    learner = session.Learner(RECIPE, stream(3, rl.STREAM).bit_generator.random_raw(1))
    learner.train(50)
    session.save("expected", learner)
    assert CLASSIC.read_bytes() == Path("expected").read_bytes()


@pytest.mark.parametrize(
    "arguments", ["-iterations 40 -train y -start 2 -boardSize 5 -need 4", "-i40 --board-size=5 -n4"]
)
def test_both_styles_of_dashes(arguments):
    trained("-i", "40", "-b", "5", "-n", "4", "--policy", "expected")
    assert "Player" in played(*arguments.split()).output
    assert Path("policies/finite-5-need-4.parquet").read_bytes() == Path("expected").read_bytes()


@pytest.mark.needs_jit
def test_defaults_are_the_documents():
    listed = "-i 100000 -t y -s 2 -b 3 -n 3 --step 0.1 --explore 0.3 --ties first --target moving"
    usual = (played().stdout, CLASSIC.read_bytes())
    CLASSIC.unlink()
    assert (played(*listed.split()).stdout, CLASSIC.read_bytes()) == usual


@pytest.mark.parametrize(("draws", "counts", "said"), [
    ("apart", (0, 0), ""), ("first", (1, 0), ", counted for Player1"), ("half", (0.5, 0.5), ", half of them for each"),
])  # fmt: skip
def test_shares(draws, counts, said):
    """The same games, counted as asked."""
    lines = played("-i", "200", "--draws", draws).stdout.splitlines()[:4]
    tally = session.Learner(RECIPE, stream(0, rl.STREAM).bit_generator.random_raw(1)).train(200)
    wins = (tally.first + counts[0] * tally.drawn, tally.second + counts[1] * tally.drawn)
    assert lines == [
        f"Player1 wins = {wins[0] / 2:.1f}%",
        f"Player2 wins = {wins[1] / 2:.1f}%",
        f"Draws = {tally.drawn / 2:.1f}%{said}",
        f"{CLASSIC}: has both bots, {sum(session.load(CLASSIC, RECIPE).entries)} estimates after 200 games",
    ]


@pytest.mark.parametrize(("tally", "draws", "better"), [
    ((2, 0, 1), "apart", 0), ((1, 0, 2), "apart", 1), ((1, 5, 1), "apart", 1), ((1, 5, 1), "half", 1),
    ((1, 1, 1), "first", 0), ((0, 1, 2), "first", 1), ((0, 0, 0), "apart", 1),
])  # fmt: skip
def test_the_better_bot_is_the_second_one_on_equality(tally, draws, better, capsys):
    assert rl._print_shares(session.Tally(*tally, 0, 0), draws) == better
    assert capsys.readouterr().out.count("\n") == 3


def test_a_game_to_its_end():
    """A move that is no free cell is asked for again, in a line each."""
    trained("-i", "2000")
    result = played("-t", "n", lines=["0", "zero one", "2 0", *(cell for cell in EVERY_CELL for _ in range(2))])
    lines = result.output.splitlines()
    assert result.exit_code == 0
    assert lines[-1] in ("X wins.", "O wins.", "A draw.")
    assert sum("is no move; a move is two whole numbers" in line for line in lines) == 2
    assert sum("is outside the board; allowed: x and y, from -1 to 1 (q stops)" in line for line in lines) == 1
    assert sum("is taken; allowed: a free cell" in line for line in lines) >= 1


@pytest.mark.needs_jit
@pytest.mark.parametrize(("board", "shown"), [("infinite", range(-5, 6)), ("smarter", range(-2, 3))])
def test_boards_without_an_edge(board, shown):
    result = played("--board", board, "-i", "30", lines=["99 -99", "100 0", "q"])
    assert result.exit_code == 0
    assert "'100 0' is outside the board; allowed: x and y, from -99 to 99" in result.output
    numbers = [line.split()[:-1] for line in result.output.splitlines() if line.endswith(" x")]
    assert all(set(map(str, shown)) <= set(line) for line in numbers)
    assert numbers[-1][-1] == "99"
    assert Path(f"policies/{board}-{rl.LIMITERS[board]}-need-3.parquet").exists()


def test_bots_that_draw_play_differently_until_a_seed_is_asked_for():
    arguments = ["--ties", "random", "-i", "20"]
    trained(*arguments)
    seeds = [re.search(r"Seed (\d+); --seed", played(*arguments, "-t", "n").output)[1] for _ in range(2)]
    assert len({*seeds}) == 2
    assert "Seed" not in played("-i", "20", "--policy", "other").output


def test_mistakes(ttt, snapshot):
    """They leave no file."""
    mistakes = (
        "-b 4", "-n 4", "--limiter 1", "--board smarter -b 3", "--board infinite -n 13", "--explore nan", "--more 1",
        "--more 1 -i 5", "--more 1 -t n", "--policy none/policy", "-t n",
    )  # fmt: skip
    assert transcript(ttt, *(f"rl game {each}" for each in mistakes)) == snapshot
    assert [*Path().iterdir()] == []


def test_sessions_follow_each_other(ttt, snapshot):
    """Each starts where the one before ended; what is finished isn't repeated; without training the person chooses."""
    Path("kept").mkdir()
    Path("linked").symlink_to("kept/policy")
    Path("file").touch()
    commands = (
        "-i 30 --no-play", "-i 60 --no-play", "--more 40 --no-play", "-i 100", "-i 99", "-t n -s 1", "-t n -s 2",
        "-i 120 --step 0.2", "-i 100 --policy linked --policies none --no-play", "-i 30 --policies a/b --no-play",
        "-i 30 --policies file",
    )  # fmt: skip
    assert transcript(partial(ttt, typed="q\n"), *(f"rl game {each}" for each in commands)) == snapshot
    assert CLASSIC.read_bytes() == Path("kept/policy").read_bytes()
    assert Path("linked").is_symlink()
    found = [path.as_posix() for path in Path().rglob("*") if path.is_file()]
    assert sorted(found) == [f"a/b/{CLASSIC.name}", "file", "kept/policy", "linked", str(CLASSIC)]
    assert "after 110 games" in trained("--more", "10", "--step", "0.2")[-1]


def test_a_session_that_was_killed_after_saving_its_policy_is_finished_by_the_same_command(monkeypatch):
    trained("-i", "50")
    with monkeypatch.context() as patched:
        patched.setattr("pathlib.Path.unlink", lambda *_, **__: 1 / 0)
        assert isinstance(played("--more", "30", "--no-play").exception, ZeroDivisionError)
    assert session.checkpoint_of(CLASSIC).exists()
    assert "after 80 games" in trained("--more", "30")[-1]
    assert [*CLASSIC.parent.iterdir()] == [CLASSIC]


def test_a_seed_begins_training_and_changes_none_that_goes_on(ttt, snapshot):
    """The command that has trained with a seed may be repeated, and the seed of a game may be asked for."""
    games = ("-i 50 --seed 3", "--more 30 --seed 7", "-i 80 --seed 7", "-i 50 --seed 3", "-t n --seed 7")
    commands = [f"rl game --ties random {each}" for each in games]
    assert transcript(partial(ttt, typed="q\n"), *commands) == snapshot


def test_policies_that_are_of_no_use_stay_as_they_are(refused):
    trained("-i", "20", "--policy", "mine")
    whole = Path("mine").read_bytes()
    other = "of another game: board.size is 3, asked for 5"
    for content, message in ((whole[:-9], "damaged or cut short ("), (b"", "damaged or cut short ("), (whole, other)):
        Path("mine").write_bytes(content)
        assert refused(*GAME, "-b", "5", "--policy", "mine").startswith(f"mine: {message}")
        assert Path("mine").read_bytes() == content
        assert [*Path().iterdir()] == [Path("mine")]


@pytest.mark.needs_jit
def test_the_end_of_input(ttt):
    """The policy is there all the same."""
    code, out, err = ttt(*GAME, "-i", "50", typed="")
    assert (code, err) == (2, f"{CLASSIC.parent}: this new folder keeps the bots\n{ENDED}\n")
    assert out.endswith("x and y, from -1 to 1: \n")
    assert CLASSIC.exists()


@pytest.mark.needs_jit
def test_an_interruption_keeps_what_was_learnt():
    """A bar is shown on a terminal, here 80 columns wide, until the session is interrupted."""
    terminal, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    command = [*TTT, *GAME, "-i", str(10**9), "--no-play"]
    process, shown, interrupted = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=inner), "", False
    os.close(inner)
    while select.select([terminal], [], [], 600)[0]:
        try:
            shown += os.read(terminal, 4096).decode()
        except OSError:  # the other end is closed
            break
        numbers = {*re.findall(r"([0-9][0-9.]*[kM]?)/1\.00G", shown)}  # first of those that were kept
        if not interrupted and len(numbers) > 1:
            process.send_signal(signal.SIGINT)
            interrupted = True
    os.close(terminal)
    assert re.search(r"training: +[0-9]+%", shown)
    assert process.communicate(timeout=600)[0] == b""
    assert process.returncode == 130
    told = r": ([0-9,]+) of 1,000,000,000 games; the same command continues from there"
    last = re.split(r"[\r\n]+", shown.strip())[-1]
    assert int(re.fullmatch(rf"{CLASSIC}\.unfinished{told}", last)[1].replace(",", "")) > 0
    assert not CLASSIC.exists()


@pytest.mark.needs_jit
def test_an_interrupted_session_ends_as_if_nothing_had_happened(monkeypatch):
    stops = iter([False, False, True])
    monkeypatch.setattr(session, "SLICE_SECONDS", 0)
    with monkeypatch.context() as patched:
        patched.setattr(rl, "_stoppable", contextmanager(lambda: iter([lambda: next(stops)])))
        result = played("-i", "100", "--no-play")
    assert result.exit_code == 1
    assert f"{CLASSIC}.unfinished: 3 of 100 games; the same command continues from there" in result.output
    told, *lines = trained("-i", "100")
    assert told == f"{CLASSIC}: continuing an interrupted session after 3 games"
    assert lines[:3] == trained("-i", "100", "--policy", "whole")[:3]
    assert CLASSIC.read_bytes() == Path("whole").read_bytes()


def test_another_session_does_not_touch_what_was_left(refused):
    session.train(session.load_or_create(CLASSIC, RECIPE, np.array([1], np.uint64)), 100, CLASSIC, stop=lambda: True)
    left = session.checkpoint_of(CLASSIC)
    before = left.read_bytes()
    told = f"{left}: left by another session: games is 100, asked for 200; ask for the same to go"
    assert refused(*GAME, "-i", "200").startswith(told)
    assert left.read_bytes() == before
