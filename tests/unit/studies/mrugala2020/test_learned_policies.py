"""Tables of learned policies on made-up sessions, against loops and second packages."""

import math
from itertools import product

import numpy as np
import pandas as pd
import pytest
from made_up_sessions import RECIPES, SESSIONS, columns, mean, points, runs
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from tttcore.engines.tabular.schemas import MATCHES, QUALITY
from tttcore.studies.mrugala2020.learned_policies import Contrast, contrasts, gains, paces, policies, unbeatable

CLASSIC = [name for name, recipe in RECIPES.items() if recipe["board"]["name"] == "finite"]
PARTIES = {
    "itself": ("first", "itself"),
    **{f"{seat}_{other}": (seat, other) for other in ("random", "careful", "perfect") for seat in ("first", "second")},
}
KNOWN = [
    (treatment, match)
    for treatment, match in product(RECIPES, MATCHES)
    if treatment in CLASSIC or not match.endswith("perfect")
]
"""Perfect play is known for the classic game alone."""


def score(row, match):
    return row[f"{match}_won"] + 0.5 * row[f"{match}_drawn"]


def of_session(windows, treatment, replicate):
    return windows[(windows["treatment"] == treatment) & (windows["replicate"] == replicate)].to_dict("records")


def test_policies(sessions):
    assert PARTIES.keys() == {*MATCHES}
    table = policies(sessions)
    for row, (treatment, match) in zip(table.to_dict("records"), KNOWN, strict=True):
        assert (row["treatment"], row["seat"], row["opponent"]) == (treatment, *PARTIES[match])
        own = sessions[sessions["treatment"] == treatment]
        assert row["n"] == SESSIONS
        for result in ("won", "drawn", "lost"):
            assert columns(row, result) == pytest.approx(mean(own[f"{match}_{result}"]))


def test_unbeatable(windows):
    table = unbeatable(windows).set_index(["treatment", "seat"])
    assert [*table.index] == [*product(CLASSIC, ["first", "second", "both"])]
    for (treatment, seat), row in table.iterrows():
        seats = ["first", "second"] if seat == "both" else [seat]
        end, first_safe, mistaken = [], [], []
        for replicate in range(SESSIONS):
            own = of_session(windows, treatment, replicate)
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


@pytest.mark.parametrize(("safe", "chance"), [(6, 1 / 7), (5, 2 / 7), (4, 3 / 7), (3, 1), (0, 1)])
def test_chance_that_a_further_session_can_be_beaten(windows, safe, chance):
    """Of seven sessions, the further one among them, those with an outcome no more frequent than being beaten."""
    own = windows[windows["treatment"] == "3x3"]
    worst = np.where(own["replicate"] < safe, 0.0, -1.0)
    row = unbeatable(own.assign(first_worst=worst)).set_index("seat").loc["first"]
    assert (row["chance"], row["chance_least"]) == (pytest.approx(chance), pytest.approx(1 / 7))


def test_boards_and_quantities_that_are_not_known_have_no_rows(windows):
    own = windows[windows["treatment"] == "smarter"]
    for found in (unbeatable, lambda rows: gains(rows, quantities=["first_perfect", "first_worst"])):
        assert found(own).empty
        assert [*found(own)] == [*found(windows)]


def test_policies_that_are_unbeatable_in_one_seat_alone(windows):
    own = windows[windows["treatment"] == "3x3"].assign(first_worst=0.0, second_worst=-1.0)
    table = unbeatable(own).set_index("seat")
    assert table["unbeatable"].to_dict() == {"first": 1, "second": 0, "both": 0}
    assert table["games"].to_dict() == {"first": 1000, "second": math.inf, "both": math.inf}


def test_a_session_that_loses_what_it_had(windows):
    """Unbeatable at one point and not at the end."""
    own = windows[windows["treatment"] == "3x3"]
    worst = (own["games"] == 10_000) - 1.0
    table = unbeatable(own.assign(first_worst=worst, second_worst=worst))
    assert (table[["unbeatable", "ever", "games"]] == [0, 1, 10_000]).all(axis=None)


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
            values[games] = (there[quantity] if quantity in QUALITY else score(there, quantity)).to_numpy()
        first = None
        for row in own.to_dict("records"):
            gain = values[row["after"]] - values[row["before"]]
            rate = gain / (row["after"] - row["before"]) * 1000
            assert (row["n"], row["value"]) == (SESSIONS, pytest.approx(values[row["after"]].mean()))
            assert columns(row, "gain") == pytest.approx(mean(gain))
            assert columns(row, "rate") == pytest.approx(mean(rate))
            slowing = [math.nan] * 3 if first is None else mean(first - rate)
            assert columns(row, "slowing") == pytest.approx(slowing, nan_ok=True)
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


def test_paces(windows):
    level = 0.72
    keys = ["treatment", "seat", "opponent"]
    table = paces(windows, level=level).set_index(keys)
    assert [*table.index] == [*policies(runs(windows)).set_index(keys).index]
    several = set()
    for treatment, match in product(CLASSIC, MATCHES):
        row = table.loc[(treatment, *PARTIES[match])]
        after = [
            min(
                [at["games"] for at in of_session(windows, treatment, each) if score(at, match) >= level],
                default=math.inf,
            )
            for each in range(SESSIONS)
        ]
        there = sum(games < math.inf for games in after)
        expected = [there / SESSIONS, *proportion_confint(there, SESSIONS, method="beta")]
        assert row["n"] == SESSIONS
        assert columns(row, "reached") == pytest.approx(expected)
        assert columns(row, "games") == [sorted(after)[2], min(after), max(after)]
        several.add(there)
    assert len(several) > 1


@pytest.mark.parametrize("games", [None, 10_000])
def test_differences_are_those_of_welch(windows, games):
    pairs = {other: Contrast("3x3", other, games) for other in ("3x3-fixed", "smarter")}
    table = contrasts(windows, pairs=pairs)
    expected = [(other, match) for other in pairs for match in MATCHES if (other, match) in KNOWN]
    for row, (other, match) in zip(table.to_dict("records"), expected, strict=True):
        assert (row["pair"], row["seat"], row["opponent"]) == (other, *PARTIES[match])
        ends = {name: games or RECIPES[name]["games"] for name in ("3x3", other)}
        one, less = (
            score(windows[(windows["treatment"] == name) & (windows["games"] == end)], match).to_numpy()
            for name, end in ends.items()
        )
        means = CompareMeans(DescrStatsW(one), DescrStatsW(less))
        difference = [one.mean() - less.mean(), *means.tconfint_diff(usevar="unequal")]
        assert columns(row, "difference") == pytest.approx(difference)
        assert row["difference_df"] == pytest.approx(means.dof_satt())
        assert row["p"] == pytest.approx(means.ttest_ind(usevar="unequal")[1])
        assert (row["n_of"], row["n_less"]) == (SESSIONS, SESSIONS)
        assert [row["score_of"], row["score_less"]] == pytest.approx([one.mean(), less.mean()])
        assert row["games"] == pytest.approx(games or math.nan, nan_ok=True)


def test_gains_since_a_point_are_contrasted_session_by_session(windows):
    pair = Contrast("3x3", "smarter", games=31_623, since=3162)
    table = contrasts(windows.sample(frac=1, random_state=1), pairs={"gains": pair}).set_index(["seat", "opponent"])
    gained = []
    for name in ("3x3", "smarter"):
        own = windows[windows["treatment"] == name].set_index(["games", "replicate"])
        gained.append((score(own.loc[31_623], "second_careful") - score(own.loc[3162], "second_careful")).to_numpy())
    means = CompareMeans(*map(DescrStatsW, gained))
    difference = [gained[0].mean() - gained[1].mean(), *means.tconfint_diff(usevar="unequal")]
    assert columns(table.loc[("second", "careful")], "difference") == pytest.approx(difference)


def test_a_contrast_of_single_sessions_has_no_interval(windows):
    table = contrasts(windows[windows["replicate"] == 0], pairs={"a": Contrast("3x3", "3x3-fixed")})
    assert table[["difference_low", "difference_high", "p"]].isna().all(axis=None)
    assert table["difference"].notna().all()


def test_sessions_that_are_shorter_have_no_score(windows):
    """Sessions of 3x3 have 50,000 games, those with smarter moves 40,000."""
    table = contrasts(windows, pairs={"a": Contrast("3x3", "smarter", 45_000), "b": Contrast("3x3", "smarter", 50_000)})
    assert table["pair"].tolist() == ["a"] * 5 + ["b"] * 5
    for own in (table[:5], table[5:]):
        assert own[["seat", "opponent"]].apply(tuple, axis=1).tolist() == [*PARTIES.values()][:5]
    assert (table[["n_of", "n_less"]] == [SESSIONS, 0]).all(axis=None)
    assert table["score_of"].notna().all()
    undefined = ["score_less", "difference", "difference_low", "difference_high", "difference_df", "p"]
    assert table[undefined].isna().all(axis=None)
