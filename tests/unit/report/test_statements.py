"""Statements and cells of tables as pages show them: every number as people read it."""

import math

import pandas as pd
import pytest
from helpers.tables import verdict_row, verdict_table

from tttcore.claims.sentences import with_sentence_verdicts
from tttcore.plots.names import Names
from tttcore.report.listing import is_p, listed
from tttcore.report.statements import by_sentence, false_alarms, shown, told

OURS = {"measured": "0.123456", "measure": "x.y"}


def row(**given):
    return shown(verdict_row("S0-C01", **given))


def test_ours_with_its_interval(snapshot):
    """What must be equal is shown as precisely as what was published."""
    cases = [
        {}, {"low": -0.5, "high": 0.75}, {"low": -0.25, "high": 0.5}, {"measured": "765.0"}, {"measured": ""},
        {"measured": "0.9969", "low": 0.9956, "high": 0.9979}, {"measured": "1.0", "low": 0.8, "high": math.inf},
        {"asserts": "equals", "published": "0.12346"}, {"asserts": "equals", "published": "about 0.1 to 1.25"},
        {"asserts": "identity", "published": "3 of 0.123456789"}, {"asserts": "range", "published": "0.12346"},
        {"measure": "x.p", "measured": "0.0"}, {"measure": "x.p_holm", "measured": "0.043789"},
        {"measure": "x.p", "measured": "0.0780123", "asserts": "equals", "published": "0.07801"},
        {"measure": "x.pairs", "measured": "0.0"}, {"measured": "-0.25 to 0.333333", "low": -0.25, "high": 1 / 3},
        {"measured": "1440, 46080"}, {"measured": "7.25, 7, depth-1.5, v1.2.3"}, {"measured": "rmg < umg"},
    ]  # fmt: skip
    told = [(given, row(**OURS | given)) for given in cases]
    assert "\n".join(f"{given}: {found['ours']} ({found['interval']})" for given, found in told) == snapshot


def test_an_order_shows_its_values():
    values = "a: b: 0.25 [0.125, 0.5]; c; d: -1.0 [nan, nan]"
    assert row(values=values)["compared"] == ["a: b: 0.250 (0.125 to 0.500)", "c; d: −1"]
    assert row()["compared"] == []


@pytest.mark.parametrize(("values", "wanted"), [
    ("rmg: 1.0 [nan, nan]; umg: 2.0 [nan, nan]; c: 2.0 [nan, nan]", "RMG < UMG = c"),
    ("rmg: 3.0 [3.0, 3.0]; umg: 3.0 [3.0, 3.0]; c: 4.0 [4.0, 4.0]", "RMG = UMG < c"),
    ("rmg: 3.2 [2.64, 3.76]; umg: 3.3 [2.77, 3.85]; c: 3.9 [3.86, 4.0]", "RMG ≈ UMG < c"),
    ("rmg: 3.0 [2.0, 4.0]; umg: 3.0 [2.0, 4.0]; c: 3.0 [2.5, 4.0]", "RMG ≈ UMG ≈ c"),
])  # fmt: skip
def test_an_order_separates_only_what_its_rule_separates(values, wanted):
    """By the names that people read, in the rule and what was published, too."""
    order = {"asserts": "order", "measured": "rmg < umg < c", "rule": "... < umg", "published": "umg"}
    found = shown(verdict_row("S0-C01", values=values, **order), Names(labels={"rmg": "RMG", "umg": "UMG"}))
    assert [found[name] for name in ("ours", "rule", "published")] == [wanted, "all others < UMG", "UMG"]


def test_what_is_not_there_is_empty_and_rows_of_the_audit_are_shown_alike():
    assert {str(value) for value in row().values()} == {"", "[]"}
    audited = verdict_row("S0-C01", **OURS)
    assert shown({"ours": audited.pop("measured"), **audited}) == row(**OURS)


def test_a_note_that_is_the_reason_is_told_once():
    """With the value if there is one, else with the verdict."""
    given = {"note": "No table", "reason": "No table"}
    found = [row(**given), row(**given, **OURS), row(note="No table")]
    assert [(each["reason"], each["note"]) for each in found] == [("No table", ""), ("", "No table"), ("", "No table")]


@pytest.mark.parametrize(("rule", "wanted"), [
    (">= 0.5", "≥ 0.5"), ("<= -15", "≤ −15"), ("0.2..0.8", "0.2 to 0.8"), ("-1..-.5", "−1 to −.5"),
    ("within -2 ± 1e-05", "within −2 ± 1e-05"), ("... < umg-listed", "all others < umg-listed"),
    ("a < ...", "a < all others"),
    ("a chance of at least 5%", "a chance of at least 5%"),
])  # fmt: skip
def test_rules_have_the_signs_of_people_and_what_must_be_equal_is_shown_as_it_is(rule, wanted):
    assert row(asserts="range", rule=rule)["rule"] == wanted
    assert row(asserts="identity", rule=f"equals {rule} -1")["rule"] == f"equals {rule} -1"


def test_runs_that_would_decide():
    assert [row(runs=runs)["runs"] for runs in (7.6543, 15432.0, math.inf)] == ["7.7", "15,000", ""]


def test_parts_of_a_sentence_stand_together(verdicts):
    """Where its first part stands; that one, which may be said again, says how many there are, and the verdict."""
    again = verdict_table(verdict_row("S0-C19c", verdict="reproduced", same_as="S0-C01", counted=False))
    rows = with_sentence_verdicts(pd.concat([again, verdicts]))
    found = by_sentence(rows, Names())
    assert [(each["id"], each["parts_shown"], each["on_sentence"]) for each in found][:5] == [
        ("S0-C19c", 3, "mixed"), ("S0-C19a", 0, "mixed"), ("S0-C19b", 0, "mixed"), ("S0-C01", 1, "reproduced"),
        ("S0-C21", 1, "unlikely"),
    ]  # fmt: skip
    assert found[3]["ours"] == "765"
    assert by_sentence(rows[rows["kind"] == "choice"], Names())[0]["on_sentence"] == ""
    assert by_sentence(rows[:0], Names()) == []


def test_findings_say_on_what_choices_their_verdict_depends():
    verdicts = verdict_table(verdict_row("S0-C01", depends="ties; seats + order"), verdict_row("S0-C02"))
    assert told([{"claim": "S0-C02"}, {"claim": "S0-C01"}], verdicts) == [
        {"claim": "S0-C02", "depends": []}, {"claim": "S0-C01", "depends": ["ties", "seats + order"]},
    ]  # fmt: skip
    assert told([], verdicts) == []


PARTS = [{"ident": f"S0-C01{letter}", "verdict": "differs"} for letter in "abc"]


@pytest.mark.parametrize(("rows", "sentences", "wrong"), [
    ([{}, {"verdict": "undecided"}, {"verdict": "differs"}, {"verdict": "unlikely"}], 4, 2),
    ([{"basis": "exact"}, {"verdict": "measured"}, {"verdict": "not testable"}, {"counted": False}], 0, 0),
    (PARTS, 1, 1),
    ([{"ident": "S0-C01d"}, *PARTS, {"ident": "S0-C02"}], 2, 1),
    # what is exact is no false alarm
    ([{"ident": "S0-C02a"}, {"ident": "S0-C02", "verdict": "differs", "basis": "exact"}], 1, 0),
])  # fmt: skip
def test_each_sentence_that_chance_may_decide_errs_as_often_as_the_worst_of_its_parts(rows, sentences, wrong):
    usual = {"basis": "rerun", "asserts": "range", "verdict": "reproduced", "rate": 0.05}
    given = [{"ident": f"S0-C{at}", **usual, **each} for at, each in enumerate(rows)]
    found = false_alarms(verdict_table(*(verdict_row(**each) for each in given)))
    assert found == {"sentences": sentences, "expected": pytest.approx(sentences / 20), "wrong": wrong}
    more = false_alarms(verdict_table(*(verdict_row(**each | {"rate": 0.3}) for each in given)))
    assert more["expected"] == pytest.approx(sentences * 0.3)


def listing(table, labels, **options):
    """Heads, texts of the cells, and the listing itself."""
    found = listed(pd.DataFrame(table), labels, caption="", address="", **options)
    cells = [[column.text(row) for column in found.columns] for row in found.rows]
    return [column.label for column in found.columns], cells, found


def test_p_values_are_never_0_and_texts_stay():
    names = {"p": True, "p_holm": True, "tost_p": True, "erl_p": True, "chance": False, "pairs": False, "op": False}
    assert {name: is_p(name) for name in names} == names
    table = {"p": [0.0, 0.04367], "share": [0.0, -0.25], "sign_p": ["0.0", "none"], "p_holm": [1.0, math.nan]}
    _, cells, _ = listing(table, {column: column for column in table})
    assert cells == [["< 0.001", "0", "0.0", "1"], ["0.0437", "−0.25", "none", "–"]]


@pytest.mark.parametrize(("table", "labels", "heads", "cells"), [
    # a value without an interval stays alone
    ({"mean": [0.5, 2.0], "mean_low": [-0.25, math.nan], "mean_high": [1.0, math.nan], "n": [3, 4]},
     ["Mean", "low", "high", "Runs"], ["Mean (interval)", "Runs"], [["0.5 (−0.25 to 1)", "3"], ["2", "4"]]),
    # an interval behind a p-value is not its own
    ({"tost_p": [0.5], "low": [-1.0], "high": [2.0]},
     ["TOST p", "low", "high"], ["TOST p", "Interval from", "to"], [["0.5", "−1", "2"]]),
    # a column without values is left out, but a table without rows keeps its heads
    ({"n": [1, 2], "p": [math.nan, math.nan], "text": ["", ""], "of": ["", "all"]},
     ["Runs", "p", "Text", "Of"], ["Runs", "Of"], [["1", ""], ["2", "all"]]),
    ({"n": [], "p": []}, ["Runs", "p"], ["Runs", "p"], []),
])  # fmt: skip
def test_intervals_stand_behind_their_values_and_empty_columns_are_left_out(table, labels, heads, cells):
    assert listing(table, dict(zip(table, labels, strict=True)))[:2] == (heads, cells)


SET = {"set": "Set", "group": "Group", "mean": "Mean"}
COMPARISONS = {"first": {"plain": "p", "wide": "w"}, "second": {"plain": "p", "broad": "w"}}


def test_rows_that_repeat_a_treatment_in_another_comparison_are_left_out():
    """Unless they say something else of it, or differ in what isn't shown; the file has them all."""
    rows = [("first", "plain", 1.0), ("first", "wide", 2.0), ("second", "plain", 1.0), ("second", "broad", 2.0)]
    table = pd.DataFrame([*rows, ("published", "plain", 1.0)], columns=[*SET])
    _, cells, found = listing(table, SET, comparisons=COMPARISONS)
    assert [row[:2] for row in cells] == [["first", "plain"], ["first", "wide"], ["published", "plain"]]
    assert (found.length, found.left_out) == (3, 2)
    _, _, other = listing(table.assign(mean=range(5)), SET, comparisons=COMPARISONS)
    assert (other.length, other.left_out) == (5, 0)
    assert listing(table, SET)[2].left_out == 0
    table = {"set": ["first", "first", "second"], "group": "plain", "mean": 1.0, "test": ["t", "u", "t"]}
    _, cells, found = listing(table, SET, comparisons=COMPARISONS)
    assert ([row[0] for row in cells], found.left_out) == (["first", "first"], 1)
    assert listing(pd.DataFrame(table)[:0], SET, comparisons=COMPARISONS)[2].left_out == 0
