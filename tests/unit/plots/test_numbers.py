"""Numbers as people read them."""

import math

import numpy as np
import pytest

from tttcore.plots.numbers import cell, decimals, fixed, number, p_value, percent, short, with_unit

NAN = math.nan
SHOWN = {
    number: [
        (0.264123, "0.2641"), (5.59425, "5.594"), (-0.07801234, "−0.07801"), (7.0, "7"), (0.0, "0"),
        (362880, "362,880"), (24018601.1, "24,020,000"), (np.float64(1234.56), "1,234.6"), (999.96, "1,000"),
        (0.00001234, "1.23 × 10⁻⁵"), (1.5e-300, "1.50 × 10⁻³⁰⁰"), (999_999_999_999_999, "999,999,999,999,999"),
        (-3.047556256495648e20, "−3.05 × 10²⁰"), (NAN, "–"), (-math.inf, "−∞"), ("0.5000000001", "0.5"),
        ("765", "765"), ("12345.0", "12,345"), ("7, 7, 7", "7, 7, 7"), ("rmg < umg", "rmg < umg"), ("", ""),
        (True, "True"), (None, "None"), (1234567.0, "1,234,567"),
    ],
    short: [
        (0.77614, "0.776"), (-84.53, "−84.5"), (1234.5, "1,230"), (37, "37"), (123456.0, "123,456"), ("a < b", "a < b"),
    ],
    cell: [
        *((text, text) for text in ("0500", "+2", "1_000", "nan", "infinity", "1e5", " 7")), (1234567.0, "1,234,567"),
    ],
    p_value: [
        (0.0, "< 0.001"), (0.00099, "< 0.001"), (0.001, "0.001"), (0.04367, "0.0437"), (0.5, "0.5"), (NAN, "–"),
    ],
    percent: [
        (0.0, "< 0.1%"), (0.0009, "< 0.1%"), (0.001, "0.1%"), (0.34219, "34.2%"), (0.04, "4%"), (0.9991, "> 99.9%"),
        (1.0, "100%"), (NAN, "–"),
    ],
    with_unit: [(1, "1 s"), (0.1, "100 ms"), (1e-3, "1 ms"), (1e-5, "10 µs"), (1e-7, "0.1 µs"), (100, "100 s")],
}  # fmt: skip


@pytest.mark.parametrize("function", SHOWN)
def test_numbers(function):
    """Chances are certain and p is 0 only if they are; cells of text stay as they are; short ones have three digits."""
    assert {value: function(value) for value, _ in SHOWN[function]} == dict(SHOWN[function])


@pytest.mark.parametrize(
    ("value", "low", "high", "places"),
    [
        (0.48371, NAN, NAN, 3), (0.48371, 0.1, 0.9, 3), (0.9969, 0.9956, 0.9979, 4), (477.3, 452.1, 502.7, 0),
        (1234.5, 1234.1, 1234.9, 2), (1e-9, -0.02, 0.02, 4), (0.0123, NAN, NAN, 4), (0.0, NAN, NAN, 0),
        (5.0, 2.5, math.inf, 2), (NAN, -5.25, 7.125, 0),
    ],
)  # fmt: skip
def test_decimals_show_three_digits_or_two_of_the_interval(value, low, high, places):
    assert decimals(value, low, high) == places


@pytest.mark.parametrize(
    ("value", "places", "shown"),
    [
        (0.4837, 3, "0.484"), (-0.4, 3, "−0.400"), (7.0, 3, "7"), (1234567.25, 1, "1,234,567.2"), (0.00002, 3, "2e-05"),
        (-0.0004, 3, "−0.0004"), (0.0006, 3, "0.001"), (math.inf, 2, "∞"), (3e20, 2, "3.00 × 10²⁰"),
    ],
)  # fmt: skip
def test_fixed_decimals(value, places, shown):
    assert fixed(value, places) == shown
