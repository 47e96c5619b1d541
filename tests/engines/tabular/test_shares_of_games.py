"""First player's shares of games, counted by hand and against second packages."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from made_up_sessions import RECIPES, SESSIONS, mean, runs, traces
from oracles_bayes import likelier_without_difference
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from tttcore.claims.selectors import claim_value
from tttcore.engines.tabular.stats.draw_counting import COUNTINGS, WHEN, counted, results
from tttcore.engines.tabular.stats.shares import first_advantage, shares, trend

BY_HAND = {
    "apart": lambda first, drawn, second: (
        Fraction(first, first + drawn + second),
        Fraction(second, first + drawn + second),
    ),
    "decided": lambda first, drawn, second: (Fraction(first, first + second), Fraction(second, first + second)),
    "first": lambda first, drawn, second: (
        1 - Fraction(second, first + drawn + second),
        Fraction(second, first + drawn + second),
    ),
    "half": lambda first, drawn, second: (
        Fraction(2 * first + drawn, 2 * (first + drawn + second)),
        Fraction(2 * second + drawn, 2 * (first + drawn + second)),
    ),
}


@pytest.fixture(scope="module")
def windows():
    return traces()


@pytest.fixture(scope="module")
def sessions(windows):
    return runs(windows)


@pytest.mark.parametrize("counting", COUNTINGS)
def test_countings(counting):
    assert COUNTINGS.keys() == BY_HAND.keys()
    games = [(50, 20, 30), (0, 5, 5), (7, 0, 3), (1, 0, 0)]
    found = counted(pd.DataFrame(games, columns=["first", "drawn", "second"]), counting)
    expected = [[float(share) for share in BY_HAND[counting](*each)] for each in games]
    np.testing.assert_allclose(found[["first", "second"]], expected, rtol=1e-15)


def test_games_that_do_not_count_have_no_share():
    drawn = pd.DataFrame({"first": [0], "drawn": [9], "second": [0]})
    assert counted(drawn, "decided").isna().all(axis=None)
    assert counted(drawn, "half").to_numpy().tolist() == [[0.5, 0.5]]


def test_shares(sessions):
    table = shares(sessions).set_index(["treatment", "when", "counting"])
    assert [*table.index] == [*product(RECIPES, WHEN, COUNTINGS)]
    for (treatment, when, counting), row in table.iterrows():
        own = sessions[sessions["treatment"] == treatment]
        games = own[WHEN[when]].to_numpy().tolist()
        expected = [
            float(BY_HAND[counting](*map(Fraction, each))[0])
            for each in games
            if counting != "decided" or each[0] + each[2]
        ]
        assert row["n"] == SESSIONS
        assert row[["share", "share_low", "share_high"]].tolist() == pytest.approx(mean(expected))
        assert row[["drawn", "drawn_low", "drawn_high"]].tolist() == pytest.approx(
            mean(drawn / (first + drawn + second) for first, drawn, second in games), nan_ok=True
        )


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


def test_a_single_session_has_no_interval(sessions):
    table = shares(sessions[sessions["replicate"] == 0])
    assert (table["n"] == 1).all()
    assert table["share"].notna().all()
    assert table[["share_low", "share_high", "drawn_low"]].isna().all(axis=None)


def test_trend_is_paired(sessions, windows):
    early = 3200
    table = trend(sessions, windows, early=early).set_index(["treatment", "counting"])
    assert [*table.index] == [*product(RECIPES, COUNTINGS)]
    assert (table["games"] == 3162).all()
    for (treatment, counting), row in table.iterrows():
        begun, ended = [], []
        for replicate in range(SESSIONS):
            own = windows[(windows["treatment"] == treatment) & (windows["replicate"] == replicate)]
            beginning = own[own["games"] <= early][["first", "drawn", "second"]].sum().tolist()
            last = own[["first", "drawn", "second"]].iloc[-1].tolist()
            assert sum(last) == RECIPES[treatment]["games"] // 10
            begun.append(float(BY_HAND[counting](*beginning)[0]))
            ended.append(float(BY_HAND[counting](*last)[0]))
        assert row["n"] == SESSIONS
        assert row[["early", "early_low", "early_high"]].tolist() == pytest.approx(mean(begun))
        assert row[["last", "last_low", "last_high"]].tolist() == pytest.approx(mean(ended))
        test = stats.ttest_rel(ended, begun)
        paired = test.confidence_interval()
        expected = [np.mean(ended) - np.mean(begun), paired.low, paired.high]
        assert row["bayes_null"] == pytest.approx(likelier_without_difference(test.statistic, SESSIONS), rel=1e-5)
        assert row[["difference", "difference_low", "difference_high"]].tolist() == pytest.approx(expected)
    assert (table["difference_low"].drop("half", level="counting") > 0).all()


def test_order_of_sessions_does_not_matter_to_trend(sessions, windows):
    pd.testing.assert_frame_equal(
        trend(sessions, windows, early=1000), trend(sessions, windows.sort_values("first"), early=1000)
    )


def test_a_stretch_leaves_out_what_ends_before_it(sessions, windows):
    table = trend(sessions, windows, early=10_000, since=1000).set_index(["treatment", "counting"])
    own = windows[(windows["treatment"] == "3x3") & windows["games"].isin([3162, 10_000])]
    games = own.groupby("replicate")[["first", "drawn", "second"]].sum().to_numpy().tolist()
    row = table.loc[("3x3", "decided")]
    assert row["games"] == 10_000
    assert row[["early", "early_low", "early_high"]].tolist() == pytest.approx(
        mean(float(BY_HAND["decided"](*each)[0]) for each in games)
    )
    assert (
        row["last"]
        == trend(sessions, windows, early=3000).set_index(["treatment", "counting"])["last"]["3x3", "decided"]
    )


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
    table = first_advantage(sessions, theory={"3x3": "draw", "smarter": "first"}).set_index(["treatment", "when"])
    assert [*table.index] == [*product(RECIPES, WHEN)]
    for (treatment, when), row in table.iterrows():
        games = results(sessions[sessions["treatment"] == treatment], when).to_numpy().tolist()
        decided = [first / (first + second) for first, _, second in games]
        middle, low, high = mean(decided)
        assert (row["n"], row["share"]) == (SESSIONS, pytest.approx(middle))
        assert row[["excess", "excess_low", "excess_high"]].tolist() == pytest.approx(
            [middle - 0.5, low - 0.5, high - 0.5]
        )
        assert row["p"] == pytest.approx(DescrStatsW(decided).ttest_mean(0.5)[1])
        ahead = sum(share > 0.5 for share in decided)
        assert (row["ahead"], row["behind"]) == (ahead, SESSIONS - ahead)
        led = [ahead / SESSIONS, *proportion_confint(ahead, SESSIONS, method="beta")]
        assert row[["ahead_share", "ahead_share_low", "ahead_share_high"]].tolist() == pytest.approx(led)
        tail = sum(math.comb(SESSIONS, k) for k in range(max(ahead, SESSIONS - ahead), SESSIONS + 1)) / 2**SESSIONS
        assert row["sign_p"] == pytest.approx(min(1, 2 * tail))
    np.testing.assert_allclose(table["p_holm"], multipletests(table["p"], method="holm")[1])
    theory = table["theory"].groupby("treatment").unique().map(list).to_dict()
    assert theory == {name: [{"3x3": "draw", "smarter": "first"}.get(name, "unknown")] for name in RECIPES}


def test_advantage_of_policies_that_always_do_the_same(sessions):
    """Student's test says nothing where nothing varies, the sign test does; without decided games neither can."""
    own = sessions[sessions["treatment"] == "3x3"]
    won = (
        first_advantage(own.assign(itself_won=1.0, itself_drawn=0.0, itself_lost=0.0), theory={})
        .set_index("when")
        .loc["off"]
    )
    assert (won["share"], won["ahead"], won["behind"]) == (1, SESSIONS, 0)
    assert math.isnan(won["p"])
    assert won["sign_p"] == 2 / 2**SESSIONS
    drawn = (
        first_advantage(own.assign(itself_won=0.0, itself_drawn=1.0, itself_lost=0.0), theory={})
        .set_index("when")
        .loc["off"]
    )
    assert (drawn["n"], drawn["ahead"], drawn["behind"]) == (0, 0, 0)
    assert math.isnan(drawn["share"])
    assert math.isnan(drawn["sign_p"])


def test_claims_find_rows(sessions, windows):
    tables = {"shares": shares(sessions), "trend": trend(sessions, windows, early=1000)}
    found = claim_value("shares.share[treatment=3x3; counting=decided; when=last]", tables)
    assert 0.5 < found.low < found.value < found.high < 1
    assert claim_value("trend.difference[treatment=3x3; counting=decided]", tables).low > 0
