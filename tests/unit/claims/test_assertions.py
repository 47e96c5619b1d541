"""Each kind of assertion: its outcomes at the borders, and how often its rule errs."""

import math
from itertools import product

import numpy as np
import pytest
from helpers.texts import message
from scipy.stats import norm

from tttcore.claims.assertions import ASSERTIONS, REPORT, Range, Terms, chain, check_target, pairs
from tttcore.claims.outcomes import DIFFERS, REPRODUCED, UNDECIDED
from tttcore.claims.selectors import ClaimValue
from tttcore.stats.intervals import share_interval

NAN = math.nan
ROWS = {"a": (1.0, 0.5, 1.5), "b": (2.0, 1.6, 2.4), "c": (3.0, 2.3, 3.7)}
EXACT_ROWS = {"a": (1.0, NAN, NAN), "b": (2.0, NAN, NAN), "c": (2.0, NAN, NAN)}


def between(low, high):
    return ClaimValue((low + high) / 2, low=low, high=high)


def order(rows):
    return ClaimValue(NAN, text=" < ".join(rows), rows=rows)


EXACT = [
    ("identity", ClaimValue(765.0), "765", REPRODUCED),
    ("identity", ClaimValue(765.001), "765", DIFFERS),
    ("identity", ClaimValue(NAN, text="7, 7, 7"), "7, 7, 7", REPRODUCED),
    ("identity", ClaimValue(NAN, text="7, 7, 8"), "7, 7, 7", DIFFERS),
    ("equals", ClaimValue(0.26412), "0.264", REPRODUCED),
    ("equals", ClaimValue(0.2635001), "0.264", REPRODUCED),
    ("equals", ClaimValue(0.26349), "0.264", DIFFERS),
    ("equals", ClaimValue(2.5), "2", REPRODUCED),  # ties go to the even neighbour
    ("equals", ClaimValue(6.004), "6.00", REPRODUCED),
    ("equals", ClaimValue(math.inf), "6.00", DIFFERS),
    ("equals", ClaimValue(2.97, low=2.0, high=4.0), "3.0", REPRODUCED),  # printed, whatever could have been printed
    ("equals", ClaimValue(8.0), "7 ± 1", REPRODUCED),
    ("equals", ClaimValue(8.1), "7 ± 1", DIFFERS),
    ("range", ClaimValue(15.0), "<= 15", REPRODUCED),
    ("range", ClaimValue(15.1), "<= 15", DIFFERS),
    ("range", ClaimValue(NAN, low=6.0, high=8.0), "6..8", REPRODUCED),
    ("range", ClaimValue(NAN, low=5.9, high=8.0), "6..8", DIFFERS),
    ("range", between(-0.5, 0.5), "-1..1", REPRODUCED),
    ("range", between(-0.5, 1.5), "-1..1", UNDECIDED),  # of the document's own runs
    ("order", order(EXACT_ROWS), "... < b", UNDECIDED),
    ("order", order(EXACT_ROWS), "a < ...", REPRODUCED),
    ("order", order(EXACT_ROWS), "... < a", DIFFERS),
]
BY_CHANCE = [
    ("equals", between(0.9, 1.9), "1 ± 1", REPRODUCED),
    ("equals", between(0.9, 2.1), "1 ± 1", UNDECIDED),
    ("equals", between(2.1, 3.0), "1 ± 1", DIFFERS),
    ("range", between(0.1, 1.0), "> 0", REPRODUCED),
    ("range", between(0.0, 1.0), "> 0", UNDECIDED),
    ("range", between(-1.0, 0.0), "> 0", DIFFERS),
    ("range", between(0.0, 1.0), ">= 0", REPRODUCED),
    ("range", between(0.45, 0.57), ">= 0.5", UNDECIDED),
    ("range", between(0.3, 0.49), ">= 0.5", DIFFERS),
    ("range", between(0.2, 0.8), "0.2..0.8", REPRODUCED),
    ("range", between(0.1, 0.8), "0.2..0.8", UNDECIDED),
    ("range", between(0.9, 1.0), "0.2..0.8", DIFFERS),
    ("range", between(-0.9, 1.0), "-1..1", REPRODUCED),
    ("range", between(-104, 102), "-1..1", UNDECIDED),  # finding no difference isn't enough
    ("range", between(1.1, 2.0), "-1..1", DIFFERS),
    ("order", order(ROWS), "a < b < c", UNDECIDED),
    ("order", order(ROWS), "a < ...", REPRODUCED),
    ("order", order(ROWS), "... < a", DIFFERS),
    ("order", order(ROWS), "b < a < c", DIFFERS),
]


@pytest.mark.parametrize(
    ("asserts", "found", "target", "outcome", "chance"),
    [(*case, chance) for cases, chance in ((EXACT, False), (BY_CHANCE, True)) for case in cases],
)
def test_outcomes_with_and_without_chance(asserts, found, target, outcome, chance):
    check_target(asserts, target, chance=chance)
    assert ASSERTIONS[asserts].judge(found, Terms(target, chance=chance)) == outcome


def test_every_kind_is_tested_with_every_outcome_that_chance_can_have():
    told = {(asserts, outcome) for asserts, _, _, outcome in BY_CHANCE}
    assert told == {*product(ASSERTIONS.keys() - {"identity", REPORT}, (REPRODUCED, DIFFERS, UNDECIDED))}


MISTAKES = [
    *(("identity", "", False), ("equals", "about 7", False), ("equals", "7 ± -1", False), ("report", "", True)),
    *(("equals", target, True) for target in ("7", "7 ± 0", "± 1", "7 ± 1 ± 1")),
    *(("range", target, True) for target in ("7", "7 ± 1")),
    ("order", "a", True),
]
UNFIT = ("a < d", "a < b", "a < ... < b", "... < a < b < c")
NO_RANGES = ("", "0", "about 3", "> x", "= 3", "0..", "2..1", "0..nan", "> inf", "0.1.2")


def test_targets_that_a_kind_does_not_take(snapshot):
    """And orders that don't fit rows a, b and c, and what is no range."""
    told = [message(check_target, asserts, target, chance=chance) for asserts, target, chance in MISTAKES]
    told += [message(lambda target: list(pairs(target, list("abc"))), target) for target in UNFIT]
    told += [message(Range.read, text) for text in NO_RANGES]
    assert "\n".join(told) == snapshot
    assert not any(map(Range.fits, NO_RANGES))


CASES = 10_000


def of_cases(number):
    """What so many of 10,000 runs tell of a share."""
    value, low, high = share_interval("", number, CASES, method="exact").values()
    return ClaimValue(value, low, high)


@pytest.mark.parametrize(("target", "few"), [("<= 0.01", REPRODUCED), (">= 0.01", DIFFERS)])
def test_one_case_turns_no_verdict_that_all_or_some_do_something(target, few):
    """All and never, and there is one, are shares near a threshold: 0, 1 and 2 of 10,000 cases say the same."""
    terms = Terms(target, chance=True)
    told = [ASSERTIONS["range"].judge(of_cases(number), terms) for number in range(200)]
    assert told[:3] == [few] * 3
    changes = [number for number in range(1, len(told)) if told[number] != told[number - 1]]
    assert [told[0], *(told[number] for number in changes)] in (
        [REPRODUCED, UNDECIDED, DIFFERS], [DIFFERS, UNDECIDED, REPRODUCED],
    )  # fmt: skip
    assert 75 < changes[0] < 0.01 * CASES < changes[1] < 125


DRAWN = np.random.default_rng(20261123).normal(size=20_000)
"""Errors of normal estimates, in standard errors; `test_error_rates` has estimates of other kinds."""
REACH = norm.isf(0.025)


def errors(asserts, target, at, error):
    """Shares of normal estimates of a value that lies `at` the border that are said to differ, and to agree."""
    judge, terms = ASSERTIONS[asserts].judge, Terms(target, chance=True)
    estimates, reach = (at + error * DRAWN).tolist(), error * REACH
    outcomes = [judge(ClaimValue(value, value - reach, value + reach), terms) for value in estimates]
    return [outcomes.count(outcome) / len(outcomes) for outcome in (DIFFERS, REPRODUCED)]


@pytest.mark.parametrize(
    ("asserts", "target", "at"), [
        ("range", "> 0", 0.0), ("range", "<= 0", 0.0), ("range", "-1..50", -1.0), ("range", "-1..1", 1.0),
        ("equals", "0 ± 1", -1.0),
    ],
)  # fmt: skip
def test_rules_err_one_time_in_forty_at_a_border(asserts, target, at):
    assert errors(asserts, target, at, 0.1) == pytest.approx([0.025, 0.025], abs=0.004)


@pytest.mark.parametrize(("asserts", "target"), [("equals", "0 ± 1"), ("range", "-1..1")])
@pytest.mark.parametrize("error", [0.1, 1.0, 3.0, 100.0])
def test_a_margin_that_is_narrow_errs_no_more_often_than_is_said(asserts, target, error):
    differs, agrees = errors(asserts, target, 1.0, error)
    assert differs <= ASSERTIONS[asserts].false_rejection_rate + 0.004
    assert agrees <= 0.029


def test_orders_err_less_often_than_they_say():
    """Two equal values: intervals that don't meet are rarer than tests that find a difference."""
    judge, terms = ASSERTIONS["order"].judge, Terms("a < b", chance=True)
    pairs_drawn = DRAWN.reshape(-1, 2).tolist()
    rows = [{name: (at, at - REACH, at + REACH) for name, at in zip("ab", pair, strict=True)} for pair in pairs_drawn]
    told = [judge(order(each), terms) for each in rows]
    assert 0 < told.count(DIFFERS) / len(told) < ASSERTIONS["order"].false_rejection_rate


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("> 0", [1e-9, math.inf], [0, -1]),
        (">= 0.5", [0.5, 1], [0.4999]),
        ("< -1", [-1.5], [-1, 0]),
        ("<=15", [15, -math.inf], [15.1]),
        ("0.2..0.8", [0.2, 0.5, 0.8], [0.19, 0.81]),
        ("-3..-1", [-3, -1], [0]),
    ],
)
def test_ranges_hold_numbers(text, inside, outside):
    found = Range.read(text)
    assert all(map(found.holds, inside))
    assert not any(map(found.holds, outside))


@pytest.mark.parametrize(
    ("text", "low", "high", "meets"),
    [
        ("> 0", -1, 0, False), ("> 0", -1, 0.1, True), (">= 0", -1, 0, True), ("< 0", 0, 1, False),
        ("<= 0", 0, 1, True), ("0..1", -1, -0.1, False), ("0..1", 1, 2, True), ("0..1", -1, 2, True),
    ],
)  # fmt: skip
def test_ranges_meet_intervals(text, low, high, meets):
    assert Range.read(text).meets(low, high) is meets


@pytest.mark.parametrize(
    ("target", "names", "wanted"),
    [
        ("a < b < c", "abc", ["ab", "bc"]),
        ("... < c", "abc", ["ac", "bc"]),
        ("... < b < c", "abcd", ["ab", "db", "bc"]),
        ("a < ...", "abc", ["ab", "ac"]),
    ],
)
def test_pairs_of_an_order(target, names, wanted):
    assert sorted(pairs(target, list(names))) == sorted(map(tuple, wanted))


def test_names_with_signs_and_spaces_stand_in_a_chain():
    assert chain("... < -3 < +3") == ["...", "-3", "+3"]
    assert chain("10 percent < 20 percent") == ["10 percent", "20 percent"]
