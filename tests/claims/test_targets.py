"""Ranges and orders as targets are written."""

import math

import pytest

from tttcore.claims.targets import Range, chain, pairs
from tttcore.pipeline.messages import ConfigError


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


@pytest.mark.parametrize("text", ["", "0", "about 3", "> x", "= 3", "0..", "2..1", "0..nan", "> inf", "0.1.2"])
def test_what_is_no_range_is_refused(text):
    assert not Range.fits(text)
    with pytest.raises(ConfigError, match=r"^can't use "):
        Range.read(text)


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


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("a < d", r"no row is called 'd'; known: a, b, c$"),
        ("a < b", r"needs a, b, c, or '...' for the rest at one end$"),
        ("a < ... < b", r"needs a, b, c, or "),
        ("... < a < b < c", r"needs a, b, c, or "),
    ],
)
def test_orders_that_do_not_fit(target, message):
    with pytest.raises(ConfigError, match=message):
        list(pairs(target, list("abc")))


def test_names_with_signs_and_spaces_stand_in_a_chain():
    assert chain("... < -3 < +3") == ["...", "-3", "+3"]
    assert chain("10 percent < 20 percent") == ["10 percent", "20 percent"]
