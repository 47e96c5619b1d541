"""Training sessions as runs: windows, shares by what draws count, when policies are unbeatable, and what is refused."""

import re

import pandas as pd
import pytest
import yaml
from helpers import tabular_learners as small_tabular
from helpers.project import ROOT

from tttcore.engines.replicates import run_replicates
from tttcore.engines.tabular import engine
from tttcore.engines.tabular.engine import STORED, summarise
from tttcore.engines.tabular.recipe import AS_DESCRIBED, Curve
from tttcore.engines.tabular.schemas import MATCHES, QUALITY
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import write

RECIPE = small_tabular.RECIPE | {"games": 300, "curve": {"start": 10, "per_decade": 2}, "evaluation": 5}
SMARTER = {"board": {"name": "smarter", "limiter": 1}, "games": 100}


def trained(treatment, replicates, tables, **change):
    runs = run_replicates(engine, "tests", treatment, RECIPE | change, tables, seed=3, replicates=replicates)
    return pd.DataFrame(runs)


@pytest.fixture(scope="module")
def sessions(tables):
    return pd.concat([trained("a", range(3), tables), trained("near", range(2), tables, **SMARTER)], ignore_index=True)


@pytest.fixture(scope="module")
def summary(sessions):
    return summarise(sessions, {"a": RECIPE, "near": RECIPE | SMARTER})


def test_a_session_depends_on_its_name_and_replicate_alone(tables, sessions):
    alone = pd.concat([trained("a", [replicate], tables) for replicate in (2, 0, 1)])
    kept = sessions[sessions["treatment"] == "a"]
    pd.testing.assert_frame_equal(alone.sort_values("replicate", ignore_index=True), kept)
    assert alone["entries"].astype(str).nunique() == 3


@pytest.mark.parametrize(
    ("games", "points"),
    [(300, [10, 32, 100, 270, 300]), (9, [9]), (10, [9, 10]), (100, [10, 32, 90, 100]), (1, [1])],
)
def test_windows_end_in_a_geometric_row_with_the_last_tenth_by_itself(games, points):
    assert Curve(start=10, per_decade=2).points(games) == points


def test_recording_more_often_changes_no_game(tables, sessions):
    often = trained("a", [0], tables, curve={"start": 1, "per_decade": 9}, evaluation=50).iloc[0]
    for name in ("first", "drawn", "second"):
        assert sum(often[name]) == sum(sessions.loc[0, name])
    assert often["entries"][-1] == sessions.loc[0, "entries"][-1]
    assert often["champion"] == sessions.loc[0, "champion"]


def test_tables_fit_their_schemas(sessions, summary, tmp_path):
    for schema, table in ((STORED.batches, sessions), (STORED.runs, summary.runs), (STORED.traces, summary.traces)):
        assert [*table.columns] == schema.names if schema != STORED.batches else {*table} == {*schema.names}
        write(tmp_path / f"{schema.name}.parquet", table, schema=schema, provenance={})


def test_runs_add_up_their_windows(summary):
    runs = summary.runs.set_index(["treatment", "replicate"])
    for key, own in summary.traces.groupby(["treatment", "replicate"]):
        run = runs.loc[key]
        for name in ("first", "drawn", "second"):
            assert own[name].sum() == run[name]
            assert own[name].iloc[-1] == run[f"last_{name}"]
        assert own["games"].iloc[-1] == run["games"] == run["first"] + run["drawn"] + run["second"]
        played = own[["first", "drawn", "second"]].sum(axis=1)
        assert own["games"].tolist() == played.cumsum().tolist()
        assert own["entries"].is_monotonic_increasing
        assert 5 <= run["marks"] <= 9 or key[0] == "near"


@pytest.mark.parametrize(("draws", "worth"), [("apart", 0), ("first", 1), ("half", 0.5)])
def test_shares_count_draws_by_their_reading(sessions, draws, worth):
    runs = summarise(sessions, {"a": RECIPE | {"draws": draws}, "near": RECIPE | SMARTER}).runs
    own = runs[runs["treatment"] == "a"]
    assert own["share"].tolist() == ((own["first"] + worth * own["drawn"]) / own["games"]).tolist()
    last = own[["last_first", "last_drawn", "last_second"]].sum(axis=1)
    assert own["last_share"].tolist() == ((own["last_first"] + worth * own["last_drawn"]) / last).tolist()
    assert own["off_share"].tolist() == pytest.approx((own["itself_won"] + worth * own["itself_drawn"]).tolist())


def test_unbeatable_from_the_first_point_at_which_no_reply_beats_either(sessions):
    worst = [[-1.0, 0.0, 0.0, -1.0, 0.0], [0.0, -1.0, 0.0, 0.0, 0.0], [-1.0] * 5]
    made = sessions[sessions["treatment"] == "a"].reset_index(drop=True)
    made["first_worst"], made["second_worst"] = worst, [[0.0] * 5, [0.0, 0.0, -1.0, 1.0, 0.0], [0.0] * 5]
    runs = summarise(made, {"a": RECIPE}).runs
    assert runs["unbeatable_after"].tolist() == [32, 10, 300]
    assert runs["beatable"].tolist() == [False, False, True]


def test_what_is_not_known_off_3x3_is_nan(summary):
    near = summary.traces[summary.traces["treatment"] == "near"]
    assert near[[*QUALITY]].isna().all(axis=None)
    known = [name for name in MATCHES if not name.endswith("perfect")]
    assert near[[f"{name}_won" for name in known]].notna().all(axis=None)
    assert {*summary.champions["treatment"]} == {"a"}


def test_collisions_are_counted_for_keys_that_merge(tables):
    unowned = trained("u", [0], tables, key="unowned", storage="eager").iloc[0]
    assert unowned["collisions"] > 0
    assert trained("u", [0], tables).iloc[0]["collisions"] == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"board": {"name": "finite", "size": 4}}, "board: size: 4 is even; allowed: odd sizes"),
        ({"board": {"name": "finit", "size": 3}}, "board.name: unknown board 'finit' (did you mean 'finite'?)"),
        ({"board": {"name": "infinite", "limiter": 0}}, "board.limiter: 0 is out of range; allowed: from 1 to 30"),
        ({"need": 4}, "need: 4 in a row don't fit on a board of size 3; allowed: 1 to 3"),
        ({"board": {"name": "infinite", "limiter": 1}, "need": 13}, "need: 13 is out of range; allowed: up to 12"),
        ({"step": 1.5}, "step: 1.5 is out of range; allowed: from 0 to 1"),
        ({"rewards": {"win": 1, "loss": 0}}, "rewards.draw: needs a value"),
        ({"ties": "last"}, "ties: 'last' is not allowed; known: first, random"),
        ({"key": "unowned"}, "storage: lazy, but positions can share a key of kind 'unowned'"),
        ({"games": 0}, "games: 0 is out of range; allowed: from 1 to 100,000,000,000 (time grows with it)"),
    ],
    ids=lambda part: "" if isinstance(part, str) else "-".join(map(str, part)),
)
def test_recipes_that_can_not_be(tables, change, said):
    with pytest.raises(ConfigError, match=f"^treatments.a.{re.escape(said)}"):
        trained("a", [0], tables, **change)


def test_keys_that_merge_may_be_lazy_where_everything_begins_alike(tables):
    alike = {"initial": {"win": 0, "draw": 0, "open": 0}, "key": "unowned"}
    lazy, eager = (trained("a", [0], tables, **alike, storage=storage).iloc[0] for storage in ("lazy", "eager"))
    assert [*lazy["first"]] == [*eager["first"]]
    assert lazy["champion"] == eager["champion"]


def test_the_study_says_what_is_described():
    settings = yaml.safe_load((ROOT / "config/studies/mrugala2020.yaml").read_text(encoding="utf-8"))
    assert settings["defaults"] == AS_DESCRIBED
