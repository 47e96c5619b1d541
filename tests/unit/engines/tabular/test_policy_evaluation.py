"""Policies measured against every line of play in exact fractions and by games; sessions as runs, and their recipes."""

from math import isnan

import numpy as np
import pandas as pd
import pytest
import yaml
from helpers.project import ROOT
from helpers.tabular_learners import BOARDS, RECIPE, learners, recipe_of, words
from helpers.texts import message
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import classic as oracles
from reference import quality as twin

from tttcore.engines.replicates import run_replicates
from tttcore.engines.tabular import engine
from tttcore.engines.tabular.engine import summarise
from tttcore.engines.tabular.keys import SALT, position_key
from tttcore.engines.tabular.learner import Learner, Snapshot
from tttcore.engines.tabular.policy_evaluation import champion, evaluate, evaluate_exactly, is_exact
from tttcore.engines.tabular.recipe import AS_DESCRIBED, Curve, build_recipe
from tttcore.engines.tabular.schemas import MATCHES, QUALITY, RESULTS

EXACT = [*RESULTS, *QUALITY]
COUNTS = ["first", "drawn", "second"]


def learnt(games=0, *, salt=SALT, **changes):
    learner = learners(changes, word=1, salt=salt)
    learner.train(games)
    return learner


def knowing(estimates, **changes):
    """Learners with given values of some boards and no others."""
    recipe = recipe_of(**changes)
    keys = np.array([position_key(recipe.key, twin.marks_of(board), finite=True) for board in estimates], np.uint64)
    values, players = np.array([*estimates.values()], np.float64), (1 + keys % 2).astype(np.int8)
    known = Snapshot(player=players, key=keys, value=values, check=None, games=0, state=1, collisions=0)
    return Learner.resumed(recipe, known)


def best_cells(values, ties):
    found = [cell for cell, value in values.items() if value == max(values.values())]
    return found if ties == "random" else found[:1]


def best_known(learner):
    """A learner's greedy policy by its candidates and their values."""

    def cells(board):
        marks = twin.marks_of(board)
        found = [3 * x + y + 4 for x, y in learner.candidates(marks)]
        return best_cells(dict(zip(found, learner.candidate_values(marks), strict=True)), learner.recipe.ties)

    return cells


def best_of(estimates, ties, initial, tie="full"):
    """Greedy policy for given values of some boards."""

    def worth(after):
        ended = twin.ended(after, tie)
        return estimates.get(after, initial["open" if not ended else "draw" if ended == oracles.DRAW else "win"])

    return lambda board: best_cells({c: worth(oracles.put(board, c)) for c in oracles.free_cells(board)}, ties)


def check(found, expected):
    assert list(found) == EXACT
    assert set(found) == set(expected)
    for name in RESULTS:
        assert found[name] == pytest.approx(float(expected[name]), rel=1e-12, abs=1e-15), name
        assert (found[name] == 0) == (expected[name] == 0), name
    assert {name: found[name] for name in QUALITY} == {name: expected[name] for name in QUALITY}


POSITIONS = sorted(twin.afterstates(), key=lambda board: (-board.count(0), board))
"""By marks, then as digits."""

DEAD = {"board": {"name": "finite", "size": 3, "tie": "dead"}}
TRAINED = {
    "untrained": (0, {}),
    "a little": (150, {}),
    "more": (20_000, {}),
    "random ties": (2000, {"ties": "random"}),
    "random ties, untrained": (0, {"ties": "random"}),
    "dead ties": (2000, DEAD),
    "dead random ties": (100, DEAD | {"ties": "random"}),
    "nothing known of ends": (2000, {"initial": {"win": 0, "draw": 0, "open": 0}}),
    "draws worth more": (500, {"initial": {"win": 0.25, "draw": 0.75, "open": 0.5}, "ties": "random"}),
    "eager": (500, {"storage": "eager"}),
    "unowned": (2000, {"key": "unowned", "storage": "eager"}),
    "python": (500, {"key": "python", "storage": "eager"}),
    "canonical": (500, {"key": "canonical"}),
}
PLAIN = ("a little", "dead ties", "nothing known of ends", "eager")
"""Cases fast enough without compiled kernels, and for `make test`."""
LONGER = [pytest.mark.needs_jit, pytest.mark.slow]


@pytest.mark.parametrize("name", [pytest.param(name, marks=[] if name in PLAIN else LONGER) for name in TRAINED])
def test_trained_policies(name, several):
    games, changes = TRAINED[name]
    learner = learnt(several(games, without_jit=min(games, 30)), **changes)
    check(evaluate_exactly(learner), twin.everything(best_known(learner), learner.recipe.board.tie))


@settings(max_examples=6, derandomize=True)
@given(
    seed=st.integers(0, 2**32),
    known=st.sampled_from([0.05, 0.5, 1]),
    levels=st.sampled_from([2, 3, 100]),
    ties=st.sampled_from(["first", "random"]),
    tie=st.sampled_from(["full", "dead"]),
    initial=st.fixed_dictionaries(dict.fromkeys(["win", "draw", "open"], st.sampled_from([0, 0.5, 1]))),
)
def test_made_up_estimates(seed, known, levels, ties, tie, initial):
    """Policies of arbitrary values, with as many ties as `levels` leaves."""
    rng = np.random.default_rng(seed)
    boards = [board for board in POSITIONS if rng.random() < known]
    estimates = {board: int(rng.integers(levels)) / (levels - 1) for board in boards}
    learner = knowing(estimates, ties=ties, initial=initial, board=DEAD["board"] | {"tie": tie})
    check(evaluate_exactly(learner), twin.everything(best_of(estimates, ties, initial, tie), tie))


def test_who_knows_nothing_plays_at_random():
    """Against itself it is random against random; a best reply beats it in either seat."""
    found = evaluate_exactly(learnt(ties="random", initial={"win": 0.5, "draw": 0.5, "open": 0.5}))
    chances = [737 / 1260, 8 / 63, 121 / 420]
    for match in ("itself", "first_random"):
        assert [found[f"{match}_{result}"] for result in ("won", "drawn", "lost")] == pytest.approx(chances, rel=1e-12)
    second = [found[f"second_random_{result}"] for result in ("lost", "drawn", "won")]
    assert second == pytest.approx(chances, rel=1e-12)
    assert (found["first_worst"], found["second_worst"]) == (-1, -1)
    choices = [board.count(0) for board in [oracles.BLANK, *POSITIONS] if not oracles.winner(board)]
    assert found["first_decisions"] == sum(free % 2 for free in choices if free > 1)
    assert found["second_decisions"] == sum(free % 2 == 0 for free in choices)


@pytest.mark.parametrize("name", ["more", "dead ties", pytest.param("canonical", marks=pytest.mark.needs_jit)])
def test_champions_mark_the_first_of_their_best_cells(name, tables, several):
    games, changes = TRAINED[name]
    learner = learnt(several(games, without_jit=30), **changes)
    player, tie = best_known(learner), learner.recipe.board.tie
    boards = list(map(tuple, tables.positions.tolist()))
    assert boards == [oracles.BLANK, *POSITIONS]
    assert champion(learner) == "".join("9" if twin.ended(board, tie) else str(player(board)[0]) for board in boards)


def test_the_classic_game_is_measured_without_chance_and_measuring_changes_nothing():
    """Another salt measures the same."""
    learner, state = learnt(200), words(3)
    before = learner.snapshot()
    found = evaluate(learner, 25, state)
    assert all(map(np.array_equal, learner.snapshot(), before))
    assert state == 3
    assert found == evaluate_exactly(learner) == evaluate_exactly(learnt(200, salt=12345))
    assert found != evaluate_exactly(learnt(0))
    assert not is_exact(recipe_of(need=2))


@pytest.mark.parametrize("name", ["5x5, dead ties", "infinite", "smarter"])
def test_other_boards_are_sampled(name):
    """Matches in the order of the columns, each going on from the word that the last one left."""
    learner, state, own = learnt(20, **BOARDS[name]), words(3), words(3)
    assert not is_exact(learner.recipe)
    found = evaluate(learner, 25, state)
    seats = [("learned", "learned")]
    seats += [pair for who in ("random", "careful") for pair in (("learned", who), (who, "learned"))]
    for match, pair in zip(MATCHES[: len(seats)], seats, strict=True):
        tally = learner.play_match(*pair, 25, own)
        ends = [tally.first, tally.drawn, tally.second][:: -1 if pair[0] != "learned" else 1]
        assert [found[f"{match}_{result}"] for result in ("won", "drawn", "lost")] == [end / 25 for end in ends]
    assert state == own
    unknown = {*QUALITY, *(column for column in RESULTS if "perfect" in column)}
    assert {column for column in EXACT if isnan(found[column])} == unknown


SESSION = RECIPE | {"games": 300, "curve": {"start": 10, "per_decade": 2}, "evaluation": 5}
SMARTER = {"board": {"name": "smarter", "limiter": 1}, "games": 100}


def sessions_of(treatment, replicates, tables, **change):
    runs = run_replicates(engine, "tests", treatment, SESSION | change, tables, seed=3, replicates=replicates)
    return pd.DataFrame(runs)


@pytest.fixture(scope="module")
def sessions(tables):
    both = sessions_of("a", range(3), tables), sessions_of("near", range(2), tables, **SMARTER)
    return pd.concat(both, ignore_index=True)


def test_windows_end_in_a_geometric_row_with_the_last_tenth_by_itself():
    for games, points in {300: [10, 32, 100, 270, 300], 9: [9], 10: [9, 10], 100: [10, 32, 90, 100], 1: [1]}.items():
        assert Curve(start=10, per_decade=2).points(games) == points


def test_recording_more_often_changes_no_game(tables, sessions):
    often = sessions_of("a", [0], tables, curve={"start": 1, "per_decade": 9}, evaluation=50).iloc[0]
    usual = sessions.loc[0]
    assert [sum(often[name]) for name in COUNTS] == [sum(usual[name]) for name in COUNTS]
    assert (often["entries"][-1], often["champion"]) == (usual["entries"][-1], usual["champion"])
    assert (sessions["collisions"] == 0).all()
    assert sessions_of("a", [0], tables, key="unowned", storage="eager").loc[0, "collisions"] > 0


def test_runs_add_up_their_windows_and_what_is_not_known_off_3x3_is_nan(sessions):
    found = summarise(sessions, {"a": SESSION, "near": SESSION | SMARTER})
    runs = found.runs.set_index(["treatment", "replicate"])
    for key, own in found.traces.groupby(["treatment", "replicate"]):
        run, played = runs.loc[key], own[COUNTS].sum(axis=1)
        assert own[COUNTS].sum().tolist() == run[COUNTS].tolist()
        assert own[COUNTS].iloc[-1].tolist() == run[[f"last_{name}" for name in COUNTS]].tolist()
        assert own["games"].iloc[-1] == run["games"] == run[COUNTS].sum()
        assert own["games"].tolist() == played.cumsum().tolist()
        assert own["entries"].is_monotonic_increasing
        assert 5 <= run["marks"] <= 9 or key[0] == "near"
    near = found.traces[found.traces["treatment"] == "near"]
    assert near[[*QUALITY]].isna().all(axis=None)
    assert near[[f"{name}_won" for name in MATCHES if not name.endswith("perfect")]].notna().all(axis=None)
    assert {*found.champions["treatment"]} == {"a"}


@pytest.mark.parametrize(("draws", "worth"), [("apart", 0), ("first", 1), ("half", 0.5)])
def test_shares_count_draws_by_their_reading(sessions, draws, worth):
    runs = summarise(sessions, {"a": SESSION | {"draws": draws}, "near": SESSION | SMARTER}).runs
    own = runs[runs["treatment"] == "a"]
    last = own[["last_first", "last_drawn", "last_second"]].sum(axis=1)
    assert own["share"].tolist() == ((own["first"] + worth * own["drawn"]) / own["games"]).tolist()
    assert own["last_share"].tolist() == ((own["last_first"] + worth * own["last_drawn"]) / last).tolist()
    assert own["off_share"].tolist() == pytest.approx((own["itself_won"] + worth * own["itself_drawn"]).tolist())


def test_unbeatable_from_the_first_point_at_which_no_reply_beats_either(sessions):
    made = sessions[sessions["treatment"] == "a"].reset_index(drop=True)
    made["first_worst"] = [[-1.0, 0.0, 0.0, -1.0, 0.0], [0.0, -1.0, 0.0, 0.0, 0.0], [-1.0] * 5]
    made["second_worst"] = [[0.0] * 5, [0.0, 0.0, -1.0, 1.0, 0.0], [0.0] * 5]
    runs = summarise(made, {"a": SESSION}).runs
    assert runs["first_unbeatable_after"].tolist() == [32, 10, 300]
    assert runs["beatable"].tolist() == [False, False, True]


def test_recipes_that_can_not_be(snapshot):
    changes = [
        {"board": {"name": "finite", "size": 4}},
        {"board": {"name": "finit", "size": 3}},
        {"board": {"name": "infinite", "limiter": 0}},
        {"need": 4},
        {"board": {"name": "infinite", "limiter": 1}, "need": 13},
        {"step": 1.5},
        {"rewards": {"win": 1, "loss": 0}},
        {"ties": "last"},
        {"key": "unowned"},
        {"games": 0},
    ]
    assert "\n".join(message(build_recipe, SESSION | change, "here") for change in changes) == snapshot
    settings = yaml.safe_load((ROOT / "config/studies/mrugala2020.yaml").read_text(encoding="utf-8"))
    assert settings["defaults"] == AS_DESCRIBED
