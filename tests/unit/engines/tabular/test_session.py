"""Training sessions end in the same bytes however interrupted; pairs from policy files go on as if never saved."""

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from helpers.tabular_learners import BOARDS, learners, recipe_of, same, words

from tttcore.engines.tabular import session
from tttcore.engines.tabular.learner import Tally
from tttcore.engines.tabular.schemas import POLICY
from tttcore.pipeline.store import PROVENANCE, StoreError, write

GAMES = 60
TESTS = Path(__file__).parents[3]


def trained(path, games=GAMES, *, word=7, changes=(), **options):
    learner = session.load_or_create(path, recipe_of(**dict(changes)), words(word))
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


def test_each_session_starts_from_the_last_policy(tmp_path):
    path = tmp_path / "policy"
    results = [trained(path, games, word=word)[1] for games, word in ((20, 7), (0, 5), (40, 6))]
    learner = learners({})
    assert results == [learner.train(20), Tally(0, 0, 0, 0, 0), learner.train(40)]
    session.save(tmp_path / "other", learner)
    assert path.read_bytes() == (tmp_path / "other").read_bytes()


@pytest.mark.parametrize("board", ["3x3", "infinite, need 3", "smarter"])
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

    countdown, real = Countdown(times, kills=True), session.save

    def save(*arguments, **options):
        countdown()
        real(*arguments, **options)

    with monkeypatch.context() as patched:
        if function == "save":
            patched.setattr(session, "save", save)
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
    saved, real = [], session.save
    monkeypatch.setattr(session, "save", lambda path, *a, **o: (saved.append(path.name), real(path, *a, **o)))
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
        ({"word": 8}, "its seed is another"),
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
from helpers.tabular_learners import recipe_of, words
from tttcore.engines.tabular import session
path = Path(sys.argv[1])
learner = session.load_or_create(path, recipe_of(), words())
tell = lambda played: print("training", flush=True)
session.train(learner, int(sys.argv[2]), path, seconds=0, progress=tell)
"""


@pytest.mark.needs_jit
def test_killed_at_any_moment(tmp_path):
    """Processes that end without warning, until one comes to the end; checkpoints are written all the time."""
    path, games = tmp_path / "policy", 400_000
    learner = learners({})
    learner.train(games)
    session.save(tmp_path / "whole", learner)
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


KEYS = {
    "eager": {"storage": "eager"},
    "canonical": {"key": "canonical"},
    "python": {"key": "python", "storage": "eager"},
    "unowned": {"key": "unowned", "initial": {"win": 0, "draw": 0, "open": 0}},
}
EACH = BOARDS | KEYS


@pytest.fixture
def saved(tmp_path):
    """The file of a policy of 3x3."""
    path = tmp_path / "policy.parquet"
    learner = learners({})
    learner.train(30)
    session.save(path, learner)
    return path


def refusal(path, **changes):
    with pytest.raises(StoreError) as refused:
        session.load(path, recipe_of(**changes))
    message = str(refused.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


@pytest.mark.parametrize("name", EACH)
def test_loaded_learners_go_on_as_if_nothing_had_happened(tmp_path, name, several):
    games = several(200, without_jit=3)
    learner, path = learners(EACH[name]), tmp_path / "policy.parquet"
    learner.train(games)
    session.save(path, learner)
    loaded = session.load(path, learner.recipe)
    assert same(loaded, learner)
    assert loaded.train(games) == learner.train(games)
    assert same(loaded, learner)
    assert learner.games == 2 * games


def test_the_same_learners_make_the_same_bytes(tmp_path):
    for name, batches in (("one", [40]), ("two", [13, 27])):
        learner = learners({})
        for games in batches:
            learner.train(games)
        session.save(tmp_path / name, learner)
    session.save(tmp_path / "again", session.load(tmp_path / "one", learner.recipe))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes() == (tmp_path / "again").read_bytes()


def test_another_salt_stays(tmp_path):
    learner, path = learners({}, salt=5), tmp_path / "policy.parquet"
    learner.train(20)
    session.save(path, learner)
    loaded = session.load(path, learner.recipe)
    assert loaded.candidate_values([(0, 0)]) == learner.candidate_values([(0, 0)])
    assert loaded.train(20) == learner.train(20)


def test_learning_may_change_between_sessions(saved):
    changes = {"step": 0.5, "exploration": 0.0, "ties": "random", "target": "fixed", "storage": "eager"}
    changes |= {"rewards": {"win": 1, "loss": 0, "draw": 0.5}, "explored": "forgets"}
    loaded = session.load(saved, recipe_of(**changes))
    assert loaded.recipe.step == 0.5
    assert sum(loaded.train(10)[:3]) == 10


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"board": {"name": "finite", "size": 5}}, "of another game: board.size is 3, asked for 5"),
        ({"board": {"name": "finite", "size": 3, "tie": "dead"}}, "of another game: board.tie is full, asked for dead"),
        ({"board": {"name": "smarter", "limiter": 2}}, "of another game: board.name is finite, asked for smarter"),
        ({"need": 2}, "of another game: need is 3, asked for 2"),
        ({"key": "canonical"}, "of another game: key is owned, asked for canonical"),
    ],
)
def test_another_game(saved, changes, message):
    assert refusal(saved, **changes) == message


def test_files_that_are_no_policies(saved):
    whole = saved.read_bytes()
    for damaged in (whole[: len(whole) // 2], whole[:8] + bytes(byte ^ 0xFF for byte in whole[8:40]) + whole[40:]):
        saved.write_bytes(damaged)
        assert refusal(saved).startswith("damaged or cut short (")
    write(saved, pd.DataFrame({"key": [1], "worth": [0.5]}), provenance={})
    assert refusal(saved) == "not a table of policy: missing ['player', 'value'], unknown ['worth']"
    saved.unlink()
    assert refusal(saved) == "no such file"


@pytest.mark.parametrize(
    ("kept", "format_"), [({}, "not given"), ({PROVENANCE: "{}"}, "not given"), ({PROVENANCE: '{"format": 2}'}, "2")]
)
def test_another_schema(saved, kept, format_):
    pq.write_table(pq.read_table(saved).replace_schema_metadata(kept), saved)
    assert refusal(saved) == f"not a policy of format 1: its format is {format_}"


def changed(path, *, estimates=None, **metadata):
    """Replace keys of a policy's metadata, or leave out those that are None, and its first estimate's values."""
    kept = {**session.read_metadata(path), **metadata}
    table = pq.read_table(path).to_pandas()
    for column, value in (estimates or {}).items():
        table.loc[0, column] = value
    provenance = {key: value for key, value in kept.items() if value is not None}
    write(path, table, schema=POLICY, provenance=provenance)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": None}, "games: needs a value"),
        ({"games": "20"}, "games: '20' is not a whole number"),
        ({"games": -1}, "games: -1 is out of range; allowed: from 0 to 9,223,372,036,854,775,807"),
        ({"salt": 1.5}, "salt: 1.5 is not a whole number"),
        ({"state": 2**64}, "state: 18446744073709551616 is out of range; allowed: from 0 to "),
        ({"recipe": None}, "recipe: needs a value"),
        ({"recipe": []}, "recipe: [] is not keys and values"),
        ({"recipe": {}}, "recipe.board: needs a value"),
        ({"session": {"games": 1, "start": {"games": 0}, "tally": []}}, "session.tally: [] is out of range; allowed: "),
        ({"estimates": {"value": np.nan}}, "value nan in row 1; allowed: 0 to 1"),
        ({"estimates": {"value": 1.5}}, "value 1.5 in row 1; allowed: 0 to 1"),
        ({"estimates": {"player": 3}}, "player 3 in row 1; allowed: 1 for an even key, 2 for an odd one"),
    ],
)  # fmt: skip
def test_values_that_no_policy_has(saved, changes, message):
    changed(saved, **changes)
    assert refusal(saved).startswith(message)


def test_an_estimate_that_is_there_twice(saved):
    table = pq.read_table(saved).to_pandas()
    write(saved, pd.concat([table, table[:1]]), schema=POLICY, provenance=session.read_metadata(saved))
    key = table["key"][0]
    assert refusal(saved) == f"key {key} in row {len(table) + 1}; allowed: each once"


def test_what_is_kept(saved):
    """Estimates are of either player, by player and key; the recipe is a configuration again."""
    table = pq.read_table(saved).to_pandas()
    assert list(table.columns) == ["player", "key", "value"]
    assert table["key"].dtype == np.uint64
    assert set(table["player"]) == {1, 2}
    assert table.sort_values(["player", "key"]).index.tolist() == list(range(len(table)))
    assert (table["key"] % 2 == table["player"] - 1).all()
    kept = session.read_metadata(saved)
    assert kept["games"] == 30
    assert session.recipe_record(recipe_of(**kept["recipe"])) == kept["recipe"]
