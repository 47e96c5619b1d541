"""Published shares beside made-up ones, and readings that are made to fit them."""

from dataclasses import astuple

import numpy as np
import pandas as pd
import pytest
from made_up_sessions import RECIPES, SESSIONS, runs, traces

from tttcore.claims.selectors import claim_value
from tttcore.engines.tabular.stats.draw_counting import COUNTINGS, WHEN
from tttcore.engines.tabular.stats.published import NONE, Shares, parameters, published_results, reading_of_published
from tttcore.engines.tabular.stats.shares import shares

PRINTED = {"3x3": Shares(0.6, 0.4), "infinite": Shares(0.57, 0.43)}


@pytest.fixture(scope="module")
def sessions():
    return runs(traces())


def test_parameters():
    keys = ("board", "games", "need", "limiter", "step", "exploration")
    found = {name: tuple(parameters(recipe)[key] for key in keys) for name, recipe in RECIPES.items()}
    assert found["3x3"] == ("3x3", 50_000, 3, 1, 0.1, 0.3)
    assert found["infinite"] == ("infinite", 30_000, 5, 5, 0.1, 0.3)
    assert found["smarter"] == ("smarter", 40_000, 3, 2, 0.1, 0.3)
    assert parameters({**RECIPES["3x3"], "board": {"name": "finite", "size": 7}})["limiter"] == 3


def test_published_results_are_shares_beside_printed_ones(sessions):
    table = published_results(sessions, RECIPES, rows=PRINTED, countings=["decided", "apart"])
    assert table[["treatment", "counting"]].to_numpy().tolist() == [
        ["3x3", "decided"], ["3x3", "apart"], ["infinite", "decided"], ["infinite", "apart"],
    ]  # fmt: skip
    own = shares(sessions).set_index(["treatment", "when", "counting"])
    for row in table.itertuples():
        assert (row.published_first, row.published_second) == astuple(PRINTED[row.treatment])
        assert (row.games, row.n) == (RECIPES[row.treatment]["games"], SESSIONS)
        for when in WHEN:
            expected = own.loc[(row.treatment, when, row.counting)]
            ends = ("", "_low", "_high")
            found = [getattr(row, f"{when}_first{end}") for end in ends]
            assert found == expected[[f"share{end}" for end in ends]].tolist()
            rest = 1 - expected["share"] - (expected["drawn"] if row.counting == "apart" else 0)
            assert getattr(row, f"{when}_second") == pytest.approx(rest)
    assert (
        claim_value("published_results.all_first[treatment=3x3; counting=decided]", {"published_results": table}).low
        > 0
    )


def fitted(sessions, treatment, when, won):
    """Sessions whose games of one kind end as in `won`, a row of first, drawn and second per session."""
    changed = sessions.copy()
    changed[WHEN[when]] = changed[WHEN[when]].astype(float)
    changed.loc[changed["treatment"] == treatment, WHEN[when]] = won
    return changed


def reading(sessions, readings=("3x3", "3x3-fixed"), printed=PRINTED["3x3"]):
    (row,) = reading_of_published(
        sessions,
        {"tried": {name: name for name in readings}},
        rows={"3x3": printed},
        readings={"3x3": "tried"},
    ).to_dict("records")
    return row


def test_the_reading_that_fits_is_found(sessions):
    """600 to 400 of the decided games on average; one session of six has just that."""
    won = [[60 + shift, 25, 40 - shift] for shift in (0, 2, -2, 1, -1, 0.6)]
    row = reading(fitted(sessions, "3x3-fixed", "last", won))
    assert (row["treatment"], row["counting"], row["when"]) == ("3x3-fixed", "decided", "last")
    assert row["share"] == pytest.approx(0.601)
    assert row["second"] == pytest.approx(0.399)
    assert row["distance"] == pytest.approx(0.001)
    assert "3x3-fixed, decided, last" in row["contained_by"].split("; ")
    assert "3x3-fixed, decided, last" in row["printed_by"].split("; ")
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
    assert ("3x3-fixed, apart, off" in row["contained_by"]) == contained
    assert ("3x3-fixed, apart, off" in row["printed_by"]) == printed
    for name in ("contained", "printed"):
        assert row[name] == (0 if row[f"{name}_by"] == NONE else row[f"{name}_by"].count(";") + 1)


def test_none_did(sessions):
    row = reading(sessions, printed=Shares(0.05, 0.95))
    assert (row["contained_by"], row["contained"]) == (NONE, 0)
    assert (row["printed_by"], row["printed"]) == (NONE, 0)
    assert row["distance"] > 0.2


def test_a_single_session_contains_nothing_but_may_print_it(sessions):
    row = reading(fitted(sessions, "3x3", "off", [[60, 0, 40]] * 6).query("replicate == 0"), readings=["3x3"])
    assert (row["treatment"], row["when"], row["distance"]) == ("3x3", "off", pytest.approx(0))
    assert row["contained_by"] == NONE
    assert "3x3, apart, off" in row["printed_by"]
    assert np.isnan(row["share_low"])


def test_countings_are_one_where_nothing_is_drawn(sessions):
    table = reading_of_published(sessions.assign(itself_drawn=0.0), {}, rows=PRINTED)
    assert table.set_index("result")["readings"].to_dict() == {"3x3": 2 * len(COUNTINGS) + 1, "infinite": len(WHEN)}
    assert (table.set_index("result")["counting"])["infinite"] == "apart"


def test_closest_is_closest_of_all(sessions):
    """Against every mean of both players, one by one."""
    treatments = ["3x3", "3x3-fixed", "3x3-canonical"]
    row = reading(sessions, readings=treatments)
    results = published_results(sessions, RECIPES, rows=dict.fromkeys(treatments, PRINTED["3x3"]))
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
    fits = fitted(sessions, "3x3", "off", [[60, 0, 40]] * 6)
    table = reading_of_published(fits, {}, rows={"3x3": PRINTED["3x3"]}, when=["all", "last"])
    (row,) = table.to_dict("records")
    assert row["readings"] == 2 * len(COUNTINGS)
    assert row["when"] != "off"
    assert "off" not in row["printed_by"] + row["contained_by"]
