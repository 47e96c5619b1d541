"""Interruptible training sessions: however interrupted, they end in the bytes of an uninterrupted one."""

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from small_tabular import BOARDS, RECIPE

from tttcore.engines.tabular import policy_file, session
from tttcore.engines.tabular.learner import Learner, Tally
from tttcore.engines.tabular.recipe import build_recipe
from tttcore.pipeline.store import StoreError

GAMES = 60
TESTS = Path(__file__).parents[2]


def recipe_of(**changes):
    return build_recipe(RECIPE | changes, "test")


def trained(path, games=GAMES, *, word=7, changes=(), **options):
    learner = session.load_or_create(path, recipe_of(**dict(changes)), np.array([word], np.uint64))
    return session.train(learner, games, path, **options)


@pytest.fixture(autouse=True)
def game_by_game(monkeypatch):
    """Sessions are asked after every game whether to stop."""
    monkeypatch.setattr(session, "SLICE_SECONDS", 0)


class Killed(BaseException):
    """Stand-in for the end of the process."""


class Countdown:
    """Callable that is true, or raises `Killed`, on its n-th call."""

    def __init__(self, times, *, kills=False):
        self.left, self.kills = times, kills

    def __call__(self, *arguments, **options):
        self.left -= 1
        if self.left == 0 and self.kills:
            raise Killed
        return self.left == 0


@pytest.fixture
def whole(tmp_path):
    """Policy file's bytes and results of an uninterrupted session."""
    path = tmp_path / "whole.parquet"
    learner, tally = trained(path)
    assert learner.games == session.games_played(tally) == GAMES
    assert list(tmp_path.iterdir()) == [path]
    return path.read_bytes(), tally


def test_a_session_is_training_and_nothing_else(whole):
    learner = Learner(recipe_of(), np.array([7], np.uint64))
    assert learner.train(GAMES) == whole[1]


def test_each_session_starts_from_the_last_policy(tmp_path):
    path = tmp_path / "policy"
    results = [trained(path, games, word=word)[1] for games, word in ((20, 7), (0, 5), (40, 6))]
    learner = Learner(recipe_of(), np.array([7], np.uint64))
    assert results == [learner.train(20), Tally(0, 0, 0, 0, 0), learner.train(40)]
    policy_file.save(tmp_path / "other", learner)
    assert path.read_bytes() == (tmp_path / "other").read_bytes()


@pytest.mark.parametrize("board", ["3x3", "infinite, kept", "smarter"])
def test_stopped_and_asked_for_again(tmp_path, board):
    path, changes = tmp_path / "policy", BOARDS[board]
    trained(tmp_path / "whole", changes=changes)
    stops = 0
    while session.games_played(trained(path, changes=changes, stop=Countdown(2))[1]) < GAMES:
        stops += 1
        assert not path.exists()
        assert session.checkpoint_of(path).exists()
    assert stops > 2
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()
    assert not session.checkpoint_of(path).exists()


@pytest.mark.parametrize("seconds", [0, 1e9])
@pytest.mark.parametrize("times", [1, 2, 33, GAMES])
def test_killed_while_training(tmp_path, whole, times, seconds):
    path = tmp_path / "policy"
    with pytest.raises(Killed):
        trained(path, seconds=seconds, progress=Countdown(times, kills=True))
    _, tally = trained(path)
    assert (path.read_bytes(), tally) == whole


@pytest.mark.parametrize("begun", [False, True], ids=["new", "begun"])
@pytest.mark.parametrize(("function", "times"), [("save", 1), ("save", 2), ("save", 3), ("unlink", 1)])
def test_killed_at_the_end(tmp_path, monkeypatch, begun, function, times):
    """Before or after the last checkpoint, the policy, or the checkpoint's removal: nothing is trained twice."""
    path, reference = tmp_path / "policy", tmp_path / "whole"
    for each in (path, reference):
        if begun:
            trained(each, 30)
    _, tally = trained(reference)

    countdown, real = Countdown(times, kills=True), policy_file.save

    def save(*arguments, **options):
        countdown()
        real(*arguments, **options)

    with monkeypatch.context() as patched:
        if function == "save":
            patched.setattr(policy_file, "save", save)
        else:
            patched.setattr("pathlib.Path.unlink", lambda *_, **__: countdown())
        with pytest.raises(Killed):
            stopped_and_resumed(path)
    assert trained(path)[1] == tally
    assert path.read_bytes() == reference.read_bytes()
    assert not session.checkpoint_of(path).exists()


def stopped_and_resumed(path):
    trained(path, stop=Countdown(3))
    trained(path)


def test_the_same_session_twice_at_once(tmp_path, whole):
    path, ends = tmp_path / "policy", []

    def another_session(played):
        if not ends:
            ends.append(played)
            trained(path)

    assert trained(path, seconds=0, progress=another_session)[1] == whole[1]
    assert path.read_bytes() == whole[0]
    assert ends
    assert {file.name for file in tmp_path.iterdir()} == {"policy", "whole.parquet"}


def test_quick_games_are_played_many_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(session, "SLICE_SECONDS", 1e9)
    told = []
    trained(tmp_path / "policy", progress=told.append)
    assert told == [1, 2, 4, 8, 16, 29]


def test_progress_adds_up(tmp_path):
    told = []
    path = tmp_path / "policy"
    _, tally = trained(path, progress=told.append, stop=Countdown(3))
    assert sum(told) == session.games_played(tally) < GAMES
    again = []
    trained(path, progress=again.append)
    assert again[0] == sum(told)
    assert sum(again) == GAMES


def test_checkpoints_come_as_often_as_asked(tmp_path, monkeypatch):
    saved, real = [], policy_file.save
    monkeypatch.setattr(policy_file, "save", lambda path, *a, **o: (saved.append(path.name), real(path, *a, **o)))
    trained(tmp_path / "seldom")
    assert saved == ["seldom.unfinished", "seldom"]
    saved.clear()
    trained(tmp_path / "often", seconds=0)
    assert saved.count("often.unfinished") > 3
    assert (tmp_path / "often").read_bytes() == (tmp_path / "seldom").read_bytes()


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"games": 61}, "games is 60, asked for 61"),
        ({"changes": {"step": 0.2}}, "step is 0.1, asked for 0.2"),
        ({"changes": {"rewards": {"win": 1, "loss": 0, "draw": 0.5}}}, "rewards.draw is 0.1, asked for 0.5"),
        ({"word": 8}, "start.state is 7, asked for 8"),
    ],
)
def test_the_checkpoint_of_another_session_is_not_lost(tmp_path, whole, asked, message):
    path = tmp_path / "policy"
    trained(path, stop=Countdown(3))
    before = session.checkpoint_of(path).read_bytes()
    with pytest.raises(StoreError) as refused:
        trained(path, **asked)
    left = f"{session.checkpoint_of(path)}: left by another session: "
    assert str(refused.value) == f"{left}{message}; ask for the same to go on, or delete it to begin anew"
    assert session.checkpoint_of(path).read_bytes() == before
    assert not path.exists()
    _, tally = trained(path)
    assert (path.read_bytes(), tally) == whole


def test_a_checkpoint_that_began_with_another_policy(tmp_path):
    path = tmp_path / "policy"
    trained(path, 10)
    trained(path, stop=Countdown(3))
    path.unlink()
    with pytest.raises(StoreError, match=r"left by another session: start\.games is 10, asked for 0;"):
        trained(path)


def test_what_is_no_checkpoint(tmp_path):
    path = tmp_path / "policy"
    trained(path)
    path.rename(session.checkpoint_of(path))
    with pytest.raises(StoreError, match=r"left by another session: games is None, asked for 60;"):
        trained(path)
    session.checkpoint_of(path).write_text("nonsense")
    with pytest.raises(StoreError, match="damaged or cut short"):
        trained(path)


def test_the_checkpoint_of_another_game(tmp_path):
    path = tmp_path / "policy"
    trained(path, stop=Countdown(3))
    with pytest.raises(StoreError, match=r"of another game: need is 3, asked for 2$"):
        trained(path, changes={"need": 2})


PROGRAM = """
import sys
from pathlib import Path
import numpy as np
from small_tabular import RECIPE
from tttcore.engines.tabular import session
from tttcore.engines.tabular.recipe import build_recipe
path = Path(sys.argv[1])
learner = session.load_or_create(path, build_recipe(RECIPE, "test"), np.array([7], np.uint64))
tell = lambda played: print("training", flush=True)
session.train(learner, int(sys.argv[2]), path, seconds=0, progress=tell)
"""


@pytest.mark.needs_jit
def test_killed_at_any_moment(tmp_path):
    """Processes that end without warning, until one comes to the end; checkpoints are written all the time."""
    path, games = tmp_path / "policy", 400_000
    learner = Learner(recipe_of(), np.array([7], np.uint64))
    learner.train(games)
    policy_file.save(tmp_path / "whole", learner)
    kills, patience = 0, 0.05
    while not path.exists() or session.checkpoint_of(path).exists():
        command = [sys.executable, "-c", PROGRAM, path, str(games)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=TESTS) as process:
            assert process.stdout.readline() == "training\n"
            try:
                assert process.wait(patience) == 0
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                kills += 1
        patience *= 3
    assert kills > 1
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()
