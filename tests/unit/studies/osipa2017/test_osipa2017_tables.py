"""Tables of Osipa (2017) on made-up games: their columns, random streams, players of a treatment, messages."""

import warnings
from inspect import isfunction
from itertools import permutations
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from tttcore.engines.nine_board.engine import RUNS, SEARCHED, TRACES
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.stats import ratings
from tttcore.studies.osipa2017 import tables

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
OWN = [
    name
    for name, each in vars(tables).items()
    if isfunction(each) and "columns" in vars(each) and name not in ("pairwise", "summaries")
]


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
    with pytest.raises(ConfigError, match=r"^treatments\.league\.players: has a single player; needs two or more$"):
        tables.check(alone)
