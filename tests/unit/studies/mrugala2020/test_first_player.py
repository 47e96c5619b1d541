"""First player's proportions, further sessions and closest readings, by hand and against second packages."""

import math
from dataclasses import astuple, replace
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.rows import agrees, columns, keyed, share
from helpers.texts import message
from made_up_sessions import RECIPES, SESSIONS, of_treatment, spread
from scipy import stats
from statsmodels.stats.multitest import multipletests

from tttcore.engines.study_files import read_study
from tttcore.engines.tabular.recipe import build_recipe
from tttcore.pipeline.rng import stream
from tttcore.studies.mrugala2020 import closest_readings, first_player, tables
from tttcore.studies.mrugala2020.closest_readings import Reading, chance_of_wrong, common_reading, reading_of_published
from tttcore.studies.mrugala2020.first_player import COUNTINGS, RESULTS, WHEN, Shares, counted, results, shares, trend
from tttcore.studies.mrugala2020.further_session import Report, losing, one_session
from tttcore.studies.tables import check, tables_of

pytestmark = pytest.mark.filterwarnings("error")


def by_hand(counting, first, drawn, second):
    """Exact shares of both players."""
    games = first + second + (drawn if counting != "decided" else 0)
    credit = {"first": (drawn, 0), "half": (Fraction(drawn) / 2, Fraction(drawn) / 2)}.get(counting, (0, 0))
    return [float(Fraction(own + more) / Fraction(games)) for own, more in zip((first, second), credit, strict=True)]


@pytest.mark.parametrize("counting", COUNTINGS)
def test_countings(counting):
    games = [(50, 20, 30), (0, 5, 5), (7, 0, 3), (1, 0, 0)]
    found = counted(pd.DataFrame(games, columns=RESULTS), counting)
    np.testing.assert_allclose(found[["first", "second"]], [by_hand(counting, *each) for each in games], rtol=1e-15)
    alone = counted(pd.DataFrame([[0, 9, 0]], columns=RESULTS), counting)
    shared = {"apart": [0, 0], "decided": [math.nan] * 2, "first": [1, 0], "half": [0.5, 0.5]}
    assert alone.to_numpy().ravel().tolist() == pytest.approx(shared[counting], nan_ok=True)


def test_shares(sessions):
    for (treatment, when, counting), row in keyed(shares(sessions), treatment=RECIPES, when=WHEN, counting=COUNTINGS):
        games = of_treatment(sessions, treatment)[WHEN[when]].to_numpy().tolist()
        own = [by_hand(counting, *map(Fraction, g))[0] for g in games if counting != "decided" or g[0] + g[2]]
        agrees(row, n=SESSIONS, share=spread(own), drawn=spread(each[1] / sum(each) for each in games))


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
    table = shares(own).query("when == 'off'").set_index("counting")
    expected = {"apart": [6, 0], "decided": [3, 1], "first": [6, 1], "half": [6, 0.5]}
    assert table.loc[[*expected], ["n", "share"]].to_numpy() == pytest.approx(np.array([*expected.values()]))
    assert (table["drawn"] == 0).all()


@pytest.mark.parametrize(("since", "early"), [(0, 3200), (1000, 10_000)])
def test_trend_is_paired(sessions, windows, since, early):
    """A stretch leaves out the windows that end before it; the order of windows doesn't matter."""
    found = trend(sessions, windows, early=early, since=since)
    pd.testing.assert_frame_equal(found, trend(sessions, windows.sort_values("first"), early=early, since=since))
    for (treatment, counting), row in keyed(found, treatment=RECIPES, counting=COUNTINGS):
        begun, ended = [], []
        for replicate in range(SESSIONS):
            own = of_treatment(windows, treatment, replicate)
            last = own[RESULTS].iloc[-1].tolist()
            assert sum(last) == RECIPES[treatment]["games"] // 10
            stretch = own[(own["games"] > since) & (own["games"] <= early)]
            begun.append(by_hand(counting, *stretch[RESULTS].sum().tolist())[0])
            ended.append(by_hand(counting, *last)[0])
        agrees(row, n=SESSIONS, games={3200: 3162}.get(early, early), early=spread(begun), last=spread(ended))
        agrees(row, difference=spread(np.subtract(ended, begun)))
        assert row["difference"] > 0 or counting == "half"


@pytest.mark.parametrize("stretch", [{"early": 999}, {"early": 3000, "since": 1000}, {"early": 10**6, "since": 10**6}])
def test_a_stretch_without_windows(sessions, windows, stretch):
    for _, row in keyed(trend(sessions, windows, **stretch), treatment=RECIPES, counting=COUNTINGS):
        assert row["n"] == 0
        known = ("treatment", "counting", "n")
        values = {name: value for name, value in row.items() if name not in known and not name.endswith("_fixed")}
        assert all(map(math.isnan, values.values()))


def test_sessions_too_short_for_a_stretch_stand_beside_others(sessions, windows):
    """Sessions of 3x3 have 50,000 games, those of the infinite board 30,000."""
    table = trend(sessions, windows, since=31_000, early=45_000)
    for (treatment, _), row in keyed(table, treatment=RECIPES, counting=COUNTINGS):
        known = RECIPES[treatment]["games"] > 31_000
        assert (row["n"], math.isnan(row["difference"])) == (SESSIONS * known, not known)
        assert row["games"] == 45_000 or treatment != "3x3"


def test_first_advantage(sessions):
    theory = {"3x3": "draw", "smarter": "first"}
    table = first_player.first_advantage(sessions, theory=theory)
    for (treatment, when), row in keyed(table, treatment=RECIPES, when=WHEN):
        games = results(of_treatment(sessions, treatment), when).to_numpy().tolist()
        decided = [first / (first + second) for first, _, second in games]
        ahead = [share > 0.5 for share in decided]
        agrees(row, n=SESSIONS, theory=theory.get(treatment, "unknown"))
        agrees(row, share=spread(decided)[0], ahead=sum(ahead), behind=SESSIONS - sum(ahead), ahead_share=share(ahead))
        agrees(row, excess=spread(share - 0.5 for share in decided), p=stats.binomtest(sum(ahead), SESSIONS).pvalue)
    np.testing.assert_allclose(table["p_holm"], multipletests(table["p"], method="holm")[1])
    won = np.array([0.75, 0.25])
    even = of_treatment(sessions, "3x3").head(2).assign(itself_won=won, itself_drawn=0.0, itself_lost=1 - won)
    row = first_player.first_advantage(even, theory={}).set_index("when").loc["off"]
    assert (row["ahead"], row["behind"], row["p"]) == (1, 1, 1.0)


def test_parameters(snapshot):
    recipes = RECIPES | {"7x7": {**RECIPES["3x3"], "board": {"name": "finite", "size": 7}}}
    assert "\n".join(f"{name}: {first_player.parameters(recipe)}" for name, recipe in recipes.items()) == snapshot


def test_published_results_are_shares_beside_printed_ones(sessions):
    printed, countings = {"3x3": Shares(0.6, 0.4), "infinite": Shares(0.57, 0.43)}, ["decided", "apart"]
    table = first_player.published_results(sessions, RECIPES, rows=printed, countings=countings).to_dict("records")
    own = shares(sessions).set_index(["treatment", "when", "counting"])
    for row, (name, counting) in zip(table, product(printed, countings), strict=True):
        agrees(row, treatment=name, counting=counting, games=RECIPES[name]["games"], n=SESSIONS)
        assert (row["published_first"], row["published_second"]) == astuple(printed[name])
        for when in WHEN:
            expected = own.loc[(name, when, counting)]
            second = counted(results(of_treatment(sessions, name), when), counting)["second"]
            agrees(row, **{f"{when}_first": columns(expected, "share"), f"{when}_second": spread(second)})


VALUES = [0.5, 0.52, 0.55, 0.49, 0.53, 0.51]
UNKNOWN = ["least", "greatest", "chance", "wrong", "finds"]


def row_of(sessions, windows, report, *, counting="apart", early=4000):
    table = one_session(sessions, windows, reports={"asked": report}, also={}, countings=[counting], early=early)
    return table.iloc[0]


def of_values(values, low, high, *, games=1000):
    """The row of sessions whose first player wins such shares of all games."""
    won = (np.asarray(values) * games).round().astype(int)
    table = pd.DataFrame({"treatment": "made up", "replicate": range(len(won)), "first": won, "drawn": 0})
    return row_of(table.assign(second=games - won), pd.DataFrame(), Report("made up", "all", low, high))


@pytest.mark.parametrize("counting", ["apart", "decided"])
def test_a_report_has_its_place_among_our_sessions(sessions, windows, counting):
    row = row_of(sessions, windows, Report("3x3", "all", 0.895, 0.905), counting=counting)
    own = counted(results(of_treatment(sessions, "3x3"), "all"), counting)["first"].to_numpy()
    agrees(row, n=SESSIONS, median=spread(own), least=min(own), greatest=max(own), chance=1 / 7, chance_least=1 / 7)


@pytest.mark.parametrize(("what", "column"), [("early", "early"), ("last", "last"), ("rise", "difference")])
def test_parts_of_sessions_are_those_of_the_trend(sessions, windows, what, column):
    row = row_of(sessions, windows, Report("3x3-fixed", what, 0, 1), counting="half")
    own = trend(sessions, windows, early=4000).set_index(["treatment", "counting"]).loc[("3x3-fixed", "half")]
    agrees(row, median=columns(own, column))
    none = row_of(sessions, windows, Report("3x3", what, 0, 1), early=999)
    assert none["n"] == 0
    assert none[["median", *UNKNOWN]].isna().all()


def test_shares_of_the_second_player_are_judged_likewise(sessions, windows):
    report = Report("3x3", "all", 0.395, 0.405, seat="second")
    second = row_of(sessions, windows, report, counting="half", early=999)
    own = counted(results(of_treatment(sessions, "3x3"), "all"), "half")["second"]
    agrees(second, n=SESSIONS, median=spread(own))


def test_bots_that_lose_more_than_they_win(sessions):
    table = losing(sessions)
    for (treatment, seat), row in keyed(table, treatment=RECIPES, seat=["first", "second"]):
        own = of_treatment(sessions, treatment)
        lost, won = (own[f"{seat}_careful_{result}"] for result in ("lost", "won"))
        agrees(row, n=SESSIONS, excess=spread(lost - won), lost=spread(lost))


def test_reports_can_be_asked_of_other_treatments_and_countings(sessions, windows):
    asked, also = {"asked": Report("3x3", "all", 0.595, 0.605)}, {"3x3": ["3x3-fixed"]}
    table = one_session(sessions, windows, reports=asked, also=also, countings=["apart", "half"], early=4000)
    keys = [*table[["report", "treatment", "counting"]].itertuples(index=False, name=None)]
    assert keys == [*product(["asked"], ["3x3", "3x3-fixed"], ["apart", "half"])]
    other = row_of(sessions, windows, Report("3x3-fixed", "all", 0.595, 0.605), counting="half")
    pd.testing.assert_series_equal(table.iloc[3], other, check_names=False)


@pytest.mark.parametrize(
    ("low", "high", "contrary"), [(0.3, 0.4, True), (0.4, 0.5, True), (0.45, 0.55, False), (0.6, 0.7, False)]
)
def test_a_report_on_the_other_side_of_one_half_is_contrary(low, high, contrary):
    above = np.array([0.51, 0.52, 0.53, 0.54, 0.55, 0.56])
    assert of_values(above, low, high)["contrary"] == contrary
    assert of_values(1 - above, 1 - high, 1 - low)["contrary"] == contrary
    assert not of_values(above[:1], low, high)["contrary"]


PRINTED = {"3x3": Shares(0.6, 0.4), "infinite": Shares(0.57, 0.43)}
THREE = ("3x3", "3x3-fixed", "3x3-canonical")
ALL_WAYS = len(WHEN) * len(COUNTINGS)


def fitted(sessions, treatment, when, won):
    """Sessions whose games of one kind end as in `won`, a row of first, drawn and second per session."""
    changed = sessions.astype(dict.fromkeys(WHEN[when], float))
    changed.loc[changed["treatment"] == treatment, WHEN[when]] = won
    return changed


def reading(sessions, readings=THREE[:2], printed=PRINTED["3x3"], *, recipes=RECIPES, when=tuple(WHEN)):
    comparisons = {"3x3": {name: name for name in readings}}
    table = reading_of_published(sessions, comparisons, recipes, rows={"3x3": printed}, when=when)
    (row,) = table.to_dict("records")
    return row


def test_the_reading_that_fits_is_found(sessions):
    """600 to 400 of the decided games in the median session, one of six."""
    won = [[60 + shift, 25, 40 - shift] for shift in (0, 2, -2, 1, -1, 0.1)]
    row = reading(fitted(sessions, "3x3-fixed", "last", won))
    agrees(row, treatment="3x3-fixed", counting="decided", when="last", readings=2 * ALL_WAYS)
    agrees(row, share=0.6, second=0.399, distance=0.001)
    for name in ("contained_by", "printed_by"):
        assert "3x3-fixed, decided, last" in row[name].split("; ")


@pytest.mark.parametrize(
    ("won", "contained", "printed"),
    [
        ([[50 + shift, 0, 50 - shift] for shift in (10, -10, 10, -10, 10, -10)], True, True),
        ([[60 + shift, 0, 40 - shift] for shift in (2, -2, 2, -2, 2, -2)], True, False),
        ([[59.4, 0, 40.6]] * 6, False, False),
        ([[59.6, 0, 40.4]] * 6, True, True),
        ([[60, 20, 20]] * 6, False, False),
    ],
)
def test_what_fits(sessions, won, contained, printed):
    """The median's interval, or single sessions, within half a percent of what is printed, for both players."""
    row = reading(fitted(sessions, "3x3-fixed", "off", won))
    for name, fits in (("contained", contained), ("printed", printed)):
        assert ("3x3-fixed, apart, off" in row[f"{name}_by"]) == fits
        assert row[name] == (0 if row[f"{name}_by"] == closest_readings.NONE else row[f"{name}_by"].count(";") + 1)


def test_none_fits_or_a_single_session_or_other_games(sessions):
    """A single session contains nothing, but may print it; a fit without exploration is no reading of training."""
    row = reading(sessions, printed=Shares(0.05, 0.95))
    agrees(row, contained_by=closest_readings.NONE, contained=0, printed_by=closest_readings.NONE, printed=0)
    assert row["distance"] > 0.2
    made = fitted(sessions, "3x3", "off", [[60, 0, 40]] * 6)
    row = reading(made.query("replicate == 0"), ["3x3"])
    agrees(row, treatment="3x3", when="off", distance=0, contained_by=closest_readings.NONE, share_low=np.nan)
    assert "3x3, apart, off" in row["printed_by"]
    row = reading(made, ["3x3"], when=["all", "last"])
    assert row["readings"] == 2 * len(COUNTINGS)
    assert "off" not in row["when"] + row["printed_by"] + row["contained_by"]


def test_readings_that_are_one(sessions):
    """Countings where nothing is drawn; treatments that differ only in how their own shares count draws."""
    made, alone = sessions.assign(itself_drawn=0.0), {name: {"default": name} for name in PRINTED}
    table = reading_of_published(made, alone, RECIPES, rows=PRINTED, when=[*WHEN]).set_index("result")
    assert table["readings"].to_dict() == {"3x3": 2 * len(COUNTINGS) + 1, "infinite": len(WHEN)}
    assert table["counting"]["infinite"] == "apart"
    recipes = {**RECIPES, "3x3-fixed": {**RECIPES["3x3"], "draws": "first"}}
    assert reading(sessions, THREE, recipes=recipes)["readings"] == 2 * ALL_WAYS


def test_closest_is_closest_of_all(sessions):
    """Against every median of both players, one by one."""
    row = reading(sessions, THREE)
    printed, rows = vars(PRINTED["3x3"]).items(), dict.fromkeys(THREE, PRINTED["3x3"])
    results = first_player.published_results(sessions, RECIPES, rows=rows, countings=[*COUNTINGS])
    distances = {
        (each["treatment"], each["counting"], when): max(abs(each[f"{when}_{seat}"] - share) for seat, share in printed)
        for each in results.to_dict("records")
        for when in WHEN
    }
    agrees(row, n=SESSIONS, distance=min(distances.values()))
    assert distances[row["treatment"], row["counting"], row["when"]] == pytest.approx(row["distance"])
    assert pd.api.types.is_integer(row["readings"])
    assert 0 <= row["chance"] <= 1
    assert row["pretended"] >= 2 * 3 * len(WHEN) * SESSIONS  # with two countings shares add up, if there are draws


def wrong_by_hand(tried, distance):
    """Documents of a reading's sessions whose printed shares add up, and the share that a wrong reading is near to."""
    near = {}
    for right in tried:
        for document in zip(*(won.tolist() for won in right.sessions), strict=False):
            printed = np.round(document, 2)
            if (np.round(100 * printed.sum(axis=1)) == 100).all():
                others = [other.sessions for other in tried if other is not right]
                middles = [np.array([np.sort(won, axis=0)[(len(won) - 1) // 2] for won in other]) for other in others]
                near.setdefault(str(right), []).append(min(abs(each - printed).max() for each in middles) <= distance)
    return sum(map(len, near.values())), pytest.approx(float(np.mean([np.mean(each) for each in near.values()])))


@pytest.mark.parametrize("distance", [0.001, 0.01, 0.05])
def test_wrong_readings_by_loops(distance):
    rng = stream(1, "tests", "wrong readings")
    tried = []
    for name in range(12):
        won = [rng.normal(0.6, 0.05, (number, 1)) for number in (4, 6)]
        sessions = tuple(np.hstack([first, 1 - 0.2 * (name % 3 == 0) - first]) for first in won)
        tried.append(Reading(f"reading {name}", "apart", "all", sessions))
    assert chance_of_wrong(tried, distance) == wrong_by_hand(tried, distance)
    assert chance_of_wrong(tried, distance)[0] == 8 * 4


def test_chances_of_readings_far_apart_and_alike():
    far = [Reading(str(share), "apart", "all", (np.array([[share, 1 - share]] * 3),)) for share in (0.5, 0.6, 0.7)]
    assert [chance_of_wrong(far, distance) for distance in (0.09, 0.1)] == [(9, 0), (9, 1)]
    assert np.isnan(chance_of_wrong(far[:1], 0.1)[1])
    drawn = [Reading("drawn", "apart", "all", (np.array([[0.5, 0.3]]),)), far[0]]
    assert chance_of_wrong(drawn, 0.2) == (3, 1)


def test_one_reading_for_all_results(sessions):
    """It fits both, although another treatment fits each of them better by itself; draws are counted in one way."""
    members = {"3x3": {"default": "3x3", "fixed": "3x3-fixed"}, "infinite": {"fixed": "smarter", "default": "infinite"}}
    own = common_reading(sessions, members, rows=PRINTED, when=[*WHEN]).iloc[0]
    assert own["readings"] == 2 * ALL_WAYS
    each = reading_of_published(sessions, members, RECIPES, rows=PRINTED, when=[*WHEN])
    assert own["distance"] >= each["distance"].max()
    for treatment, first in (("3x3-fixed", 601), ("3x3", 600), ("infinite", 700), ("smarter", 572)):
        sessions = fitted(sessions, treatment, "all", [[first, 0, 1000 - first]] * 6)
    members["infinite"]["other"] = "3x3"
    (row,) = common_reading(sessions, members, rows=PRINTED, when=["all"]).to_dict("records")
    agrees(row, reading="fixed", when="all", result="infinite", distance=0.002, pretended=2 * SESSIONS, chance=0)
    assert row["readings"] == 2  # nothing is drawn


@pytest.fixture(scope="module")
def study():
    return read_study(ROOT / "config" / "studies" / "mrugala2020.yaml")


def test_results_have_a_comparison_that_begins_with_their_test(study):
    for name in tables.PRINTED:
        assert next(iter(study.comparisons[name].values())) == name


def test_reports_are_asked_of_all_readings_under_which_statements_are_judged_again(study):
    readings = [reading for choice in study.config["readings"].values() for reading in choice.values()]
    asked = [other in tables.ALSO[name] for own in readings for name, other in own.items() if name in tables.ALSO]
    assert len(asked) > 20
    assert all(asked)


def test_windows_begin_with_the_last_session_of_a_chain(study):
    for name, sessions in tables.CHAINS.items():
        recipe, other = (study.recipes[each] for each in (name, name.removesuffix("-resumed")))
        assert recipe["games"] == sessions * other["games"]
        begun = recipe["games"] - recipe["games"] // sessions
        points = build_recipe(recipe, name).curve.points(recipe["games"])
        assert points[0] == begun >= points[1] - tables.BEGINNING
        assert {key for key in recipe if recipe[key] != other[key]} <= {"games", "curve", "evaluation"}


def test_rows_tell_the_treatments_behind_them(study):
    made = tables_of(study.config, study.file)
    assert made["contrasts"].treatments_of({"pair": "finite", "seat": "first"}) == ["3x3", "infinite"]
    assert [*made["common_reading"].treatments_of({"reading": "default"})] == ["3x3", "5x5", "infinite", "smarter"]


def test_the_documents_table_is_needed_where_it_is_compared(study, monkeypatch):
    """Else the study is as it should be; all names that its tables and figures need are in its file."""
    monkeypatch.chdir(ROOT)
    without = replace(study, config=study.config | {"published": study.config["published"] | {"tables": {}}})
    others = {name: caption for name, caption in study.config["tables"].items() if name != "combinations"}
    fewer = replace(without, config=without.config | {"tables": others})
    told = [message(check, each) for each in (study, without, fewer)]
    assert told[1].endswith("yaml: tables.combinations: needs 'games' in published; known: none")
    assert told[::2] == ["accepted"] * 2
