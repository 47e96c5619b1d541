"""Statements as pages show them: every number as people read it."""

import math

import pandas as pd
import pytest
from helpers.tables import verdict_row, verdict_table

from tttcore.claims.sentences import with_sentence_verdicts
from tttcore.plots.names import Names
from tttcore.report.statements import by_sentence, false_alarms, shown, told

OURS = {"measured": "0.123456", "measure": "x.y"}


def ours(**given):
    found = shown(verdict_row("S0-C01", **{**OURS, **given}))
    return found["ours"], found["interval"]


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({}, ("0.123", "")),
        ({"low": -0.5, "high": 0.75}, ("0.12", "−0.50 to 0.75")),
        ({"low": -0.25, "high": 0.5}, ("0.123", "−0.250 to 0.500")),
        ({"measured": "0.9969", "low": 0.9956, "high": 0.9979}, ("0.9969", "0.9956 to 0.9979")),
        ({"measured": "765.0"}, ("765", "")),
        ({"measured": "1.0", "low": 0.8, "high": math.inf}, ("1", "0.80 to ∞")),
        ({"asserts": "equals", "published": "0.12346"}, ("0.12346", "")),
        ({"asserts": "equals", "published": "about 0.1 to 1.25"}, ("0.123", "")),
        ({"asserts": "identity", "published": "3 of 0.123456789"}, ("0.123456", "")),
        ({"asserts": "range", "published": "0.12346"}, ("0.123", "")),
        ({"measure": "x.p", "measured": "0.0"}, ("< 0.001", "")),
        ({"measure": "x.p", "measured": "0.0780123", "asserts": "equals", "published": "0.07801"}, ("0.07801", "")),
        ({"measure": "x.p_holm", "measured": "0.043789"}, ("0.0438", "")),
        ({"measure": "x.pairs", "measured": "0.0"}, ("0", "")),
        ({"measured": "-0.25 to 0.333333", "low": -0.25, "high": 1 / 3}, ("−0.250 to 0.333", "")),
        ({"measured": "1440, 46080"}, ("1,440; 46,080", "")),
        ({"measured": "7.25, 7, depth-1.5, v1.2.3"}, ("7.25, 7, depth-1.5, v1.2.3", "")),
        ({"measured": "rmg < umg"}, ("rmg < umg", "")),
        ({"measured": ""}, ("", "")),
    ],
)
def test_ours_with_its_interval(given, wanted):
    assert ours(**given) == wanted


def test_an_order_shows_its_values():
    values = "a: b: 0.25 [0.125, 0.5]; c; d: -1.0 [nan, nan]"
    assert shown(verdict_row("S0-C01", values=values))["compared"] == ["a: b: 0.250 (0.125 to 0.500)", "c; d: −1"]
    assert shown(verdict_row("S0-C01"))["compared"] == []


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ("rmg: 1.0 [nan, nan]; umg: 2.0 [nan, nan]; c: 2.0 [nan, nan]", "RMG < UMG = c"),
        ("rmg: 3.0 [3.0, 3.0]; umg: 3.0 [3.0, 3.0]; c: 4.0 [4.0, 4.0]", "RMG = UMG < c"),
        ("rmg: 3.2 [2.64, 3.76]; umg: 3.3 [2.77, 3.85]; c: 3.9 [3.86, 4.0]", "RMG ≈ UMG < c"),
        ("rmg: 3.0 [2.0, 4.0]; umg: 3.0 [2.0, 4.0]; c: 3.0 [2.5, 4.0]", "RMG ≈ UMG ≈ c"),
    ],
)
def test_an_order_separates_only_what_its_rule_separates(values, wanted):
    """By the names that people read, in the rule and what was published, too."""
    names = Names(labels={"rmg": "RMG", "umg": "UMG"})
    row = verdict_row(
        "S0-C01", asserts="order", measured="rmg < umg < c", values=values, rule="... < umg", published="umg"
    )
    found = shown(row, names)
    assert found["ours"] == wanted
    assert (found["rule"], found["published"]) == ("all others < UMG", "UMG")


def test_what_is_not_there_is_empty():
    found = shown(verdict_row("S0-C01"))
    assert {str(value) for value in found.values()} == {"", "[]"}


def test_a_note_that_is_the_reason_is_told_once():
    """With the value if there is one, else with the verdict."""
    row = verdict_row("S0-C01", note="No table", reason="No table")
    assert (shown(row)["reason"], shown(row)["note"]) == ("No table", "")
    assert (shown(row | OURS)["reason"], shown(row | OURS)["note"]) == ("", "No table")
    assert shown({**row, "reason": ""})["note"] == "No table"


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        (">= 0.5", "≥ 0.5"),
        ("<= -15", "≤ −15"),
        ("0.2..0.8", "0.2 to 0.8"),
        ("-1..-.5", "−1 to −.5"),
        ("within -2 ± 1e-05", "within −2 ± 1e-05"),
        ("... < umg-listed", "all others < umg-listed"),
        ("a < ...", "a < all others"),
        ("a chance of at least 5%", "a chance of at least 5%"),
    ],
)
def test_rules_have_the_signs_of_people(rule, wanted):
    assert shown(verdict_row("S0-C01", asserts="range", rule=rule))["rule"] == wanted


def test_what_must_be_equal_is_shown_as_it_is():
    assert shown(verdict_row("S0-C01", asserts="identity", rule="equals a..b -1 >= 2"))["rule"] == "equals a..b -1 >= 2"


def test_runs_that_would_decide():
    assert shown(verdict_row("S0-C01", runs=7.6543))["runs"] == "7.7"
    assert shown(verdict_row("S0-C01", runs=15432.0))["runs"] == "15,000"
    assert shown(verdict_row("S0-C01", runs=math.inf))["runs"] == ""


def test_rows_of_the_audit_are_shown_alike():
    row = verdict_row("S0-C01", **OURS)
    assert shown({"ours": row.pop("measured"), **row}) == shown(verdict_row("S0-C01", **OURS))


def test_parts_of_a_sentence_stand_together(verdicts):
    """Where its first part stands; that one, which may be said again, says how many there are, and the verdict."""
    again = verdict_table(verdict_row("S0-C19c", verdict="reproduced", same_as="S0-C01", counted=False))
    rows = with_sentence_verdicts(pd.concat([again, verdicts]))
    assert [(row["id"], row["parts_shown"], row["on_sentence"]) for row in by_sentence(rows, Names())][:5] == [
        ("S0-C19c", 3, "mixed"), ("S0-C19a", 0, "mixed"), ("S0-C19b", 0, "mixed"), ("S0-C01", 1, "reproduced"),
        ("S0-C21", 1, "differs"),
    ]  # fmt: skip
    assert by_sentence(rows, Names())[3]["ours"] == "765"
    assert by_sentence(rows[rows["kind"] == "choice"], Names())[0]["on_sentence"] == ""
    assert by_sentence(rows[:0], Names()) == []


def test_findings_say_on_how_many_readings_their_verdict_is_another():
    verdicts = verdict_table(verdict_row("S0-C01", readings=7, agreeing=5), verdict_row("S0-C02"))
    found = told([{"claim": "S0-C02"}, {"claim": "S0-C01"}], verdicts)
    assert found == [
        {"claim": "S0-C02", "readings": 0, "disagreeing": 0},
        {"claim": "S0-C01", "readings": 7, "disagreeing": 2},
    ]
    assert told([], verdicts) == []


def alarms(*rows):
    made = [verdict_row(row.pop("ident", f"S0-C{at}"), **CHANCE | row) for at, row in enumerate(map(dict, rows))]
    return false_alarms(verdict_table(*made))


CHANCE = {"basis": "rerun", "asserts": "range", "verdict": "reproduced"}


def test_each_sentence_that_chance_may_decide_errs_one_time_in_twenty():
    assert alarms({}, {"verdict": "undecided"}, {"verdict": "differs"}) == {
        "sentences": 3, "expected": pytest.approx(0.15), "differs": 1,
    }  # fmt: skip
    without = ({"basis": "exact"}, {"verdict": "measured"}, {"verdict": "not testable"}, {"counted": False})
    assert alarms(*without) == {"sentences": 0, "expected": 0, "differs": 0}


def test_parts_of_a_sentence_err_as_one():
    parts = [{"ident": f"S0-C01{letter}", "verdict": "differs"} for letter in "abc"]
    assert alarms(*parts) == {"sentences": 1, "expected": 0.05, "differs": 1}
    assert alarms({"ident": "S0-C01d"}, *parts, {"ident": "S0-C02"}) == {"sentences": 2, "expected": 0.1, "differs": 1}
    exact = {"ident": "S0-C02", "verdict": "differs", "basis": "exact"}
    assert alarms({"ident": "S0-C02a"}, exact)["differs"] == 0, "what is exact is no false alarm"
