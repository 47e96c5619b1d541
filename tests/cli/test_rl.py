"""`ttt rl game`: the document's command line, its sessions as real processes, and one line for every mistake."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from contextlib import contextmanager
from pathlib import Path
from typing import get_args, get_type_hints

import numpy as np
import pytest
from click.testing import CliRunner
from programs import TTT, run

from tttcore import cli
from tttcore.cli import rl, rl_training
from tttcore.engines.tabular import policy_file, session
from tttcore.engines.tabular.boards import boards
from tttcore.engines.tabular.engine import DRAW_VALUE
from tttcore.engines.tabular.recipe import AS_DESCRIBED, Recipe, build_recipe
from tttcore.pipeline import file_lock, partial_files
from tttcore.pipeline.rng import stream

GAME = ["rl", "game"]
CLASSIC = Path("policies/finite-3-need-3.parquet")
ENDED = "ttt: error: the input ended before the game"
EVERY_CELL = [f"{x} {y}" for x in (-1, 0, 1) for y in (-1, 0, 1)] * 3

RECIPE = {
    "board": {"name": "finite", "size": 3},
    "need": 3,
    "step": 0.1,
    "exploration": 0.3,
    "ties": "first",
    "target": "moving",
    "draws": "apart",
}


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def typed(lines):
    return "".join(f"{line}\n" for line in lines)


def played(*arguments, lines=("q",)):
    return CliRunner().invoke(cli.ttt, [*GAME, *arguments], input=typed(lines))


def first_lines(*arguments, number=4):
    result = played(*arguments)
    assert result.exit_code == 0, result.output
    return result.output.splitlines()[:number]


def test_choices_are_those_of_learners():
    assert sorted(rl.BOARDS) == boards.names()
    hints = get_type_hints(Recipe)
    assert get_args(hints["ties"]) == rl.TIES
    assert get_args(hints["target"]) == rl.TARGETS
    assert tuple(rl.DRAWS) == get_args(hints["draws"])
    assert {name: worth[0] for name, worth in rl.DRAWS.items()} == DRAW_VALUE


def test_what_is_trained_is_what_was_asked_for():
    """As listed, but for target and draws; chance comes from the seed."""
    played("-i", "50", "--no-play", "--seed", "3")
    recipe = build_recipe({**AS_DESCRIBED, **RECIPE}, "test")
    learner = session.Learner(recipe, stream(3, rl.STREAM).bit_generator.random_raw(1))
    learner.train(50)
    policy_file.save("expected", learner)
    assert CLASSIC.read_bytes() == Path("expected").read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ["-i", "40", "-t", "y", "-s", "2", "-b", "5", "-n", "4"],
        ["-iterations", "40", "-train", "y", "-start", "2", "-boardSize", "5", "-need", "4"],
        ["--iterations", "40", "--train", "y", "--start", "2", "--boardSize", "5", "--need", "4"],
        ["-i40", "--board-size=5", "-n4"],
    ],
)
def test_both_styles_of_dashes(arguments):
    played("-i", "40", "-b", "5", "-n", "4", "--policy", "expected")
    assert "Player" in played(*arguments).output
    assert Path("policies/finite-5-need-4.parquet").read_bytes() == Path("expected").read_bytes()


@pytest.mark.needs_jit
def test_defaults_are_the_documents():
    listed = ["-i", "100000", "-t", "y", "-s", "2", "-b", "3", "-n", "3", "--step", "0.1", "--explore", "0.3"]
    outputs = []
    for arguments in ([], [*listed, "--ties", "first", "--target", "moving"]):
        outputs.append((played(*arguments).output, CLASSIC.read_bytes()))
        CLASSIC.unlink()
    assert outputs[0] == outputs[1]


@pytest.mark.parametrize(
    ("draws", "counts", "said"),
    [
        ("apart", (0, 0), ""),
        ("first", (1, 0), ", counted for Player1"),
        ("half", (0.5, 0.5), ", half of them for each"),
    ],
)
def test_shares(draws, counts, said):
    """The same games, counted as asked."""
    lines = first_lines("-i", "200", "--draws", draws)
    recipe = build_recipe({**AS_DESCRIBED, **RECIPE}, "test")
    tally = session.Learner(recipe, stream(0, rl.STREAM).bit_generator.random_raw(1)).train(200)
    wins = (tally.first + counts[0] * tally.drawn, tally.second + counts[1] * tally.drawn)
    assert lines == [
        f"Player1 wins = {wins[0] / 2:.1f}%",
        f"Player2 wins = {wins[1] / 2:.1f}%",
        f"Draws = {tally.drawn / 2:.1f}%{said}",
        f"{CLASSIC}: {sum(policy_file.load(CLASSIC, recipe).entries)} estimates after 200 games",
    ]


@pytest.mark.parametrize(("tally", "draws", "better"), [
    ((2, 0, 1), "apart", 0), ((1, 0, 2), "apart", 1), ((1, 5, 1), "apart", 1), ((1, 5, 1), "half", 1),
    ((1, 1, 1), "first", 0), ((0, 1, 2), "first", 1), ((0, 0, 0), "apart", 1),
])  # fmt: skip
def test_the_better_bot_is_the_second_one_on_equality(tally, draws, better, capsys):
    assert rl._print_shares(session.Tally(*tally, 0, 0), draws) == better
    assert capsys.readouterr().out.count("\n") == 3


def test_the_better_bot_keeps_its_seat_whatever_was_asked_for():
    for start in "12":
        Path(CLASSIC).unlink(missing_ok=True)
        output = played("-i", "500", "-s", start).output
        assert "Player1 plays X; 3 in a row win." in output
        assert "O, your x and y, from -1 to 1: " in output


@pytest.mark.parametrize(("start", "bot", "person"), [("1", "Player2 plays O", "X"), ("2", "Player1 plays X", "O")])
def test_without_training_the_person_chooses(start, bot, person):
    played("-i", "50", "--no-play")
    before = CLASSIC.read_bytes()
    result = played("-t", "n", "-s", start)
    told = [f"{CLASSIC}: from an earlier session, after 50 games", f"{bot}; 3 in a row win."]
    assert (result.exit_code, result.output.splitlines()[:2]) == (0, told)
    assert f"\n{person}, your x and y, from -1 to 1: " in result.output
    assert CLASSIC.read_bytes() == before


def test_a_game_to_its_end():
    """A move that is no free cell is asked for again, in a line each."""
    played("-i", "2000", "--no-play")
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


def test_sessions_follow_each_other():
    """The second one starts where the first one ended."""
    for games in (["-i", "30"], ["-i", "60"], ["--more", "40"]):
        played(*games, "--no-play")
    played("-i", "100", "--no-play", "--policy", "whole")
    assert CLASSIC.read_bytes() == Path("whole").read_bytes()
    assert "after 101 games" in played("--more", "1").output


@pytest.mark.parametrize("games", ["50", "49", "0"])
def test_a_finished_session_is_not_repeated(games):
    played("-i", "50", "--no-play")
    before = CLASSIC.read_bytes()
    told = f"{CLASSIC}: 50 games are already trained; --more N trains N more, -t n plays\n"
    result = played("-i", games)
    assert (result.exit_code, result.output) == (0, told)
    assert (CLASSIC.read_bytes(), list(CLASSIC.parent.iterdir())) == (before, [CLASSIC])


@pytest.mark.parametrize("again", [["-i", "80"], ["--more", "30"]])
def test_a_session_that_was_killed_after_saving_its_policy_is_finished_by_the_same_command(monkeypatch, again):
    played("-i", "50", "--no-play")
    with monkeypatch.context() as patched:
        patched.setattr("pathlib.Path.unlink", lambda *_, **__: 1 / 0)
        assert isinstance(played(*again, "--no-play").exception, ZeroDivisionError)
    assert session.checkpoint_of(CLASSIC).exists()
    assert "after 80 games" in played(*again, "--no-play").output
    assert list(CLASSIC.parent.iterdir()) == [CLASSIC]


def test_further_games_may_be_learnt_otherwise(refused):
    played("-i", "50", "--no-play")
    message = refused(*GAME, "-i", "60", "--step", "0.2")
    assert message.startswith(f"{CLASSIC}: was trained with other parameters: step is 0.1, asked for 0.2; ")
    assert "after 60 games" in played("--more", "10", "--step", "0.2").output


def test_a_session_says_from_where_it_goes_on():
    earlier = f"{CLASSIC}: from an earlier session, after 30 games\n"
    assert "earlier" not in played("-i", "30", "--no-play").output
    assert played("-i", "60", "--no-play").output.startswith(earlier)
    assert played("--more", "5", "--no-play").output.startswith(earlier.replace("30", "60"))


def test_an_interrupted_session_says_from_where_it_goes_on():
    CLASSIC.parent.mkdir()
    recipe = build_recipe({**AS_DESCRIBED, **RECIPE}, "test")
    untrained = session.load_or_create(CLASSIC, recipe, stream(0, rl.STREAM).bit_generator.random_raw(1))
    _, tally = session.train(untrained, 100, CLASSIC, stop=lambda: True)
    going_on = f"{CLASSIC}: continuing an interrupted session after {session.games_played(tally)} games\n"
    assert played("-i", "100", "--no-play").output.startswith(going_on)


def test_policies_are_kept_in_the_folder_that_is_asked_for(refused):
    played("-i", "30", "--no-play", "--policies", "a/b")
    assert list(Path().iterdir()) == [Path("a")]
    assert [path.name for path in Path("a/b").iterdir()] == [CLASSIC.name]
    Path("file").touch()
    assert refused(*GAME, "-i", "30", "--policies", "file").endswith(
        "'--policies': Directory 'file' is a file. (see ttt rl game --help)"
    )


def test_bots_that_draw_play_differently_until_a_seed_is_asked_for():
    arguments = ["--ties", "random", "-i", "20"]
    played(*arguments, "--no-play")
    seeds = [re.search(r"Seed (\d+); --seed", played(*arguments, "-t", "n").output)[1] for _ in range(2)]
    assert len({*seeds}) == 2
    assert "Seed" not in played("-i", "20", "--policy", "other").output


def test_a_linked_policy_stays_a_link():
    Path("kept").mkdir()
    Path("mine").symlink_to("kept/policy")
    for games in ("20", "40"):
        assert played("-i", games, "--no-play", "--policy", "mine").exit_code == 0
    assert Path("mine").is_symlink()
    assert [path.name for path in Path("kept").iterdir()] == ["policy"]


@contextmanager
def training(*arguments):
    """A session as a process that has begun to train."""
    with subprocess.Popen([*TTT, *GAME, "-i", str(10**9), "--no-play", *arguments]) as process:
        try:
            while not file_lock.lock_file(CLASSIC).exists():
                assert process.poll() is None
                time.sleep(0.01)
            time.sleep(1)  # the file is there, and locked in a moment
            yield process
        finally:
            process.kill()


@pytest.mark.needs_jit
def test_one_policy_is_trained_by_one_process(refused):
    """A lock ends with its process, and another policy isn't locked."""
    Path("link").symlink_to(CLASSIC)
    with training() as process:
        for name in (CLASSIC, "link"):
            message = refused(*GAME, "-i", "20", "--policy", str(name))
            assert message.endswith(f"{CLASSIC}: another process is at work on it; wait until that has ended")
        assert played("-i", "20", "--no-play", "--policy", "other").exit_code == 0
        process.kill()
        process.wait()
        assert played("-i", "20", "--no-play").exit_code == 0
    assert {path.name for path in Path().iterdir()} == {"policies", "link", "other"}
    assert list(CLASSIC.parent.iterdir()) == [CLASSIC]


def test_partial_files_of_a_killed_session_are_removed_by_the_next_one():
    """Those of its policy and its checkpoint, and no other file."""
    folder = CLASSIC.parent
    folder.mkdir()
    partial = [partial_files.create_partial_file(path) for path in (CLASSIC, session.checkpoint_of(CLASSIC))]
    others = [
        partial_files.create_partial_file(folder / "other"),
        folder / f".{CLASSIC.name}.lock",
        folder / f".{CLASSIC.name}.01234567.parquet",
    ]
    for path in others:
        path.touch()
    played("-i", "20", "--no-play")
    assert set(folder.iterdir()) == {CLASSIC, *others}
    assert not any(path.exists() for path in partial)


@pytest.mark.needs_jit
def test_the_end_of_input():
    """The policy is there all the same."""
    code, out, err = run(*GAME, "-i", "50")
    assert (code, err) == (2, [ENDED])
    assert out[-1].endswith("x and y, from -1 to 1: ")
    assert CLASSIC.exists()


@pytest.mark.needs_jit
def test_no_bar_where_nobody_looks():
    code, out, err = run(*GAME, "-i", "50", "--no-play")
    assert (code, len(out), err) == (0, 4, [])


class OnTerminal:
    """A session as a process whose messages go to a terminal, 80 columns wide."""

    def __init__(self, *arguments):
        self.terminal, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen([*TTT, *GAME, *arguments], stdout=subprocess.PIPE, stderr=inner)
        os.close(inner)
        self.shown = ""

    def read(self):
        """True if anything more was shown."""
        assert select.select([self.terminal], [], [], 120)[0]
        try:
            more = os.read(self.terminal, 4096)
        except OSError:  # the other end is closed
            more = b""
        self.shown += more.decode()
        return bool(more)

    def read_until(self, pattern):
        while not re.search(pattern, self.shown):
            assert self.read()

    def end(self):
        """Exit code, standard output, last message."""
        while self.read():
            pass
        os.close(self.terminal)
        out = self.process.communicate(timeout=60)[0]
        return self.process.returncode, out.decode(), re.split(r"[\r\n]+", self.shown.strip())[-1]


@pytest.mark.needs_jit
def test_a_bar_on_a_terminal():
    session = OnTerminal("-i", "300000", "--no-play")
    session.read_until(r"training: +[0-9]+%")
    code, out, _ = session.end()
    assert (code, out.count("\n")) == (0, 4)


def interrupted():
    """Message of a session that is interrupted when it has trained a little."""
    session = OnTerminal("-i", str(10**9), "--no-play")
    while len(set(re.findall(r"([0-9][0-9.]*[kM]?)/1\.00G", session.shown))) < 2:  # it began with those that were kept
        assert session.read()
    session.process.send_signal(signal.SIGINT)
    code, out, said = session.end()
    assert (code, out) == (130, "")
    return said


def games_kept(said):
    pattern = rf"{CLASSIC}\.unfinished: ([0-9,]+) of 1,000,000,000 games; the same command continues from there"
    return int(re.fullmatch(pattern, said)[1].replace(",", ""))


@pytest.mark.needs_jit
def test_an_interruption_keeps_what_was_learnt():
    kept = games_kept(interrupted())
    assert kept > 0
    assert games_kept(interrupted()) > kept
    assert not CLASSIC.exists()


@pytest.mark.needs_jit
def test_an_interrupted_session_ends_as_if_nothing_had_happened(monkeypatch):
    stops = iter([False, False, True])
    monkeypatch.setattr(session, "SLICE_SECONDS", 0)
    with monkeypatch.context() as patched:
        patched.setattr(rl_training, "_stoppable", contextmanager(lambda: iter([lambda: next(stops)])))
        result = played("-i", "100", "--no-play")
    assert result.exit_code == 1
    assert f"{CLASSIC}.unfinished: 3 of 100 games; the same command continues from there" in result.output
    lines = first_lines("-i", "100", "--no-play")
    assert lines.pop(0) == f"{CLASSIC}: continuing an interrupted session after 3 games"
    assert lines == first_lines("-i", "100", "--no-play", "--policy", "whole")[:3]
    assert CLASSIC.read_bytes() == Path("whole").read_bytes()


def test_another_session_does_not_touch_what_was_left(refused):
    recipe = build_recipe({**AS_DESCRIBED, **RECIPE}, "test")
    learner = session.load_or_create(CLASSIC, recipe, np.array([1], np.uint64))
    session.train(learner, 100, CLASSIC, stop=lambda: True)
    left = session.checkpoint_of(CLASSIC)
    before = left.read_bytes()
    message = refused(*GAME, "-i", "200")
    assert message.startswith(f"{left}: left by another session: games is 100, asked for 200; ask for the same to go")
    assert left.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-b", "4"], "game.board: size: 4 is even; allowed: odd sizes, so that there is a middle"),
        (["-b", "0"], "game.board.size: 0 is out of range; allowed: from 1 to 61"),
        (["-b", "63"], "game.board.size: 63 is out of range; allowed: from 1 to 61"),
        (["-n", "4"], "game.need: 4 in a row don't fit on a board of size 3; allowed: 1 to 3"),
        (["-n", "0"], "game.need: 0 is out of range; allowed: from 1 to 2,147,483,647"),
        (["--limiter", "1"], "--limiter: a finite board derives its limiter from its size."),
        (["--board", "infinite", "--limiter", "0"], "game.board.limiter: 0 is out of range; allowed: from 1 to 30"),
        (["--board", "smarter", "-b", "3"], "--board-size: only the finite board has a size; the smarter board"),
        (["--board", "infinite", "-n", "13"], "game.need: 13 is out of range; allowed: up to 12 without an edge"),
        (["--board", "round"], "'--board': 'round' is not one of 'finite', 'infinite', 'smarter'."),
        (["--step", "1.1"], "game.step: 1.1 is out of range; allowed: from 0 to 1"),
        (["--explore", "-0.1"], "game.exploration: -0.1 is out of range; allowed: from 0 to 1"),
        (["--explore", "nan"], "game.exploration: nan is out of range; allowed: from 0 to 1"),
        (["--step", "small"], "'--step': 'small' is not a valid float."),
        (["-i", "-1"], "'--iterations': -1 is not in the range x>=0."),
        (["-i", "many"], "'--iterations': 'many' is not a valid integer range."),
        (["-t", "yes"], "'--train': 'yes' is not one of 'y', 'n'."),
        (["-s", "3"], "'--start': '3' is not one of '1', '2'."),
        (["--seed", "-1"], "'--seed': -1 is not in the range x>=0."),
        (["--more", "0"], "'--more': 0 is not in the range x>=1."),
        (["--more", "1"], f"{CLASSIC}: no such file; --more continues the policy of an earlier session"),
        (["--more", "1", "-i", "5"], "--more: replaces --iterations; give only one of them."),
        (["--more", "1", "-t", "n"], "--more: --train n trains nothing; remove one of them."),
        (["--policy", "none/policy"], "none/policy: no folder 'none' to write it to"),
        (["--policy", "."], "'--policy': File '.' is a directory."),
        (["-t", "n", "--policy", ""], ".: no such file; without training (-t n) you need the policy"),
        (["-t", "n"], f"{CLASSIC}: no such file; without training (-t n) you need the policy of an earlier session"),
    ],
)  # fmt: skip
def test_mistakes(refused, arguments, message):
    assert message in refused(*GAME, *arguments)
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("train", ["y", "n"])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda whole: whole[:-9], "damaged or cut short ("),
        (lambda whole: b"", "damaged or cut short ("),
        (lambda whole: b"key,value\n", "damaged or cut short ("),
        (lambda whole: whole, "of another game: board.size is 3, asked for 5"),
    ],
)
def test_policies_that_are_of_no_use_stay_as_they_are(refused, train, change, message):
    played("-i", "20", "--no-play", "--policy", "mine")
    mine = Path("mine")
    mine.write_bytes(change(mine.read_bytes()))
    before = mine.read_bytes()
    assert refused(*GAME, "-t", train, "-b", "5", "--policy", "mine").startswith(f"mine: {message}")
    assert mine.read_bytes() == before
    assert [path.name for path in Path().iterdir()] == ["mine"]


def test_the_seed_decides_all():
    arguments = ["--board", "smarter", "--ties", "random", "-i", "100"]
    outputs = [
        played(*arguments, "--policy", str(number), "--seed", seed, lines=EVERY_CELL).output.replace(f"{number}: ", "")
        for number, seed in enumerate("112")
    ]
    assert outputs[0] == outputs[1] != outputs[2]
