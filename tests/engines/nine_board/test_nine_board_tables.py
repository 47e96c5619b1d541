"""Tables of nine boards on made-up games: columns of the page, random streams, players of a treatment, messages."""

import re
import warnings
from itertools import permutations

import numpy as np
import pandas as pd
import pytest

from tttcore.engines.nine_board import schemas, stats
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.stats import ratings

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
COLUMNS = [name for name in stats.__all__ if name.isupper()]


def streams(seed=1):
    """Random streams as a study's evidence gives them."""
    return lambda *names: stream(seed, "made-up", *names)


@pytest.fixture(scope="module")
def games():
    """Runs and traces of sixty games of each treatment, as they are stored."""
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
                    "seed": 1,
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
    counts = {name: rng.integers(1, 99, 1200) for name in schemas.SEARCHED}
    traces = steps.assign(step=np.arange(1200) % 30, **counts | {"depth": rng.integers(3, 5, 1200)})
    assert [*runs] == schemas.RUNS.names
    assert [*traces] == schemas.TRACES.names
    return runs, traces


@pytest.fixture(scope="module")
def made(games):
    """Tables by the names of their columns."""
    (runs, traces), few = games, {"resamples": 100}
    fits = {"treatment": "described", "deeper": "deeper", "depth": 4}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return {
            "GAME_LENGTHS": stats.game_lengths(runs, beyond=[40, 48]),
            "OPENINGS": stats.openings(runs[runs["treatment"] == "described"]),
            "PROOFS": stats.proofs(runs),
            "PROOF_SUMMARY": stats.proof_summary(runs),
            "WORK_BY_MOVE": stats.work_by_move(traces),
            "PRUNING": stats.pruning(traces, streams(), **few),
            "SHUFFLING": stats.shuffling(traces, streams(), **few),
            "DEEPENING": stats.deepening(traces, streams(), treatment="described", last=20, **few),
            "TWO_GAMES": stats.two_games(traces, treatments=["described"], last=20),
            "DEPTH_FITS": stats.depth_fits(traces, streams(), **fits, **few),
            "RATINGS": stats.ratings(runs, RECIPES, treatment="league"),
            "RATING_DIFFERENCES": stats.rating_differences(runs, RECIPES, treatment="league"),
            "HEURISTIC_DIFFERENCES": stats.heuristic_differences(runs, RECIPES, treatment="league"),
            "CROSSTABLE": stats.crosstable(runs, RECIPES, treatment="league"),
        }


@pytest.mark.parametrize("name", COLUMNS)
def test_columns_are_those_of_the_table(made, name):
    assert len(made[name]) > 0
    assert {*getattr(stats, name)} == {*made[name]}


def test_ratings_are_of_the_games_and_players_of_the_treatment(made, games):
    runs, _ = games
    own = runs[runs["treatment"] == "league"]
    for name in ("ratings", "rating_differences", "heuristic_differences", "crosstable"):
        pd.testing.assert_frame_equal(made[name.upper()], getattr(ratings, name)(own, LEAGUE))


def test_rows_of_treatments_come_before_that_of_all(made):
    assert made["SHUFFLING"]["treatment"].unique().tolist() == ["described", "deeper", "all"]


def test_the_seed_names_the_stream(made, games):
    _, traces = games
    other = stats.shuffling(traces, streams(seed=2), resamples=100)
    assert (made["SHUFFLING"]["total"] == other["total"]).all()
    assert (made["SHUFFLING"]["total_low"] != other["total_low"]).all()


def test_a_single_player_has_no_rating(games):
    runs, _ = games
    message = "treatment: 'described' has a single player; needs two or more"
    with pytest.raises(ConfigError, match=f"^{re.escape(message)}$"):
        stats.ratings(runs, RECIPES, treatment="described")


def test_treatments_whose_searches_never_go_deeper_are_told(games):
    _, traces = games
    with pytest.raises(ConfigError, match=r"^treatment: 'league' has no measured searches; set its measured to true$"):
        stats.deepening(traces, streams(), treatment="league", last=20)
    with pytest.raises(ConfigError, match=r"^treatment: 'described' looks no further than one ply; needs deeper"):
        stats.deepening(traces.assign(depth=1), streams(), treatment="described", last=20)
