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


def fitted(sessions, treatment, when, won):
    """Sessions whose games of one kind end as in `won`, a row of first, drawn and second per session."""
    changed = sessions.copy()
    changed[WHEN[when]] = changed[WHEN[when]].astype(float)
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
    assert row["readings"] == 2 * len(WHEN) * len(COUNTINGS)


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


def test_none_did(sessions):
    row = reading(sessions, printed=Shares(0.05, 0.95))
    assert [row[name] for name in ("contained_by", "contained", "printed_by", "printed")] == [NONE, 0, NONE, 0]
    assert row["distance"] > 0.2


def test_a_single_session_contains_nothing_but_may_print_it(sessions):
    row = reading(fitted(sessions, "3x3", "off", [[60, 0, 40]] * 6).query("replicate == 0"), readings=["3x3"])
    assert (row["treatment"], row["when"], row["distance"]) == ("3x3", "off", pytest.approx(0))
    assert row["contained_by"] == NONE
    assert "3x3, apart, off" in row["printed_by"]
    assert np.isnan(row["share_low"])


def test_countings_are_one_where_nothing_is_drawn(sessions):
    alone = {name: {"default": name} for name in PRINTED}
    made = sessions.assign(itself_drawn=0.0)
    table = reading_of_published(made, alone, RECIPES, rows=PRINTED, when=[*WHEN]).set_index("result")
    assert table["readings"].to_dict() == {"3x3": 2 * len(COUNTINGS) + 1, "infinite": len(WHEN)}
    assert table["counting"]["infinite"] == "apart"


def test_closest_is_closest_of_all(sessions):
    """Against every mean of both players, one by one."""
    row = reading(sessions, readings=THREE)
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
    assert isinstance(row["counting"], str)
    assert pd.api.types.is_integer(row["readings"])


def test_only_the_games_that_are_asked_for_are_tried(sessions):
    """A fit without exploration alone is no reading of training games."""
    row = reading(fitted(sessions, "3x3", "off", [[60, 0, 40]] * 6), ["3x3"], when=["all", "last"])
    assert row["readings"] == 2 * len(COUNTINGS)
    assert "off" not in row["when"] + row["printed_by"] + row["contained_by"]


def test_treatments_that_train_alike_are_one_reading(sessions):
    """They differ only in how their own shares count draws."""
    recipes = {**RECIPES, "3x3-fixed": {**RECIPES["3x3"], "draws": "first"}}
    assert reading(sessions, THREE, recipes=recipes)["readings"] == 2 * len(WHEN) * len(COUNTINGS)


def wrong_by_hand(tried, distance):
    """The same by loops: shares of documents that a wrong reading is near to, by reading."""
    near = {}
    for right in tried:
        for document in zip(*(won.tolist() for won in right.sessions), strict=False):
            printed = [[round(share, 2) for share in pair] for pair in document]
            if any(round(100 * sum(pair)) != 100 for pair in printed):
                continue
            nearest = min(
                max(
                    abs(float(np.mean(won[:, seat])) - pair[seat])
                    for won, pair in zip(wrong.sessions, printed, strict=True)
                    for seat in (0, 1)
                )
                for wrong in tried
                if wrong is not right
            )
            near.setdefault(str(right), []).append(nearest <= distance)
    return sum(map(len, near.values())), pytest.approx(float(np.mean([np.mean(each) for each in near.values()])))


@pytest.mark.parametrize("distance", [0.001, 0.01, 0.05])
def test_wrong_readings_by_loops(distance):
    rng = stream(1, "tests", "wrong readings")
    tried = []
    for name in range(12):
        won = [rng.normal(0.6, 0.05, (number, 1)) for number in (4, 6)]
        drawn = 0.2 * (name % 3 == 0)
        sessions = tuple(np.hstack([first, 1 - drawn - first]) for first in won)
        tried.append(Reading(f"reading {name}", "apart", "all", sessions))
    assert chance_of_wrong(tried, distance) == wrong_by_hand(tried, distance)
    assert chance_of_wrong(tried, distance)[0] == 8 * 4


def test_chances_of_readings_far_apart_and_alike():
    far = [Reading(str(share), "apart", "all", (np.array([[share, 1 - share]] * 3),)) for share in (0.5, 0.6, 0.7)]
    assert chance_of_wrong(far, 0.09) == (9, 0)
    assert chance_of_wrong(far, 0.1) == (9, 1)
    assert np.isnan(chance_of_wrong(far[:1], 0.1)[1])
    drawn = [Reading("drawn", "apart", "all", (np.array([[0.5, 0.3]]),)), far[0]]
    assert chance_of_wrong(drawn, 0.2) == (3, 1)


def test_the_chance_of_the_closest(sessions):
    row = reading(sessions, THREE)
    assert row["n"] == SESSIONS
    assert 0 <= row["chance"] <= 1
    assert row["pretended"] >= 2 * 3 * len(WHEN) * SESSIONS  # with two countings shares add up, if there are draws


def common(sessions, members, when=tuple(WHEN)):
    (row,) = common_reading(sessions, members, rows=PRINTED, when=when).to_dict("records")
    return row


def test_one_reading_for_all_results(sessions):
    """It fits both, although another treatment fits each of them better by itself."""
    for treatment, first in (("3x3-fixed", 601), ("3x3", 600), ("infinite", 700), ("smarter", 572)):
        sessions = fitted(sessions, treatment, "all", [[first, 0, 1000 - first]] * 6)
    members = {
        "3x3": {"default": "3x3", "fixed": "3x3-fixed"},
        "infinite": {"fixed": "smarter", "default": "infinite", "other": "3x3"},
    }
    row = common(sessions, members, when=["all"])
    assert (row["reading"], row["when"], row["result"]) == ("fixed", "all", "infinite")
    assert row["distance"] == pytest.approx(0.002)
    assert row["readings"] == 2  # nothing is drawn
    assert (row["pretended"], row["chance"]) == (2 * SESSIONS, 0)


def test_a_common_reading_counts_draws_in_one_way(sessions):
    members = {
        "3x3": {"default": "3x3", "fixed": "3x3-fixed"},
        "infinite": {"default": "infinite", "fixed": "smarter"},
    }
    row = common(sessions, members)
    assert row["readings"] == 2 * len(WHEN) * len(COUNTINGS)
    each = reading_of_published(sessions, members, RECIPES, rows=PRINTED, when=[*WHEN])
    assert row["distance"] >= each["distance"].max()
