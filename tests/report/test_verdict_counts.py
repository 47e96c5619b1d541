"""Verdicts as pages count them, and errors to expect among them."""

import pytest
from verdict_rows import verdict_row, verdict_table

from tttcore.claims.assertions import ASSERTIONS
from tttcore.claims.outcomes import OUTCOMES
from tttcore.report.verdicts import count_verdicts, expected_errors, left_out


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
