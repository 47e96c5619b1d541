"""Kinds of tables of nine boards: columns of the page, options, random streams, messages."""

import re
import warnings
from dataclasses import replace
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from parted import InMemory
from tttcore.studies.statistics import statistics

from tttcore.engines.nine_board import engine as nine_board
from tttcore.engines.nine_board import schemas as nine_board_schemas
from tttcore.engines.nine_board.schemas import SEARCHED
from tttcore.engines.nine_board.stats import deepening, depth_fits, openings, outcomes, searches, two_games
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.pipeline.rooms import ENGINES, room_of
from tttcore.stats import ratings
from tttcore.stats.evidence import Evidence
from tttcore.studies.tables import build, kinds

LEAGUE = {
    "h1 d1": {"name": "alphabeta", "heuristic": 1, "depth": 1},
    "h2 d1": {"name": "alphabeta", "heuristic": 2, "depth": 1},
    "random": {"name": "random"},
}
ALONE = {"document": {"name": "scheduled", "heuristic": 1, "until": [0], "depths": [1, 3]}}
RECIPES = {
    "described": {"players": ALONE},
    "deeper": {"players": ALONE},
    "proved": {"players": ALONE},
    "league": {"players": LEAGUE},
}
MEASURED = ("described", "deeper")
TABLES = {
    "game_lengths": {"treatments": ["deeper", "described"], "beyond": [40, 48]},
    "openings": {"treatments": ["described"]},
    "proofs": {},
    "proof_summary": {},
    "work_by_move": {},
    "pruning": {"treatments": ["deeper"], "resamples": 100},
    "shuffling": {"resamples": 100},
    "deepening": {"treatment": "described", "last": 20, "resamples": 100},
    "two_games": {"treatments": ["described"], "last": 20},
    "depth_fits": {"treatment": "described", "deeper": "deeper", "depth": 4, "resamples": 100},
    "ratings": {"treatment": "league"},
    "rating_differences": {"treatment": "league"},
    "heuristic_differences": {"treatment": "league"},
    "crosstable": {"treatment": "league"},
}


def evidence(seed=1):
    """Sixty made-up games of each treatment, as they are stored."""
    rng = stream(0, "tests", "nine board tables")
    parts = []
    for treatment, recipe in RECIPES.items():
        meetings = [*permutations(recipe["players"], 2)] or [("document", "document")]
        moves = rng.integers(30, 54, 60)
        tried = treatment == "proved"
        parts.append(
            pd.DataFrame(
                {
                    "treatment": treatment,
                    "replicate": range(60),
                    "seed": seed,
                    "first": [meetings[replicate % len(meetings)][0] for replicate in range(60)],
                    "second": [meetings[replicate % len(meetings)][1] for replicate in range(60)],
                    "winner": rng.choice([0, 1, 2], 60, p=[0.1, 0.5, 0.4]),
                    "moves": moves,
                    "drawn": False,
                    "opening": rng.integers(0, 81, 60),
                    "missed": rng.integers(0, 2, 60),
                    "proved_from": moves - rng.integers(0, 20, 60) if tried else -1,
                    "proved": rng.integers(0, 3, 60) if tried else -1,
                    "proof_nodes": 100 if tried else 0,
                }
            )
        )
    runs = pd.concat(parts, ignore_index=True)
    steps = pd.DataFrame({"treatment": np.repeat(MEASURED, 600), "replicate": np.tile(np.arange(600) // 30, 2)})
    counts = {name: rng.integers(1, 99, 1200) for name in SEARCHED}
    traces = steps.assign(step=np.arange(1200) % 30, **counts | {"depth": rng.integers(3, 5, 1200)})
    assert [*runs] == nine_board_schemas.RUNS.names
    assert [*traces] == nine_board_schemas.TRACES.names
    return Evidence(
        study="made-up",
        comparisons={},
        published={"replicates": 2, "repeated_by": [], "tables": {}},
        recipes=RECIPES,
        run_rows=InMemory(runs),
        trace_rows=InMemory(traces),
        states=None,
        seed=seed,
        stored=nine_board.STORED,
    )


@pytest.fixture(scope="module")
def source():
    return evidence()


@pytest.fixture(scope="module")
def made(source):
    asked = {name: {"name": name, **options} for name, options in TABLES.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return statistics({name: kinds.build(table, name) for name, table in asked.items()}, source)


@pytest.mark.parametrize("name", TABLES)
def test_the_page_shows_columns_that_are_there(made, name):
    assert room_of(kinds[name].__module__, ENGINES) == "nine_board"
    assert len(made[name]) > 0
    assert {*kinds[name].columns} <= {*made[name]}


def test_tables_hold_what_their_modules_compute(made, source):
    runs, traces = source.runs, source.traces
    of = {name: runs[runs["treatment"] == name] for name in RECIPES}
    expected = {
        "game_lengths": outcomes.game_lengths(pd.concat([of["deeper"], of["described"]])),
        "openings": openings.openings(of["described"]),
        "proofs": outcomes.proofs(of["proved"]),
        "proof_summary": outcomes.proof_summary(of["proved"]),
        "work_by_move": searches.work_by_move(traces),
        "pruning": searches.pruning(traces[traces["treatment"] == "deeper"], source.stream, resamples=100),
        "shuffling": searches.shuffling(traces, source.stream, resamples=100),
        "deepening": deepening.deepening(traces, source.stream, treatment="described", last=20, resamples=100),
        "two_games": two_games.two_games(traces, treatments=["described"], last=20),
        "depth_fits": depth_fits.depth_fits(
            traces, source.stream, treatment="described", deeper="deeper", depth=4, resamples=100
        ),
        "ratings": ratings.ratings(of["league"], LEAGUE),
        "rating_differences": ratings.rating_differences(of["league"], LEAGUE),
        "heuristic_differences": ratings.heuristic_differences(of["league"], LEAGUE),
        "crosstable": ratings.crosstable(of["league"], LEAGUE),
    }
    assert expected.keys() == TABLES.keys()
    for name, table in expected.items():
        pd.testing.assert_frame_equal(made[name], table)


def test_treatments_stand_in_the_order_asked_for(made):
    assert made["game_lengths"]["treatment"].unique().tolist() == ["deeper", "described"]
    assert made["shuffling"]["treatment"].unique().tolist() == ["described", "deeper", "all"]


def test_the_seed_names_the_stream(made):
    other = kinds.build({"name": "shuffling", **TABLES["shuffling"]}, "").make(evidence(seed=2))
    assert (made["shuffling"]["total"] == other["total"]).all()
    assert (made["shuffling"]["total_low"] != other["total_low"]).all()


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            {"name": "work_by_move", "treatments": ["league"]},
            "treatments: 'league' has no such data; those that have: described, deeper",
        ),
        (
            {"name": "proof_summary", "treatments": ["league"]},
            "treatments: 'league' has no such data; those that have: proved",
        ),
        (
            {"name": "ratings", "treatment": "described"},
            "treatment: 'described' has a single player; needs two or more",
        ),
        (
            {"name": "deepening", "treatment": "league", "last": 20},
            "treatment: 'league' has no measured searches; set its measured to true",
        ),
    ],
)
def test_treatments_without_what_it_takes(source, table, message):
    with pytest.raises(ConfigError, match=f"^{re.escape(message)}$"):
        kinds.build(table, "asked").make(source)


def test_searches_of_one_ply_never_go_deeper(source):
    shallow = replace(source, trace_rows=InMemory(source.traces.assign(depth=1)))
    with pytest.raises(ConfigError, match=r"^treatment: 'described' looks no further than one ply; needs deeper"):
        kinds.build({"name": "deepening", **TABLES["deepening"]}, "asked").make(shallow)


def test_a_study_without_such_data_is_told(source):
    nothing = replace(source, trace_rows=InMemory(source.traces[:0]))
    with pytest.raises(ConfigError, match=r"^treatments: none has such data$"):
        kinds.build({"name": "pruning"}, "asked").make(nothing)


MISTAKES = [
    ({"name": "game_lengths", "beyond": []}, ".beyond: [] is not a list of at least one"),
    ({"name": "game_lengths", "beyond": [82]}, ".beyond.0: 82 is out of range; allowed: from 0 to 81"),
    (
        {"name": "pruning", "resamples": 99},
        ".resamples: 99 is out of range; allowed: from 100 to 100,000 (memory grows with it)",
    ),
    ({"name": "two_games", "treatments": ["described"]}, ".last: kind of table 'two_games' needs this key"),
    (
        {"name": "depth_fits", "treatment": "described", "deeper": "described", "depth": 1},
        ".depth: 1 is out of range; allowed: from 2 to 20",
    ),
    ({"name": "ratings"}, ".treatment: kind of table 'ratings' needs this key"),
    ({"name": "crosstable", "treatment": "leage"}, ": unknown treatment 'leage' (did you mean 'league'?); known: "),
    ({"name": "openings", "treatments": ["leage"]}, ": unknown treatment 'leage' (did you mean 'league'?); known: "),
]


@pytest.mark.parametrize(("table", "message"), MISTAKES)
def test_options_are_checked(table, message):
    study = {
        "study": "made-up", "engine": "nine_board", "treatments": RECIPES, "comparisons": {},
        "published": {"tables": {}}, "tables": {"asked": table},
    }  # fmt: skip
    with pytest.raises(ConfigError, match=f"^study.yaml: tables.asked{re.escape(message)}"):
        build(study, "study.yaml")
