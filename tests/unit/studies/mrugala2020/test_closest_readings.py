"""Readings that are made to fit published shares, and how near wrong ones come by chance."""

import numpy as np
import pandas as pd
import pytest
from made_up_sessions import RECIPES, SESSIONS

from tttcore.pipeline.rng import stream
from tttcore.studies.mrugala2020.closest_readings import (
    NONE,
    Reading,
    chance_of_wrong,
    common_reading,
    reading_of_published,
)
from tttcore.studies.mrugala2020.first_player import COUNTINGS, WHEN, Shares, published_results

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
    """600 to 400 of the decided games on average; one session of six has just that."""
    won = [[60 + shift, 25, 40 - shift] for shift in (0, 2, -2, 1, -1, 0.6)]
    row = reading(fitted(sessions, "3x3-fixed", "last", won))
    assert (row["treatment"], row["counting"], row["when"]) == ("3x3-fixed", "decided", "last")
    assert [row["share"], row["second"], row["distance"]] == pytest.approx([0.601, 0.399, 0.001])
    for name in ("contained", "printed"):
        assert "3x3-fixed, decided, last" in row[f"{name}_by"].split("; ")
    assert row["readings"] == 2 * ALL_WAYS


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
    """The mean's interval, or single sessions, within half a percent of what is printed, for both players."""
    row = reading(fitted(sessions, "3x3-fixed", "off", won))
    for name, fits in (("contained", contained), ("printed", printed)):
        assert ("3x3-fixed, apart, off" in row[f"{name}_by"]) == fits
        assert row[name] == (0 if row[f"{name}_by"] == NONE else row[f"{name}_by"].count(";") + 1)


def test_none_fits_or_a_single_session_or_other_games(sessions):
    """A single session contains nothing, but may print it; a fit without exploration is no reading of training."""
    row = reading(sessions, printed=Shares(0.05, 0.95))
    assert [row[name] for name in ("contained_by", "contained", "printed_by", "printed")] == [NONE, 0, NONE, 0]
    assert row["distance"] > 0.2
    made = fitted(sessions, "3x3", "off", [[60, 0, 40]] * 6)
    row = reading(made.query("replicate == 0"), ["3x3"])
    assert (row["treatment"], row["when"], row["distance"]) == ("3x3", "off", pytest.approx(0))
    assert row["contained_by"] == NONE
    assert "3x3, apart, off" in row["printed_by"]
    assert np.isnan(row["share_low"])
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
    """Against every mean of both players, one by one."""
    row = reading(sessions, THREE)
    results = published_results(sessions, RECIPES, rows=dict.fromkeys(THREE, PRINTED["3x3"]), countings=[*COUNTINGS])
    distances = {
        (each["treatment"], each["counting"], when): max(
            abs(each[f"{when}_{seat}"] - share) for seat, share in vars(PRINTED["3x3"]).items()
        )
        for each in results.to_dict("records")
        for when in WHEN
    }
    assert row["distance"] == pytest.approx(min(distances.values()))
    assert distances[row["treatment"], row["counting"], row["when"]] == pytest.approx(row["distance"])
    assert pd.api.types.is_integer(row["readings"])
    assert row["n"] == SESSIONS
    assert 0 <= row["chance"] <= 1
    assert row["pretended"] >= 2 * 3 * len(WHEN) * SESSIONS  # with two countings shares add up, if there are draws


def wrong_by_hand(tried, distance):
    """Documents of a reading's sessions whose printed shares add up, and the share that a wrong reading is near to."""
    near = {}
    for right in tried:
        for document in zip(*(won.tolist() for won in right.sessions), strict=False):
            printed = np.round(document, 2)
            if (np.round(100 * printed.sum(axis=1)) == 100).all():
                means = [
                    np.array([won.mean(axis=0) for won in other.sessions]) for other in tried if other is not right
                ]
                near.setdefault(str(right), []).append(min(abs(mean - printed).max() for mean in means) <= distance)
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
    members = {
        "3x3": {"default": "3x3", "fixed": "3x3-fixed"},
        "infinite": {"fixed": "smarter", "default": "infinite"},
    }
    own = common_reading(sessions, members, rows=PRINTED, when=[*WHEN]).iloc[0]
    assert own["readings"] == 2 * ALL_WAYS
    each = reading_of_published(sessions, members, RECIPES, rows=PRINTED, when=[*WHEN])
    assert own["distance"] >= each["distance"].max()
    for treatment, first in (("3x3-fixed", 601), ("3x3", 600), ("infinite", 700), ("smarter", 572)):
        sessions = fitted(sessions, treatment, "all", [[first, 0, 1000 - first]] * 6)
    members["infinite"]["other"] = "3x3"
    (row,) = common_reading(sessions, members, rows=PRINTED, when=["all"]).to_dict("records")
    assert (row["reading"], row["when"], row["result"]) == ("fixed", "all", "infinite")
    assert row["distance"] == pytest.approx(0.002)
    assert row["readings"] == 2  # nothing is drawn
    assert (row["pretended"], row["chance"]) == (2 * SESSIONS, 0)
