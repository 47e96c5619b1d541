"""Corrections for families, deviations that are found, and runs that would decide."""

import math

import numpy as np
import pytest
from scipy.stats import norm, t

from tttcore.claims.assertions import ASSERTIONS, Terms
from tttcore.claims.evidence import kept_to_shares, runs_to_decide, smallest_found, widened
from tttcore.claims.outcomes import REPRODUCED, UNDECIDED
from tttcore.claims.selectors import ClaimValue
from tttcore.claims.targets import Range

REACH = norm.isf(0.025)


def estimate(value, error):
    return ClaimValue(value, value - REACH * error, value + REACH * error)


def test_intervals_of_a_family_together_miss_at_most_one_time_in_twenty():
    values = np.random.default_rng(3).normal(size=(4000, 5))
    wide = widened(estimate(0.0, 1.0), 5)
    missed = (np.abs(values) > wide.high).any(axis=1).mean()
    assert missed == pytest.approx(0.05, abs=0.01)
    assert wide.low == -wide.high


@pytest.mark.parametrize("runs", [3, 10])
def test_so_do_those_of_few_runs(runs):
    """Student's intervals of means of so many runs each, seven rows together."""
    values = np.random.default_rng(4).normal(size=(10_000, 7, runs))
    means, errors = values.mean(axis=2), values.std(axis=2, ddof=1) / math.sqrt(runs)
    reach = t.isf(0.025, runs - 1)
    wide = widened(ClaimValue(0.0, -reach, reach, df=runs - 1), 7)
    missed = (np.abs(means) > wide.high * errors).any(axis=1).mean()
    assert missed == pytest.approx(0.05, abs=0.008)


def test_a_single_row_keeps_its_interval_and_orders_are_widened_row_by_row():
    single = widened(estimate(2.0, 1.0), 1)
    assert (single.low, single.high) == pytest.approx((2 - REACH, 2 + REACH))
    rows = widened(ClaimValue(math.nan, rows={"a": (1.0, 0.0, 2.0), "b": (1.0, math.nan, math.nan)}), 2).rows
    assert rows["a"][1] < 0
    assert math.isnan(rows["b"][1])


def test_the_smallest_deviation_is_found_four_times_in_five():
    found = smallest_found(estimate(0.0, 1.0), Range(-math.inf, 0.0))
    values = np.random.default_rng(5).normal(found, 1.0, size=20_000)
    assert (values - REACH > 0).mean() == pytest.approx(0.8, abs=0.01)
    assert math.isnan(smallest_found(ClaimValue(1.0), Range(0, 1)))
    assert math.isnan(smallest_found(estimate(0.0, 1.0), None))


def test_a_span_finds_what_the_widest_of_its_rows_finds():
    region = Range(-math.inf, 0.0)
    span = ClaimValue(math.nan, 1.0, 9.0, half=1.0)
    assert smallest_found(span, region) == smallest_found(ClaimValue(2.0, 1.0, 3.0), region)
    assert math.isnan(smallest_found(ClaimValue(math.nan, 1.0, 9.0), region))


def test_wider_intervals_of_shares_stay_between_0_and_1_unless_they_left_before():
    wide = ClaimValue(0.5, -0.2, 1.3)
    kept = kept_to_shares(wide, ClaimValue(0.5, 0.1, 0.9))
    assert (kept.low, kept.high) == (0, 1)
    left = kept_to_shares(wide, ClaimValue(0.5, -0.1, 1.2))
    assert (left.low, left.high) == (-0.1, 1.2)
    assert kept_to_shares(ClaimValue(0.5), ClaimValue(0.5)) == ClaimValue(0.5)


def test_shares_of_narrow_intervals_keep_them():
    inside = ClaimValue(0.5, 0.2, 0.8)
    assert kept_to_shares(inside, ClaimValue(0.5, 0.3, 0.7)) == inside


@pytest.mark.parametrize(
    ("found", "asserts", "target", "margin", "more"),
    [
        (estimate(1.0, 1.0), "bound", "> 0", math.nan, REACH**2),
        (estimate(-0.5, 1.0), "bound", "> 0", math.nan, (2 * REACH) ** 2),
        (estimate(0.5, 1.0), "no difference", "0", 1.0, (2 * REACH) ** 2),
        (estimate(3.0, 2.0), "no difference", "0", 1.0, REACH**2),
        (estimate(0.0, 1.0), "bound", ">= 0", math.nan, math.inf),
    ],
)
def test_so_many_times_as_many_runs_decide(found, asserts, target, margin, more):
    assertion, terms = ASSERTIONS[asserts], Terms(target, margin, chance=True)
    region = assertion.region(terms)
    assert assertion.judge(found, terms) == UNDECIDED
    assert runs_to_decide(found, region, target) == pytest.approx(more)
    if math.isfinite(more):
        error = (found.high - found.value) / REACH / math.sqrt(more * 1.001)
        assert assertion.judge(estimate(found.value, error), terms) != UNDECIDED


def test_runs_that_would_decide_an_order():
    rows = {"a": (1.0, 0.0, 2.0), "b": (2.0, 1.0, 3.0), "c": (9.0, 8.0, 10.0)}
    found = ClaimValue(math.nan, text="a < b < c", rows=rows)
    more = runs_to_decide(found, None, "a < b < c")
    assert more == 4
    half = 1 / math.sqrt(more * 1.001)
    narrow = {name: (at, at - half, at + half) for name, (at, _, _) in rows.items()}
    judged = ASSERTIONS["order"].judge(ClaimValue(math.nan, rows=narrow), Terms("a < b < c", math.nan, chance=True))
    assert judged == REPRODUCED


def test_where_nothing_tells_how_many():
    assert math.isnan(runs_to_decide(ClaimValue(0.0), Range(0, 1), ""))
    assert math.isnan(runs_to_decide(ClaimValue(0.0), None, ""))
