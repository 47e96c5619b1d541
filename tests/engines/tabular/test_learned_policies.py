"""Tables of learned policies on made-up sessions, against loops and second packages."""

import math
from itertools import product

import numpy as np
import pandas as pd
import pytest
from made_up_sessions import RECIPES, SESSIONS, columns, mean, points, runs, traces
from statsmodels.stats.proportion import proportion_confint

from tttcore.claims.selectors import claim_value
from tttcore.engines.tabular.schemas import MATCHES, QUALITY
from tttcore.engines.tabular.stats.policies import gains, paces, policies, unbeatable

CLASSIC = [name for name, recipe in RECIPES.items() if recipe["board"]["name"] == "finite"]
PARTIES = {
    "itself": ("first", "itself"),
    **{f"{seat}_{other}": (seat, other) for other in ("random", "careful", "perfect") for seat in ("first", "second")},
}


@pytest.fixture(scope="module")
def windows():
    return traces()


@pytest.fixture(scope="module")
def sessions(windows):
    return runs(windows)


def score(row, meeting):
    return row[f"{meeting}_won"] + 0.5 * row[f"{meeting}_drawn"]


def test_policies(sessions):
    assert PARTIES.keys() == {*MATCHES}
    table = policies(sessions).set_index(["treatment", "seat", "opponent"])
    expected = [
        (treatment, *PARTIES[meeting])
        for treatment, meeting in product(RECIPES, MATCHES)
        if treatment in CLASSIC or not meeting.endswith("perfect")
    ]
    assert [*table.index] == expected
    for treatment, meeting in product(RECIPES, MATCHES):
        if (treatment, *PARTIES[meeting]) in expected:
            row = table.loc[(treatment, *PARTIES[meeting])]
            own = sessions[sessions["treatment"] == treatment]
            assert row["n"] == SESSIONS
            for result in ("won", "drawn", "lost"):
                assert columns(row, result) == pytest.approx(mean(own[f"{meeting}_{result}"]))


def test_unbeatable(windows):
    table = unbeatable(windows).set_index(["treatment", "seat"])
    assert [*table.index] == [*product(CLASSIC, ["first", "second", "both"])]
    for (treatment, seat), row in table.iterrows():
        seats = ["first", "second"] if seat == "both" else [seat]
        end, first_safe, mistaken = [], [], []
        for replicate in range(SESSIONS):
            own = windows[(windows["treatment"] == treatment) & (windows["replicate"] == replicate)].to_dict("records")
            safe = [all(point[f"{one}_worst"] >= 0 for one in seats) for point in own]
            end.append(safe[-1])
            first_safe.append(own[safe.index(True)]["games"] if any(safe) else math.inf)
            wrong, places = (sum(own[-1][f"{one}_{what}"] for one in seats) for what in ("mistakes", "decisions"))
            mistaken.append(wrong / places)
        assert row["n"] == SESSIONS
        ever = [games < math.inf for games in first_safe]
        for name, which in (("unbeatable", end), ("ever", ever)):
            expected = [np.mean(which), *proportion_confint(sum(which), SESSIONS, method="beta")]
            assert columns(row, name) == pytest.approx(expected, nan_ok=True)
        ordered = sorted(first_safe)
        assert columns(row, "games") == [ordered[2], ordered[0], ordered[5]]
        assert columns(row, "mistakes") == pytest.approx(mean(mistaken))
    assert 0 < table["unbeatable"].min() <= table["ever"].min() < 1


def test_boards_that_are_not_rated_have_no_rows(windows):
    own = windows[windows["treatment"] == "smarter"]
    assert unbeatable(own).empty
    assert [*unbeatable(own)] == [*unbeatable(windows)]


def test_policies_that_are_unbeatable_in_one_seat_alone(windows):
    own = windows[windows["treatment"] == "3x3"].assign(first_worst=0.0, second_worst=-1.0)
    table = unbeatable(own).set_index("seat")
    assert table["unbeatable"].to_dict() == {"first": 1, "second": 0, "both": 0}
    assert table["games"].to_dict() == {"first": 1000, "second": math.inf, "both": math.inf}


def test_a_session_that_loses_what_it_had(windows):
    """Unbeatable at one point and not at the end."""
    own = windows[windows["treatment"] == "3x3"]
    middle = own["games"] == 10_000
    table = unbeatable(own.assign(first_worst=middle - 1.0, second_worst=middle - 1.0)).set_index("seat")
    assert (table["unbeatable"] == 0).all()
    assert (table["ever"] == 1).all()
    assert (table["games"] == 10_000).all()


def test_gains(windows):
    quantities = ["first_careful", "second_perfect", "first_mistakes"]
    table = gains(windows, quantities=quantities)
    steps = {treatment: [1000, 10_000, RECIPES[treatment]["games"]] for treatment in RECIPES}
    assert all({*steps[treatment]} < {*points(RECIPES[treatment])} for treatment in RECIPES)
    known = [pair for pair in product(RECIPES, quantities) if pair[0] in CLASSIC or pair[1] == "first_careful"]
    assert table[["treatment", "quantity"]].drop_duplicates().apply(tuple, axis=1).tolist() == known
    for (treatment, quantity), own in table.groupby(["treatment", "quantity"]):
        assert [own["before"].iloc[0], *own["after"]] == steps[treatment]
        assert own["left"].tolist() == [1, 0]
        values = {}
        for games in steps[treatment]:
            there = windows[(windows["treatment"] == treatment) & (windows["games"] == games)].sort_values("replicate")
            values[games] = np.array(
                [
                    point[quantity] if quantity in QUALITY else score(point, quantity)
                    for point in there.to_dict("records")
                ]
            )
        first = None
        for row in own.to_dict("records"):
            gain = values[row["after"]] - values[row["before"]]
            rate = gain / (row["after"] - row["before"]) * 1000
            assert (row["n"], row["value"]) == (SESSIONS, pytest.approx(values[row["after"]].mean()))
            assert columns(row, "gain") == pytest.approx(mean(gain))
            assert columns(row, "rate") == pytest.approx(mean(rate))
            if first is None:
                assert np.isnan(columns(row, "slowing")).all()
            else:
                assert columns(row, "slowing") == pytest.approx(mean(first - rate))
            first = rate if first is None else first


def test_a_learner_that_slows_down():
    """Score 1 - 1 / (games / 1000), three times: the gain per game falls a hundredfold with every step."""
    games = [1000, 5000, 10_000, 40_000, 100_000, 250_000]
    own = pd.DataFrame({"treatment": "made up", "games": games * 3, "replicate": np.repeat(range(3), len(games))})
    own = own.assign(first_random_won=1 - 1000 / own["games"], first_random_drawn=0.0)
    table = gains(own.sort_values("games", ascending=False), quantities=["first_random"])
    assert table[["before", "after"]].to_numpy().tolist() == [[1000, 10_000], [10_000, 100_000], [100_000, 250_000]]
    assert table["gain"].tolist() == pytest.approx([0.9, 0.09, 0.006])
    assert table["rate"].tolist() == pytest.approx([0.1, 0.001, 0.00004])
    assert table["slowing"].tolist()[1:] == pytest.approx([0.099, 0.09996])


def test_points_more_than_tenfold_apart_are_steps_of_their_own():
    own = pd.DataFrame({"treatment": "made up", "games": [10, 200, 300, 1500], "replicate": 0, "first_worst": -1.0})
    assert gains(own, quantities=["first_worst"])[["before", "after"]].to_numpy().tolist() == [[10, 200], [200, 1500]]


def test_unknown_quantities_have_no_rows(windows):
    own = windows[windows["treatment"] == "smarter"]
    assert gains(own, quantities=["first_perfect", "first_worst"]).empty
    assert {"treatment", "gain", "slowing_high"} <= {*gains(own, quantities=["first_perfect"])}


def test_paces(windows):
    level = 0.72
    table = paces(windows, level=level).set_index(["treatment", "seat", "opponent"])
    assert [*table.index] == [*policies(runs(windows)).set_index(["treatment", "seat", "opponent"]).index]
    several = set()
    for treatment, meeting in product(CLASSIC, MATCHES):
        row = table.loc[(treatment, *PARTIES[meeting])]
        after = []
        for replicate in range(SESSIONS):
            own = windows[(windows["treatment"] == treatment) & (windows["replicate"] == replicate)].to_dict("records")
            after.append(min([point["games"] for point in own if score(point, meeting) >= level], default=math.inf))
        there = sum(games < math.inf for games in after)
        expected = [there / SESSIONS, *proportion_confint(there, SESSIONS, method="wilson")]
        assert row["n"] == SESSIONS
        assert columns(row, "reached") == pytest.approx(expected)
        assert columns(row, "games") == [sorted(after)[2], min(after), max(after)]
        several.add(there)
    assert len(several) > 1


def test_claims_find_rows(sessions, windows):
    tables = {"policies": policies(sessions), "unbeatable": unbeatable(windows)}
    found = claim_value("policies.won[treatment=3x3; seat=second; opponent=random]", tables)
    assert 0 < found.low < found.value < found.high < 1
    assert claim_value("unbeatable.unbeatable[treatment=3x3; seat=both]", tables).high < 1
    assert " < " in claim_value("order policies.won[seat=first; opponent=careful]", tables).text
