"""Verdicts: what a row says, when nothing is judged, families, and what fits no table."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm, t

from tttcore.claims.assertions import ASSERTIONS, Range, Terms
from tttcore.claims.claims_file import COLUMNS
from tttcore.claims.outcomes import DIFFERS, MEASURED, NOT_TESTABLE, REPRODUCED, UNDECIDED
from tttcore.claims.schemas import VERDICTS
from tttcore.claims.selectors import ClaimValue
from tttcore.claims.verdicts import kept_to_shares, runs_to_decide, smallest_found, verdicts, widened
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import write

NAN = math.nan
TABLES = {
    "summaries": pd.DataFrame(
        {
            "set": "published", "group": ["a", "b"], "n": 3, "mean": [7.5, NAN], "mean_low": [7.0, NAN],
            "mean_high": [8.0, NAN], "sd": [1.0, 2.0], "sd_low": [0.9, 1.5], "sd_high": [1.1, 2.5],
        }
    ),
    "texts": pd.DataFrame({"name": ["first", "second"], "text": ["left", ""]}),
    "drawn": pd.DataFrame({"report": ["mean"], "chance": [0.03], "wrong": [0.04], "finds": [1.5]}),
}  # fmt: skip
MEAN = "summaries.mean[group=a; set=published]"


def claim(**cells):
    usual = {"id": "C1", "kind": "claim", "basis": "rerun", "measure": MEAN, "note": "as printed"}
    return {**dict.fromkeys(COLUMNS, ""), **usual, **cells}


def judged(*rows, runs=3):
    found = verdicts(pd.DataFrame(rows), TABLES, runs=runs, judged_from=3, where="claims.csv")
    return found.to_dict("records")


def test_a_verdict_says_what_was_found_by_which_rule_and_why():
    (row,) = judged(
        claim(asserts="number", target="7.5", margin="1", because="a generation", published="7.5", statement="Mean")
    )
    assert (row["verdict"], row["reason"]) == (REPRODUCED, "The whole interval agrees.")
    assert (row["measured"], row["low"], row["high"], row["rule"]) == ("7.5", 7.0, 8.0, "within 7.5 ± 1")
    assert (row["because"], row["note"], row["wrong"]) == ("a generation", "as printed", "at most 5%")
    assert row["finds"] == pytest.approx(0.5 * (1 + 0.8416 / 1.96), rel=1e-4)
    assert row["counted"]
    assert math.isnan(row["adjusted_low"])


def test_full_precision_is_kept(tmp_path):
    table = TABLES["summaries"].assign(mean=1 / 3, notch_low=[1 / 7, 0.5], notch_high=[1.5, 5 / 3])
    rows = [
        claim(basis="exact", asserts="number", target="0.33"),
        claim(basis="exact", measure="span summaries.notch", asserts="bound", target="0..2"),
        claim(measure="order summaries.sd", asserts="order", target="a < b"),
    ]
    found = verdicts(pd.DataFrame(rows), {"summaries": table}, runs=3, judged_from=3, where="claims.csv")
    assert found["measured"].tolist() == ["0.3333333333333333", "0.14285714285714285 to 1.6666666666666667", "a < b"]
    assert found["verdict"].tolist() == [REPRODUCED] * 3
    assert found["values"].tolist() == ["", "", "a: 1.0 [0.9, 1.1]; b: 2.0 [1.5, 2.5]"]
    write(tmp_path / "verdicts.parquet", found, schema=VERDICTS, provenance={})


def test_what_asserts_nothing_is_measured_or_not_testable():
    first, second = judged(claim(note="only asked"), claim(measure="", note="a person is needed"))
    assert (first["verdict"], first["reason"], first["measured"]) == (MEASURED, "only asked", "7.5")
    assert (second["verdict"], second["reason"], second["measured"]) == (NOT_TESTABLE, "a person is needed", "")
    assert (first["rule"], first["wrong"]) == ("", "")


def test_a_value_that_is_undefined_is_undecided():
    (row,) = judged(claim(asserts="bound", target="<= 9", measure="summaries.mean[group=b]"))
    assert (row["verdict"], row["reason"]) == (UNDECIDED, "Undefined at this number of runs.")
    (row,) = judged(claim(basis="exact", asserts="identity", target="left", measure="texts.text[name=second]"))
    assert row["verdict"] == UNDECIDED


@pytest.mark.parametrize(("runs", "basis", "verdict"), [
    (2, "rerun", UNDECIDED), (3, "rerun", REPRODUCED), (2, "exact", REPRODUCED), (2, "reanalysis", REPRODUCED),
])  # fmt: skip
def test_claims_about_reruns_need_runs(runs, basis, verdict):
    (row,) = judged(claim(asserts="bound", target="<= 9", basis=basis), runs=runs)
    assert row["verdict"] == verdict
    assert (row["reason"] == "Needs at least 3 runs of each treatment.") is (verdict == UNDECIDED)


def test_an_undecided_row_says_how_many_runs_would_decide_it():
    (row,) = judged(claim(asserts="bound", target="> 7.25"))
    assert (row["verdict"], row["runs"]) == (UNDECIDED, 4.0)
    assert row["reason"] == (
        "Part of the interval agrees and part doesn't. About 4 times as many runs would decide it at this value."
    )


def test_both_questions_stand_in_one_row():
    true, reported = judged(
        claim(asserts="bound", target="> 7", seen="drawn.chance[report=mean]"),
        claim(asserts="report", measure="", seen="drawn.chance[report=mean]"),
    )
    assert (true["verdict"], reported["verdict"]) == (UNDECIDED, DIFFERS)
    assert true["reason"].endswith("3% of documents of its size report this or something rarer.")
    assert reported["reason"] == (
        "A document of this size would hardly report this. 3% of such documents report this or something rarer."
    )
    assert (reported["chance"], reported["wrong"], reported["finds"]) == (0.03, "4% of pretended documents", 1.5)


def test_rows_of_a_family_are_judged_together():
    alone = claim(asserts="bound", target="> 6.9")
    together = [{**alone, "id": name, "family": "means"} for name in ("C1", "C2", "C3")]
    assert judged(alone)[0]["verdict"] == REPRODUCED
    row = judged(*together)[0]
    assert row["verdict"] == UNDECIDED
    assert row["adjusted_low"] < row["low"] < row["high"] < row["adjusted_high"]
    assert row["reason"].endswith("In a family of 3 (Bonferroni): the interval is wider.")


def test_what_is_repeated_or_a_method_is_not_counted():
    rows = judged(claim(), claim(id="C2", same_as="C1"), claim(kind="method"), claim(kind="contradiction"))
    assert [row["counted"] for row in rows] == [True, False, False, False]


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (
            {"measure": "sumaries.n"},
            r"\.measure: 'sumaries\.n': unknown table 'sumaries' \(did you mean 'summaries'\?\)",
        ),
        (
            {"asserts": "bound", "target": "> 2", "measure": "summaries.n[group=a]"},
            r"\.measure: 'summaries\.n\[group=a\]': gives no interval, and bound needs one where runs are counted$",
        ),
        (
            {"asserts": "order", "target": "... < 3", "measure": "summaries.n[group=a]"},
            r"\.measure: 'summaries\.n\[group=a\]': gives a number, and order needs an order$",
        ),
        (
            {"asserts": "bound", "target": "> 3", "measure": "texts.text[name=first]"},
            r"\.measure: 'texts\.text\[name=first\]': gives text, and bound needs a number or an interval$",
        ),
        (
            {"basis": "exact", "asserts": "identity", "target": "3", "measure": "span summaries.mean"},
            r"'span summaries\.mean': gives an interval, and identity needs a number or an order or text$",
        ),
        (
            {"asserts": "order", "target": "... < c", "measure": "order summaries.sd"},
            r"\.target: .*: no row is called 'c'; ",
        ),
        (
            {"asserts": "report", "seen": "summaries.n[group=a]"},
            r"\.seen: 'summaries\.n\[group=a\]': needs the column ",
        ),
    ],
)
@pytest.mark.parametrize("runs", [2, 3])
def test_a_claim_that_cannot_be_judged(cells, message, runs):
    """Also while runs are too few to judge any."""
    with pytest.raises(ConfigError, match=rf"^claims\.csv: C1.*{message}") as error:
        judged(claim(**cells), runs=runs)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("factor", "told"),
    [(12.4, "12"), (3.14, "3.1"), (0.251, "0.25"), (1e-9, "less than 0.001"), (4e6, "more than 1,000")],
)
def test_a_row_that_says_there_is_no_difference_tells_how_likely_the_data_are_without_one(factor, told):
    tables = {
        "pairs": pd.DataFrame(
            {"mean_difference": [1.5], "difference_low": [0.5], "difference_high": [2.5], "bayes_null": [factor]}
        )
    }
    one = claim(measure="pairs.mean_difference", target="0", asserts="no difference", margin="3", because="a unit")
    other = claim(id="C2", measure="pairs.mean_difference", target="> 0.1", asserts="difference")
    none, more = verdicts(pd.DataFrame([one, other]), tables, runs=3, judged_from=3, where="claims.csv").to_dict(
        "records"
    )
    assert none["reason"] == (
        f"The whole interval agrees. The data are {told} times as likely under no difference as under the default "
        "alternative."
    )
    assert none["bayes_null"] == factor
    assert "likely" not in more["reason"]
    assert math.isnan(more["bayes_null"])


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
