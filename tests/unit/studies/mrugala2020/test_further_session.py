"""Predictions of a further session, against statsmodels, by simulation, and at their limits."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
import scipy
import statsmodels.api as sm
from made_up_sessions import RECIPES, SESSIONS, columns, mean

from tttcore.pipeline.rng import stream
from tttcore.studies.mrugala2020.first_player import counted, results, trend
from tttcore.studies.mrugala2020.further_session import Report, losing, one_session

VALUES = [0.5, 0.52, 0.55, 0.49, 0.53]


def row_of(sessions, windows, report, *, counting="apart", early=4000):
    table = one_session(sessions, windows, reports={"asked": report}, also={}, countings=[counting], early=early)
    (row,) = table.to_dict("records")
    return row


def of_values(values, low, high, *, games=1000):
    """The row of sessions whose first player wins such shares of all games."""
    won = (np.asarray(values) * games).round().astype(int)
    table = pd.DataFrame({"treatment": "made up", "replicate": range(len(won)), "first": won, "drawn": 0})
    return row_of(table.assign(second=games - won), pd.DataFrame(), Report("made up", "all", low, high))


def chance_of(values, low, high):
    return of_values(values, low, high)["chance"]


@pytest.mark.parametrize("counting", ["apart", "decided"])
def test_a_further_session_is_predicted_as_by_a_regression_on_nothing(sessions, windows, counting):
    row = row_of(sessions, windows, Report("3x3", "all", 0.595, 0.605), counting=counting)
    own = counted(results(sessions[sessions["treatment"] == "3x3"], "all"), counting)["first"].to_numpy()
    predicted = sm.OLS(own, np.ones(SESSIONS)).fit().get_prediction([[1]]).summary_frame(alpha=0.05)
    assert [row["low"], row["high"]] == pytest.approx(predicted[["obs_ci_lower", "obs_ci_upper"]].iloc[0].tolist())
    assert columns(row, "mean") == pytest.approx(mean(own))
    assert row["n"] == SESSIONS


@pytest.mark.parametrize(("what", "column"), [("early", "early"), ("last", "last"), ("rise", "difference")])
def test_parts_of_sessions_are_those_of_the_trend(sessions, windows, what, column):
    row = row_of(sessions, windows, Report("3x3-fixed", what, 0, 1), counting="half")
    own = trend(sessions, windows, early=4000).set_index(["treatment", "counting"]).loc[("3x3-fixed", "half")]
    assert columns(row, "mean") == pytest.approx(columns(own, column))


def test_shares_of_the_second_player_are_predicted_likewise(sessions, windows):
    first, second = (
        row_of(sessions, windows, Report("3x3", "all", *ends, seat=seat), counting="half")
        for seat, ends in (("first", (0.595, 0.605)), ("second", (0.395, 0.405)))
    )
    assert second["mean"] == pytest.approx(1 - first["mean"])
    assert second["chance"] == pytest.approx(first["chance"])


def test_bots_that_lose_more_than_they_win(sessions):
    """By a regression on nothing, as above; the chance is that of an excess above 0, doubled, and 1 at most."""
    table = losing(sessions).set_index(["treatment", "seat"])
    assert [*table.index] == [*product(RECIPES, ["first", "second"])]
    for (treatment, seat), row in table.iterrows():
        own = sessions[sessions["treatment"] == treatment]
        excess = (own[f"{seat}_careful_lost"] - own[f"{seat}_careful_won"]).to_numpy()
        predicted = sm.OLS(excess, np.ones(SESSIONS)).fit().get_prediction([[1]])
        assert [row["low"], row["high"]] == pytest.approx(predicted.conf_int(obs=True)[0].tolist())
        assert columns(row, "excess") == pytest.approx(mean(excess))
        assert columns(row, "lost") == pytest.approx(mean(own[f"{seat}_careful_lost"]))
        tail = scipy.stats.t.sf((0 - excess.mean()) / float(predicted.se_obs[0]), SESSIONS - 1)
        other = scipy.stats.t.cdf((1 - excess.mean()) / float(predicted.se_obs[0]), SESSIONS - 1)
        assert row["chance"] == pytest.approx(min(1, 2 * tail, 2 * other))
    assert 0 < table["chance"].min() < 1


def test_reports_can_be_asked_of_other_treatments_and_countings(sessions, windows):
    asked = {"asked": Report("3x3", "all", 0.595, 0.605)}
    also, countings = {"3x3": ["3x3-fixed"]}, ["apart", "half"]
    table = one_session(sessions, windows, reports=asked, also=also, countings=countings, early=4000)
    keys = table[["report", "treatment", "counting"]].to_numpy().tolist()
    assert keys == [["asked", name, how] for name in ("3x3", "3x3-fixed") for how in ("apart", "half")]
    assert table.iloc[3].to_dict() == row_of(
        sessions, windows, Report("3x3-fixed", "all", 0.595, 0.605), counting="half"
    )


def test_a_report_at_the_end_of_the_prediction_has_a_chance_of_one_in_twenty():
    row = of_values(VALUES, 0.6, 0.6)
    for end in (row["low"], row["high"]):
        assert chance_of(VALUES, end, end) == pytest.approx(0.05)
        inside, outside = (end + way * np.sign(row["mean"] - end) * 0.01 for way in (1, -1))
        assert chance_of(VALUES, inside, inside) > 0.05 > chance_of(VALUES, outside, outside)
    assert chance_of(VALUES, row["mean"], row["mean"]) == pytest.approx(1)


def test_a_coarser_report_is_likelier():
    assert chance_of(VALUES, 0.62, 0.62) < chance_of(VALUES, 0.60, 0.64) < chance_of(VALUES, 0.5, 0.74) == 1


@pytest.mark.slow
def test_calibration_by_simulation():
    """As often as is told, a session of the same kind is said to differ, and a shifted one four times in five."""
    rng = stream(1, "tests", "one session")
    n, half, sd, draws = 10, 0.002, 0.01, 4000
    known = rng.normal(0.5, sd, (draws, n))
    own = rng.normal(0.5, sd, draws)
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
    assert np.isnan([row[name] for name in ("mean_low", "low", "chance", "wrong", "finds")]).all()


@pytest.mark.parametrize("what", ["early", "last", "rise"])
def test_sessions_without_a_window_that_ends_early(sessions, windows, what):
    row = row_of(sessions, windows, Report("3x3", what, 0, 1), early=999)
    assert row["n"] == 0
    assert np.isnan([row[name] for name in ("mean", "low", "high", "chance", "wrong", "finds")]).all()
    assert row_of(sessions, windows, Report("3x3", "all", 0, 1), early=999)["n"] == SESSIONS
