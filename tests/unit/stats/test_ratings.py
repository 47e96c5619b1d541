"""Bradley-Terry ratings against a likelihood that Newton's method maximises, counts against loops over games."""

import math
from itertools import combinations, permutations

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from tttcore.claims.selectors import claim_value
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.stats.ratings import ELO, FIRST_MOVE, crosstable, heuristic_differences, rating_differences, ratings

PLAYERS = {
    "z": {"name": "random"},
    "h1 d1": {"name": "alphabeta", "heuristic": 1, "depth": 1},
    "h1 d2": {"name": "alphabeta", "heuristic": 1, "depth": 2},
    "h2 d1": {"name": "alphabeta", "heuristic": 2, "depth": 1},
    "h2 d2": {"name": "alphabeta", "heuristic": 2, "depth": 2},
    "plan": {"name": "scheduled", "heuristic": 1, "until": [0], "depths": [1, 2]},
}
STRENGTHS = dict(zip(PLAYERS, (-1.5, -0.5, 0.2, 0.1, 0.9, 0.8), strict=True))


def played(rows):
    return pd.DataFrame(rows, columns=["first", "second", "winner"])


@pytest.fixture(scope="module")
def games():
    """Six games of every player with every other in both seats, of the model itself, and draws by chance."""
    rng, rows = stream(0, "tests", "ratings"), []
    for first, second in permutations(STRENGTHS, 2):
        chance = 1 / (1 + math.exp(STRENGTHS[second] - STRENGTHS[first] - 0.4))
        for _ in range(6):
            winner = 0 if rng.random() < 0.1 else 1 if rng.random() < chance else 2
            rows.append((first, second, winner))
    return played(rows).astype({"winner": "int8"})


def likelihood(games, names):
    """Likeliest strengths, the last being the advantage of the first, and their covariance, by Newton's method.

    Every player and the first seat have one more game that is drawn, against nobody in particular.
    """
    unit = np.eye(len(names) + 1)
    first, second = (games[seat].map(names.index).to_numpy() for seat in ("first", "second"))
    design = np.concatenate([unit[first] - unit[second] + unit[-1], unit])
    points = np.concatenate([games["winner"].map({1: 1.0, 0: 0.5, 2: 0.0}), np.full(len(unit), 0.5)])
    best = np.zeros(len(unit))
    for _ in range(50):
        chance = 1 / (1 + np.exp(-design @ best))
        information = (design.T * (chance * (1 - chance))) @ design
        best += np.linalg.solve(information, design.T @ (points - chance))
    return best, np.linalg.inv(information)


def expected(contrast, best, covariance):
    """Value, low, high and p of a weighted sum of strengths."""
    value, deviation = contrast @ best, math.sqrt(contrast @ covariance @ contrast)
    reach = stats.norm.ppf(0.975) * deviation
    return ELO * value, ELO * (value - reach), ELO * (value + reach), 2 * stats.norm.sf(abs(value) / deviation)


@pytest.fixture(scope="module")
def fitted(games):
    return likelihood(games, list(PLAYERS))


@pytest.mark.parametrize("number", [180, 20])
def test_ratings_maximise_the_likelihood(games, number):
    """So closely that a step of the fit more would change nothing that is stored."""
    some = games.head(number)
    table, fitted = ratings(some, PLAYERS), likelihood(some, list(PLAYERS))
    assert table["rating"][:-1].is_monotonic_decreasing
    assert table["rating"][:-1].mean() == pytest.approx(0, abs=1e-5)
    assert table["player"].iloc[-1] == FIRST_MOVE
    assert {*table["player"][:-1]} == {*PLAYERS}
    unit = np.eye(len(PLAYERS) + 1)
    average = unit[:-1].mean(axis=0)
    contrasts = {name: unit[place] - average for place, name in enumerate(PLAYERS)} | {FIRST_MOVE: unit[-1]}
    for row in table.itertuples():
        value, low, high, _ = expected(contrasts[row.player], *fitted)
        assert [row.rating, row.rating_low, row.rating_high] == pytest.approx([value, low, high], abs=3e-5)
        assert row.rating_high - row.rating == pytest.approx(high - value, rel=1e-7)


def test_differences_are_those_of_the_likelihood(games, fitted):
    table = rating_differences(games, PLAYERS).set_index(["a", "b"])
    assert len(table) == len(PLAYERS) * (len(PLAYERS) - 1)
    unit = np.eye(len(PLAYERS) + 1)
    tests = []
    for (i, a), (j, b) in combinations(enumerate(PLAYERS), 2):
        found, other = table.loc[a, b], table.loc[b, a]
        *interval, p = expected(unit[i] - unit[j], *fitted)
        assert found.iloc[:3].tolist() == pytest.approx(interval, abs=1e-5)
        assert found["p"] == pytest.approx(p, rel=1e-5)
        assert other.tolist() == [-found.iloc[0], -found.iloc[2], -found.iloc[1], *found.iloc[3:]]
        tests.append((found["p"], found["p_holm"]))
    raw, corrected = np.transpose(tests)
    assert corrected == pytest.approx(multipletests(raw, method="holm")[1])
    assert (corrected > raw).any()


def test_heuristics_are_compared_at_the_same_depths(games, fitted):
    table = heuristic_differences(games, PLAYERS | {"h1 d9": {"name": "alphabeta", "heuristic": 1, "depth": 9}})
    assert [*zip(table["a"], table["b"], table["depths"], strict=True)] == [(1, 2, 2), (2, 1, 2)]
    table = heuristic_differences(games, PLAYERS)
    contrast = np.array([0, 0.5, 0.5, -0.5, -0.5, 0, 0])
    *interval, p = expected(contrast, *fitted)
    found = table.loc[0, ["difference", "difference_low", "difference_high"]].tolist()
    assert found == pytest.approx(interval, abs=1e-5)
    assert table.loc[0, "p"] == table.loc[0, "p_holm"] == pytest.approx(p, rel=1e-5)
    apart = rating_differences(games, PLAYERS).set_index(["a", "b"])["difference"]
    assert found[0] == pytest.approx((apart["h1 d1", "h2 d1"] + apart["h1 d2", "h2 d2"]) / 2)
    best, covariance = fitted
    between = np.array([0, 1, -1, -1, 1, 0, 0])
    statistic = (between @ best) ** 2 / (between @ covariance @ between)
    assert (table["depths"] == 2).all()
    assert table["heterogeneity"].tolist() == pytest.approx([statistic] * 2, rel=1e-5)
    assert table["heterogeneity_p"].tolist() == pytest.approx([stats.chi2.sf(statistic, 1)] * 2, rel=1e-5)
    table = heuristic_differences(games, PLAYERS | {"h2 d2": {}})
    assert (table["depths"] == 1).all()
    assert table[["heterogeneity", "heterogeneity_p"]].isna().all(axis=None), "a single depth is like itself"
    with pytest.raises(ConfigError, match=r"^players: no two have different heuristics at the same depth$"):
        heuristic_differences(games, PLAYERS | {"h1 d1": {}, "h1 d2": {}})


def test_400_points_are_ten_to_one():
    """One of two players wins ten games for each that it loses, in both seats; many games outweigh the prior."""
    results = [("a", "b", 1), ("b", "a", 2)] * 10000 + [("a", "b", 2), ("b", "a", 1)] * 1000
    table = rating_differences(played(results), {"a": {}, "b": {}})
    assert table["difference"].tolist() == pytest.approx([400, -400], abs=0.2)


def test_who_loses_everything_has_a_rating_and_so_have_those_whom_the_first_move_decides():
    pairs = [*permutations("abc", 2)]
    table = ratings(played([(a, b, 1 if a < b else 2) for a, b in pairs * 5]), {name: {} for name in "cab"})
    assert table["player"].tolist() == [*"abc", FIRST_MOVE]
    assert np.isfinite(table[["rating", "rating_low", "rating_high"]]).all(axis=None)
    assert table["score"].tolist() == [1, 0.5, 0, 0.5]
    table = ratings(played([(a, b, 1) for a, b in pairs]), {name: {} for name in "abc"}).set_index("player")
    assert table.loc[[*"abc"], "rating"].tolist() == pytest.approx([0, 0, 0], abs=1e-6)
    assert 100 < table.loc[FIRST_MOVE, "rating"] < table.loc[FIRST_MOVE, "rating_high"] < 1000


def test_players_of_equal_results_are_equal_and_stand_in_the_order_of_their_names():
    """All win once and lose once, in a circle, which no order of the players and no CPU may break."""
    games = played([("b", "c", 1), ("c", "a", 1), ("a", "b", 1)])
    for names in ("cab", "bca", "acb"):
        players = {name: {} for name in names}
        table = ratings(games, players)
        assert table["player"].tolist() == [*"abc", FIRST_MOVE]
        assert table["rating"][:-1].tolist() == [0, 0, 0]
        assert set(rating_differences(games, players)["difference"]) == {0}


def test_who_has_not_played_is_average_and_uncertain(games):
    table = ratings(games, PLAYERS | {"new": {"name": "random"}}).set_index("player")
    assert table.loc["new", ["n", "won", "drawn", "lost"]].tolist() == [0] * 4
    assert math.isnan(table.loc["new", "score"])
    widths = table["rating_high"] - table["rating_low"]
    assert widths["new"] > 2 * widths.drop("new").max()


def counted(games, player, opponents):
    """Games, wins, draws and losses of a player against others."""
    results = []
    for first, second, winner in games.itertuples(index=False):
        if first == player and second in opponents:
            results.append({1: "won", 0: "drawn", 2: "lost"}[winner])
        if second == player and first in opponents:
            results.append({2: "won", 0: "drawn", 1: "lost"}[winner])
    return [len(results), *(results.count(end) for end in ("won", "drawn", "lost"))]


def test_games_are_counted_from_both_sides(games):
    table = ratings(games, PLAYERS).set_index("player")
    for name in PLAYERS:
        n, won, drawn, lost = counted(games, name, [*PLAYERS])
        assert table.loc[name, ["n", "won", "drawn", "lost"]].tolist() == [n, won, drawn, lost]
        assert table.loc[name, "score"] == pytest.approx((won + drawn / 2) / n)
    firsts = [len(games), *(sum(games["winner"] == winner) for winner in (1, 0, 2))]
    assert table.loc[FIRST_MOVE, ["n", "won", "drawn", "lost"]].tolist() == firsts


def test_the_crosstable_has_every_two_that_met(games):
    shuffled = games.sample(frac=1, random_state=3)
    table = crosstable(shuffled, PLAYERS)
    assert [*zip(table["player"], table["opponent"], strict=True)] == [*permutations(PLAYERS, 2)]
    for row in table.itertuples():
        n, won, drawn, lost = counted(games, row.player, [row.opponent])
        assert [row.n, row.won, row.drawn, row.lost] == [n, won, drawn, lost]
        assert row.score == pytest.approx((won + drawn / 2) / n)
    few = crosstable(games[games["first"] == "z"], PLAYERS)
    assert {*few["player"][few["opponent"] != "z"]} == {"z"}


def test_claims_find_players_and_heuristics(games):
    tables = {"ratings": ratings(games, PLAYERS), "rating_differences": rating_differences(games, PLAYERS)}
    by_name = claim_value("ratings.rating[player=h2 d2]", tables)
    assert repr(by_name) == repr(claim_value("ratings.rating[heuristic=2; depth=2]", tables))  # NaN is like itself
    assert by_name.low < by_name.value < by_name.high
    found = claim_value("rating_differences.difference[a=h1 d1; b=z]", tables)
    assert found.low < found.value < found.high
    assert tables["ratings"].set_index("player").loc["plan", ["strategy", "heuristic"]].tolist() == ["scheduled", 1]
    assert math.isnan(tables["ratings"].set_index("player").loc["plan", "depth"])
