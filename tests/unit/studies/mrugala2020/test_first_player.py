"""First player's proportions of games, and predictions of a further session, by hand and against second packages."""

import math
from dataclasses import astuple
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from made_up_sessions import RECIPES, SESSIONS, columns, mean, of_treatment
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from tttcore.pipeline.rng import stream
from tttcore.studies.mrugala2020 import first_player
from tttcore.studies.mrugala2020.first_player import COUNTINGS, RESULTS, WHEN, Shares, counted, results, shares, trend
from tttcore.studies.mrugala2020.further_session import Report, losing, one_session


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
    alone = counted(pd.DataFrame([[0, 9, 0]], columns=RESULTS), counting)
    shared = {"apart": [0, 0], "decided": [math.nan] * 2, "first": [1, 0], "half": [0.5, 0.5]}
    assert alone.to_numpy().ravel().tolist() == pytest.approx(shared[counting], nan_ok=True)


def test_shares(sessions):
    table = shares(sessions).set_index(["treatment", "when", "counting"])
    assert [*table.index] == [*product(RECIPES, WHEN, COUNTINGS)]
    assert (table["n"] == SESSIONS).all()
    for (treatment, when, counting), row in table.iterrows():
        games = of_treatment(sessions, treatment)[WHEN[when]].to_numpy().tolist()
        counts = [each for each in games if counting != "decided" or each[0] + each[2]]
        expected = mean(float(by_hand(counting, *map(Fraction, each))[0]) for each in counts)
        assert columns(row, "share") == pytest.approx(expected)
        assert columns(row, "drawn") == pytest.approx(mean(each[1] / sum(each) for each in games), nan_ok=True)


def test_a_chain_of_sessions_tells_of_its_last_one(sessions, windows):
    """Sessions of 3x3 as two of 25,000 games and those of another treatment as ten; the rest stays as it is."""
    chains = {"3x3": 2, "3x3-fixed": 10, "not run": 2}
    runs, later = first_player.last_sessions(sessions, windows, chains)
    for treatment, begun in (("3x3", 25_000), ("3x3-fixed", 45_000), ("infinite", 0)):
        for replicate in range(SESSIONS):
            whole, own, run = (of_treatment(table, treatment, replicate) for table in (windows, later, runs))
            expected = whole[whole["games"] > begun]
            assert own["games"].tolist() == (expected["games"] - begun).tolist()
            pd.testing.assert_frame_equal(own.drop(columns="games"), expected.drop(columns="games"))
            assert run[RESULTS].iloc[0].tolist() == expected[RESULTS].sum().tolist()
    pd.testing.assert_frame_equal(runs.drop(columns=RESULTS), sessions.drop(columns=RESULTS))
    for found, table in zip(first_player.last_sessions(sessions, windows, {}), (sessions, windows), strict=True):
        pd.testing.assert_frame_equal(found, table)


def test_sessions_in_which_nothing_is_decided_are_left_out(sessions):
    won, drawn, lost = np.array([[1.0, 1, 0, 0, 0, 0], [0, 0, 0, 1, 1, 1], [0, 0, 1, 0, 0, 0]])
    own = of_treatment(sessions, "3x3").assign(itself_won=won, itself_drawn=drawn, itself_lost=lost)
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
    assert (table["n"] == SESSIONS).all()
    for (treatment, counting), row in table.iterrows():
        begun, ended = [], []
        for replicate in range(SESSIONS):
            own = of_treatment(windows, treatment, replicate)
            last = own[RESULTS].iloc[-1].tolist()
            assert sum(last) == RECIPES[treatment]["games"] // 10
            stretch = own[(own["games"] > since) & (own["games"] <= early)]
            begun.append(float(by_hand(counting, *stretch[RESULTS].sum().tolist())[0]))
            ended.append(float(by_hand(counting, *last)[0]))
        assert columns(row, "early") == pytest.approx(mean(begun))
        assert columns(row, "last") == pytest.approx(mean(ended))
        ends = stats.ttest_rel(ended, begun).confidence_interval()
        assert columns(row, "difference") == pytest.approx([np.mean(ended) - np.mean(begun), ends.low, ends.high])
    assert (table["difference"].drop("half", level="counting") > 0).all()


@pytest.mark.parametrize("stretch", [{"early": 999}, {"early": 3000, "since": 1000}, {"early": 10**6, "since": 10**6}])
def test_a_stretch_without_windows(sessions, windows, stretch):
    table = trend(sessions, windows, **stretch).set_index(["treatment", "counting"])
    assert [*table.index] == [*product(RECIPES, COUNTINGS)]
    assert (table["n"] == 0).all()
    assert table.drop(columns="n").isna().all(axis=None)


def test_sessions_too_short_for_a_stretch_stand_beside_others(sessions, windows):
    """Sessions of 3x3 have 50,000 games, those of the infinite board 30,000."""
    table = trend(sessions, windows, since=31_000, early=45_000).set_index(["treatment", "counting"])
    for (treatment, _), row in table.iterrows():
        assert row["n"] == SESSIONS * (RECIPES[treatment]["games"] > 31_000)
    assert table.loc[("3x3", "apart"), "games"] == 45_000
    assert np.isnan(table.loc[("infinite", "apart"), "difference"])


def test_first_advantage(sessions):
    theory = {"3x3": "draw", "smarter": "first"}
    table = first_player.first_advantage(sessions, theory=theory).set_index(["treatment", "when"])
    assert [*table.index] == [*product(RECIPES, WHEN)]
    for (treatment, when), row in table.iterrows():
        games = results(of_treatment(sessions, treatment), when).to_numpy().tolist()
        decided = [first / (first + second) for first, _, second in games]
        middle, low, high = mean(decided)
        assert (row["n"], row["share"]) == (SESSIONS, pytest.approx(middle))
        assert columns(row, "excess") == pytest.approx([middle - 0.5, low - 0.5, high - 0.5])
        assert row["p"] == pytest.approx(DescrStatsW(decided).ttest_mean(0.5)[1])
        ahead = sum(share > 0.5 for share in decided)
        assert (row["ahead"], row["behind"]) == (ahead, SESSIONS - ahead)
        led = [ahead / SESSIONS, *proportion_confint(ahead, SESSIONS, method="beta")]
        assert columns(row, "ahead_share") == pytest.approx(led)
        assert row["sign_p"] == pytest.approx(stats.binomtest(ahead, SESSIONS).pvalue)
        assert row["theory"] == theory.get(treatment, "unknown")
    np.testing.assert_allclose(table["p_holm"], multipletests(table["p"], method="holm")[1])
    won = np.array([0.75, 0.25])
    even = of_treatment(sessions, "3x3").head(2).assign(itself_won=won, itself_drawn=0.0, itself_lost=1 - won)
    row = first_player.first_advantage(even, theory={}).set_index("when").loc["off"]
    assert (row["ahead"], row["behind"], row["sign_p"]) == (1, 1, 1.0)


def test_parameters():
    keys = ("board", "games", "need", "limiter", "step", "exploration")
    found = {name: tuple(first_player.parameters(recipe)[key] for key in keys) for name, recipe in RECIPES.items()}
    assert found["3x3"] == ("3x3", 50_000, 3, 1, 0.1, 0.3)
    assert found["infinite"] == ("infinite", 30_000, 5, 5, 0.1, 0.3)
    assert found["smarter"] == ("smarter", 40_000, 3, 2, 0.1, 0.3)
    assert first_player.parameters({**RECIPES["3x3"], "board": {"name": "finite", "size": 7}})["limiter"] == 3


def test_published_results_are_shares_beside_printed_ones(sessions):
    printed, countings = {"3x3": Shares(0.6, 0.4), "infinite": Shares(0.57, 0.43)}, ["decided", "apart"]
    table = first_player.published_results(sessions, RECIPES, rows=printed, countings=countings)
    own = shares(sessions).set_index(["treatment", "when", "counting"])
    for row, (treatment, counting) in zip(table.to_dict("records"), product(printed, countings), strict=True):
        assert (row["treatment"], row["counting"]) == (treatment, counting)
        assert (row["published_first"], row["published_second"]) == astuple(printed[treatment])
        assert (row["games"], row["n"]) == (RECIPES[treatment]["games"], SESSIONS)
        for when in WHEN:
            expected = own.loc[(treatment, when, counting)]
            assert columns(row, f"{when}_first") == columns(expected, "share")
            rest = 1 - expected["share"] - (expected["drawn"] if counting == "apart" else 0)
            assert row[f"{when}_second"] == pytest.approx(rest)


VALUES = [0.5, 0.52, 0.55, 0.49, 0.53]
UNKNOWN = ["low", "high", "chance", "wrong", "finds"]


def row_of(sessions, windows, report, *, counting="apart", early=4000):
    table = one_session(sessions, windows, reports={"asked": report}, also={}, countings=[counting], early=early)
    return table.iloc[0]


def of_values(values, low, high, *, games=1000):
    """The row of sessions whose first player wins such shares of all games."""
    won = (np.asarray(values) * games).round().astype(int)
    table = pd.DataFrame({"treatment": "made up", "replicate": range(len(won)), "first": won, "drawn": 0})
    return row_of(table.assign(second=games - won), pd.DataFrame(), Report("made up", "all", low, high))


def chance_of(values, low, high):
    return of_values(values, low, high)["chance"]


def predicted(values):
    """A further value by a regression on nothing."""
    return sm.OLS(values, np.ones(len(values))).fit().get_prediction([[1]])


@pytest.mark.parametrize("counting", ["apart", "decided"])
def test_a_further_session_is_predicted_as_by_a_regression_on_nothing(sessions, windows, counting):
    row = row_of(sessions, windows, Report("3x3", "all", 0.595, 0.605), counting=counting)
    own = counted(results(of_treatment(sessions, "3x3"), "all"), counting)["first"].to_numpy()
    assert row[["low", "high"]].tolist() == pytest.approx(predicted(own).conf_int(obs=True)[0].tolist())
    assert columns(row, "mean") == pytest.approx(mean(own))
    assert row["n"] == SESSIONS


@pytest.mark.parametrize(("what", "column"), [("early", "early"), ("last", "last"), ("rise", "difference")])
def test_parts_of_sessions_are_those_of_the_trend(sessions, windows, what, column):
    row = row_of(sessions, windows, Report("3x3-fixed", what, 0, 1), counting="half")
    own = trend(sessions, windows, early=4000).set_index(["treatment", "counting"]).loc[("3x3-fixed", "half")]
    assert columns(row, "mean") == pytest.approx(columns(own, column))
    none = row_of(sessions, windows, Report("3x3", what, 0, 1), early=999)
    assert none["n"] == 0
    assert none[["mean", *UNKNOWN]].isna().all()


def test_shares_of_the_second_player_are_predicted_likewise(sessions, windows):
    first, second = (
        row_of(sessions, windows, Report("3x3", "all", *ends, seat=seat), counting="half", early=999)
        for seat, ends in (("first", (0.595, 0.605)), ("second", (0.395, 0.405)))
    )
    assert second["mean"] == pytest.approx(1 - first["mean"])
    assert second["chance"] == pytest.approx(first["chance"])
    assert first["n"] == SESSIONS


def test_bots_that_lose_more_than_they_win(sessions):
    """By a regression on nothing, as above; the chance is that of an excess above 0, doubled, and 1 at most."""
    table = losing(sessions).set_index(["treatment", "seat"])
    assert [*table.index] == [*product(RECIPES, ["first", "second"])]
    for (treatment, seat), row in table.iterrows():
        own = of_treatment(sessions, treatment)
        excess = (own[f"{seat}_careful_lost"] - own[f"{seat}_careful_won"]).to_numpy()
        further = predicted(excess)
        assert row[["low", "high"]].tolist() == pytest.approx(further.conf_int(obs=True)[0].tolist())
        assert columns(row, "excess") == pytest.approx(mean(excess))
        assert columns(row, "lost") == pytest.approx(mean(own[f"{seat}_careful_lost"]))
        spread = stats.t(SESSIONS - 1, excess.mean(), float(further.se_obs[0]))
        assert row["chance"] == pytest.approx(min(1, 2 * spread.sf(0), 2 * spread.cdf(1)))
    assert 0 < table["chance"].min() < 1


def test_reports_can_be_asked_of_other_treatments_and_countings(sessions, windows):
    asked, also = {"asked": Report("3x3", "all", 0.595, 0.605)}, {"3x3": ["3x3-fixed"]}
    table = one_session(sessions, windows, reports=asked, also=also, countings=["apart", "half"], early=4000)
    keys = [*table[["report", "treatment", "counting"]].itertuples(index=False, name=None)]
    assert keys == [*product(["asked"], ["3x3", "3x3-fixed"], ["apart", "half"])]
    other = row_of(sessions, windows, Report("3x3-fixed", "all", 0.595, 0.605), counting="half")
    assert table.iloc[3].to_dict() == other.to_dict()


def test_chances_of_reports():
    """One in twenty at the ends of the prediction; a coarser report is likelier."""
    row = of_values(VALUES, 0.6, 0.6)
    for end in (row["low"], row["high"]):
        assert chance_of(VALUES, end, end) == pytest.approx(0.05)
        inside, outside = (end + way * np.sign(row["mean"] - end) * 0.01 for way in (1, -1))
        assert chance_of(VALUES, inside, inside) > 0.05 > chance_of(VALUES, outside, outside)
    assert chance_of(VALUES, row["mean"], row["mean"]) == pytest.approx(1)
    assert chance_of(VALUES, 0.62, 0.62) < chance_of(VALUES, 0.60, 0.64) < chance_of(VALUES, 0.5, 0.74) == 1


@pytest.mark.slow
def test_calibration_by_simulation():
    """As often as is told, a session of the same kind is said to differ, and a shifted one four times in five."""
    rng = stream(1, "tests", "one session")
    n, half, sd, draws = 10, 0.002, 0.01, 4000
    known, own = rng.normal(0.5, sd, (draws, n)), rng.normal(0.5, sd, draws)
    told, shifted = [], []
    for values, further in zip(known, own, strict=True):
        row = of_values(values, 0.5 - half, 0.5 + half, games=10**9)  # so many that counts hardly round the shares
        place = np.array([further, further + row["finds"]]) - row["mean"]
        reach = row["high"] - row["mean"] + half
        told.append((abs(place[0]) > reach, row["wrong"]))
        shifted.append(place[1] > reach)
    said, expected = np.mean(told, axis=0)
    assert said == pytest.approx(expected, abs=0.012)
    assert 0.02 < said < 0.05
    assert np.mean(shifted) == pytest.approx(0.8, abs=0.02)


def test_sessions_that_do_not_vary_and_single_ones():
    assert chance_of([0.5] * 3, 0.495, 0.505) == 1
    assert chance_of([0.5] * 3, 0.595, 0.605) == 0
    row = of_values([0.5], 0.4, 0.6)
    assert row["mean"] == 0.5
    assert row[["mean_low", *UNKNOWN]].isna().all()
