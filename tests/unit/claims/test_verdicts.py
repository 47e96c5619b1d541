"""Verdicts: what a row says, when nothing is judged, parts of a sentence, choices, and what fits no table."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm, t

from tttcore.claims.assertions import ASSERTIONS, Range, Terms
from tttcore.claims.claims_file import COLUMNS
from tttcore.claims.outcomes import (
    CHOICE_OUTCOMES,
    DIFFERS,
    MATTERS,
    MEASURED,
    NO_EFFECT,
    NOT_TESTABLE,
    OPEN,
    OUTCOMES,
    POSSIBLE,
    REPRODUCED,
    RULED_OUT,
    TAKEN,
    UNDECIDED,
)
from tttcore.claims.schemas import VERDICTS
from tttcore.claims.selectors import ClaimValue
from tttcore.claims.sentences import MIXED
from tttcore.claims.verdicts import runs_to_decide, smallest_found, verdicts, widened
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
    "drawn": pd.DataFrame(
        {"report": ["mean", "median"], "chance": [0.03, 0.5], "finds": [1.5, NAN]}
    ),
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
        claim(asserts="equals", target="7.5 ± 1", because="a generation", published="7.5", statement="Mean")
    )
    assert (row["verdict"], row["reason"]) == (REPRODUCED, "The whole interval agrees.")
    assert (row["measured"], row["low"], row["high"], row["rule"]) == ("7.5", 7.0, 8.0, "within 7.5 ± 1")
    assert (row["because"], row["note"], row["wrong"]) == ("a generation", "as printed", "at most 5%")
    assert row["finds"] == pytest.approx(0.5 * (1 + 0.8416 / 1.96), rel=1e-4)
    assert (row["counted"], row["sentence"], row["parts"]) == (True, "C1", 1)
    assert math.isnan(row["adjusted_low"])


def test_full_precision_is_kept(tmp_path):
    table = TABLES["summaries"].assign(mean=1 / 3, notch_low=[1 / 7, 0.5], notch_high=[1.5, 5 / 3])
    rows = [
        claim(basis="exact", asserts="equals", target="0.33"),
        claim(basis="exact", measure="span summaries.notch", asserts="range", target="0..2"),
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
    (row,) = judged(claim(asserts="range", target="<= 9", measure="summaries.mean[group=b]"))
    assert (row["verdict"], row["reason"]) == (UNDECIDED, "Undefined at this number of runs.")
    (row,) = judged(claim(basis="exact", asserts="identity", target="left", measure="texts.text[name=second]"))
    assert row["verdict"] == UNDECIDED


@pytest.mark.parametrize(("runs", "basis", "verdict"), [
    (2, "rerun", UNDECIDED), (3, "rerun", REPRODUCED), (2, "exact", REPRODUCED), (2, "reanalysis", REPRODUCED),
])  # fmt: skip
def test_claims_about_reruns_need_runs(runs, basis, verdict):
    (row,) = judged(claim(asserts="range", target="<= 9", basis=basis), runs=runs)
    assert row["verdict"] == verdict
    assert (row["reason"] == "Needs at least 3 runs of each treatment.") is (verdict == UNDECIDED)


def test_an_undecided_row_says_how_many_runs_would_decide_it():
    (row,) = judged(claim(asserts="range", target="> 7.25"))
    assert (row["verdict"], row["runs"]) == (UNDECIDED, 4.0)
    assert row["reason"] == (
        "Part of the interval agrees and part doesn't. About 4 times as many runs would decide it if "
        "the true value is what we estimate."
    )


def test_a_report_shows_our_value_and_is_judged_by_its_chance_alone():
    (row,) = judged(claim(asserts="report", target="drawn.chance[report=mean]"))
    assert (row["verdict"], row["measured"], row["low"]) == (DIFFERS, "7.5", 7.0)
    assert row["reason"] == (
        "As many runs as the document's would hardly show this. "
        "3% of simulated replications report this or something rarer."
    )
    assert (row["chance"], row["chance_most"], row["wrong"], row["finds"]) == (0.03, 0.03, "at most 5%", 1.5)
    (bare,) = judged(claim(asserts="report", target="drawn.chance[report=mean]", measure=""))
    assert (bare["verdict"], bare["measured"]) == (DIFFERS, "")


def test_a_report_that_no_result_could_contradict_says_that_the_runs_are_few(monkeypatch):
    drawn = TABLES["drawn"].assign(chance=[0.06, 0.5], chance_least=0.06)
    monkeypatch.setitem(TABLES, "drawn", drawn)
    (row,) = judged(claim(asserts="report", target="drawn.chance[report=mean]"))
    assert row["verdict"] == UNDECIDED
    assert row["reason"] == (
        "As few runs as the document's can't decide this: none of their possible results is rare enough. "
        "6% of simulated replications report this or something rarer."
    )


PARTS = [claim(id=name, asserts="range", target="> 6.9") for name in ("C1a", "C1b", "C1c")]


def test_parts_of_a_sentence_share_its_rate_of_error():
    alone = claim(asserts="range", target="> 6.9")
    assert judged(alone)[0]["verdict"] == REPRODUCED
    row = judged(*PARTS)[0]
    assert (row["verdict"], row["sentence"], row["parts"]) == (UNDECIDED, "C1", 3)
    assert row["adjusted_low"] < row["low"] < row["high"] < row["adjusted_high"]
    assert row["reason"].endswith(
        "Our runs judge 3 parts of the sentence, so the interval is wider (Bonferroni's correction)."
    )


def test_the_chance_of_a_report_counts_once_for_each_part():
    report = claim(id="C1d", asserts="report", target="drawn.chance[report=mean]")
    row = judged(PARTS[0], report)[1]
    assert (row["verdict"], row["adjusted_chance"]) == (UNDECIDED, 0.06)
    assert row["reason"].startswith("Unlikely, but not among so many parts.")
    assert row["reason"].endswith(
        "Our runs judge 2 parts of the sentence, so p is multiplied by 2 (Bonferroni's correction)."
    )


@pytest.mark.parametrize(
    "cells",
    [
        {"id": "C2"},
        {"id": "C1"},
        {"basis": "exact"},
        {"same_as": "C1a"},
        {"kind": "choice"},
        {"kind": "alternative"},
        {"asserts": "", "target": "", "because": ""},
    ],
)
def test_only_counted_parts_that_runs_judge_share_it(cells):
    """Another sentence, exact facts, what is said again, choices and what is merely measured widen nothing."""
    wide = cells == {"id": "C1"}  # a sentence's row without a letter is a part of it, too
    first, *_ = judged(PARTS[0], PARTS[1] | {"id": "C1b"} | cells)
    assert (first["parts"], math.isnan(first["adjusted_low"])) == ((2, False) if wide else (1, True))


def test_a_choice_beside_a_sentence_keeps_its_interval():
    *_, choice = judged(*PARTS, claim(id="C1d", kind="choice", asserts="range", target="> 6.9"))
    assert (choice["parts"], choice["verdict"]) == (1, TAKEN)


def test_what_is_repeated_or_a_choice_is_not_counted():
    rows = judged(claim(), claim(id="C2", same_as="C1"), claim(kind="choice"), claim(kind="alternative"))
    assert [row["counted"] for row in rows] == [True, False, False, False]


RANGE = {"asserts": "range", "measure": "summaries.mean[group=a]"}
EXACT = {"basis": "exact", "measure": "summaries.mean[group=a]"}
REPORT = {"asserts": "report", "measure": ""}


@pytest.mark.parametrize(
    ("kind", "cells", "outcome"),
    [
        ("choice", {"basis": "method"}, TAKEN),
        ("choice", {"measure": ""}, TAKEN),
        ("choice", EXACT | {"asserts": "identity", "target": "7.5"}, TAKEN),
        ("choice", EXACT | {"asserts": "identity", "target": "8"}, RULED_OUT),
        ("choice", RANGE | {"target": "-9..9"}, TAKEN),
        ("choice", RANGE | {"target": "-1..1"}, RULED_OUT),
        ("choice", RANGE | {"target": "> 7.5"}, OPEN),
        ("alternative", {"measure": ""}, OPEN),
        ("alternative", RANGE | {"target": "-9..9"}, NO_EFFECT),
        ("alternative", RANGE | {"target": "-1..1"}, MATTERS),
        ("alternative", RANGE | {"target": "-7.5..7.5"}, OPEN),
        ("alternative", RANGE | {"asserts": "equals", "target": "0 ± 9", "because": "wide"}, NO_EFFECT),
        ("alternative", RANGE | {"target": "> 7"}, OPEN),
        ("alternative", RANGE | {"target": "> 6"}, POSSIBLE),
        ("alternative", RANGE | {"target": "< 7"}, RULED_OUT),
        ("alternative", EXACT | {"asserts": "identity", "target": "7.5"}, POSSIBLE),
        ("alternative", EXACT | {"asserts": "identity", "target": "8"}, RULED_OUT),
        ("alternative", REPORT | {"target": "drawn.chance[report=mean]"}, RULED_OUT),
        ("alternative", REPORT | {"target": "drawn.chance[report=median]"}, POSSIBLE),
        ("alternative", REPORT | {"target": "span drawn.chance"}, OPEN),
    ],
)
def test_choices_have_words_of_their_own(kind, cells, outcome):
    (row,) = judged(claim(kind=kind, **cells))
    assert row["verdict"] == outcome


def test_every_word_of_choices_has_a_meaning_and_none_is_a_verdict():
    assert {*CHOICE_OUTCOMES} == {TAKEN, NO_EFFECT, MATTERS, POSSIBLE, RULED_OUT, OPEN}
    assert not {*CHOICE_OUTCOMES} & {*OUTCOMES, MIXED}


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (
            {"measure": "sumaries.n"},
            r"\.measure: 'sumaries\.n': unknown table 'sumaries' \(did you mean 'summaries'\?\)",
        ),
        (
            {"asserts": "range", "target": "> 2", "measure": "summaries.n[group=a]"},
            r"\.measure: 'summaries\.n\[group=a\]': gives no interval, and range needs one where runs are counted$",
        ),
        (
            {"asserts": "order", "target": "... < 3", "measure": "summaries.n[group=a]"},
            r"\.measure: 'summaries\.n\[group=a\]': gives a number, and order needs an order$",
        ),
        (
            {"asserts": "range", "target": "> 3", "measure": "texts.text[name=first]"},
            r"\.measure: 'texts\.text\[name=first\]': gives text, and range needs a number or an interval$",
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
            {"asserts": "report", "target": "summaries.n[group=a]"},
            r"\.target: 'summaries\.n\[group=a\]': a report needs the column 'chance', not 'n'$",
        ),
        (
            {"asserts": "report", "target": "most drawn.chance"},
            r"\.target: 'most drawn\.chance': one row is needed, or a span of several, not most$",
        ),
        (
            {"asserts": "report", "target": "drawn.chance"},
            r"\.target: 'drawn\.chance': 2 rows fit, not one$",
        ),
    ],
)
@pytest.mark.parametrize("runs", [2, 3])
def test_a_claim_that_cannot_be_judged(cells, message, runs):
    """Also while runs are too few to judge any."""
    with pytest.raises(ConfigError, match=rf"^claims\.csv: C1.*{message}") as error:
        judged(claim(**cells), runs=runs)
    assert "\n" not in str(error.value)


REACH = norm.isf(0.025)


def estimate(value, error):
    return ClaimValue(value, value - REACH * error, value + REACH * error)


def test_intervals_of_parts_together_miss_at_most_one_time_in_twenty():
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


@pytest.mark.parametrize(
    ("found", "asserts", "target", "more"),
    [
        (estimate(1.0, 1.0), "range", "> 0", REACH**2),
        (estimate(-0.5, 1.0), "range", "> 0", (2 * REACH) ** 2),
        (estimate(0.5, 1.0), "range", "-1..1", (2 * REACH) ** 2),
        (estimate(3.0, 2.0), "equals", "0 ± 1", REACH**2),
        (estimate(0.0, 1.0), "range", ">= 0", math.inf),
    ],
)
def test_so_many_times_as_many_runs_decide(found, asserts, target, more):
    assertion, terms = ASSERTIONS[asserts], Terms(target, chance=True)
    region = assertion.region(target)
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
    judged = ASSERTIONS["order"].judge(ClaimValue(math.nan, rows=narrow), Terms("a < b < c", chance=True))
    assert judged == REPRODUCED


def test_where_nothing_tells_how_many():
    assert math.isnan(runs_to_decide(ClaimValue(0.0), Range(0, 1), ""))
    assert math.isnan(runs_to_decide(ClaimValue(0.0), None, ""))


def test_a_table_may_tell_that_its_intervals_err_more_often():
    columns = ["mean_difference", "difference_low", "difference_high", "difference_error"]
    rows = [claim(measure="gaps.mean_difference", asserts="range", target=target) for target in ("> 0", "-3..3")]
    gaps = pd.DataFrame([(1.5, 0.5, 2.5, 0.1)], columns=columns)
    found = verdicts(
        pd.DataFrame(rows).assign(id=["C1", "C2"]), {"gaps": gaps}, runs=3, judged_from=3, where="claims.csv"
    )
    assert found["wrong"].tolist() == ["at most 10%", "at most 20%"]
