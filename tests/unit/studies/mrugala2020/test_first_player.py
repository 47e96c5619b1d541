"""First player's proportions of games, counted by hand and against second packages."""

import math
from dataclasses import astuple
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from made_up_sessions import RECIPES, SESSIONS, columns, mean
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from tttcore.studies.mrugala2020.first_player import (
    COUNTINGS,
    RESULTS,
    WHEN,
    Shares,
    counted,
    first_advantage,
    last_sessions,
    parameters,
    published_results,
    results,
    shares,
    trend,
)


def by_hand(counting, first, drawn, second):
    """Exact shares of both players."""
    games = first + second + (drawn if counting != "decided" else 0)
    credit = {"first": (drawn, 0), "half": (Fraction(drawn) / 2, Fraction(drawn) / 2)}.get(counting, (0, 0))
    return [Fraction(own + more) / Fraction(games) for own, more in zip((first, second), credit, strict=True)]


@pytest.mark.parametrize("counting", COUNTINGS)
def test_countings(counting):
    games = [(50, 20, 30), (0, 5, 5), (7, 0, 3), (1, 0, 0)]
    found = counted(pd.DataFrame(games, columns=RESULTS), counting)
    expected = [[float(share) for share in by_hand(counting, *each)] for each in games]
    np.testing.assert_allclose(found[["first", "second"]], expected, rtol=1e-15)


def test_games_that_do_not_count_have_no_share():
    drawn = pd.DataFrame({"first": [0], "drawn": [9], "second": [0]})
    assert counted(drawn, "decided").isna().all(axis=None)
    assert counted(drawn, "half").to_numpy().tolist() == [[0.5, 0.5]]


def test_shares(sessions):
    table = shares(sessions).set_index(["treatment", "when", "counting"])
    assert [*table.index] == [*product(RECIPES, WHEN, COUNTINGS)]
    for (treatment, when, counting), row in table.iterrows():
        games = sessions.loc[sessions["treatment"] == treatment, WHEN[when]].to_numpy().tolist()
        counts = [each for each in games if counting != "decided" or each[0] + each[2]]
        assert row["n"] == SESSIONS
        expected = mean(float(by_hand(counting, *map(Fraction, each))[0]) for each in counts)
        assert columns(row, "share") == pytest.approx(expected)
        drawn = mean(each[1] / sum(each) for each in games)
        assert columns(row, "drawn") == pytest.approx(drawn, nan_ok=True)


def test_a_chain_of_sessions_tells_of_its_last_one(sessions, windows):
    """Sessions of 3x3 as two of 25,000 games and those of another treatment as ten; the rest stays as it is."""
    chains = {"3x3": 2, "3x3-fixed": 10, "not run": 2}
    runs, later = last_sessions(sessions, windows, chains)
    for treatment, begun in (("3x3", 25_000), ("3x3-fixed", 45_000), ("infinite", 0)):
        for replicate in range(SESSIONS):
            own = [table[(table["treatment"] == treatment) & (table["replicate"] == replicate)]
                   for table in (windows, later, runs)]  # fmt: skip
            expected = own[0][own[0]["games"] > begun]
            assert own[1]["games"].tolist() == (expected["games"] - begun).tolist()
            pd.testing.assert_frame_equal(own[1].drop(columns="games"), expected.drop(columns="games"))
            assert own[2][RESULTS].iloc[0].tolist() == expected[RESULTS].sum().tolist()
    pd.testing.assert_frame_equal(runs.drop(columns=RESULTS), sessions.drop(columns=RESULTS))


def test_without_chains_all_sessions_stay_as_they_are(sessions, windows):
    for found, table in zip(last_sessions(sessions, windows, {}), (sessions, windows), strict=True):
        pd.testing.assert_frame_equal(found, table)


def test_sessions_in_which_nothing_is_decided_are_left_out(sessions):
    own = sessions[sessions["treatment"] == "3x3"].assign(
        itself_won=[1.0, 1.0, 0.0, 0.0, 0.0, 0.0],
        itself_drawn=[0.0, 0.0, 0.0, 1.0, 1.0, 1.0],
        itself_lost=[0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
    )
    table = shares(own).set_index(["when", "counting"]).loc["off"]
    assert table["n"].to_dict() == {"apart": 6, "decided": 3, "first": 6, "half": 6}
    assert table["share"].to_dict() == pytest.approx({"apart": 1 / 3, "decided": 2 / 3, "first": 5 / 6, "half": 7 / 12})
    assert (table["drawn"] == 0.5).all()


@pytest.mark.parametrize(("since", "early"), [(0, 3200), (1000, 10_000)])
def test_trend_is_paired(sessions, windows, since, early):
    """A stretch leaves out the windows that end before it; the order of windows doesn't matter."""
    found = trend(sessions, windows, early=early, since=since)
    pd.testing.assert_frame_equal(found, trend(sessions, windows.sort_values("first"), early=early, since=since))
    table = found.set_index(["treatment", "counting"])
    assert [*table.index] == [*product(RECIPES, COUNTINGS)]
    assert (table["games"] == {3200: 3162}.get(early, early)).all()
    for (treatment, counting), row in table.iterrows():
        begun, ended = [], []
        for replicate in range(SESSIONS):
            own = windows[(windows["treatment"] == treatment) & (windows["replicate"] == replicate)]
            last = own[RESULTS].iloc[-1].tolist()
            assert sum(last) == RECIPES[treatment]["games"] // 10
            stretch = own[(own["games"] > since) & (own["games"] <= early)]
            begun.append(float(by_hand(counting, *stretch[RESULTS].sum().tolist())[0]))
            ended.append(float(by_hand(counting, *last)[0]))
        assert row["n"] == SESSIONS
        assert columns(row, "early") == pytest.approx(mean(begun))
        assert columns(row, "last") == pytest.approx(mean(ended))
        test = stats.ttest_rel(ended, begun)
        ends = test.confidence_interval()
        assert columns(row, "difference") == pytest.approx([np.mean(ended) - np.mean(begun), ends.low, ends.high])
    assert (table["difference"].drop("half", level="counting") > 0).all()


@pytest.mark.parametrize("stretch", [{"early": 999}, {"early": 3000, "since": 1000}, {"early": 10**6, "since": 10**6}])
def test_a_stretch_without_windows(sessions, windows, stretch):
    table = trend(sessions, windows, **stretch)
    assert table[["treatment", "counting"]].apply(tuple, axis=1).tolist() == [*product(RECIPES, COUNTINGS)]
    assert (table["n"] == 0).all()
    assert table.drop(columns=["treatment", "counting", "n"]).isna().all(axis=None)


def test_sessions_too_short_for_a_stretch_stand_beside_others(sessions, windows):
    """Sessions of 3x3 have 50,000 games, those of the infinite board 30,000."""
    table = trend(sessions, windows, since=31_000, early=45_000).set_index(["treatment", "counting"])
    assert table["n"].groupby("treatment").unique().map(list).to_dict() == {
        name: [SESSIONS if recipe["games"] > 31_000 else 0] for name, recipe in RECIPES.items()
    }
    assert table.loc[("3x3", "apart"), "games"] == 45_000
    assert np.isnan(table.loc[("infinite", "apart"), "difference"])


def test_first_advantage(sessions):
    theory = {"3x3": "draw", "smarter": "first"}
    table = first_advantage(sessions, theory=theory).set_index(["treatment", "when"])
    assert [*table.index] == [*product(RECIPES, WHEN)]
    for (treatment, when), row in table.iterrows():
        games = results(sessions[sessions["treatment"] == treatment], when).to_numpy().tolist()
        decided = [first / (first + second) for first, _, second in games]
        middle, low, high = mean(decided)
        assert (row["n"], row["share"]) == (SESSIONS, pytest.approx(middle))
        assert columns(row, "excess") == pytest.approx([middle - 0.5, low - 0.5, high - 0.5])
        assert row["p"] == pytest.approx(DescrStatsW(decided).ttest_mean(0.5)[1])
        ahead = sum(share > 0.5 for share in decided)
        assert (row["ahead"], row["behind"]) == (ahead, SESSIONS - ahead)
        led = [ahead / SESSIONS, *proportion_confint(ahead, SESSIONS, method="beta")]
        assert columns(row, "ahead_share") == pytest.approx(led)
        tail = sum(math.comb(SESSIONS, k) for k in range(max(ahead, SESSIONS - ahead), SESSIONS + 1)) / 2**SESSIONS
        assert row["sign_p"] == pytest.approx(min(1, 2 * tail))
        assert row["theory"] == theory.get(treatment, "unknown")
    np.testing.assert_allclose(table["p_holm"], multipletests(table["p"], method="holm")[1])


@pytest.mark.parametrize(("won", "n", "sign_p"), [(1.0, SESSIONS, 2 / 2**SESSIONS), (0.0, 0, math.nan)])
def test_advantage_of_policies_that_always_do_the_same(sessions, won, n, sign_p):
    """Student's test says nothing where nothing varies, the sign test does; without decided games neither can."""
    own = sessions[sessions["treatment"] == "3x3"].assign(itself_won=won, itself_drawn=1 - won, itself_lost=0.0)
    row = first_advantage(own, theory={}).set_index("when").loc["off"]
    assert (row["n"], row["ahead"], row["behind"]) == (n, n, 0)
    assert row["share"] == pytest.approx(1 if n else math.nan, nan_ok=True)
    assert math.isnan(row["p"])
    assert row["sign_p"] == pytest.approx(sign_p, nan_ok=True)


def test_as_many_sessions_ahead_as_behind_speak_for_nobody(sessions):
    won = np.array([0.75, 0.25])
    own = sessions[sessions["treatment"] == "3x3"].head(2).assign(itself_won=won, itself_drawn=0.0, itself_lost=1 - won)
    row = first_advantage(own, theory={}).set_index("when").loc["off"]
    assert (row["ahead"], row["behind"], row["sign_p"]) == (1, 1, 1.0)


def test_parameters():
    keys = ("board", "games", "need", "limiter", "step", "exploration")
    found = {name: tuple(parameters(recipe)[key] for key in keys) for name, recipe in RECIPES.items()}
    assert found["3x3"] == ("3x3", 50_000, 3, 1, 0.1, 0.3)
    assert found["infinite"] == ("infinite", 30_000, 5, 5, 0.1, 0.3)
    assert found["smarter"] == ("smarter", 40_000, 3, 2, 0.1, 0.3)
    assert parameters({**RECIPES["3x3"], "board": {"name": "finite", "size": 7}})["limiter"] == 3


def test_published_results_are_shares_beside_printed_ones(sessions):
    printed = {"3x3": Shares(0.6, 0.4), "infinite": Shares(0.57, 0.43)}
    table = published_results(sessions, RECIPES, rows=printed, countings=["decided", "apart"])
    asked = [*product(printed, ["decided", "apart"])]
    assert table[["treatment", "counting"]].apply(tuple, axis=1).tolist() == asked
    own = shares(sessions).set_index(["treatment", "when", "counting"])
    for row in table.to_dict("records"):
        assert (row["published_first"], row["published_second"]) == astuple(printed[row["treatment"]])
        assert (row["games"], row["n"]) == (RECIPES[row["treatment"]]["games"], SESSIONS)
        for when in WHEN:
            expected = own.loc[(row["treatment"], when, row["counting"])]
            assert columns(row, f"{when}_first") == columns(expected, "share")
            rest = 1 - expected["share"] - (expected["drawn"] if row["counting"] == "apart" else 0)
            assert row[f"{when}_second"] == pytest.approx(rest)
