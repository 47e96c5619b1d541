"""Verdicts: each rule at its borders, and when there is none."""

import math

import pandas as pd
import pytest

from tttcore.claims.claims_file import COLUMNS
from tttcore.claims.schemas import VERDICTS
from tttcore.claims.selectors import INTERVAL, NUMBER, TEXT, ClaimValue
from tttcore.claims.verdicts import DIFFERS, NEEDS, NOT_TESTABLE, REPRODUCED, RULES, verdicts
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import write

NAN = math.nan


def with_interval(low, high):
    return ClaimValue((low + high) / 2, low=low, high=high)


HOLDS = [
    ("rounds_to", ClaimValue(0.26412), "0.264", True),
    ("rounds_to", ClaimValue(0.2635001), "0.264", True),
    ("rounds_to", ClaimValue(0.26349), "0.264", False),
    ("rounds_to", ClaimValue(0.2645001), "0.264", False),
    ("rounds_to", ClaimValue(2.5), "2", True),  # ties go to the even neighbour
    ("rounds_to", ClaimValue(3.5), "4", True),
    ("rounds_to", ClaimValue(2.9554), "3.0", True),
    ("rounds_to", ClaimValue(6.004), "6.00", True),
    ("rounds_to", ClaimValue(-0.4), "0", True),
    ("equals", ClaimValue(765.0), "765", True),
    ("equals", ClaimValue(765.001), "765", False),
    ("equals", ClaimValue(NAN, text="7, 7, 7"), "7, 7, 7", True),
    ("equals", ClaimValue(NAN, text="7, 7, 8"), "7, 7, 7", False),
    ("at_most", ClaimValue(15.0), "15", True),
    ("at_most", ClaimValue(15.1), "15", False),
    ("at_least", ClaimValue(0.05), "0.05", True),
    ("at_least", ClaimValue(0.0499), "0.05", False),
    ("between", ClaimValue(0.05), "0..0.05", True),
    ("between", ClaimValue(0.0), "0..0.05", True),
    ("between", ClaimValue(0.051), "0..0.05", False),
    ("between", ClaimValue(-0.001), "0..0.05", False),
    ("between", ClaimValue(-2.0), "-3..-1", True),
    ("between", ClaimValue(NAN, low=6.0, high=8.0), "6..8", True),
    ("between", ClaimValue(NAN, low=5.9, high=8.0), "6..8", False),
    ("between", ClaimValue(NAN, low=6.0, high=8.1), "6..8", False),
    ("interval_contains", with_interval(-1.0, 0.0), "0", True),
    ("interval_contains", with_interval(0.1, 1.0), "0", False),
    ("interval_contains", with_interval(-1.0, -0.1), "0", False),
    ("interval_above", with_interval(0.1, 1.0), "0", True),
    ("interval_above", with_interval(0.0, 1.0), "0", False),
    ("interval_not_above", with_interval(0.0, 1.0), "0", True),
    ("interval_not_above", with_interval(-2.0, -1.0), "0", True),
    ("interval_not_above", with_interval(0.1, 1.0), "0", False),
    ("ends_with", ClaimValue(NAN, text="rmg < control < umg"), "umg", True),
    ("ends_with", ClaimValue(NAN, text="umg < control < rmg"), "umg", False),
]


@pytest.mark.parametrize(("rule", "found", "target", "holds"), HOLDS)
def test_rules(rule, found, target, holds):
    assert RULES[rule](found, target) is holds


def test_every_rule_is_tested_both_ways():
    assert {(rule, holds) for rule, _, _, holds in HOLDS} == {
        (rule, holds) for rule in RULES for holds in (True, False)
    }


def test_every_rule_says_what_it_needs():
    assert NEEDS.keys() == RULES.keys()
    for rule, found, _, _ in HOLDS:
        given = {TEXT: found.text, NUMBER: not math.isnan(found.value), INTERVAL: not math.isnan(found.low)}
        assert any(given[needed] for needed in NEEDS[rule])


def claim(**cells):
    usual = {"id": "C1", "basis": "exact", "measure": "summaries.mean[group=a; set=published]", "note": "as printed"}
    return {**dict.fromkeys(COLUMNS, ""), **usual, **cells}


SUMMARIES = pd.DataFrame(
    {"set": "published", "group": ["a", "b"], "n": 3, "mean": [7.5, NAN], "mean_low": NAN, "mean_high": NAN}
)


TEXTS = pd.DataFrame({"name": ["first", "second"], "text": ["left", ""]})


def judged(runs=3, **cells):
    claims, tables = pd.DataFrame([claim(**cells)]), {"summaries": SUMMARIES, "texts": TEXTS}
    (row,) = verdicts(claims, tables, runs=runs, judged_from=3, where="claims.csv").to_dict("records")
    return row


def test_a_verdict_says_what_was_found_and_by_which_rule():
    row = judged(rule="rounds_to", target="7.5", published="7.5", statement="Mean", section="Table 6", kind="table")
    assert (row["verdict"], row["reason"]) == (REPRODUCED, "as printed")
    assert (row["measured"], row["rule"]) == ("7.5", "rounds_to 7.5")
    assert row["measure"] == "summaries.mean[group=a; set=published]"
    assert [row[key] for key in ("id", "section", "kind", "basis", "statement", "published")] == [
        "C1", "Table 6", "table", "exact", "Mean", "7.5"
    ]  # fmt: skip
    assert judged(rule="rounds_to", target="7.6")["verdict"] == DIFFERS


def test_full_precision_is_kept(tmp_path):
    table = SUMMARIES.assign(mean=1 / 3, notch_low=[1 / 7, 0.5], notch_high=[1.5, 5 / 3])
    claims = pd.DataFrame(
        [claim(rule="rounds_to", target="0.33"), claim(measure="span summaries.notch", rule="between", target="0..2")]
    )
    found = verdicts(claims, {"summaries": table}, runs=3, judged_from=3, where="claims.csv")
    assert found["measured"].tolist() == ["0.3333333333333333", "0.14285714285714285 to 1.6666666666666667"]
    assert found["verdict"].tolist() == [REPRODUCED, REPRODUCED]
    write(tmp_path / "verdicts.parquet", found, schema=VERDICTS, provenance={})


def test_a_claim_without_a_rule_is_not_testable_for_the_reason_in_its_note():
    row = judged(note="only implied", measure="")
    assert (row["verdict"], row["reason"], row["measured"]) == (NOT_TESTABLE, "only implied", "")
    assert judged(note="no published value")["measured"] == "7.5"


def test_a_value_that_is_undefined_is_not_testable():
    row = judged(rule="at_most", target="9", measure="summaries.mean[group=b; set=published]")
    assert (row["verdict"], row["reason"]) == (NOT_TESTABLE, "undefined at this number of runs")


@pytest.mark.parametrize(("runs", "basis", "verdict"), [
    (2, "rerun", NOT_TESTABLE), (3, "rerun", REPRODUCED), (2, "exact", REPRODUCED), (2, "reanalysis", REPRODUCED),
])  # fmt: skip
def test_claims_about_reruns_need_runs(runs, basis, verdict):
    row = judged(runs=runs, rule="at_most", target="9", basis=basis)
    assert row["verdict"] == verdict
    assert (row["reason"] == "needs 3 runs of each treatment") is (verdict == NOT_TESTABLE)


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"rule": "at_most", "target": "low"}, r"\.target: rule at_most can't use 'low' \("),
        ({"rule": "rounds_to", "target": "about 7"}, r"\.target: rule rounds_to can't use 'about 7' \("),
        ({"rule": "between", "target": "6-8"}, r"\.target: rule between can't use '6-8' \("),
        (
            {"rule": "equals", "target": "7", "measure": "sumaries.n"},
            r"\.measure: 'sumaries\.n': unknown table 'sumaries' \(did you mean 'summaries'\?\); known: summaries",
        ),
        (
            {"rule": "at_most", "target": "5", "measure": "sum summaries.n[set=publisht]"},
            r"\.measure: 'sum summaries\.n\[set=publisht\]': no row has set=publisht \(did you mean 'published'\?\); "
            "known: published$",
        ),
        (
            {"rule": "interval_above", "target": "2", "measure": "summaries.n[group=a]"},
            r"'summaries\.n\[group=a\]': gives a number, and the rule interval_above needs an interval$",
        ),
        (
            {"rule": "ends_with", "target": "3", "measure": "summaries.n[group=a]"},
            r"gives a number, and the rule ends_with needs text$",
        ),
        (
            {"rule": "at_least", "target": "3", "measure": "texts.text[name=first]"},
            r"gives text, and the rule at_least needs a number$",
        ),
        (
            {"rule": "equals", "target": "3", "measure": "span summaries.n"},
            r"gives an interval, and the rule equals needs a number or text$",
        ),
    ],
)
def test_a_claim_that_cannot_be_judged(cells, message):
    with pytest.raises(ConfigError, match=rf"^claims\.csv: C1.*{message}") as error:
        judged(**cells)
    assert "\n" not in str(error.value)


def test_a_text_that_is_empty_is_undefined():
    row = judged(rule="equals", target="left", measure="texts.text[name=second]")
    assert (row["verdict"], row["reason"]) == (NOT_TESTABLE, "undefined at this number of runs")
