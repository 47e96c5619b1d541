"""Verdicts: what a row says, parts and sentences, choices, reports, and what other readings of the document change."""

import json
import math
import re
from textwrap import wrap

import numpy as np
import pandas as pd
import pytest
from helpers.pages import audit_of, written
from helpers.tables import verdict_row, verdict_table
from helpers.texts import message
from scipy.stats import binom, norm, t

from tttcore.claims import sentences
from tttcore.claims.assertions import ASSERTIONS, Range, Terms
from tttcore.claims.audit import write_audit
from tttcore.claims.claims_file import COLUMNS
from tttcore.claims.corrections import pairs_that_err, widened
from tttcore.claims.outcomes import CHOICE_OUTCOMES, CHOICES, OUTCOMES
from tttcore.claims.reports import PredictiveCheck
from tttcore.claims.schemas import VERDICTS
from tttcore.claims.selectors import ClaimValue, claim_value
from tttcore.claims.verdicts import runs_to_decide, smallest_found, verdicts
from tttcore.claims.wording import by_other_limits
from tttcore.exchange.results import Results
from tttcore.pipeline.store import write
from tttcore.report.pages import index_context
from tttcore.stats.intervals import share_interval

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
            "finds": [1.5, NAN, NAN], "low": [4.0, NAN, NAN], "high": [9.0, NAN, NAN], "power": [NAN, 0.47, NAN],
            "alternative": ["", "the reverse", ""], "contrary": [False, False, True],
        }
    ),
    "gaps": pd.DataFrame(
        [(1.5, 0.5, 2.5, 0.1, 0.0037)],
        columns=["mean_difference", *(f"difference_{end}" for end in ("low", "high", "error", "unseen"))],
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
    "a compatible report has its power": [claim(**REPORT | {"target": "drawn.chance[report=median]"})],
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
        told += wrap(", ".join(f"{name} {text}" for name, text in texts.items() if text != "nan"), 120)
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
    (2, "rerun", "undecided"), (3, "rerun", "reproduced"), (2, "exact", "reproduced"), (2, "reanalysis", "reproduced"),
])  # fmt: skip
def test_claims_about_reruns_need_runs(runs, basis, verdict):
    (row,) = judged(claim(**RANGE, target="<= 9", basis=basis), runs=runs)
    assert row["verdict"] == verdict
    assert (row["reason"] == "Needs at least 3 runs of each treatment.") is (verdict == "undecided")


@pytest.mark.parametrize("cells", [
    {"id": "C2"}, {"id": "C1"}, {"basis": "exact"}, {"same_as": "C1a"}, {"kind": "choice"}, {"kind": "alternative"},
    {"asserts": "", "target": "", "because": ""},
])  # fmt: skip
def test_only_counted_parts_that_runs_judge_share_the_rate(cells):
    """Another sentence, exact facts, what is said again, choices and what is merely measured widen nothing."""
    wide = cells == {"id": "C1"}  # a sentence's row without a letter is a part of it, too
    first, *_ = judged(PARTS[0], PARTS[1] | {"id": "C1b"} | cells)
    assert (first["parts"], math.isnan(first["adjusted_low"])) == ((2, False) if wide else (1, True))


EXACT = {"basis": "exact", "asserts": "identity"}
CHOSEN = {
    "choice, taken": [{"basis": "method"}, {"measure": ""}, EXACT | {"target": "7.5"}, RANGE | {"target": "-9..9"}],
    "choice, ruled out": [EXACT | {"target": "8"}, RANGE | {"target": "-1..1"}],
    "choice, open": [RANGE | {"target": "> 7.5"}],
    "alternative, no effect": [RANGE | {"target": "-9..9"}, EQUALS | {"target": "0 ± 9"}],
    "alternative, matters": [RANGE | {"target": "-1..1"}],
    "alternative, possible": [
        RANGE | {"target": "> 6"}, EXACT | {"target": "7.5"},
        REPORT | {"measure": "", "target": "drawn.chance[report=median]"},
    ],
    "alternative, ruled out": [RANGE | {"target": "< 7"}, EXACT | {"target": "8"}, REPORT | {"measure": ""}],
    "alternative, open": [
        {"measure": ""}, RANGE | {"target": "-7.5..7.5"}, RANGE | {"target": "> 7"},
        REPORT | {"measure": "", "target": "span drawn.chance"},
    ],
}  # fmt: skip


def test_choices_have_words_of_their_own():
    for name, given in CHOSEN.items():
        kind, outcome = name.split(", ")
        assert [judged(claim(kind=kind, **cells))[0]["verdict"] for cells in given] == [outcome] * len(given), name
    assert {*CHOICE_OUTCOMES} == {name.split(", ")[1] for name in CHOSEN}
    assert not {*CHOICE_OUTCOMES} & {*OUTCOMES, "mixed"}


MISTAKES = [
    {"measure": "sumaries.n"}, RANGE | {"target": "> 2", "measure": "summaries.n[group=a]"},
    {"asserts": "order", "target": "... < 3", "measure": "summaries.n[group=a]"},
    RANGE | {"target": "> 3", "measure": "texts.text[name=first]"},
    EXACT | {"target": "3", "measure": "span summaries.mean"},
    {"asserts": "order", "target": "... < c", "measure": "order summaries.sd"},
    *(REPORT | {"target": target} for target in ("summaries.n[group=a]", "most drawn.chance", "drawn.chance")),
]  # fmt: skip


def test_claims_that_cannot_be_judged(snapshot):
    """Also while runs are too few to judge any."""
    few, enough = ([message(judged, claim(**cells), runs=runs) for cells in MISTAKES] for runs in (2, 3))
    assert few == enough
    assert "\n".join(enough) == snapshot


@pytest.mark.parametrize(("check", "parts", "outcome"), [
    ({"chance": 0.05}, 1, "compatible"), ({"chance": 0.049}, 1, "unlikely"), ({"chance": 0.02}, 3, "undecided"),
    ({"chance": 0.01}, 3, "unlikely"), ({"chance": 0.06}, 3, "compatible"),
    ({"chance": 0.01, "most": 0.04}, 1, "unlikely"), ({"chance": 0.01, "most": 0.06}, 1, "undecided"),
    ({"chance": 0.06, "most": 0.4}, 1, "compatible"),
    ({"chance": 1.0, "contrary": True}, 1, "undecided"), ({"chance": 0.04, "contrary": True}, 1, "unlikely"),
    ({"chance": 0.4, "least": 0.06}, 1, "undecided"), ({"chance": 0.4, "least": 0.02}, 3, "undecided"),
    ({}, 1, "undecided"),
])  # fmt: skip
def test_reports_are_judged(check, parts, outcome):
    assert PredictiveCheck(**check).judged(parts) == outcome


def test_chances_come_with_their_calibration():
    """Those of a span are of documents of several kinds."""
    for selector, wanted in {
        "drawn.chance[report=mean]": {"chance": 0.03, "least": 0.0, "low": 4.0, "high": 9.0, "minimum_effect": 1.5},
        "drawn.chance[report=median]": {"chance": 0.5, "least": 0.0, "power": 0.47, "alternative": "the reverse"},
        "drawn.chance[report=few]": {"chance": 0.06, "least": 0.06, "contrary": True},
        "span drawn.chance": {
            "chance": 0.03, "least": 0.06, "low": 4.0, "high": 9.0, "minimum_effect": 1.5, "most": 0.5, "power": 0.47,
        },
        "span bare.chance": {"chance": 0.03, "most": 0.5},
    }.items():  # fmt: skip
        found = vars(PredictiveCheck.read(selector, TABLES | {"bare": TABLES["drawn"][["chance"]]}))
        assert {name: value for name, value in found.items() if value and value == value} == {
            name: value for name, value in wanted.items() if value
        }


def test_exact_intervals_of_parts_are_computed_at_their_level_also_in_spans():
    """By the defining tails of the binomial distribution; values of runs stay, and errors are told."""
    shares = pd.concat(
        [
            pd.DataFrame([share_interval("share", number, 200, tells_trials=True) | {"group": name}])
            for name, number in (("a", 60), ("b", 80))
        ]
    )
    tables = {"shares": shares, "medians": shares.rename(columns=lambda name: name.replace("trials", "fixed"))}
    for parts in (1, 2, 8):
        tail = 0.025 / parts
        one = widened(claim_value("shares.share[group=a]", tables), parts)
        assert binom.sf(59, 200, one.low) == pytest.approx(tail)
        assert binom.cdf(60, 200, one.high) == pytest.approx(tail)
        other = widened(claim_value("shares.share[group=b]", tables), parts)
        both = widened(claim_value("span shares.share", tables), parts)
        assert (both.low, both.high) == (one.low, other.high)
        assert both.half == pytest.approx(max(found.high - found.low for found in (one, other)) / 2)
        fixed = claim_value("medians.share[group=a]", tables)
        assert widened(fixed, parts) == fixed
    rows = [
        claim(id=f"C1{letter}", asserts="range", target="> 0.1", measure="medians.share[group=a]") for letter in "abc"
    ]
    (told, *_) = judged(*rows, tables=tables)
    assert told["wrong"] == "at most 7.5%"
    assert "the rule errs more often" in told["reason"]


@pytest.mark.parametrize(("others", "factor"), [(1, 1), (2, 1), (3, 1.5), (8, 4)])
def test_an_order_of_many_pairs_counts_as_several_parts(others, factor):
    """Half of them, since each pair errs on one side alone."""
    names = [f"g{at}" for at in range(others)]
    found = ClaimValue(NAN, rows=dict.fromkeys([*names, "top"], (1.0, 0.9, 1.1)))
    assert pairs_that_err(found, "... < top") == factor
    assert widened(found, factor).rows["top"][2] - 1 == pytest.approx(0.1 * norm.isf(0.025 / factor) / REACH)


@pytest.mark.parametrize(("target", "wanted"), [
    ("<= 0.5", "By a limit of about 0.612 or more it would be reproduced, below about 0.401 it would differ."),
    ("> 0.5", "By a limit of about 0.401 or less it would be reproduced, above about 0.612 it would differ."),
    ("0..0.5", "By a limit of about 0.612 or more it would be reproduced, below about 0.401 it would differ."),
    ("-1..1", ""), ("> 0", ""), ("<= 0", ""),
])  # fmt: skip
def test_a_limit_of_ours_is_told_beside_those_that_would_decide_otherwise(target, wanted):
    region = ASSERTIONS["range"].region(target)
    assert by_other_limits(region, 0.40123, 0.6121, choice=False) == wanted
    of_choice = wanted.replace("reproduced", "possible").replace("differ.", "be ruled out.")
    assert by_other_limits(region, 0.40123, 0.6121, choice=True) == of_choice
    assert by_other_limits(region, NAN, NAN, choice=False) == ""


REACH = norm.isf(0.025)


def estimate(value, error):
    return ClaimValue(value, value - REACH * error, value + REACH * error)


@pytest.mark.parametrize(("runs", "parts"), [(1000, 5), (100, 7)])
def test_intervals_of_parts_together_miss_at_most_one_time_in_twenty(runs, parts):
    """Student's intervals of means of so many runs each."""
    rng, reach = np.random.default_rng(4), t.isf(0.025, runs - 1)
    errors = np.sqrt(rng.chisquare(runs - 1, (10_000, parts)) / (runs - 1))
    wide = widened(ClaimValue(0.0, -reach, reach), parts)
    missed = (np.abs(rng.normal(size=errors.shape)) > wide.high * errors).any(axis=1).mean()
    assert missed == pytest.approx(0.05, abs=0.008)
    assert wide.low == pytest.approx(-wide.high)


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


@pytest.mark.parametrize(("found", "asserts", "target", "more"), [
    (estimate(1.0, 1.0), "range", "> 0", REACH**2),
    (estimate(-0.5, 1.0), "range", "> 0", (2 * REACH) ** 2),
    (estimate(0.5, 1.0), "range", "-1..1", (2 * REACH) ** 2),
    (estimate(3.0, 2.0), "equals", "0 ± 1", REACH**2),
    (estimate(0.0, 1.0), "range", ">= 0", math.inf),
])  # fmt: skip
def test_so_many_times_as_many_runs_decide(found, asserts, target, more):
    assertion, terms = ASSERTIONS[asserts], Terms(target, chance=True)
    region = assertion.region(target)
    assert assertion.judge(found, terms) == "undecided"
    assert runs_to_decide(found, region, target) == pytest.approx(more)
    if math.isfinite(more):
        error = (found.high - found.value) / REACH / math.sqrt(more * 1.001)
        assert assertion.judge(estimate(found.value, error), terms) != "undecided"


def test_runs_that_would_decide_an_order():
    rows, target = {"a": (1.0, 0.0, 2.0), "b": (2.0, 1.0, 3.0), "c": (9.0, 8.0, 10.0)}, "a < b < c"
    assert runs_to_decide(ClaimValue(NAN, text=target, rows=rows), None, target) == 4
    narrow = {name: (at, at - 0.4998, at + 0.4998) for name, (at, _, _) in rows.items()}  # by the root of 4.004 runs
    assert ASSERTIONS["order"].judge(ClaimValue(NAN, rows=narrow), Terms(target, chance=True)) == "reproduced"
    assert all(math.isnan(runs_to_decide(ClaimValue(0.0), region, "")) for region in (Range(0, 1), None))


@pytest.mark.parametrize(("parts", "verdict"), [
    (["reproduced"], "reproduced"), (["differs", "differs"], "differs"), (["reproduced", "differs"], "mixed"),
    (["reproduced", "undecided"], "mixed"), (["undecided", "differs"], "mixed"),
    (["reproduced", "differs", "undecided"], "mixed"), (["compatible", "reproduced"], "compatible"),
    (["differs", "unlikely", "differs"], "unlikely"), (["compatible", "differs"], "mixed"),
    (["compatible"], "compatible"), (["unlikely", "reproduced"], "mixed"), (["compatible", "undecided"], "mixed"),
    (["measured", "reproduced", "not testable"], "reproduced"), (["undecided", "measured"], "undecided"),
    (["not testable", "measured"], "measured"), (["not testable", "not testable"], "not testable"),
])  # fmt: skip
def test_parts_that_are_judged_decide(parts, verdict):
    assert sentences.verdict_of(parts) == sentences.verdict_of(parts[::-1]) == verdict
    assert verdict in sentences.SENTENCE_OUTCOMES


ROWS = verdict_table(
    verdict_row("S0-C02", verdict="reproduced"),
    verdict_row("S0-C01a", verdict="reproduced", basis="rerun", asserts="range", measure="a.b"),
    verdict_row("S0-C01b", verdict="differs", basis="rerun", asserts="range", measure="a.b"),
    verdict_row("S0-C01c", verdict="measured"),
    verdict_row("S0-C03a", verdict="differs", same_as="S0-C01b", counted=False),
    verdict_row("S0-C04a", verdict="undecided", same_as="S0-C01b", counted=False),
    verdict_row("S0-C04b", verdict="measured"),
    verdict_row("S0-C05", verdict="not testable"),
    verdict_row("S0-C06", verdict="unlikely", basis="rerun", asserts="report", target="a.chance"),
    verdict_row("S0-C07a", verdict="compatible", basis="rerun", asserts="report", target="a.chance"),
    verdict_row("S0-C07b", verdict="reproduced", basis="rerun", asserts="range", measure="a.b"),
    verdict_row("S0-X01", verdict="matters", kind="alternative", counted=False),
    verdict_row("S0-M01", verdict="taken", kind="choice", counted=False),
)
COUNTS = {
    **{"reproduced": 1, "compatible": 1, "differs": 0, "unlikely": 1, "mixed": 1, "undecided": 0},
    **{"measured": 1, "not testable": 1},
}
"""Sentences of these: what is said again and choices aren't counted, and have no part in a sentence."""


def test_sentences_are_counted_and_each_row_tells_the_verdict_on_its_own():
    wanted = {
        **{"S0-C02": "reproduced", "S0-C01": "mixed", "S0-C04": "measured", "S0-C05": "not testable"},
        **{"S0-C06": "unlikely", "S0-C07": "compatible"},
    }
    assert [*sentences.sentence_verdicts(ROWS).items()] == [*wanted.items()]
    assert [*sentences.count_sentences(ROWS).items()] == [
        (outcome, COUNTS[outcome]) for outcome in sentences.SENTENCE_OUTCOMES
    ]
    assert sentences.count_sentences(ROWS[:0]) == dict.fromkeys(COUNTS, 0)
    told = ["reproduced", *["mixed"] * 3, "", "", "measured", "not testable", "unlikely", *["compatible"] * 2, "", ""]
    assert sentences.with_sentence_verdicts(ROWS)["sentence_verdict"].tolist() == told
    assert sentences.with_sentence_verdicts(ROWS[:0])["sentence_verdict"].tolist() == []


STUDY = {"title": "A", "authors": "B", "year": 1, "source": "", "question": "", "about": "", "cover": "", "figures": {}}


def test_pages_files_and_the_package_count_the_same(tmp_path):
    """The first page, the audit page and its filter, the JSON file and `Results.claims`."""
    audit = audit_of(ROWS)
    write_audit(audit, tmp_path / "audit", provenance={})
    index = index_context({"a": STUDY}, verdicts={"a": ROWS}, findings={"a": []})
    assert (index["counts"], index["totals"]) == ({"a": COUNTS}, COUNTS)
    in_json = pd.DataFrame(json.loads((tmp_path / "audit" / "audit.json").read_text(encoding="utf-8")))
    assert sentences.count_sentences(Results(tmp_path).claims()) == sentences.count_sentences(in_json) == COUNTS
    page = written(tmp_path / "audit.html", ROWS).read_text(encoding="utf-8")
    found = {*re.findall(r'data-sentence="([^"]*)" data-sentence_verdict="([^"]*)"', page)}
    assert {word: sum(verdict == word for _, verdict in found) for word in COUNTS} == COUNTS
    counts = re.search(r'<th scope="row"><a href="ancheta2020.html">.*?</th>(.*)</tr>', page)[1]
    assert [int(number) for number in re.findall(r">(\d+)<", counts)] == [*COUNTS.values(), sum(COUNTS.values())]


def test_statements_and_choices_are_files_of_their_own(tmp_path):
    write_audit(audit_of(ROWS), tmp_path / "audit", provenance={})
    results = Results(tmp_path)
    assert {*results.choices()["kind"]} == {*CHOICES}
    assert results.choices()["id"].tolist() == ["S0-X01", "S0-M01"]
    assert not {*results.claims()["kind"]} & {*CHOICES}
    for name, rows in (("audit", results.claims()), ("choices", results.choices())):
        read = json.loads((tmp_path / "audit" / f"{name}.json").read_text(encoding="utf-8"))
        assert [row["id"] for row in read] == rows["id"].tolist()
