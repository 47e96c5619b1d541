"""Rows of sessions, and runs and traces made of them, compared with counts made game by game."""

import pytest
from helpers.learners import MENACE, SMALL, recipe_of, summarised

from tttcore.engines.matchboxes.engine import EXACT, OPENINGS, RUNS, TRACES, runner, runs_of, traces_of
from tttcore.engines.replicates import Replicate


@pytest.fixture(scope="module")
def made(tables):
    return summarised(SMALL, tables)


def test_a_run_is_a_row(tables):
    row = runner(recipe_of(MENACE), tables)(Replicate(3, "tests", "matchboxes", 0), None)
    assert len(row["results"]) == len(row["openings"]) == 120
    assert row["games"] == [50, 100, 120]
    assert all(len(row[name]) == 3 for name in EXACT)
    assert sum(row[f"beads_{opening}"][-1] for opening in ("corner", "side", "centre")) > 0


def test_runs_and_traces_count_games(made):
    sessions, found = made
    assert list(found.runs) == RUNS.names
    assert list(found.traces) == TRACES.names
    for session, run in zip(sessions.to_dict("records"), found.runs.to_dict("records"), strict=True):
        results, openings = session["results"], session["openings"]
        assert run["lost"] == sum(sign in "lr" for sign in results)
        assert run["resigned"] == results.count("r")
        assert run["won"] + run["drawn"] + run["lost"] == 60
        assert run["last_loss"] == max([game + 1 for game, sign in enumerate(results) if sign in "lr"], default=0)
        assert run["most_won_of_ten"] == max(results[at : at + 10].count("w") for at in range(51))
        others = [game + 1 for game, place in enumerate(openings) if place in "01-"]
        assert run["last_other"] == (max(others, default=0) if run["treatment"] == "menace" else -1)
    traces = found.traces.groupby(["treatment", "replicate"], sort=False)[["won", "drawn", "lost", "resigned"]].sum()
    assert (traces.to_numpy() == found.runs[["won", "drawn", "lost", "resigned"]].to_numpy()).all()


def test_runs_by_hand(made):
    """Machines that lose to random moves at one point each, and open at a side, not at all, or in corners alone."""
    sessions, _ = made
    corner, side = str(OPENINGS.index("corner")), str(OPENINGS.index("side"))
    three = sessions.head(3).assign(
        random_lost=[[0.1, 0.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.0, 0.3]],
        openings=[corner * 57 + side + corner * 2, corner * 50 + "-" * 10, corner * 60],
    )
    runs = runs_of(three, traces_of(three))
    assert runs["unbeatable_after"].tolist() == [40, 60, 60]
    assert runs["beatable"].tolist() == [False, False, True]
    assert runs["last_other"].tolist() == [58, 60, 0]
