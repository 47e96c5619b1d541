"""Each kind of assertion: outcomes at the borders, and in simulated studies no rule errs more often than is printed."""

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
import pandas as pd
import pytest
from helpers.texts import message
from scipy.stats import binomtest, norm

from tttcore.claims import error_rates
from tttcore.claims.assertions import ASSERTIONS, REPORT, Range, Terms, chain, check_target, pairs
from tttcore.claims.corrections import rate_of_rule, widened
from tttcore.claims.error_rates import BORDER, INSIDE, OUTSIDE, STORED, simulated_error_rates
from tttcore.claims.outcomes import DIFFERS, DISAGREE, REPRODUCED, UNDECIDED, UNLIKELY
from tttcore.claims.reports import PredictiveCheck
from tttcore.claims.selectors import ClaimValue
from tttcore.claims.verdicts import runs_to_decide, smallest_found
from tttcore.pipeline.code_digests import code_digest
from tttcore.report.audit import rates_kept
from tttcore.stats.intervals import mean_interval, median_interval, share_difference, share_interval
from tttcore.stats.predictions import place_of_number

NAN = math.nan
ROWS = {"a": (1.0, 0.5, 1.5), "b": (2.0, 1.6, 2.4), "c": (3.0, 2.3, 3.7)}
EXACT_ROWS = {"a": (1.0, NAN, NAN), "b": (2.0, NAN, NAN), "c": (2.0, NAN, NAN)}


def value_of(given):
    """A number, a text, the interval around an estimate, or rows in an order."""
    match given:
        case float():
            return ClaimValue(given)
        case str():
            return ClaimValue(NAN, text=given)
        case (low, high):
            return ClaimValue((low + high) / 2, low=low, high=high)
        case dict():
            return ClaimValue(NAN, text=" < ".join(given), rows=given)
    return given


WORDS = {"r": "reproduced", "d": "differs", "u": "undecided"}
EXACT = [
    ("identity", "765", "rd", [765.0, 765.001]), ("identity", "7, 7, 7", "rd", ["7, 7, 7", "7, 7, 8"]),
    ("equals", "0.264", "rrd", [0.26412, 0.2635001, 0.26349]), ("equals", "6.00", "rd", [6.004, math.inf]),
    ("equals", "2", "r", [2.5]),  # ties go to the even neighbour
    ("equals", "3.0", "r", [ClaimValue(2.97, low=2.0, high=4.0)]),  # printed, whatever could have been printed
    ("equals", "7 ± 1", "rd", [8.0, 8.1]), ("range", "<= 15", "rd", [15.0, 15.1]),
    ("range", "6..8", "rd", [ClaimValue(NAN, low=6.0, high=8.0), ClaimValue(NAN, low=5.9, high=8.0)]),
    ("range", "-1..1", "ru", [(-0.5, 0.5), (-0.5, 1.5)]),  # of the document's own runs
    ("order", "... < b", "u", [EXACT_ROWS]), ("order", "a < ...", "r", [EXACT_ROWS]),
    ("order", "... < a", "d", [EXACT_ROWS]),
]  # fmt: skip
"""Assertion, target, and outcomes of these values."""
BY_CHANCE = [
    ("equals", "1 ± 1", "rud", [(0.9, 1.9), (0.9, 2.1), (2.1, 3.0)]),
    ("range", "> 0", "rud", [(0.1, 1.0), (0.0, 1.0), (-1.0, 0.0)]), ("range", ">= 0", "r", [(0.0, 1.0)]),
    ("range", ">= 0.5", "ud", [(0.45, 0.57), (0.3, 0.49)]),
    ("range", "0.2..0.8", "rud", [(0.2, 0.8), (0.1, 0.8), (0.9, 1.0)]),
    ("range", "-1..1", "rud", [(-0.9, 1.0), (-104, 102), (1.1, 2.0)]),  # finding no difference isn't enough
    ("order", "a < b < c", "u", [ROWS]), ("order", "a < ...", "r", [ROWS]), ("order", "... < a", "d", [ROWS]),
    ("order", "b < a < c", "d", [ROWS]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("asserts", "target", "outcomes", "values", "chance"),
    [(*case, chance) for cases, chance in ((EXACT, False), (BY_CHANCE, True)) for case in cases],
)
def test_outcomes_with_and_without_chance(asserts, target, outcomes, values, chance):
    check_target(asserts, target, chance=chance)
    told = [ASSERTIONS[asserts].judge(value_of(each), Terms(target, chance=chance)) for each in values]
    assert told == [WORDS[each] for each in outcomes]


def test_every_kind_is_tested_with_every_outcome_that_chance_can_have():
    told = {(asserts, outcome) for asserts, _, outcomes, _ in BY_CHANCE for outcome in outcomes}
    assert told == {*product(ASSERTIONS.keys() - {"identity", REPORT}, WORDS)}


MISTAKES = [
    *(("identity", "", False), ("equals", "about 7", False), ("equals", "7 ± -1", False), ("report", "", True)),
    *(("equals", target, True) for target in ("7", "7 ± 0", "± 1", "7 ± 1 ± 1")),
    *(("range", target, True) for target in ("7", "7 ± 1")),
    *(("order", target, True) for target in ("a", "a < ", "a < a", "... < ...", "a < ... < b")),
]
UNFIT = ("a < d", "a < b", "... < a < b < c")
NO_RANGES = ("", "0", "about 3", "> x", "= 3", "0..", "2..1", "0..nan", "> inf", "0.1.2")


def test_targets_that_a_kind_does_not_take(snapshot):
    """And orders that don't fit rows a, b and c, and what is no range."""
    told = [message(check_target, asserts, target, chance=chance) for asserts, target, chance in MISTAKES]
    told += [message(lambda target: list(pairs(target, list("abc"))), target) for target in UNFIT]
    told += [message(Range.read, text) for text in NO_RANGES]
    assert "\n".join(told) == snapshot
    assert not any(map(Range.fits, NO_RANGES))


@pytest.mark.parametrize(("target", "told"), [
    ("<= 0.01", ["reproduced", "undecided", "differs"]), (">= 0.01", ["differs", "undecided", "reproduced"]),
])  # fmt: skip
def test_one_case_turns_no_verdict_that_all_or_some_do_something(target, told):
    """All and never, and there is one, are shares near a threshold: 0, 1 and 2 of 10,000 cases say the same."""
    intervals = [ClaimValue(*share_interval("", cases, 10_000, method="exact").values()) for cases in range(200)]
    found = [ASSERTIONS["range"].judge(each, Terms(target, chance=True)) for each in intervals]
    first, second = found.index(told[1]), found.index(told[2])
    assert found == [told[0]] * first + [told[1]] * (second - first) + [told[2]] * (200 - second)
    assert 75 < first < 100 < second < 125


DRAWN = np.random.default_rng(20261123).normal(size=20_000)
"""Errors of normal estimates, in standard errors; the cases below have estimates of other kinds."""
REACH = norm.isf(0.025)


def errors(asserts, target, at, error):
    """Shares of normal estimates of a value that lies `at` the border that are said to differ, and to agree."""
    judge, terms = ASSERTIONS[asserts].judge, Terms(target, chance=True)
    estimates, reach = (at + error * DRAWN).tolist(), error * REACH
    outcomes = [judge(ClaimValue(value, value - reach, value + reach), terms) for value in estimates]
    return [outcomes.count(outcome) / len(outcomes) for outcome in ("differs", "reproduced")]


@pytest.mark.parametrize(("asserts", "target", "at"), [
    ("range", "> 0", 0.0), ("range", "<= 0", 0.0), ("range", "-1..50", -1.0), ("range", "-1..1", 1.0),
    ("equals", "0 ± 1", -1.0),
])  # fmt: skip
def test_rules_err_one_time_in_forty_at_a_border(asserts, target, at):
    assert errors(asserts, target, at, 0.1) == pytest.approx([0.025, 0.025], abs=0.004)


@pytest.mark.parametrize(("asserts", "target"), [("equals", "0 ± 1"), ("range", "-1..1")])
@pytest.mark.parametrize("error", [0.1, 1.0, 3.0, 100.0])
def test_a_margin_that_is_narrow_errs_no_more_often_than_is_said(asserts, target, error):
    differs, agrees = errors(asserts, target, 1.0, error)
    assert differs <= ASSERTIONS[asserts].false_rejection_rate + 0.004
    assert agrees <= 0.029


@pytest.mark.parametrize(("text", "inside", "outside"), [
    ("> 0", [1e-9, math.inf], [0, -1]), (">= 0.5", [0.5, 1], [0.4999]), ("< -1", [-1.5], [-1, 0]),
    ("<=15", [15, -math.inf], [15.1]), ("0.2..0.8", [0.2, 0.5, 0.8], [0.19, 0.81]), ("-3..-1", [-3, -1], [0]),
])  # fmt: skip
def test_ranges_hold_numbers(text, inside, outside):
    found = Range.read(text)
    assert all(map(found.holds, inside))
    assert not any(map(found.holds, outside))


@pytest.mark.parametrize(("text", "low", "high", "meets"), [
    ("> 0", -1, 0, False), ("> 0", -1, 0.1, True), (">= 0", -1, 0, True), ("< 0", 0, 1, False),
    ("<= 0", 0, 1, True), ("0..1", -1, -0.1, False), ("0..1", 1, 2, True), ("0..1", -1, 2, True),
])  # fmt: skip
def test_ranges_meet_intervals(text, low, high, meets):
    assert Range.read(text).meets(low, high) is meets


@pytest.mark.parametrize(("target", "names", "wanted"), [
    ("a < b < c", "abc", ["ab", "bc"]), ("... < c", "abc", ["ac", "bc"]),
    ("... < b < c", "abcd", ["ab", "db", "bc"]), ("a < ...", "abc", ["ab", "ac"]),
])  # fmt: skip
def test_pairs_of_an_order(target, names, wanted):
    assert sorted(pairs(target, list(names))) == sorted(map(tuple, wanted))


def test_names_with_signs_and_spaces_stand_in_a_chain():
    assert [*map(chain, ("... < -3 < +3", "1 percent < 2"))] == [["...", "-3", "+3"], ["1 percent", "2"]]


STUDIES, PARTS = 200, 5
"""Simulated studies of each case, and parts of a sentence."""
CERTAIN = 1e-4
"""Chance below which what was found isn't taken for chance; all streams are fixed."""


def at_most(times, trials, share):
    """True if so many cases agree with a chance of at most `share`."""
    return binomtest(times, trials, share, alternative="greater").pvalue > CERTAIN


def at_least(times, trials, share):
    """True if so many cases agree with a chance of at least `share`."""
    return binomtest(times, trials, share, alternative="less").pvalue > CERTAIN


def test_no_verdict_errs_more_often_than_is_printed():
    """By the stored table, which is that of today's rules."""
    about = json.loads(STORED.with_suffix(".json").read_text(encoding="utf-8"))
    assert about["rules"] == code_digest("tttcore.claims.error_rates"), "run `make error-rates`"
    assert rates_kept(pd.read_csv(STORED)).startswith("In none")


@pytest.fixture(scope="module")
def few():
    return simulated_error_rates(2, simulations=1)


def test_table_of_error_rates(few, monkeypatch):
    assert few.columns.tolist() == [*error_rates.COLUMNS]
    assert set(few["assertion"]) == ASSERTIONS.keys() - {"identity"}
    assert set(few["truth"]) == {INSIDE, BORDER, OUTSIDE}
    ranges = few[(few["assertion"] == "range") & (few["truth"] == BORDER)]
    kinds = [len(estimate.distributions) * len(estimate.runs) for estimate in error_rates.ESTIMATES.values()]
    in_parts = ranges["estimate"].str.endswith("parts")
    assert len(ranges[~in_parts]) == sum(kinds)
    others = few[few["truth"].isin([INSIDE, OUTSIDE]) & (few["assertion"] != "report")]
    assert not others.duplicated(["assertion", "estimate", "truth"]).any()
    assert few.loc[few["assertion"] == "report", "of"].min() > 0
    needed = {*error_rates.ORDERED, *error_rates.IN_PARTS}
    fewer = {name: estimate for name, estimate in error_rates.ESTIMATES.items() if name in needed}
    monkeypatch.setattr(error_rates, "ESTIMATES", fewer)
    again = simulated_error_rates(2, simulations=1)
    kept = few["estimate"].isin(again["estimate"])
    assert again.equals(few[kept].reset_index(drop=True))


def test_printed_rates_are_those_of_verdicts(few):
    """But for means and ratios, orders whose intervals can't be widened, and parts of which several err."""
    one_sided = ASSERTIONS["range"].region("> 0")
    usual = few[(few["distribution"] != "skewed") & ~few["estimate"].str.contains("mean|ratio|groups|parts")]
    for row in usual.itertuples():
        region = one_sided if row.assertion == "range" else None
        assert row.printed == rate_of_rule(ASSERTIONS[row.assertion], region, ClaimValue(NAN), 1)
    means = few[few["estimate"].str.contains("mean") & (few["assertion"] == "range")]
    assert (means["printed"].dropna() >= 0.025).all()
    assert set(means.loc[means["printed"].isna(), "distribution"]) == {"rare long runs", "one run in 1,000 takes 500"}


@pytest.mark.parametrize(("beyond", "rate"), [(1e9, 0), (0, 1)])
def test_rates_tell_intervals_that_miss(monkeypatch, beyond, rate):
    """One of everything never misses, one without width beside the truth always does."""

    def study(lengths, runs, rng):
        return ClaimValue(lengths.mean + 1, lengths.mean + 1 - beyond, lengths.mean + 1 + beyond)

    estimate = error_rates.Estimate(study, lambda lengths: lengths.mean, error_rates.LENGTHS, (30,))
    monkeypatch.setattr(error_rates, "ESTIMATES", {"mean": estimate})
    for name in ("ORDERED", "IN_PARTS", "KNOWN", "UNKNOWN", "SINGLE"):
        monkeypatch.setattr(error_rates, name, ())
    table = simulated_error_rates(3, simulations=2)
    assert (table.loc[table["truth"] == BORDER, "measured"] == rate).all()


# How a study of some `size`, a multiple of the usual one, estimates a value, with the functions that tables use.


def mean_of(runs, spread):
    """Mean of normal runs."""
    return lambda rng, truth, size: mean_interval("", rng.normal(truth, spread / math.sqrt(size), runs))


def median_of_skew_runs(rng, truth, size):
    runs = round(60 * size)
    return median_interval("", rng.exponential(1.0, runs) + truth - math.log(2))


def share_of(trials):
    def estimate(rng, truth, size):
        return share_interval("", int(rng.binomial(round(trials * size), truth)), round(trials * size))

    return estimate


def difference_of_shares(rng, truth, size):
    games = round(150 * size)
    first, second = (int(rng.binomial(games, share)) for share in (0.4 + truth, 0.4))
    return share_difference("", (first, games), (second, games))


@dataclass(frozen=True)
class Case:
    """A statement, a truth on the `border` of what it asserts and one well `inside`, and how studies estimate it."""

    asserts: str
    target: str
    border: float
    inside: float
    estimate: Callable

    @property
    def region(self):
        return ASSERTIONS[self.asserts].region(self.target)

    @property
    def printed(self):
        """Rate of error that a row prints."""
        return rate_of_rule(ASSERTIONS[self.asserts], self.region, ClaimValue(NAN), 1)

    def judge(self, found):
        return ASSERTIONS[self.asserts].judge(found, Terms(self.target, chance=True))

    def studies(self, truth, number, *, seed):
        rng = np.random.default_rng(seed)
        return [self.study(rng, truth) for _ in range(number)]

    def study(self, rng, truth, size=1.0):
        """Estimate and its interval."""
        return ClaimValue(*self.estimate(rng, truth, size).values())


CASES = {
    "a number": Case("equals", "7 ± 1", 8.0, 7.0, mean_of(100, 1.5)),
    "a bound of a mean": Case("range", "> 3", 3.0, 7.0, mean_of(100, 5.0)),
    "a bound of a median": Case("range", ">= 5", 5.0, 6.0, median_of_skew_runs),
    "a share": Case("range", ">= 0.5", 0.5, 0.65, share_of(200)),
    "a small share": Case("range", "<= 0.05", 0.05, 0.005, share_of(300)),
    "no difference of shares": Case("range", "-0.2..0.2", 0.2, 0.0, difference_of_shares),
}


def each(*without):
    """Test of each case but these."""
    return pytest.mark.parametrize("name", [name for name in CASES if name not in without])


@cache
def at_the_border(name):
    """Studies of sentences whose parts are only just true."""
    return CASES[name].studies(CASES[name].border, STUDIES * PARTS, seed=1)


def judged(name, studies):
    return [CASES[name].judge(found) for found in studies]


def differing(outcomes):
    """Number of sentences with a part that differs or is unlikely."""
    return sum(not {*DISAGREE}.isdisjoint(outcomes[at : at + PARTS]) for at in range(0, len(outcomes), PARTS))


@each()
def test_a_statement_that_is_only_just_true_differs_no_more_often_than_is_printed(name):
    """One that is only just false is reproduced one time in forty at most; parts of a sentence err as one."""
    rate, outcomes = CASES[name].printed, judged(name, at_the_border(name))
    assert 0.02 < rate <= 0.05
    assert at_most(outcomes.count(DIFFERS), len(outcomes), rate)
    assert at_most(outcomes.count(REPRODUCED), len(outcomes), 0.025)
    assert at_most(differing(judged(name, [widened(found, PARTS) for found in at_the_border(name)])), STUDIES, rate)


@each()
def test_the_deviation_that_is_printed_is_found_four_times_in_five(name):
    """That of a normal estimate, roughly: intervals of shares change with the truth, and those of few runs vary."""
    case = CASES[name]
    finds = np.median([smallest_found(found, case.region) for found in at_the_border(name)[:STUDIES]])
    beyond = case.border + math.copysign(finds, case.border - case.inside)
    found = judged(name, case.studies(beyond, STUDIES, seed=3)).count(DIFFERS) / STUDIES
    assert found == pytest.approx(0.8, abs=0.12)


@each("a bound of a median")
def test_so_many_times_as_many_runs_decide_in_half_of_the_cases_or_more(name):
    """If the value that was found is the true one; a second study, of that size, is then decided."""
    case, rng = CASES[name], np.random.default_rng(4)
    decided = []
    for found in at_the_border(name)[:STUDIES]:
        more = runs_to_decide(found, case.region, case.target) if case.judge(found) == UNDECIDED else math.inf
        if more < 1e6:
            decided.append(case.judge(case.study(rng, found.value, more)) != UNDECIDED)
    assert len(decided) > STUDIES // 2
    assert at_least(sum(decided), len(decided), 0.5)


@cache
def of_equal_things():
    """Orders of the means of a hundred runs of three things that are equal."""
    rng, estimate = np.random.default_rng(6), mean_of(100, 1.5)
    drawn = [{name: tuple(estimate(rng, 1.0, 1.0).values()) for name in "abc"} for _ in range(STUDIES * PARTS)]
    return [ClaimValue(math.nan, rows=rows) for rows in drawn]


@pytest.mark.parametrize("target", ["a < b < c", "... < c", "a < ..."])
def test_equal_things_are_put_in_order_no_more_often_than_is_printed(target):
    """Alone, and in a sentence of five orders; no order is true of them either."""
    judge, terms = ASSERTIONS["order"].judge, Terms(target, chance=True)
    orders = of_equal_things()
    rate = rate_of_rule(ASSERTIONS["order"], None, ClaimValue(NAN), 1)
    outcomes = [judge(found, terms) for found in orders]
    assert at_most(outcomes.count(DIFFERS), len(outcomes), rate)
    assert at_most(outcomes.count(REPRODUCED), len(outcomes), rate)
    assert at_most(differing([judge(widened(found, PARTS), terms) for found in orders]), STUDIES, rate)


# Reports of the means of documents of ten runs, among simulated replications drawn from the same truth.


@cache
def documents(*, shift=0.0):
    """What is seen of reports of documents of a truth that is shifted, among those that are not."""
    drawn, reported = (np.random.default_rng(seed).gamma(4, 2, (4000, 10)).mean(axis=1).round(1) for seed in (10, 11))
    reported = (reported[: STUDIES * PARTS] + shift).round(1)
    seen = {value: place_of_number(drawn, value) for value in set(reported.tolist())}
    return [seen[value] for value in reported.tolist()]


def seen_by(place):
    return PredictiveCheck(place["chance"], place["chance_least"], minimum_effect=place["finds"])


def test_a_report_of_the_same_truth_is_unlikely_no_more_often_than_is_printed():
    """Alone, and in a sentence of five."""
    outcomes = [seen_by(place).judged(1) for place in documents()]
    rate = rate_of_rule(ASSERTIONS["report"], None, ClaimValue(NAN), 1)
    assert rate == ASSERTIONS["report"].false_rejection_rate
    assert at_most(outcomes.count(UNLIKELY), len(outcomes), rate * 1.2)  # the rate is estimated, too
    assert UNDECIDED not in outcomes
    assert at_most(differing([seen_by(place).judged(PARTS) for place in documents()]), STUDIES, rate)


def test_a_report_is_found_to_be_unlikely_four_times_in_five_where_it_is_said_to_be():
    """Whichever way the truth is shifted."""
    finds = documents()[0]["finds"]
    shifted = ([seen_by(place).judged(1) == UNLIKELY for place in documents(shift=way * finds)] for way in (1, -1))
    assert min(map(np.mean, shifted)) == pytest.approx(0.8, abs=0.04)
