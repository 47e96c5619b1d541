"""Verdicts: each rule at its borders, and when there is none."""

import math

import pandas as pd
import pytest

from tttcore.claims.schemas import VERDICTS
from tttcore.claims.selectors import ClaimValue
from tttcore.claims.verdicts import (
    COLUMNS,
    DIFFERS,
    NOT_TESTABLE,
    REPRODUCED,
    RULES,
    check_selectors,
    read_claims,
    verdicts,
)
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


def claim(**cells):
    usual = {"id": "C1", "basis": "exact", "measure": "summaries.mean[group=a; set=published]", "note": "as printed"}
    return {**dict.fromkeys(COLUMNS, ""), **usual, **cells}


SUMMARIES = pd.DataFrame(
    {"set": "published", "group": ["a", "b"], "n": 3, "mean": [7.5, NAN], "mean_low": NAN, "mean_high": NAN}
)


def judged(runs=3, **cells):
    (row,) = verdicts(
        pd.DataFrame([claim(**cells)]), {"summaries": SUMMARIES}, runs=runs, judged_from=3
    ).to_dict("records")  # fmt: skip
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
    found = verdicts(claims, {"summaries": table}, runs=3, judged_from=3)
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
        ({"rule": "at_most", "target": "low"}, r"^claim C1: rule at_most can't use 'low' \("),
        ({"rule": "rounds_to", "target": "about 7"}, r"^claim C1: rule rounds_to can't use 'about 7' \("),
        ({"rule": "between", "target": "6-8"}, r"^claim C1: rule between can't use '6-8' \("),
        ({"rule": "equals", "target": "7", "measure": "sumaries.n"}, r"^claim C1: 'sumaries\.n': unknown table 'suma"),
    ],
)
def test_a_claim_that_cannot_be_judged(cells, message):
    with pytest.raises(ConfigError, match=message):
        judged(**cells)


def written(path, rows, columns=COLUMNS):
    pd.DataFrame(rows)[list(columns)].to_csv(path, index=False)
    return path


def test_claims_are_text(tmp_path):
    rows = [claim(rule="rounds_to", target="6.00", published="NA"), claim(id="C2", note="not printed", measure="")]
    claims = read_claims(written(tmp_path / "claims.csv", rows))
    assert claims.to_dict("records") == rows


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            [claim(rule="equals", target="1"), claim(id="C2", rule="round_to", target="1")],
            r"claims\.csv, line 3: unknown rule 'round_to' \(did you mean 'rounds_to'\?\); known: rounds_to, eq",
        ),
        ([claim(note="")], r"claims\.csv, line 2: C1 has no rule and no note that says why not$"),
        (
            [claim(rule="equals", target="1"), claim(rule="equals", target="1")],
            r"claims\.csv, line 3: id: 'C1' is not allowed; needs one of its own, and line 2 has it$",
        ),
        ([claim(id="", note="n")], r"claims\.csv, line 2: id: '' is not allowed; needs one of its own$"),
        (
            [claim(measure="summaries,n", note="n")],
            r"claims\.csv, line 2: measure: 'summaries,n' is no selector; written: \[how\] table",
        ),
        ([claim(rule="equals", target="1", measure="")], r"line 2: measure: C1 has the rule equals, which needs one$"),
        (
            [claim(rule="at_most", target="low")],
            r"line 2: target: rule at_most can't use 'low'; allowed: a number$",
        ),
        ([claim(rule="at_least", target="nan")], r"rule at_least can't use 'nan'; allowed: a number$"),
        ([claim(rule="between", target="8..6")], r"rule between can't use '8\.\.6'; allowed: low\.\.high$"),
        ([claim(rule="equals", target="")], r"rule equals can't use ''; allowed: text or a number$"),
    ],
)
def test_claims_that_are_refused(tmp_path, rows, message):
    with pytest.raises(ConfigError, match=message):
        read_claims(written(tmp_path / "claims.csv", rows))


def test_claims_with_other_columns(tmp_path):
    path = written(tmp_path / "claims.csv", [claim(rule="equals", target="1")], columns=COLUMNS[:-1])
    with pytest.raises(ConfigError, match=r"claims\.csv: columns are id, .*, target; allowed: id, .*, target, note$"):
        read_claims(path)


def test_claims_that_cannot_be_read(tmp_path):
    with pytest.raises(ConfigError, match=r"none\.csv: no such file$"):
        read_claims(tmp_path / "none.csv")
    (tmp_path / "empty.csv").touch()
    with pytest.raises(ConfigError, match=r"empty\.csv: columns are none; allowed: id, "):
        read_claims(tmp_path / "empty.csv")


def test_rows_of_another_length(tmp_path):
    """A field too many would shift all others."""
    path = written(tmp_path / "claims.csv", [claim(rule="equals", target="1")])
    good = path.read_text()
    for text, fields in ((good[:-1] + ",x\n", 11), (good.rpartition(",")[0] + "\n", 9)):
        path.write_text(text)
        with pytest.raises(ConfigError, match=rf"claims\.csv, line 2: broken CSV: {fields} instead of 10 fields$"):
            read_claims(path)


def test_claims_are_measured_in_tables_that_are_there(tmp_path):
    claims = read_claims(written(tmp_path / "claims.csv", [claim(rule="equals", target="1", measure="sumaries.n")]))
    with pytest.raises(ConfigError, match=r"^c: C1\.measure: unknown table 'sumaries' \(did you mean 'summaries'"):
        check_selectors(claims, ["summaries", "facts"], "c")
    assert check_selectors(claims, ["sumaries"], "c") is None
