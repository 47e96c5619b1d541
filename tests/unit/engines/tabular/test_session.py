"""Training sessions end in the same bytes however interrupted; pairs from policy files go on as if never saved."""

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from helpers.tabular_learners import BOARDS, learners, recipe_of, same, words
from helpers.texts import message

from tttcore.engines.tabular import session
from tttcore.engines.tabular.learner import Tally
from tttcore.engines.tabular.schemas import POLICY
from tttcore.pipeline.store import PROVENANCE, write

GAMES = 60


def trained(path, games=GAMES, *, word=7, changes=(), **options):
    learner = session.load_or_create(path, recipe_of(**dict(changes)), words(word))
    return session.train(learner, games, path, **options)


@pytest.fixture(autouse=True)
def game_by_game(monkeypatch):
    """Sessions are asked after every game whether to stop."""
    monkeypatch.setattr(session, "SLICE_SECONDS", 0)


class Killed(BaseException):
    """Stand-in for the end of the process."""


def countdown(times, *, kills=False):
    """Callable that is true, or raises `Killed`, on its n-th call."""
    left = iter([False] * (times - 1) + [True])

    def called(*arguments, **options):
        last = next(left, False)
        if last and kills:
            raise Killed
        return last

    return called


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
    while session.games_played(trained(path, changes=changes, stop=countdown(2))[1]) < GAMES:
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
        trained(path, seconds=seconds, progress=countdown(times, kills=True))
    _, tally = trained(path)
    assert (path.read_bytes(), tally) == whole


@pytest.mark.parametrize("begun", [False, True], ids=["new", "begun"])
@pytest.mark.parametrize(("function", "times"), [("save", 1), ("save", 2), ("save", 3), ("unlink", 1)])
def test_killed_at_the_end(tmp_path, monkeypatch, begun, function, times):
    """Before or after the last checkpoint, the policy, or the checkpoint's removal: nothing is trained twice."""
    path, reference = tmp_path / "policy", tmp_path / "whole"
    for each in (path, reference) if begun else ():
        trained(each, 30)
    _, tally = trained(reference)
    killed, real = countdown(times, kills=True), session.save

    def stopped_and_resumed():
        trained(path, stop=countdown(3))
        trained(path)

    with monkeypatch.context() as patched:
        if function == "save":
            patched.setattr(session, "save", lambda *given, **options: (killed(), real(*given, **options)))
        else:
            patched.setattr("pathlib.Path.unlink", killed)
        with pytest.raises(Killed):
            stopped_and_resumed()
    assert trained(path)[1] == tally
    assert path.read_bytes() == reference.read_bytes()
    assert not session.checkpoint_of(path).exists()


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


def test_progress_adds_up(tmp_path, monkeypatch):
    told, again, quick = [], [], []
    path = tmp_path / "policy"
    _, tally = trained(path, progress=told.append, stop=countdown(3))
    trained(path, progress=again.append)
    assert sum(told) == again[0] == session.games_played(tally) < GAMES == sum(again)
    monkeypatch.setattr(session, "SLICE_SECONDS", 1e9)
    trained(tmp_path / "quick", progress=quick.append)
    assert quick == [1, 2, 4, 8, 16, 29], "quick games are played many at once"


def test_checkpoints_come_as_often_as_asked(tmp_path, monkeypatch):
    saved, real = [], session.save
    monkeypatch.setattr(session, "save", lambda path, *a, **o: (saved.append(path.name), real(path, *a, **o)))
    trained(tmp_path / "seldom")
    trained(tmp_path / "often", seconds=0)
    assert saved[:2] == ["seldom.unfinished", "seldom"]
    assert saved.count("often.unfinished") > 3
    assert (tmp_path / "often").read_bytes() == (tmp_path / "seldom").read_bytes()


def test_the_checkpoint_of_another_session_is_not_lost(tmp_path, whole, snapshot):
    path = tmp_path / "policy"
    trained(path, stop=countdown(3))
    before = session.checkpoint_of(path).read_bytes()
    draws_worth_half = {"rewards": {"win": 1, "loss": 0, "draw": 0.5}}
    told = [message(trained, path, 61), message(trained, path, word=8)]
    told += [message(trained, path, changes=changes) for changes in ({"step": 0.2}, draws_worth_half, {"need": 2})]
    assert session.checkpoint_of(path).read_bytes() == before
    assert not path.exists()
    _, tally = trained(path)
    assert (path.read_bytes(), tally) == whole
    trained(path, 10)
    trained(path, stop=countdown(3))
    path.unlink()
    told.append(f"begun with another policy: {message(trained, path)}")
    session.checkpoint_of(path).unlink()
    trained(path)
    path.rename(session.checkpoint_of(path))
    told.append(f"no checkpoint: {message(trained, path)}")
    session.checkpoint_of(path).write_text("nonsense")
    assert "damaged or cut short" in message(trained, path)
    assert "\n".join(told).replace(f"{tmp_path}/", "") == snapshot


KEYS = {
    "eager": {"storage": "eager"},
    "canonical": {"key": "canonical"},
    "python": {"key": "python", "storage": "eager"},
    "unowned": {"key": "unowned", "initial": {"win": 0, "draw": 0, "open": 0}},
}
EACH = {name: (changes, {}) for name, changes in (BOARDS | KEYS).items()} | {"salt": ({}, {"salt": 5})}


@pytest.mark.parametrize("name", EACH)
def test_loaded_learners_go_on_as_if_nothing_had_happened(tmp_path, name, several):
    games, (changes, options) = several(200, without_jit=3), EACH[name]
    learner, path = learners(changes, **options), tmp_path / "policy.parquet"
    learner.train(games)
    session.save(path, learner)
    loaded = session.load(path, learner.recipe)
    assert same(loaded, learner)
    assert loaded.train(games) == learner.train(games)
    assert same(loaded, learner)
    assert learner.games == 2 * games


@pytest.fixture
def saved(tmp_path):
    """The file of a policy of 3x3."""
    path = tmp_path / "policy.parquet"
    learner = learners({})
    learner.train(30)
    session.save(path, learner)
    return path


def test_learning_may_change_between_sessions(saved):
    session.save(saved.with_name("again"), session.load(saved, recipe_of()))
    assert saved.read_bytes() == saved.with_name("again").read_bytes()
    changes = {"step": 0.5, "exploration": 0.0, "ties": "random", "target": "fixed", "storage": "eager"}
    changes |= {"rewards": {"win": 1, "loss": 0, "draw": 0.5}, "explored": "forgets"}
    loaded = session.load(saved, recipe_of(**changes))
    assert loaded.recipe.step == 0.5
    assert sum(loaded.train(10)[:3]) == 10


def test_files_that_are_no_policies_of_this_game(saved, snapshot):
    """Of other games, no policies, damaged; or with metadata or estimates that no policy has, or one twice."""
    told, whole, kept, table = [], saved.read_bytes(), session.read_metadata(saved), pq.read_table(saved)

    def refused(**changes):
        prefix, _, text = message(session.load, saved, recipe_of(**changes)).partition(": ")
        assert prefix == str(saved)
        told.append(text)

    for change in (
        {"board": {"name": "finite", "size": 5}}, {"board": {"name": "finite", "size": 3, "tie": "dead"}},
        {"board": {"name": "smarter", "limiter": 2}}, {"need": 2}, {"key": "canonical"},
    ):  # fmt: skip
        refused(**change)
    for found in ({}, {PROVENANCE: "{}"}, {PROVENANCE: '{"format": 2}'}):
        pq.write_table(table.replace_schema_metadata(found), saved)
        refused()
    table = table.to_pandas()
    write(saved, pd.DataFrame({"key": [1], "worth": [0.5]}), provenance={})
    refused()
    half = {"games": 1, "start": {"games": 0}, "tally": []}
    for metadata in (
        {"games": None}, {"games": "20"}, {"games": -1}, {"salt": 1.5}, {"state": 2**64}, {"recipe": None},
        {"recipe": []}, {"recipe": {}}, {"session": half},
    ):  # fmt: skip
        given = {key: value for key, value in (kept | metadata).items() if value is not None}
        write(saved, table, schema=POLICY, provenance=given)
        refused()
    for column, value in (("value", np.nan), ("value", 1.5), ("player", 3)):
        spoilt = table.copy()
        spoilt.loc[0, column] = value
        write(saved, spoilt, schema=POLICY, provenance=kept)
        refused()
    write(saved, pd.concat([table, table[:1]]), schema=POLICY, provenance=kept)
    refused()
    assert told.pop() == f"key {table['key'][0]} in row {len(table) + 1}; allowed: each once"
    for damaged in (whole[: len(whole) // 2], whole[:8] + bytes(byte ^ 0xFF for byte in whole[8:40]) + whole[40:]):
        saved.write_bytes(damaged)
        refused()
        assert told.pop().startswith("damaged or cut short (")
    saved.unlink()
    refused()
    assert "\n".join(told) == snapshot


def test_what_is_kept(saved):
    """Estimates are of either player, by player and key; the recipe is a configuration again."""
    table, kept = pq.read_table(saved).to_pandas(), session.read_metadata(saved)
    assert table.dtypes.to_dict() == {"player": np.int8, "key": np.uint64, "value": np.float64}
    assert set(table["player"]) == {1, 2}
    assert table.sort_values(["player", "key"]).index.tolist() == list(range(len(table)))
    assert (table["key"] % 2 == table["player"] - 1).all()
    assert kept["games"] == 30
    assert session.recipe_record(recipe_of(**kept["recipe"])) == kept["recipe"]
