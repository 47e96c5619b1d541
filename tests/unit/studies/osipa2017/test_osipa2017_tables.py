"""Tables and timed moves of Osipa (2017) on made-up games: columns, streams, players, times, messages."""

import runpy
import warnings
from functools import partial
from inspect import isfunction
from itertools import permutations
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.texts import message
from matplotlib.figure import Figure

from tttcore.engines.nine_board.engine import RUNS, SEARCHED, TRACES
from tttcore.pipeline.rng import stream
from tttcore.pipeline.table_files import read_texts, write_csv
from tttcore.stats import ratings
from tttcore.studies.osipa2017 import benchmarks, tables
from tttcore.studies.osipa2017.benchmarks import ByMove, ByPlayer

LEAGUE = {
    "h1 d1": {"name": "alphabeta", "heuristic": 1, "depth": 1},
    "h2 d1": {"name": "alphabeta", "heuristic": 2, "depth": 1},
    "random": {"name": "random"},
}
ALONE = {"document": {"name": "scheduled", "heuristic": 1, "until": [0], "depths": [1, 3]}}
SEARCHING = (*tables.MEASURED, "always-four")
MEETING = ("league", "meets-winning-moves", "meets-nothing", "meets-steady")
RECIPES = {
    **{name: {"players": ALONE} for name in (*SEARCHING, "openings", "openings-deep", "proved")},
    **{name: {"players": LEAGUE} for name in MEETING},
}
OWN = [name for name, each in vars(tables).items() if isfunction(each) and "columns" in vars(each)]
OWN = [name for name in OWN if name not in ("pairwise", "summaries")]


def made_up(seed):
    """Evidence of thirty games of each treatment, as they are stored."""
    rng = stream(0, "tests", "nine board tables")
    parts = []
    for treatment, recipe in RECIPES.items():
        meetings = [*permutations(recipe["players"], 2)] or [("document", "document")]
        moves, proved = rng.integers(36, 54, 30), treatment == "proved"
        columns = {
            "treatment": treatment,
            "replicate": range(30),
            "seed": 1,
            "first": [meetings[replicate % len(meetings)][0] for replicate in range(30)],
            "second": [meetings[replicate % len(meetings)][1] for replicate in range(30)],
            "winner": rng.choice([0, 1, 2], 30, p=[0.1, 0.5, 0.4]),
            "moves": moves,
            "drawn": False,
            "opening": rng.integers(0, 81, 30),
            "missed": rng.integers(0, 2, 30),
            "proved_from": moves - rng.integers(0, 20, 30) if proved else -1,
            "proved": rng.integers(0, 3, 30) if proved else -1,
            "proof_nodes": 100 if proved else 0,
        }
        parts.append(pd.DataFrame(columns))
    rows = len(SEARCHING) * 30 * 36
    about = {"treatment": np.repeat(SEARCHING, 30 * 36), "replicate": np.arange(rows) // 36 % 30}
    counts = {name: rng.integers(1, 99, rows) for name in SEARCHED} | {"depth": rng.integers(3, 5, rows)}
    runs, traces = pd.concat(parts, ignore_index=True), pd.DataFrame(about | {"step": np.arange(rows) % 36} | counts)
    assert ([*runs], [*traces]) == (RUNS.names, TRACES.names)
    return SimpleNamespace(
        runs=runs, traces=traces, recipes=RECIPES, stream=lambda *names: stream(seed, "made-up", *names)
    )


@pytest.fixture(scope="module")
def evidence():
    return made_up(seed=1)


@pytest.mark.parametrize("name", OWN)
def test_columns_are_those_of_the_table(evidence, name):
    function = getattr(tables, name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = function(evidence)
    assert len(table) > 0
    assert {*vars(function)["columns"]} == {*table}


@pytest.mark.parametrize(
    ("name", "compute", "treatment"),
    [
        ("ratings", ratings.ratings, "league"),
        ("heuristics", ratings.heuristic_differences, "league"),
        ("crosstable", ratings.crosstable, "league"),
        ("rating_differences", ratings.rating_differences, "league"),
        ("deeper_or_steady", ratings.rating_differences, "meets-steady"),
    ],
)
def test_ratings_are_of_the_games_and_players_of_the_treatment(evidence, name, compute, treatment):
    own = evidence.runs[evidence.runs["treatment"] == treatment]
    pd.testing.assert_frame_equal(getattr(tables, name)(evidence), compute(own, LEAGUE))


def test_the_seed_names_the_stream(evidence):
    """Rows of treatments come before those of all."""
    one, other = (tables.shuffling(each) for each in (evidence, made_up(seed=2)))
    assert one["treatment"].unique().tolist() == [*SEARCHING, "all"]
    assert (one["total"] == other["total"]).all()
    assert (one["total_low"] != other["total_low"]).all()


def test_a_single_player_has_no_rating():
    alone = SimpleNamespace(recipes=RECIPES | {"league": {"players": ALONE}})
    assert message(tables.check, alone) == "treatments.league.players: has a single player; needs two or more"


DOCUMENT = {"name": "scheduled", "heuristic": 1, "until": [0], "depths": [1, 2]}
GAMES = {"rule": "free", "pairs": "self", "openings": "chosen", "measured": False, "prove": 0}
GAMES |= {"players": {"document": DOCUMENT, "NA": {"name": "random"}}}
BY_MOVE = ByMove(treatment="games", games=2)
BY_PLAYER = ByPlayer(treatment="games", games=1)


def measured(benchmark, seed=0):
    return benchmark.measure("study", {"games": GAMES}, seed=seed)


@pytest.mark.parametrize("benchmark", [BY_MOVE, BY_PLAYER], ids=lambda each: type(each).__name__)
def test_a_benchmark_takes_times_and_draws_them(benchmark, tmp_path):
    times = measured(benchmark)
    seconds = [column for column in times if column in ("seconds", "pruned", "unpruned")]
    assert (times[seconds] > 0).all(axis=None)
    write_csv(tmp_path / "times.csv", times)
    kept = read_texts(tmp_path / "times.csv", benchmark.texts)
    pd.testing.assert_frame_equal(kept, times, check_dtype=False)
    assert isinstance(benchmark.draw(kept, "T"), Figure)


def test_the_figure_names_players_for_people(tmp_path, monkeypatch):
    """The workflow draws times of keys by the labels of the study's file; those without a label keep theirs."""
    times, figure = tmp_path / "osipa2017" / "times" / "times-of-players.csv", tmp_path / "osipa2017" / "figures"
    write_csv(times, pd.DataFrame({"player": ["h2 d8", "other"], "game": 0, "step": 0, "seconds": [2e-5, 1e-5]}))
    figures, drawn = {"osipa2017": {"times-of-players": {"title": "T"}}}, []
    monkeypatch.setattr(ByPlayer, "draw", lambda _, table, title: drawn.append(table["player"].tolist()) or Figure())
    job = SimpleNamespace(
        input=[times],
        output=[figure / "times-of-players.png"],
        log=[tmp_path / "log"],
        params=SimpleNamespace(figures=figures, labels={"osipa2017": {"h2 d8": "winning moves, depth 8"}}),
    )
    runpy.run_path(str(ROOT / "workflow" / "scripts" / "draw_benchmarks.py"), {"snakemake": job})
    assert drawn == [["winning moves, depth 8", "other"]]


def test_a_call_that_is_held_up_does_not_count(monkeypatch):
    """Every work gets the same words again; its shortest call is what it takes."""
    took = {"one": iter([9.0, 1.0, 4.0]), "other": iter([2.0, 8.0, 3.0])}
    now, seen = [0.0], []
    monkeypatch.setattr(benchmarks, "perf_counter", lambda: now[0])

    def work(name, state):
        seen.append((name, int(state[0])))
        state += np.uint64(1)
        now[0] += next(took[name])

    words = np.array([7], np.uint64)
    assert benchmarks._seconds(words, partial(work, "one"), partial(work, "other")) == [1, 2]
    assert seen == 3 * [("one", 7), ("other", 7)]
    assert words == [7]


@pytest.mark.parametrize("player", [{"name": "random"}, DOCUMENT | {"hurry": True}])
def test_who_does_not_search_as_the_document_is_not_measured(player):
    said = message(BY_MOVE.measure, "study", {"games": GAMES | {"players": {"other": player}}}, seed=0)
    assert said.startswith("treatment: 'games': 'other' does not search as the document does; allowed: ")


def test_moves_are_those_of_whole_games_and_players_meet_the_same_positions():
    times = measured(BY_MOVE)
    for _, game in times.groupby("game"):
        assert game["step"].tolist() == list(range(len(game)))
    assert len(measured(BY_MOVE, seed=1)) != len(times)
    steps = {player: own["step"].tolist() for player, own in measured(BY_PLAYER).groupby("player")}
    assert set(steps) == {"document", "NA"}
    assert steps["document"] == steps["NA"] == list(range(len(steps["NA"])))
