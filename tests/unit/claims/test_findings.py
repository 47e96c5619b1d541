"""Findings: sentences that follow from verdicts, with numbers from tables."""

import math

import pandas as pd
import pytest

from tttcore.claims.claims_file import COLUMNS as CLAIM_COLUMNS
from tttcore.claims.findings import COLUMNS, check_values, found, on_other_readings, read_findings
from tttcore.claims.selectors import Columns
from tttcore.pipeline.messages import ConfigError

TABLES = {
    "summaries": pd.DataFrame(
        {"group": ["a", "b"], "mean": [7.123456, 0.25], "mean_low": [6.5, 0.2], "mean_high": 9.0, "median": 7.0}
    )
}


def claim(ident, kind="claim", asserts="range", basis="rerun"):
    return {**dict.fromkeys(CLAIM_COLUMNS, ""), "id": ident, "kind": kind, "asserts": asserts, "basis": basis}


CLAIMS = pd.DataFrame(
    [
        claim("A-1"),
        claim("A-2", basis="exact"),
        claim("A-3", asserts=""),
        claim("A-4", "choice"),
        claim("A-5", "alternative"),
    ]
)


def finding(ident="A-1", **texts):
    usual = {"reproduced": "Yes, {ours}.", "differs": "No.", "undecided": "Who knows.", "measured": "It is {ours}."}
    return {"claim": ident, **usual, **texts}


def stated(path, *rows):
    pd.DataFrame(rows, columns=list(COLUMNS)).to_csv(path, index=False)
    return path


def told(text, verdict="reproduced", *, agreeing=2, readings=2, measured="7.123456", low=-6.5, high=math.inf):
    verdicts = pd.DataFrame(
        [{"id": "A-1", "verdict": verdict, "measured": measured, "published": "7", "chance": 0.0344, "low": low,
          "high": high, "readings": readings, "agreeing": agreeing, "sentence": "A-1", "counted": True},
         {"id": "A-1b", "verdict": "undecided", "sentence": "A-1", "counted": True}]
    )  # fmt: skip
    told = found(pd.DataFrame([finding(**{verdict: text})]), verdicts, TABLES, where="findings.csv")
    assert told[["claim", "verdict", "sentence_verdict"]].to_numpy().tolist() == [["A-1", verdict, "mixed"]]
    return told["text"][0]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ours is {ours} ({low} to {high}), not {published}.", "Ours is 7.12 (−6.5 to ∞), not 7."),
        ("One in thirty: {percent chance}.", "One in thirty: 3.44%."),
        ("{summaries.mean[group=a]} and {percent summaries.mean[group=b]}", "7.12 and 25%"),
        ("{number ours}, apart by {size low} and {size order summaries.mean}", "7.123, apart by 6.5 and b < a"),
        ("{minus ours} ({minus high} to {minus low}), {minus order summaries.mean}", "−7.12 (−∞ to 6.5), b < a"),
        ("from {low summaries.mean[group=a]} to {percent high summaries.mean[group=b]}", "from 6.5 to 900%"),
        ("{points ours}, {points low}", "51.0%, 49.1%"),
        ("{points order summaries.mean}", "b < a"),
        ("{order summaries.mean}", "b < a"),
        ("{percent order summaries.mean} and {p list summaries.group}", "b < a and a, b"),
        ("Nothing to fill in.", "Nothing to fill in."),
    ],
)
def test_numbers_come_from_tables(text, wanted):
    assert told(text) == wanted


@pytest.mark.parametrize(
    ("agreeing", "readings", "wanted"),
    [
        (0, 0, ""),
        (5, 5, ""),
        (2, 5, " Of 5 other ways to read the document, 2 give the same verdict."),
        (1, 5, " Of 5 other ways to read the document, 1 gives the same verdict."),
        (0, 5, " Of 5 other ways to read the document, none gives the same verdict."),
        (0, 1, " The one other way to read the document gives another verdict."),
    ],
)
def test_readings_that_change_the_verdict_are_told(agreeing, readings, wanted):
    told = on_other_readings(agreeing, readings)
    assert told.format(agreeing=agreeing, readings=readings) == wanted


def test_a_value_that_is_undefined_is_a_dash():
    """As where runs are few."""
    assert told("{ours}, {percent ours}, {size ours}, {minus ours}, {points ours}", measured="") == "–, –, –, –, –"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("It is {ours} (95% interval {percent low} to {percent high}).", "It is 7.12 (no interval)."),
        ("It is {ours} (95% interval {low} to {high}; 1 is much).", "It is 7.12 (no interval; 1 is much)."),
        ("It is {ours} (95% interval {minus high} to {minus low}).", "It is 7.12 (no interval)."),
        ("({low summaries.mean[group=a]} to {high summaries.mean[group=a]})", "(6.5 to 9)"),
        ("({low summaries.median[group=a]} to {high summaries.median[group=a]})", "(no interval)"),
    ],
)
def test_an_interval_that_is_unknown_is_said_to_be_missing(text, wanted):
    """As of a single run."""
    assert told(text, low=math.nan, high=math.nan) == wanted


def test_words_follow_the_verdict():
    assert told("They are as good.", "differs") == "They are as good."


def test_the_order_is_that_of_the_file(tmp_path):
    rows = [finding("A-2"), finding("A-1"), finding("A-3", reproduced="", differs="", undecided="")]
    assert read_findings(stated(tmp_path / "f.csv", *rows), CLAIMS)["claim"].tolist() == ["A-2", "A-1", "A-3"]


def test_a_study_may_have_none(tmp_path):
    assert read_findings(tmp_path / "none.csv", CLAIMS).empty


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([finding("A-9")], r"line 2: claim: unknown claim 'A-9'"),
        ([finding(), finding()], r"line 2: claim: 'A-1' is there twice; allowed: each once$"),
        ([finding("A-4")], r"line 2: claim: 'A-4' is a choice of ours; allowed: statements$"),
        ([finding("A-5")], r"line 2: claim: 'A-5' is a choice of ours; allowed: statements$"),
        ([finding(undecided="")], r"line 2: undecided: needs a sentence, since A-1 can come out so$"),
        ([finding("A-2", differs="")], r"line 2: differs: needs a sentence, since A-2 can come out so$"),
        ([finding("A-3", measured="")], r"line 2: measured: needs a sentence, since A-3 can come out so$"),
        ([finding(differs="No, {mean}.")], r"line 2: differs: 'mean' is no selector; written: "),
        ([finding(differs="No, {}.")], r"line 2: differs: \{\} has no value$"),
        ([finding(differs="No, {ours.")], r"line 2: differs: 'No, \{ours\.' has \{ without its partner$"),
        ([finding(differs="No, {{ours}}.")], r"line 2: differs: 'No, \{\{ours\}\}\.' has \{ without its partner$"),
        ([finding(differs="{low ours}.")], r"line 2: differs: \{low ours\}: ours has no ends; allowed: \{low\}, "),
    ],
)
def test_findings_that_are_refused(tmp_path, rows, message):
    with pytest.raises(ConfigError, match=message):
        read_findings(stated(tmp_path / "f.csv", *rows), CLAIMS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{sumaries.mean}", r"^f\.csv: A-1\.differs: unknown table 'sumaries'"),
        ("{summaries.meen}", r"^f\.csv: A-1\.differs: 'summaries\.meen': unknown column 'meen'"),
    ],
)
@pytest.mark.parametrize("known", [TABLES["summaries"], Columns.of(TABLES["summaries"])])
def test_values_are_checked_before_anything_runs(text, message, known):
    with pytest.raises(ConfigError, match=message):
        check_values(pd.DataFrame([finding(differs=text)]), {"summaries": known}, "f.csv")


def test_an_outcome_without_a_sentence_fails():
    with pytest.raises(ConfigError, match=r"^findings\.csv: A-1\.measured: needs a sentence, since it came out so$"):
        told("", "measured")
