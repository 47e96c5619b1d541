"""Verdicts as pages count them."""

from tttcore.claims.verdicts import DIFFERS, NOT_TESTABLE, REPRODUCED
from tttcore.report.verdicts import count_verdicts


def test_sides_of_contradictions_are_not_counted(verdicts):
    assert count_verdicts(verdicts) == {REPRODUCED: 1, DIFFERS: 1, NOT_TESTABLE: 1}
