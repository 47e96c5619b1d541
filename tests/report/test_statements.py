"""Statements as pages show them: every number as people read it."""

import math

import pytest
from verdict_rows import verdict_row, verdict_table

from tttcore.claims.assertions import ASSERTIONS
from tttcore.claims.outcomes import OUTCOMES
from tttcore.report.statements import count_verdicts, expected_errors, left_out, shown

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
        ({"asserts": "number", "published": "0.12346"}, ("0.12346", "")),
        ({"asserts": "number", "published": "about 0.1 to 1.25"}, ("0.123", "")),
        ({"asserts": "identity", "published": "3 of 0.123456789"}, ("0.123456", "")),
        ({"asserts": "bound", "published": "0.12346"}, ("0.123", "")),
        ({"measure": "x.p", "measured": "0.0"}, ("< 0.001", "")),
        ({"measure": "x.p", "measured": "0.0780123", "asserts": "number", "published": "0.07801"}, ("0.07801", "")),
        ({"measure": "x.p_holm", "measured": "0.043789"}, ("0.0438", "")),
        ({"measure": "x.pairs", "measured": "0.0"}, ("0", "")),
        ({"measured": "-0.25 to 0.333333", "low": -0.25, "high": 1 / 3}, ("−0.250 to 0.333", "")),
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
    assert shown(verdict_row("S0-C01", asserts="bound", rule=rule))["rule"] == wanted


def test_what_must_be_equal_is_shown_as_it_is():
    assert shown(verdict_row("S0-C01", asserts="identity", rule="equals a..b -1 >= 2"))["rule"] == "equals a..b -1 >= 2"


def test_runs_that_would_decide():
    assert shown(verdict_row("S0-C01", runs=7.6543))["runs"] == "7.7"
    assert shown(verdict_row("S0-C01", runs=15432.0))["runs"] == "15,000"
    assert shown(verdict_row("S0-C01", runs=math.inf))["runs"] == ""


def test_rows_of_the_audit_are_shown_alike():
    row = verdict_row("S0-C01", **OURS)
    assert shown({"ours": row.pop("measured"), **row}) == shown(verdict_row("S0-C01", **OURS))


def test_only_counted_statements_are_counted(verdicts):
    counts = count_verdicts(verdicts)
    assert counts == {"reproduced": 1, "differs": 2, "undecided": 1, "measured": 1, "not testable": 1}
    assert list(counts) == list(OUTCOMES)


def test_what_is_left_out_has_one_reason(verdicts):
    method = verdict_table(verdict_row("S0-M01", kind="method", counted=False, same_as="S0-C01"))
    assert left_out(verdicts[verdicts["counted"]]) == {}
    found = left_out(verdict_table(*verdicts.to_dict("records"), *method.to_dict("records")))
    assert list(found.values()) == [1, 1, 1]
    assert sum(found.values()) == 1 + (~verdicts["counted"]).sum()


def errors(*rows):
    made = [verdict_row(f"S0-C{index}", **{"verdict": "reproduced", **row}) for index, row in enumerate(rows)]
    return expected_errors(verdict_table(*made).assign(study="a"))


@pytest.mark.parametrize("asserts", ASSERTIONS)
def test_rules_err_where_there_is_chance(asserts):
    assert errors({"asserts": asserts, "basis": "rerun"}) == ASSERTIONS[asserts].wrong
    assert errors({"asserts": asserts}) == (ASSERTIONS["report"].wrong if asserts == "report" else 0)


def test_errors_are_of_what_is_judged_and_counted():
    row = {"asserts": "bound", "basis": "rerun"}
    one = ASSERTIONS["bound"].wrong
    assert errors(row, {**row, "verdict": "not testable"}, {**row, "counted": False}) == one
    assert errors(row, {**row, "verdict": "undecided"}, {**row, "verdict": "differs"}) == pytest.approx(3 * one)


def test_a_family_errs_as_a_whole():
    row = {"asserts": "bound", "basis": "rerun", "family": "weights"}
    one = ASSERTIONS["bound"].wrong
    assert errors(*4 * [row]) == pytest.approx(one)
    assert errors(*3 * [row], {**row, "counted": False}) == pytest.approx(3 / 4 * one)
    assert errors(row, {**row, "family": "others"}) == pytest.approx(2 * one)
