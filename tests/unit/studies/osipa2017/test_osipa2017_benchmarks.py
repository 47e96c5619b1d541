"""Timed moves of Osipa (2017): times of every move and player, their figures, and mistakes in their settings."""

import runpy
from functools import partial
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from matplotlib.figure import Figure

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.table_files import read_texts, write_csv
from tttcore.studies.osipa2017 import benchmarks
from tttcore.studies.osipa2017.benchmarks import ByMove, ByPlayer

GAMES = {
    "rule": "free",
    "players": {
        "document": {"name": "scheduled", "heuristic": 1, "until": [0], "depths": [1, 2]},
        "NA": {"name": "random"},
    },
    "pairs": "self",
    "openings": "chosen",
    "measured": False,
    "prove": 0,
}
BY_MOVE = ByMove(treatment="games", games=2)
BY_PLAYER = ByPlayer(treatment="games", games=1)
RECIPES = {"games": GAMES}


@pytest.mark.parametrize("benchmark", [BY_MOVE, BY_PLAYER], ids=lambda each: type(each).__name__)
def test_a_benchmark_takes_times_and_draws_them(benchmark, tmp_path):
    times = benchmark.measure("study", RECIPES, seed=0)
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


@pytest.mark.parametrize("player", [{"name": "random"}, GAMES["players"]["document"] | {"hurry": True}])
def test_who_does_not_search_as_the_document_is_not_measured(player):
    recipes = {"games": GAMES | {"players": {"other": player}}}
    with pytest.raises(
        ConfigError, match=r"^treatment: 'games': 'other' does not search as the document does; allowed: "
    ):
        BY_MOVE.measure("study", recipes, seed=0)


def test_moves_are_those_of_whole_games():
    times = BY_MOVE.measure("study", RECIPES, seed=0)
    for _, game in times.groupby("game"):
        assert game["step"].tolist() == list(range(len(game)))
    others = BY_MOVE.measure("study", RECIPES, seed=1)
    assert len(others) != len(times)


def test_every_player_meets_the_same_positions():
    times = BY_PLAYER.measure("study", RECIPES, seed=0)
    steps = {player: own["step"].tolist() for player, own in times.groupby("player")}
    assert set(steps) == {"document", "NA"}
    assert steps["document"] == steps["NA"] == list(range(len(steps["NA"])))
