"""Tables of learned policies and stored estimates on made-up sessions, against loops and second packages."""

import math
from itertools import pairwise, product

import numpy as np
import pandas as pd
import pytest
from helpers.rows import agrees, keyed, share, told
from made_up_sessions import CLASSIC, RECIPES, SESSIONS, of_treatment, points, runs, spread
from reference import classic as oracles
from reference import quality as oracles_quality

from tttcore.engines.tabular.schemas import MATCHES, QUALITY
from tttcore.studies.mrugala2020 import first_player
from tttcore.studies.mrugala2020.learned_policies import Contrast, contrasts, gains, paces, policies, unbeatable
from tttcore.studies.mrugala2020.value_tables import afterstate_count, collisions, table_sizes, training_games

pytestmark = pytest.mark.filterwarnings("error")

FINITE = [name for name, recipe in RECIPES.items() if recipe["board"]["name"] == "finite"]
SEATS = ["first", "second"]
PARTIES = {"itself": ("first", "itself")}
PARTIES |= {f"{seat}_{other}": (seat, other) for other in ("random", "careful", "perfect") for seat in SEATS}
KNOWN = [(name, match) for name, match in product(RECIPES, MATCHES) if name in FINITE or not match.endswith("perfect")]
"""Perfect play is known for the classic game alone."""


def score(row, match):
    return row[f"{match}_won"] + 0.5 * row[f"{match}_drawn"]


def at_end(windows, name, games):
    return of_treatment(windows, name).query("games == @games").sort_values("replicate")


def test_policies(sessions):
    assert PARTIES.keys() == {*MATCHES}
    for row, (treatment, match) in zip(policies(sessions).to_dict("records"), KNOWN, strict=True):
        own, (seat, opponent) = of_treatment(sessions, treatment), PARTIES[match]
        agrees(row, treatment=treatment, seat=seat, opponent=opponent, n=SESSIONS)
        agrees(row, **{result: spread(own[f"{match}_{result}"]) for result in ("won", "drawn", "lost")})


def test_a_single_session_has_no_intervals(sessions):
    for table in (make(sessions[sessions["replicate"] == 0]) for make in (policies, first_player.shares)):
        assert table.filter(regex="_low|_high").isna().all(axis=None)


def test_unbeatable(windows):
    table = unbeatable(windows)
    for (treatment, seat), row in keyed(table, treatment=FINITE, seat=[*SEATS, "both"]):
        seats = SEATS if seat == "both" else [seat]
        end, first_safe, mistaken = [], [], []
        for replicate in range(SESSIONS):
            own = of_treatment(windows, treatment, replicate).to_dict("records")
            safe = [all(point[f"{one}_worst"] >= 0 for one in seats) for point in own]
            end.append(safe[-1])
            first_safe.append(own[safe.index(True)]["games"] if any(safe) else math.inf)
            wrong, places = (sum(own[-1][f"{one}_{what}"] for one in seats) for what in ("mistakes", "decisions"))
            mistaken.append(wrong / places)
        agrees(row, n=SESSIONS, unbeatable=share(end), ever=share(games < math.inf for games in first_safe))
        agrees(row, games=spread(first_safe), mistakes=spread(mistaken))
    assert 0 < table["unbeatable"].min() <= table["ever"].min() < 1


def test_policies_that_are_unbeatable_in_one_seat_or_for_a_while(windows):
    own = of_treatment(windows, "3x3")
    table = unbeatable(own.assign(first_worst=0.0, second_worst=-1.0)).set_index("seat")
    assert table["unbeatable"].to_dict() == {"first": 1, "second": 0, "both": 0}
    assert table["games"].to_dict() == {"first": 1000, "second": math.inf, "both": math.inf}
    worst = (own["games"] == 10_000) - 1.0
    table = unbeatable(own.assign(first_worst=worst, second_worst=worst))
    assert (table[["unbeatable", "ever", "games"]] == [0, 1, 10_000]).all(axis=None)


@pytest.mark.parametrize(
    ("safe", "chance", "least"),
    [(6, 1 / 7, 1 / 7), (5, 2 / 7, 2 / 7), (4, 3 / 7, 3 / 7), (3, 1, 1), (1, 1, 2 / 7), (0, 1, 1 / 7)],
)
def test_chance_that_a_further_session_can_be_beaten(windows, safe, chance, least):
    """Of seven sessions, the further one among them, those with an outcome no more frequent than being beaten."""
    own = of_treatment(windows, "3x3")
    worst = np.where(own["replicate"] < safe, 0.0, -1.0)
    row = unbeatable(own.assign(first_worst=worst)).set_index("seat").loc["first"]
    assert (row["chance"], row["chance_least"]) == (pytest.approx(chance), pytest.approx(least))
    assert row["contrary"] == (safe == 6)
    assert row["power"] == 0


def test_power_of_a_report_that_a_policy_can_be_beaten(windows):
    """Of 60 sessions: if as few could be beaten as can't, reports of it would be unlikely as often as it happens."""
    six = of_treatment(windows, "3x3")
    own = pd.concat([six.assign(replicate=six["replicate"] + 6 * at) for at in range(10)], ignore_index=True)
    worst = np.where(own["replicate"] < 59, 0.0, -1.0)
    row = unbeatable(own.assign(first_worst=worst)).set_index("seat").loc["first"]
    assert (row["n"], row["power"]) == (60, pytest.approx(59 / 60))


def test_boards_and_quantities_that_are_not_known_have_no_rows(windows):
    own = of_treatment(windows, "smarter")
    for found in (unbeatable, lambda rows: gains(rows, quantities=["first_perfect", "first_worst"])):
        assert found(own).empty
        assert [*found(own)] == [*found(windows)]


def test_gains(windows):
    quantities = ["first_careful", "second_perfect", "first_mistakes"]
    table = gains(windows, quantities=quantities).groupby(["treatment", "quantity"], sort=False)
    assert [*table.groups] == [each for each in product(RECIPES, quantities) if each in KNOWN or each[0] in FINITE]
    for (treatment, quantity), own in table:
        steps = [1000, 10_000, RECIPES[treatment]["games"]]
        assert {*steps} < {*points(RECIPES[treatment])}
        assert [own["before"].iloc[0], *own["after"]] == steps
        assert own["left"].tolist() == [1, 0]
        ends = [at_end(windows, treatment, games) for games in steps]
        values = [(end[quantity] if quantity in QUALITY else score(end, quantity)).to_numpy() for end in ends]
        gained = [after - before for before, after in pairwise(values)]
        rates = [gain / games * 1000 for gain, games in zip(gained, np.diff(steps), strict=True)]
        slows = [[math.nan] * 3, spread(rates[0] - rates[1])]
        for row, value, gain, rate, slow in zip(own.to_dict("records"), values[1:], gained, rates, slows, strict=True):
            agrees(row, n=SESSIONS, value=spread(value)[0], gain=spread(gain), rate=spread(rate), slowing=slow)


def test_a_learner_that_slows_down(snapshot):
    """Score 1 - 1 / (games / 1000), three times: the gain per game falls a hundredfold with every step."""
    games = [1000, 5000, 10_000, 40_000, 100_000, 250_000]
    own = pd.DataFrame({"treatment": "made up", "games": games * 3, "replicate": np.repeat(range(3), len(games))})
    own = own.assign(first_random_won=1 - 1000 / own["games"], first_random_drawn=0.0)
    table = gains(own.sort_values("games", ascending=False), quantities=["first_random"])
    far = pd.DataFrame({"treatment": "made up", "games": [10, 200, 300, 1500], "replicate": 0, "first_worst": -1.0})
    assert told(pd.concat([table, gains(far, quantities=["first_worst"])])) == snapshot


def test_paces(windows):
    level, keys, several = 0.72, ["treatment", "seat", "opponent"], set()
    table = paces(windows, level=level).set_index(keys)
    assert [*table.index] == [*policies(runs(windows)).set_index(keys).index]
    for treatment, match in product(FINITE, MATCHES):
        row, after = table.loc[(treatment, *PARTIES[match])], []
        for replicate in range(SESSIONS):
            own = of_treatment(windows, treatment, replicate)
            after.append(own.loc[score(own, match) >= level, "games"].min())
        after = [math.inf if math.isnan(games) else games for games in after]
        agrees(row, n=SESSIONS, reached=share(games < math.inf for games in after), games=spread(after))
        several.add(after.count(math.inf))
    assert len(several) > 1


def differ(row, one, less):
    """Six sessions are too few for an interval of a difference."""
    agrees(row, difference=[sorted(one)[2] - sorted(less)[2], math.nan, math.nan])


@pytest.mark.parametrize("games", [None, 10_000])
def test_differences_are_those_of_medians(windows, games):
    pairs = {other: Contrast("3x3", other, games) for other in ("3x3-fixed", "smarter")}
    table = contrasts(windows, pairs=pairs)
    expected = [(other, match) for other in pairs for match in MATCHES if (other, match) in KNOWN]
    for row, (other, match) in zip(table.to_dict("records"), expected, strict=True):
        assert (row["pair"], row["seat"], row["opponent"]) == (other, *PARTIES[match])
        one, less = (score(at_end(windows, name, games or RECIPES[name]["games"]), match) for name in ("3x3", other))
        differ(row, one, less)
        agrees(row, n_of=SESSIONS, n_less=SESSIONS, score_of=spread(one)[0], score_less=spread(less)[0])
        agrees(row, games=games or math.nan)


def test_gains_since_a_point_are_contrasted_session_by_session(windows):
    pair = Contrast("3x3", "smarter", games=31_623, since=3162)
    table = contrasts(windows.sample(frac=1, random_state=1), pairs={"gains": pair}).set_index(["seat", "opponent"])
    gained = []
    for name in ("3x3", "smarter"):
        after, before = (score(at_end(windows, name, games), "second_careful") for games in (31_623, 3162))
        gained.append(after.to_numpy() - before.to_numpy())
    differ(table.loc[("second", "careful")], *gained)


def test_contrasts_of_single_sessions_and_of_shorter_ones(windows, snapshot):
    """Sessions of 3x3 have 50,000 games, those with smarter moves 40,000."""
    single = contrasts(windows[windows["replicate"] == 0], pairs={"single": Contrast("3x3", "3x3-fixed")})
    pairs = {name: Contrast("3x3", "smarter", games) for name, games in (("a", 45_000), ("b", 50_000))}
    assert told(pd.concat([single, contrasts(windows, pairs=pairs)])) == snapshot


def test_positions_that_moves_lead_to(tables):
    """Of other boards and keys they aren't counted."""
    boards = oracles_quality.afterstates()
    assert afterstate_count(CLASSIC, tables) == len(boards)
    assert afterstate_count({**CLASSIC, "key": "canonical"}, tables) == len(set(map(oracles.base_case, boards)))
    boards = [{"size": 3, "tie": "dead"}, {"size": 5, "tie": "full"}, {"name": "infinite", "limiter": 1}]
    others = [{"key": "unowned"}, {"key": "python"}, {"need": 2}]
    for change in (*others, *({"board": {"name": "finite"} | board} for board in boards)):
        assert math.isnan(afterstate_count({**CLASSIC, **change}, tables))


def test_table_sizes(windows, tables):
    """Whatever the order of the windows."""
    asked = [5, 1000, 9000, 20_000, 10**9]
    table = table_sizes(windows, RECIPES, tables, games=asked)
    shuffled = table_sizes(windows.sample(frac=1, random_state=1), RECIPES, tables, games=asked)
    by = {"by": ["treatment", "games"], "ignore_index": True}
    pd.testing.assert_frame_equal(shuffled.sort_values(**by), table.sort_values(**by))
    for treatment, recipe in RECIPES.items():
        own, ends = of_treatment(table, treatment), points(recipe)
        reached = sorted({max(end for end in ends if end <= limit) for limit in asked if limit >= ends[0]} | {ends[-1]})
        assert own["games"].tolist() == reached
        positions = {"3x3": 5477, "3x3-fixed": 5477, "3x3-canonical": 764}.get(treatment, math.nan)
        before, had = 0, np.zeros(SESSIONS)
        for row in own.to_dict("records"):
            entries = at_end(windows, treatment, row["games"])["entries"].to_numpy()
            agrees(row, n=SESSIONS, entries=spread(entries), positions=positions, share=spread(entries)[0] / positions)
            agrees(row, per_game=spread(entries / row["games"]), new=spread((entries - had) / (row["games"] - before)))
            before, had = row["games"], entries


def test_collisions_and_training_games(sessions):
    table, games = collisions(sessions, RECIPES), training_games(sessions).to_dict("records")
    for ((name,), row), played in zip(keyed(table, treatment=RECIPES), games, strict=True):
        own, met = of_treatment(sessions, name), name == "3x3-fixed"
        agrees(
            row, key=RECIPES[name]["key"], n=SESSIONS, most=max(own["collisions"]), entries=spread(own["entries"])[0]
        )
        agrees(row, none=share(own["collisions"] == 0), collisions=spread(own["collisions"]) if met else [0, 0, 0])
        agrees(played, treatment=name, n=SESSIONS, games=RECIPES[name]["games"], marks=spread(own["marks"]))
        agrees(played, drawn=spread(own["drawn"] / RECIPES[name]["games"]), grown=spread(own["grown"]))
        assert (played["grown_high"] > 0) == (name == "infinite")
    assert table.set_index("treatment").loc["3x3-fixed", "none"] == pytest.approx(1 / 6)
