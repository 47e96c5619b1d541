"""Summaries, tables and curves of small sessions, held against counts made game by game."""

import numpy as np
import pandas as pd
import pytest
from small_matchboxes import HER, MENACE
from small_sessions import InMemory, summarised

from tttcore.engines.matchboxes.curves import columns_of, curves
from tttcore.engines.matchboxes.engine import BEADS, EXACT, OPENINGS, RUNS, TRACES, runs_of, traces_of
from tttcore.pipeline.messages import ConfigError
from tttcore.stats.machines import CHANCES, MACHINES, STRETCHES, machines_at, results_of_stretches
from tttcore.studies.michie1963.tables import SINGLE_SERIES, Report, single_series

RECIPES = {
    "menace": MENACE | {"opponent": {"careful": 1.0}, "games": 60, "every": 20},
    "hexapawn": HER | {"games": 60, "every": 20},
}


@pytest.fixture(scope="module")
def made(tables):
    return summarised(RECIPES, tables)


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


def test_unbeatable_from_a_point_on(made):
    """By hand: machines that lose to random moves at 20 games and not later, at 40, and at the end."""
    sessions, _ = made
    three = sessions.head(3).copy()
    three["random_lost"] = [[0.1, 0.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.0, 0.3]]
    runs = runs_of(three, traces_of(three))
    assert runs["unbeatable_after"].tolist() == [40, 60, 60]
    assert runs["beatable"].tolist() == [False, False, True]


def test_a_machine_that_resigns_at_once_does_not_open_in_a_corner(made):
    """By hand: another opening in game 58, an empty box from game 51 on, and corners alone."""
    sessions, _ = made
    corner, side = str(OPENINGS.index("corner")), str(OPENINGS.index("side"))
    three = sessions.head(3).assign(openings=[corner * 57 + side + corner * 2, corner * 50 + "-" * 10, corner * 60])
    assert runs_of(three, traces_of(three))["last_other"].tolist() == [58, 60, 0]


def test_stretches(made):
    _, found = made
    table = results_of_stretches(InMemory(found.runs), stretches={"late": [41, 60]})
    assert {*table} == {*STRETCHES}
    table = table.set_index("treatment")
    own = found.runs[found.runs["treatment"] == "menace"]["results"].str[40:60]
    assert table.loc["menace", "won"] == pytest.approx(own.str.count("w").mean() / 20)
    assert table.loc["menace", "points"] == pytest.approx(table.loc["menace", "won"] + table.loc["menace", "drawn"] / 2)
    assert table.loc["menace", "resigned"] == pytest.approx(own.str.count("r").mean() / 20)
    assert table.loc["menace", "lost_low"] <= table.loc["menace", "lost"] <= table.loc["menace", "lost_high"]
    with pytest.raises(ConfigError, match=r"^stretches.late: .* has fewer than 61 games$"):
        results_of_stretches(InMemory(found.runs), stretches={"late": [41, 61]})


def test_machines(made):
    _, found = made
    assert CHANCES == EXACT
    table = machines_at(InMemory(found.traces), games=[60], treatments=["hexapawn"])
    own = found.traces[(found.traces["treatment"] == "hexapawn") & (found.traces["games"] == 60)]
    assert {*table} == {*MACHINES}
    assert table["n"].tolist() == [6]
    assert table["perfect_lost"].tolist() == pytest.approx([own["perfect_lost"].mean()])
    assert table["unbeatable"].tolist() == [(own["random_lost"] == 0).mean()]
    with pytest.raises(ConfigError, match=r"^games: 7: no machine is evaluated after so many$"):
        machines_at(InMemory(found.traces), games=[7])


def test_single_series():
    """Twice the smaller tail among ourselves and the document; a number beyond all of ours is as rare as can be."""
    runs = pd.DataFrame(
        {
            "treatment": "t", "replicate": range(9), "last_other": range(9), "most_won_of_ten": range(0, 18, 2),
        }
    )  # fmt: skip
    reports = {
        "usual": Report("last_other", 4), "rare": Report("last_other", 50), "won": Report("most_won_of_ten", 12),
    }  # fmt: skip
    table = single_series(InMemory(runs), reports=reports)
    assert {*table} == {*SINGLE_SERIES}
    table = table.set_index("report")
    assert table.loc["usual", "chance"] == 1
    assert table.loc["rare", "chance"] == table.loc["rare", "chance_least"] == pytest.approx(0.2)
    assert table.loc["won", "mean"] == 8
    assert table.loc["won", "chance"] == pytest.approx(2 * min(8, 4) / 10)


def test_curves(made):
    _, found = made
    own = found.traces[found.traces["treatment"] == "menace"].assign(group="g")
    measures = ["won", "drawn", "lost", "corner", "side", "centre", "unbeatable", "perfect_lost"]
    assert set(columns_of(measures)) <= set(found.traces)
    shares = curves(own, measures).set_index(["measure", "games"])["value"]
    for whole in (("won", "drawn", "lost"), ("corner", "side", "centre")):
        np.testing.assert_allclose(sum(shares[part] for part in whole), 1)
    emptied = own.assign(**{name: own[name].where(own["replicate"] % 2 == 0, 0) for name in BEADS})
    assert (curves(emptied, ["resigns_at_once"])["value"] == 0.5).all()
    np.testing.assert_allclose(sum(curves(emptied, [part])["value"] for part in ("corner", "side", "centre")), 1)
    assert shares["perfect_lost", 60] == pytest.approx(own.loc[own["games"] == 60, "perfect_lost"].mean())
