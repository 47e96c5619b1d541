"""Chances of reports against formulas and SciPy, and calibration against documents whose truth is known."""

import math
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tttcore.stats.intervals import LEVEL
from tttcore.stats.predictions import (
    COLUMNS,
    NOTICED,
    from_urn,
    is_contrary,
    place_of_number,
    place_of_outcome,
    place_of_run,
    shuffled,
)

RNG = np.random.default_rng
numbers = st.lists(st.integers(0, 6), min_size=1, max_size=25)


@settings(max_examples=80)
@given(numbers, st.integers(-1, 7))
def test_chance_of_a_number_counts_ties_in_both_tails(drawn, reported):
    at_most = sum(value <= reported for value in drawn) / len(drawn)
    at_least = sum(value >= reported for value in drawn) / len(drawn)
    assert place_of_number(drawn, reported)["chance"] == pytest.approx(min(1, 2 * min(at_most, at_least)))


@settings(max_examples=80)
@given(numbers, st.integers(-1, 7))
def test_chance_of_an_outcome_is_that_of_all_that_are_no_likelier(drawn, reported):
    """The document's own among them."""
    every = [*drawn, reported]
    rare = sum(every.count(value) <= every.count(reported) for value in every)
    named = place_of_outcome([f"outcome {value}" for value in drawn], f"outcome {reported}", unseen=True)
    assert named["chance"] == pytest.approx(rare / len(every))


def test_chance_of_a_number_agrees_with_the_normal_distribution():
    drawn = RNG(1).normal(size=200_000)
    found = place_of_number(drawn, 1.5)
    assert found["chance"] == pytest.approx(2 * stats.norm.sf(1.5), abs=0.004)
    assert (found["low"], found["high"]) == pytest.approx(stats.norm.ppf((0.025, 0.975)), abs=0.02)
    assert found["wrong"] == pytest.approx(LEVEL, abs=1e-4)
    assert found["finds"] == pytest.approx(stats.norm.ppf(0.975) + stats.norm.ppf(NOTICED), abs=0.02)
    assert found["chance_least"] == 0


def test_the_printed_error_rates_are_those_of_new_documents():
    """Means of thirty runs, judged by the 95% interval of an independent draw."""
    drawn, fresh = (RNG(seed).gamma(4, 2, (20_000, 30)).mean(axis=1) for seed in (2, 3))
    low, high = np.quantile(drawn, (0.025, 0.975))
    found = place_of_number(drawn, math.nan)
    assert math.isnan(found["chance"])
    assert ((fresh < low) | (fresh > high)).mean() == pytest.approx(found["wrong"], abs=0.01)
    noticed = [((fresh + shift < low) | (fresh + shift > high)).mean() for shift in (found["finds"], -found["finds"])]
    assert min(noticed) == pytest.approx(NOTICED, abs=0.02)


@settings(max_examples=60)
@given(st.lists(st.integers(0, 6), min_size=2, max_size=60))
def test_of_runs_that_are_alike_few_lie_far_out_however_they_are_distributed(runs):
    """Each is left out in turn: the proportion with a p-value below the level is never above it."""
    values = np.array(runs, float)
    places = [place_of_run(np.delete(values, at), low=value, high=value) for at, value in enumerate(values)]
    unlikely = np.mean([place["chance"] < LEVEL for place in places])
    assert unlikely <= places[0]["wrong"] < LEVEL
    assert min(place["chance"] for place in places) >= places[0]["chance_least"] == 1 / len(runs)
    assert math.isinf(places[0]["finds"]) == (len(runs) < 21)


def test_a_report_of_a_run_stands_for_the_nearest_of_its_values():
    values = RNG(7).normal(size=60)
    wide, point = place_of_run(values, low=0.5, high=9.0), place_of_run(values, low=0.5, high=0.5)
    assert wide["chance"] == point["chance"]
    noticed = [
        place_of_run(values, low=new, high=new)["chance"] < LEVEL for new in RNG(8).normal(point["finds"], size=4000)
    ]
    assert np.mean(noticed) == pytest.approx(NOTICED, abs=0.08)
    assert math.isnan(place_of_run(np.array([]), low=0, high=1)["chance"])


def test_a_report_that_cannot_differ():
    """If all that can be reported is likely, the least chance says so."""
    found = place_of_outcome(["yes"] * 66 + ["no"] * 34, "no", unseen=False)
    assert (found["chance"], found["chance_least"], found["wrong"]) == (35 / 101, 35 / 101, 0)
    assert math.isnan(found["low"])
    assert math.isnan(found["finds"])
    assert place_of_number([0.0] * 40 + [1.0] * 60, 1.0, possible=(0.0, 1.0))["chance_least"] == 0.8


def test_what_could_be_reported_and_never_was_drawn_has_no_chance():
    """So a report can differ even where all that is drawn is the same; among many outcomes none is rare."""
    for reported, possible in ((3.0, (0.0, 5.0)), (7.0, (5.0, math.inf))):
        found = place_of_number([5.0] * 9, reported, possible=possible)
        assert (found["chance"], found["chance_least"]) == (0, 0)
    outcome = place_of_outcome(["yes"] * 99, "no", unseen=True)
    assert (outcome["chance"], outcome["chance_least"]) == (0.01, 0.01)
    assert place_of_outcome([f"outcome {number}" for number in range(500)], "another", unseen=True)["chance"] == 1


def test_numbers_that_differ_by_rounding_errors_are_ties():
    assert place_of_number([0.1 + 0.2, 0.4, 0.5, 0.6], 0.3)["chance"] == 0.5


def test_documents_without_the_number_are_left_out():
    """Without any, nothing is known."""
    assert place_of_number([1.0, math.nan, 3.0], 1.0) == place_of_number([1.0, 3.0], 1.0)
    assert place_of_outcome(["a", "", "b"], "a", unseen=True) == place_of_outcome(["a", "b"], "a", unseen=True)
    assert math.isnan(place_of_outcome(["a", "b"], "", unseen=False)["chance"])
    nothing = [place_of_number(drawn, 1.0) for drawn in ([], [math.nan])]
    for found in (*nothing, *(place_of_outcome(drawn, "a", unseen=True) for drawn in ([], ["", ""]))):
        assert set(found) == set(COLUMNS)
        assert all(math.isnan(value) for value in found.values())


def test_documents_of_known_runs_are_all_subsets_alike():
    drawn = Counter(tuple(sorted(row)) for row in shuffled(4, 3, documents=70_000, rng=RNG(4)).tolist())
    assert {*drawn} == {*combinations(range(7), 3)}
    assert stats.chisquare([*drawn.values()]).pvalue > 1e-3


def urns(ours, runs):
    """All equally likely draws from an urn to which each ball returns with another of its kind."""
    drawn = [((), tuple(range(ours + 1)))]
    for _ in range(runs):
        drawn = [((*balls, ball), (*urn, ball)) for balls, urn in drawn for ball in urn]
    return [balls for balls, _ in drawn]


@pytest.mark.parametrize(("ours", "runs"), [(3, 3), (5, 1), (1, 4)])
def test_documents_of_unknown_runs_are_drawn_from_an_urn(ours, runs):
    exact = Counter(urns(ours, runs))
    found = Counter(map(tuple, from_urn(ours, runs, documents=50_000, rng=RNG(5)).tolist()))
    assert {*found} == {*exact} == {*product(range(ours + 1), repeat=runs)}
    expected = np.array([exact[balls] for balls in found]) / exact.total() * 50_000
    assert stats.chisquare([*found.values()], expected).pvalue > 1e-3


def test_numbers_between_bounds_have_the_chances_of_their_ends():
    least, greatest = RNG(7).normal(size=(2, 500))
    greatest = least + np.abs(greatest)
    found = place_of_number([least, greatest], 1.9)
    assert found["chance"] == pytest.approx(2 * min((least <= 1.9).mean(), (greatest >= 1.9).mean()))
    assert (found["low"], found["high"]) == pytest.approx(
        (np.quantile(least, 0.025), np.quantile(greatest, 0.975)), abs=1e-6
    )
    narrow = place_of_number(least, 1.9)
    assert place_of_number([least, least], 1.9) == narrow
    assert found["finds"] > narrow["finds"]


def test_outcomes_of_an_urn_and_their_power():
    """Documents that could report anything are part of each p-value; the power counts outcomes that weren't drawn."""
    drawn = ["a"] * 10 + ["b"] * 20 + ["c"] * 23 + ["d"] * 46
    found = place_of_outcome(drawn, "a", unseen=True, anything=0.1)
    assert found["chance"] == pytest.approx(0.1 + 0.9 * 11 / 100)
    assert found["chance_least"] == pytest.approx(0.1 + 0.9 * 1 / 100)
    assert found["wrong"] == 0
    assert math.isnan(found["power"])
    assert place_of_outcome(drawn, "a", unseen=True, otherwise=["a", "e", "d", "e", ""])["power"] == 0.5
    assert place_of_outcome(drawn, "a", unseen=True, otherwise=["a"])["power"] == 0


@pytest.mark.parametrize(("reported", "low", "high", "wanted"), [
    (0.6, 0.1, 0.49, True), (0.6, 0.1, 0.5, False), (0.5, 0.1, 0.4, True), (0.5, 0.6, 0.7, True),
    (0.4, 0.51, 0.9, True), (0.4, 0.1, 0.3, False), (1.0, 0.7, 0.8, False),
])  # fmt: skip
def test_a_report_of_most_runs_is_contrary_to_few_of_ours(reported, low, high, wanted):
    assert is_contrary(reported, low, high) is wanted


def test_outcomes_that_were_drawn():
    drawn = ["a"] * 10 + ["b"] * 20 + ["c"] * 23 + ["d"] * 46
    assert place_of_outcome(drawn, "a", unseen=True)["chance"] == pytest.approx(11 / 100)
