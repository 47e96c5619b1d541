"""Verdicts: what a row says, parts of a sentence, choices, reports, and what other readings of the document change."""

import math

import numpy as np
import pandas as pd
import pytest
from helpers.pages import LEAST, smallest
from helpers.texts import message, picture
from scipy.stats import norm, t

from tttcore.claims.assertions import ASSERTIONS, Range, Terms
from tttcore.claims.claims_file import COLUMNS
from tttcore.claims.multiverse import check_readings, multiverse, read_multiverse, robustness, with_readings
from tttcore.claims.multiverse_figure import STYLES, draw
from tttcore.claims.outcomes import (
    CHOICE_OUTCOMES,
    DIFFERS,
    MATTERS,
    NO_EFFECT,
    OPEN,
    OUTCOMES,
    POSSIBLE,
    REPRODUCED,
    RULED_OUT,
    TAKEN,
    UNDECIDED,
)
from tttcore.claims.reports import PredictiveCheck
from tttcore.claims.schemas import VERDICTS
from tttcore.claims.selectors import ClaimValue, Columns, Selector
from tttcore.claims.sentences import MIXED
from tttcore.claims.verdicts import runs_to_decide, smallest_found, verdicts, widened
from tttcore.pipeline.store import write
from tttcore.pipeline.table_files import write_csv
from tttcore.report.site import shared_files

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
        {
            "report": ["mean", "median", "few"], "chance": [0.03, 0.5, 0.06], "chance_least": [0.0, 0.0, 0.06],
            "finds": [1.5, NAN, NAN], "low": [4.0, NAN, NAN], "high": [9.0, NAN, NAN],
        }
    ),
    "gaps": pd.DataFrame(
        [(1.5, 0.5, 2.5, 0.1)], columns=["mean_difference", "difference_low", "difference_high", "difference_error"]
    ),
}  # fmt: skip
MEAN = "summaries.mean[group=a; set=published]"


def claim(**cells):
    usual = {"id": "C1", "kind": "claim", "basis": "rerun", "measure": MEAN, "note": "as printed"}
    return {**dict.fromkeys(COLUMNS, ""), **usual, **cells}


def judged(*rows, runs=3, tables=TABLES):
    found = verdicts(pd.DataFrame(rows), tables, runs=runs, judged_from=3, where="claims.csv")
    return found.to_dict("records")


RANGE, EQUALS = {"asserts": "range"}, {"asserts": "equals", "target": "7.5 ± 1", "because": "a generation"}
REPORT = {"asserts": "report", "target": "drawn.chance[report=mean]"}
PARTS = [claim(id=name, asserts="range", target="> 6.9") for name in ("C1a", "C1b", "C1c")]
TOLD = {
    "a verdict says what was found by which rule and why": [claim(**EQUALS, published="7.5", statement="Mean")],
    "what asserts nothing is measured or not testable": [claim(note="only asked"), claim(measure="", note="a person")],
    "undefined": [claim(**RANGE, target="<= 9", measure="summaries.mean[group=b]"),
                  claim(basis="exact", asserts="identity", target="left", measure="texts.text[name=second]")],
    "how many runs would decide": [claim(**RANGE, target="> 7.25")],
    "a report shows our value and is judged by its chance alone": [claim(**REPORT), claim(**REPORT, measure="")],
    "no possible result of the few runs could contradict": [claim(**REPORT | {"target": "drawn.chance[report=few]"})],
    "one part alone": PARTS[:1],
    "parts of a sentence share its rate of error; a choice beside them keeps its interval":
        [PARTS[0], PARTS[1] | {"target": "> 6"}, PARTS[2], PARTS[2] | {"id": "C1d", "kind": "choice"}],
    "the chance of a report counts once for each part": [PARTS[0], claim(id="C1d", **REPORT)],
    "what is repeated or a choice is not counted": [claim(), claim(id="C2", same_as="C1"), claim(kind="alternative")],
    "intervals that err more often": [claim(measure="gaps.mean_difference", **RANGE, target=target)
                                      for target in ("> 0", "-3..3")],
    "full precision, and values of an order": [
        claim(basis="exact", measure="span summaries.sd", **RANGE, target="0..2"),
        claim(measure="order summaries.sd", asserts="order", target="a < b"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", TOLD)
def test_what_rows_say(name, snapshot):
    """Cells of a claim are taken over."""
    given = [{**row, "id": f"C{at}"} if row["id"] == "C1" else row for at, row in enumerate(TOLD[name], start=1)]
    told = []
    for claimed, row in zip(given, judged(*given), strict=True):
        assert {name: row[name] for name in claimed} == claimed
        found = {name: value for name, value in row.items() if name not in claimed and value not in ("", 0)}
        texts = {name: value if isinstance(value, str) else f"{value:.5g}" for name, value in found.items()}
        told.append(", ".join(f"{name} {text}" for name, text in texts.items() if text != "nan"))
    assert "\n".join(told) == snapshot


def test_full_precision_is_kept(tmp_path):
    table = TABLES["summaries"].assign(mean=1 / 3, notch_low=[1 / 7, 0.5], notch_high=[1.5, 5 / 3])
    rows = [
        claim(basis="exact", asserts="equals", target="0.33"),
        claim(basis="exact", measure="span summaries.notch", asserts="range", target="0..2"),
    ]
    found = verdicts(pd.DataFrame(rows), {"summaries": table}, runs=3, judged_from=3, where="claims.csv")
    assert found["measured"].tolist() == ["0.3333333333333333", "0.14285714285714285 to 1.6666666666666667"]
    write(tmp_path / "verdicts.parquet", found, schema=VERDICTS, provenance={})


@pytest.mark.parametrize(("runs", "basis", "verdict"), [
    (2, "rerun", UNDECIDED), (3, "rerun", REPRODUCED), (2, "exact", REPRODUCED), (2, "reanalysis", REPRODUCED),
])  # fmt: skip
def test_claims_about_reruns_need_runs(runs, basis, verdict):
    (row,) = judged(claim(**RANGE, target="<= 9", basis=basis), runs=runs)
    assert row["verdict"] == verdict
    assert (row["reason"] == "Needs at least 3 runs of each treatment.") is (verdict == UNDECIDED)


@pytest.mark.parametrize(
    "cells",
    [
        {"id": "C2"}, {"id": "C1"}, {"basis": "exact"}, {"same_as": "C1a"}, {"kind": "choice"}, {"kind": "alternative"},
        {"asserts": "", "target": "", "because": ""},
    ],
)  # fmt: skip
def test_only_counted_parts_that_runs_judge_share_the_rate(cells):
    """Another sentence, exact facts, what is said again, choices and what is merely measured widen nothing."""
    wide = cells == {"id": "C1"}  # a sentence's row without a letter is a part of it, too
    first, *_ = judged(PARTS[0], PARTS[1] | {"id": "C1b"} | cells)
    assert (first["parts"], math.isnan(first["adjusted_low"])) == ((2, False) if wide else (1, True))


EXACT = {"basis": "exact", "asserts": "identity"}
CHOICES = [
    ("choice", {"basis": "method"}, TAKEN),
    ("choice", {"measure": ""}, TAKEN),
    ("choice", EXACT | {"target": "7.5"}, TAKEN),
    ("choice", EXACT | {"target": "8"}, RULED_OUT),
    ("choice", RANGE | {"target": "-9..9"}, TAKEN),
    ("choice", RANGE | {"target": "-1..1"}, RULED_OUT),
    ("choice", RANGE | {"target": "> 7.5"}, OPEN),
    ("alternative", {"measure": ""}, OPEN),
    ("alternative", RANGE | {"target": "-9..9"}, NO_EFFECT),
    ("alternative", RANGE | {"target": "-1..1"}, MATTERS),
    ("alternative", RANGE | {"target": "-7.5..7.5"}, OPEN),
    ("alternative", EQUALS | {"target": "0 ± 9"}, NO_EFFECT),
    ("alternative", RANGE | {"target": "> 7"}, OPEN),
    ("alternative", RANGE | {"target": "> 6"}, POSSIBLE),
    ("alternative", RANGE | {"target": "< 7"}, RULED_OUT),
    ("alternative", EXACT | {"target": "7.5"}, POSSIBLE),
    ("alternative", EXACT | {"target": "8"}, RULED_OUT),
    ("alternative", REPORT | {"measure": ""}, RULED_OUT),
    ("alternative", REPORT | {"measure": "", "target": "drawn.chance[report=median]"}, POSSIBLE),
    ("alternative", REPORT | {"measure": "", "target": "span drawn.chance"}, OPEN),
]


def test_choices_have_words_of_their_own():
    told = [judged(claim(kind=kind, **cells))[0]["verdict"] for kind, cells, _ in CHOICES]
    assert told == [outcome for _, _, outcome in CHOICES]
    assert {*CHOICE_OUTCOMES} == {*told}
    assert not {*CHOICE_OUTCOMES} & {*OUTCOMES, MIXED}


MISTAKES = [
    {"measure": "sumaries.n"},
    RANGE | {"target": "> 2", "measure": "summaries.n[group=a]"},
    {"asserts": "order", "target": "... < 3", "measure": "summaries.n[group=a]"},
    RANGE | {"target": "> 3", "measure": "texts.text[name=first]"},
    EXACT | {"target": "3", "measure": "span summaries.mean"},
    {"asserts": "order", "target": "... < c", "measure": "order summaries.sd"},
    REPORT | {"target": "summaries.n[group=a]"},
    REPORT | {"target": "most drawn.chance"},
    REPORT | {"target": "drawn.chance"},
]


def test_claims_that_cannot_be_judged(snapshot):
    """Also while runs are too few to judge any."""
    few, enough = ([message(judged, claim(**cells), runs=runs) for cells in MISTAKES] for runs in (2, 3))
    assert few == enough
    assert "\n".join(enough) == snapshot


@pytest.mark.parametrize(
    ("check", "parts", "outcome"),
    [
        ({"chance": 0.05}, 1, REPRODUCED),
        ({"chance": 0.049}, 1, DIFFERS),
        ({"chance": 0.02}, 3, UNDECIDED),
        ({"chance": 0.01}, 3, DIFFERS),
        ({"chance": 0.06}, 3, REPRODUCED),
        ({"chance": 0.01, "most": 0.04}, 1, DIFFERS),
        ({"chance": 0.01, "most": 0.06}, 1, UNDECIDED),
        ({"chance": 0.06, "most": 0.4}, 1, REPRODUCED),
        ({"chance": 0.4, "least": 0.06}, 1, UNDECIDED),
        ({"chance": 0.4, "least": 0.02}, 3, UNDECIDED),
        ({}, 1, UNDECIDED),
    ],
)
def test_reports_are_judged(check, parts, outcome):
    assert PredictiveCheck(**check).judged(parts) == outcome


def test_chances_come_with_their_calibration():
    """Those of a span are of documents of several kinds."""
    for selector, wanted in {
        "drawn.chance[report=mean]": {"chance": 0.03, "least": 0.0, "low": 4.0, "high": 9.0, "minimum_effect": 1.5},
        "span drawn.chance": {"chance": 0.03, "least": 0.06, "low": 4.0, "high": 9.0, "most": 0.5},
        "span bare.chance": {"chance": 0.03, "most": 0.5},
    }.items():
        found = vars(PredictiveCheck.read(selector, TABLES | {"bare": TABLES["drawn"][["chance"]]}))
        assert {name: value for name, value in found.items() if not math.isnan(value)} == wanted


REACH = norm.isf(0.025)


def estimate(value, error):
    return ClaimValue(value, value - REACH * error, value + REACH * error)


def test_intervals_of_parts_together_miss_at_most_one_time_in_twenty():
    values = np.random.default_rng(3).normal(size=(4000, 5))
    wide = widened(estimate(0.0, 1.0), 5)
    assert (np.abs(values) > wide.high).any(axis=1).mean() == pytest.approx(0.05, abs=0.01)
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
    rows = widened(ClaimValue(NAN, rows={"a": (1.0, 0.0, 2.0), "b": (1.0, NAN, NAN)}), 2).rows
    assert rows["a"][1] < 0
    assert math.isnan(rows["b"][1])


def test_the_smallest_deviation_is_found_four_times_in_five():
    """A span finds what the widest of its rows finds."""
    region = Range(-math.inf, 0.0)
    found = smallest_found(estimate(0.0, 1.0), region)
    values = np.random.default_rng(5).normal(found, 1.0, size=20_000)
    assert (values - REACH > 0).mean() == pytest.approx(0.8, abs=0.01)
    span = ClaimValue(NAN, 1.0, 9.0, half=1.0)
    assert smallest_found(span, region) == smallest_found(ClaimValue(2.0, 1.0, 3.0), region)
    unknown = [(ClaimValue(NAN, 1.0, 9.0), region), (ClaimValue(1.0), Range(0, 1)), (estimate(0.0, 1.0), None)]
    assert all(math.isnan(smallest_found(*each)) for each in unknown)


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
    more = runs_to_decide(ClaimValue(NAN, text="a < b < c", rows=rows), None, "a < b < c")
    assert more == 4
    half = 1 / math.sqrt(more * 1.001)
    narrow = {name: (at, at - half, at + half) for name, (at, _, _) in rows.items()}
    assert ASSERTIONS["order"].judge(ClaimValue(NAN, rows=narrow), Terms("a < b < c", chance=True)) == REPRODUCED
    assert all(math.isnan(runs_to_decide(ClaimValue(0.0), region, "")) for region in (Range(0, 1), None))


# Other readings of a document: statements are judged again by other treatments.

MEANS = {
    "means": pd.DataFrame(
        {"treatment": ["plain", "whole", "wide", "same"], "mean": [2.0, -2.0, 0.5, 2.0],
         "mean_low": [1.0, -3.0, -1.0, 1.0], "mean_high": [3.0, -1.0, 2.0, 3.0]}
    ),
    "reports": pd.DataFrame({"treatment": ["plain", "whole"], "chance": [0.4, 0.01], "chance_least": [0.0, 0.0]}),
}  # fmt: skip
READINGS = {"division": {"whole numbers": {"plain": "whole"}}, "width": {"all of it": {"plain": "wide"}}}


def read(ident="C1", **cells):
    usual = RANGE | {"target": "> 0", "measure": "means.mean[treatment=plain]", "statement": "There is more"}
    return claim(id=ident, **usual | {"note": ""} | cells)


STEADY = read("C2", target="> -9")


def under(*rows, readings=READINGS, **options):
    claims = pd.DataFrame(rows)
    return multiverse(readings, claims, pd.DataFrame(judged(*rows, tables=MEANS)), MEANS, **options)


def test_a_statement_is_judged_again_under_each_reading_that_its_table_has():
    """A report by its simulated replications: without a chance under a reading, there is no verdict under it."""
    columns = ["choice", "reading", "verdict", "measure", "measured", "low", "high"]
    assert under(read())[columns].to_numpy().tolist() == [
        ["", "", REPRODUCED, "means.mean[treatment=plain]", "2.0", 1.0, 3.0],
        ["division", "whole numbers", DIFFERS, "means.mean[treatment=whole]", "-2.0", -3.0, -1.0],
        ["width", "all of it", UNDECIDED, "means.mean[treatment=wide]", "0.5", -1.0, 2.0],
    ]
    found = under(read(asserts="report", target="reports.chance[treatment=plain]"))
    told = [["", REPRODUCED, 0.4], ["whole numbers", DIFFERS, 0.01]]
    assert found[["reading", "verdict", "chance"]].to_numpy().tolist() == told


@pytest.mark.parametrize(
    "cells",
    [
        {"measure": "means.mean[treatment=wide]"}, {"basis": "exact"}, {"kind": "choice"}, {"kind": "alternative"},
        {"same_as": "C9"}, {"asserts": "", "target": "", "note": "asked"},
    ],
)  # fmt: skip
def test_what_no_reading_bears_on_is_left_out(cells):
    assert under(read(**cells)).empty


def test_parts_of_a_sentence_and_too_few_runs_count_as_for_the_verdict():
    """Of many parts, the intervals under another reading are as wide as those of the study's own."""
    one = read("C1a", target="> 0.9")
    readings = {"division": {"whole numbers": {"plain": "same"}}}
    others = [read(f"C1{letter}") for letter in "bcd"]
    assert under(one, readings=readings)["verdict"].tolist() == [REPRODUCED] * 2
    assert under(one, *others, readings=readings)["verdict"][:2].tolist() == [UNDECIDED] * 2
    assert set(under(read(), too_few="Needs more.")["verdict"][1:]) == {UNDECIDED}


def test_what_most_readings_uphold_comes_first_and_verdicts_tell_how_many_agree():
    first, second = robustness(under(read(), STEADY))
    assert (first.id, first.upheld, first.readings, first.flipped) == ("C2", 3, 3, ())
    assert (second.upheld, second.readings) == (1, 3)
    assert second.flipped == (("division", "whole numbers", DIFFERS), ("width", "all of it", UNDECIDED))
    rows = [read(), STEADY, read("C3", kind="alternative")]
    own = pd.DataFrame(judged(*rows, tables=MEANS))
    told = with_readings(own, under(*rows))
    assert told[["readings", "agreeing"]].to_numpy().tolist() == [[2, 0], [2, 2], [0, 0]]
    assert told.columns.tolist() == own.columns.tolist()


def test_a_table_of_readings_is_read_as_it_was_written(tmp_path):
    found = under(read(statement="=A1"), read("C2"))
    write_csv(tmp_path / "multiverse.csv", found)
    again = read_multiverse(tmp_path / "multiverse.csv")
    one, other = (table.astype(object).fillna("").to_numpy().tolist() for table in (again, found))
    assert ([*again], one) == ([*found], other)


def test_a_figure_has_a_row_for_each_statement_and_a_column_for_each_reading(snapshot):
    """Readings have numbers and a list; outcomes that don't occur have no key; twenty readings can be read."""
    assert picture(draw(under(read(), STEADY))) == snapshot
    (legend,) = draw(under(STEADY)).legends
    assert [text.get_text() for text in legend.get_texts()] == [REPRODUCED]
    others = {f"reading {at}": {"plain": "whole"} for at in range(19)}
    assert smallest(draw(under(read(), read("C2"), readings={"division": others}))) >= LEAST
    style = shared_files()["style.css"].decode()
    for outcome, name in ((REPRODUCED, "good"), (DIFFERS, "bad"), (UNDECIDED, "unsure")):
        assert f"--{name}: {STYLES[outcome]['edgecolor']};" in style
        assert f".{outcome} {{" in style


def test_a_selector_takes_other_names_for_its_table_and_values_only():
    selector = Selector.read("order means.mean[set=mean; treatment=order]")
    text = "order spreads.mean[set=sd; treatment=order]"
    assert selector.with_names({"means": "spreads", "mean": "sd"}) == Selector.read(text)
    assert Selector.read("sum a.b").with_names({}).text == "sum a.b"


def test_a_reading_that_bears_on_nothing_is_refused(snapshot):
    known = {"means": Columns({"treatment": False, "mean": True}, {"treatment": ["plain", "whole"]}), "more": None}
    cases = [
        {"division": READINGS["division"]}, {"a": {"b": {"plane": "whole"}}}, {"a": {"b": {"plain": "hole"}}},
        {"a": {"": {"plain": "whole"}}}, {"a\nb": {"c": {"plain": "whole"}}}, {"a": {"b": {"means": "medians"}}},
    ]  # fmt: skip
    told = [message(check_readings, each, pd.DataFrame([read()]), known, "study.yaml") for each in cases]
    assert "\n".join(told) == snapshot
