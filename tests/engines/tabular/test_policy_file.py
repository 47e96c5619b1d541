"""Policy files: loaded pairs go on as if never saved, equal pairs make equal bytes, other files are refused."""

import json

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from small_tabular import BOARDS, RECIPE, learners

from tttcore.engines.tabular import policy_file
from tttcore.engines.tabular.recipe import build_recipe
from tttcore.pipeline.store import PROVENANCE, StoreError, write

KEYS = {
    "canonical": {"key": "canonical"},
    "python": {"key": "python", "storage": "eager"},
    "unowned": {"key": "unowned", "initial": {"win": 0, "draw": 0, "open": 0}},
}
EACH = BOARDS | KEYS


def recipe_of(**changes):
    return build_recipe(RECIPE | changes, "test")


def snapshots_equal(one, other):
    return all(np.array_equal(ours, theirs) for ours, theirs in zip(one.snapshot(), other.snapshot(), strict=True))


@pytest.fixture
def saved(tmp_path):
    """The file of a policy of 3x3."""
    path = tmp_path / "policy.parquet"
    learner = learners({})
    learner.train(30)
    policy_file.save(path, learner)
    return path


def refusal(path, **changes):
    with pytest.raises(StoreError) as refused:
        policy_file.load(path, recipe_of(**changes))
    message = str(refused.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


@pytest.mark.parametrize("name", EACH)
def test_loaded_learners_go_on_as_if_nothing_had_happened(tmp_path, name, several):
    games = several(200, without_jit=3)
    learner, path = learners(EACH[name]), tmp_path / "policy.parquet"
    learner.train(games)
    policy_file.save(path, learner)
    loaded = policy_file.load(path, learner.recipe)
    assert snapshots_equal(loaded, learner)
    assert loaded.train(games) == learner.train(games)
    assert snapshots_equal(loaded, learner)
    assert learner.games == 2 * games


def test_the_same_learners_make_the_same_bytes(tmp_path):
    for name, batches in (("one", [40]), ("two", [13, 27])):
        learner = learners({})
        for games in batches:
            learner.train(games)
        policy_file.save(tmp_path / name, learner)
    policy_file.save(tmp_path / "again", policy_file.load(tmp_path / "one", learner.recipe))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes() == (tmp_path / "again").read_bytes()


def test_another_salt_stays(tmp_path):
    learner, path = learners({}, salt=5), tmp_path / "policy.parquet"
    learner.train(20)
    policy_file.save(path, learner)
    loaded = policy_file.load(path, learner.recipe)
    assert loaded.candidate_values([(0, 0)]) == learner.candidate_values([(0, 0)])
    assert loaded.train(20) == learner.train(20)


def test_learning_may_change_between_sessions(saved):
    changes = {
        "step": 0.5,
        "exploration": 0.0,
        "ties": "random",
        "target": "fixed",
        "rewards": {"win": 1, "loss": 0, "draw": 0.5},
        "explored": "forgets",
        "storage": "eager",
    }
    loaded = policy_file.load(saved, recipe_of(**changes))
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


def test_a_missing_file(tmp_path):
    assert refusal(tmp_path / "none") == "no such file"


@pytest.mark.parametrize("left", [0, 4, 0.5, -1])
def test_a_truncated_file(saved, left):
    whole = saved.read_bytes()
    saved.write_bytes(whole[: int(left * len(whole)) if isinstance(left, float) else left])
    assert refusal(saved).startswith("damaged or cut short (")


def test_changed_bytes(saved):
    whole = bytearray(saved.read_bytes())
    for place in range(8, 40):
        whole[place] ^= 0xFF
    saved.write_bytes(whole)
    assert refusal(saved).startswith("damaged or cut short (")


def test_another_table(saved):
    write(saved, pd.DataFrame({"key": [1], "worth": [0.5]}), provenance={})
    assert refusal(saved) == "not a table of policy: missing ['player', 'value'], unknown ['worth']"


@pytest.mark.parametrize(("kept", "format_"), [({}, "not given"), ({"format": 2}, "2")])
def test_another_schema(saved, kept, format_):
    table = pq.read_table(saved)
    pq.write_table(table.replace_schema_metadata({PROVENANCE: json.dumps(kept).encode()}), saved)
    assert refusal(saved) == f"not a policy of format 1: its format is {format_}"
    pq.write_table(table.replace_schema_metadata({}), saved)
    assert refusal(saved) == "not a policy of format 1: its format is not given"


def test_what_is_kept(saved):
    """Estimates are of either player, by player and key; the recipe is a configuration again."""
    table = pq.read_table(saved).to_pandas()
    assert list(table.columns) == ["player", "key", "value"]
    assert table["key"].dtype == np.uint64
    assert set(table["player"]) == {1, 2}
    assert table.sort_values(["player", "key"]).index.tolist() == list(range(len(table)))
    assert (table["key"] % 2 == table["player"] - 1).all()
    kept = policy_file.read_metadata(saved)
    assert kept["games"] == 30
    assert policy_file.recipe_record(build_recipe(RECIPE | kept["recipe"], "test")) == kept["recipe"]


def test_differences_are_told_by_place():
    kept = {"board": {"name": "finite", "size": 3}, "step": 0.1}
    assert policy_file.first_difference(kept, kept) is None
    assert policy_file.first_difference(kept, kept | {"step": 0.2}) == "step is 0.1, asked for 0.2"
    assert policy_file.first_difference(kept, {"games": 5}) == "games is None, asked for 5"
    larger = {"board": {"name": "finite", "size": 5}, "step": 0.2}
    assert policy_file.first_difference(kept, larger) == "board.size is 3, asked for 5"


def test_an_old_policy_stays_if_the_new_one_can_not_be_written(saved, monkeypatch):
    def full(*arguments, **options):
        raise OSError("no space left")

    before = saved.read_bytes()
    learner = learners({})
    learner.train(5)
    monkeypatch.setattr(pq, "write_table", full)
    with pytest.raises(OSError, match="no space left"):
        policy_file.save(saved, learner)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]
