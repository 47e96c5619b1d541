"""Claims, selectors and findings as they are read, and all that is refused before anything runs."""

import math

import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.texts import message

from tttcore.claims.claims_file import (
    COLUMNS,
    FROZEN,
    KINDS,
    changed_rules,
    check_cited,
    check_decidable,
    check_measures,
    read_claims,
)
from tttcore.claims.findings import COLUMNS as FINDINGS
from tttcore.claims.findings import check_values, found, read_findings
from tttcore.claims.outcomes import REPRODUCTION_OF_BASIS
from tttcore.claims.selectors import Columns, claim_value
from tttcore.claims.verdicts import verdicts
from tttcore.pipeline.study import Study, Treatment
from tttcore.pipeline.table_files import read_csv

NAN = math.nan


def claim(**cells):
    usual = {"id": "C1", "where": "Table 1", "kind": "claim", "basis": "exact", "note": "as printed"}
    return {**dict.fromkeys(COLUMNS, ""), **usual, "measure": "summaries.mean[group=a]", **cells}


@pytest.fixture
def written(tmp_path, monkeypatch):
    """`written(rows)`: name of a file of claims in the current folder."""
    monkeypatch.chdir(tmp_path)

    def write(*rows, columns=COLUMNS, name="claims.csv"):
        pd.DataFrame(rows, columns=list(columns)).to_csv(name, index=False)
        return name

    return write


ONE, SEEN = {"asserts": "identity", "target": "1"}, {"asserts": "report", "target": "drawn.chance", "basis": "rerun"}
SHARE = {"asserts": "range", "measure": "planned.share[set=listed]"}
REFUSED = [
    {"note": ""}, {"id": ""}, {"id": "S4-"}, {"id": "=1+1"}, {"where": ""}, {"measure": "summaries,n"},
    {"target": "1"}, {"because": "so"},
    {"same_as": "C9"}, {"basis": "exakt"}, {"kind": "clam"}, {**ONE, "asserts": "equal"}, {**ONE, "measure": ""},
    {**ONE, "basis": "rerun"}, {**ONE, "asserts": "equals", "basis": "rerun"}, {"asserts": "range", "target": "low"},
    {**SEEN, "target": ""}, {**SEEN, "target": "drawn"}, {"asserts": "equals", "target": "7 ± 1"},
    *({**SHARE, "target": target} for target in (">= 0", "0..1", "-1..2", "> 1", "< 0", "5..10")),
]  # fmt: skip
ACCEPTED = [
    *({**SHARE, "target": target} for target in ("> 0", "<= 0", ">= 1", "< 1", "<= 0.01", ">= 0.01", "-0.5..0.5")),
    {"asserts": "range", "target": ">= 0"},
    {**SEEN, "measure": ""},
    {"asserts": "equals", "target": "7 ± 1", "because": "a unit", "basis": "rerun"},
    {"asserts": "equals", "target": "6.00", "published": "NA"},
    {"note": "not printed", "measure": ""},
]


def test_claims_that_are_refused(written, snapshot):
    told = [message(read_claims, written(claim(**cells))) for cells in REFUSED]
    told += [message(read_claims, written(claim(), claim())), message(read_claims, "none.csv")]
    told.append(message(read_claims, written(columns=COLUMNS[:-1])))
    with open(written(claim(**ONE)), "a+") as file:
        file.seek(0)
        good = file.read()
    for text in ("", good[:-1] + ",x\n", good.rpartition(",")[0] + "\n"):  # a field too many would shift all others
        with open("claims.csv", "w") as file:
            file.write(text)
        told.append(message(read_claims, "claims.csv"))
    assert "\n".join(told) == snapshot


def test_claims_are_text_of_all_kinds_and_bases_with_rules_that_can_come_out_both_ways(written):
    kinds = [{"kind": kind, "basis": basis} for kind in KINDS for basis in REPRODUCTION_OF_BASIS]
    rows = [claim(id=f"C{at}", **cells) for at, cells in enumerate(ACCEPTED + kinds)]
    assert read_claims(written(*rows)).to_dict("records") == rows


TABLES = {
    "summaries": Columns(
        {"set": False, "group": False, "n": True, "mean": True, "mean_low": True},
        {"set": ["published", "listed"], "group": ["a", "b", "c", "d"]},
        {"published": ["a", "b"], "listed": ["a", "b", "c", "d"]},
    ),
    "planned": Columns(dict.fromkeys(("set", "share", "share_low", "share_high", "chance"))),
    "printed": pd.DataFrame({"line": [1, 2], "best": [0.5, 0.75], "name": ["a", "b"]}),
    "unknown": None,
}
REPORTED = {"asserts": "report", "measure": "", "basis": "rerun"}
MEASURES = [
    *({"measure": measure, "asserts": asserts, "basis": basis, "target": "1"} for measure, asserts, basis in [
        ("summaries.mean[set=listed; n=5]", "range", "rerun"), ("planned.set", "identity", "exact"),
        ("span planned.share", "range", "exact"), ("printed.best[line=2]", "equals", "exact"),
        ("unknown.anything[at=all]", "range", "rerun"), ("", "", "exact"),
    ]),
    {**REPORTED, "measure": "summaries.n[set=listed]", "target": "planned.chance[set=listed]"},
    {**REPORTED, "target": "span planned.chance[set=listed]"},
    {"measure": "summaries.n[set=listed]", "asserts": "range", "basis": "rerun"},
    *({**REPORTED, "target": target} for target in (
        "printed.best[line=2]", "most planned.chance", "planed.chance[line=2]", "planned.chance[sett=listed]",
        "span planned.share_low",
    )),
    *({"measure": measure, "asserts": asserts} for measure, asserts in [
        ("sumaries.n", ""), ("sum summaries.n[set=listd]", "range"), ("planned.shre[set=all]", ""),
        ("planned.set[set=all]", "order"), ("list printed.best", "equals"), ("printed.best[line=3]", "equals"),
        ("span summaries.mean", "range"),
    ]),
]  # fmt: skip


def test_measures_fit_what_is_known(snapshot):
    """What is estimated from runs needs an interval, a report a chance."""
    told = [message(check_measures, pd.DataFrame([claim(**cells)]), TABLES, "claims.csv") for cells in MEASURES]
    assert "\n".join(told) == snapshot


SOME, PRINTED = "order summaries.mean[set=listed; group=a|c]", "order printed.best"
TARGETS = [
    (SOME, "order", "c < a"), (SOME, "order", "a < b"), ("order summaries.mean[set=listed]", "order", "a < ..."),
    ("order summaries.mean[set=listed]", "order", "a < b"), ("order summaries.mean[set=published]", "order", "a < c"),
    ("order summaries.mean[n=5]", "order", "a < e"), ("order summaries.mean[group=a|e]", "order", "a < e"),
    ("order planned.share", "order", "a < e"), ("summaries.mean", "identity", "many"),
    ("printed.best[line=1]", "identity", "half"), ("printed.name[line=1]", "identity", "a"),
    ("order unknown.best", "order", "a < e"),
]  # fmt: skip


def test_targets_fit_what_is_known(snapshot):
    """An order compares all rows that its measure picks, and those alone."""
    rows = [claim(measure=measure, asserts=asserts, target=target) for measure, asserts, target in TARGETS]
    told = [message(check_measures, pd.DataFrame([each]), TABLES, "claims.csv") for each in rows]
    assert "\n".join(told) == snapshot


def study(**runs):
    """A study with treatments of so many runs at each scale, two of which are compared."""
    treatments = {name: Treatment(name, "", {}, {"quick": 2, "decisive": number}, 1.0) for name, number in runs.items()}
    return Study("study.yaml", {"comparisons": {"both": {"a": "one", "b": "two"}}}, treatments)


KNOWN = {
    "drawn": Columns(dict.fromkeys(("treatment", "set", "report", "chance", "chance_least"))),
    "predicted": Columns(dict.fromkeys(("treatment", "chance"))),
    "unknown": None,
}
"""Reports that are counted among runs, and those that a distribution predicts."""


def seen(condition, **cells):
    return claim(**SEEN | {"target": f"drawn.chance[{condition}]"} | cells)


@pytest.mark.parametrize(("rows", "runs", "refused"), [
    ([seen("treatment=one")], 19, (19, "20")), ([seen("treatment=one")], 20, None),
    ([seen("set=both; report=mean")], 19, (19, "20")),
    ([seen("set=both"), seen("set=both", id="C2")], 19, (19, "20")),
    ([seen("set=both", id="C1a"), seen("set=both", id="C1b")], 39, (39, "40 for 2 judged parts of a sentence")),
    ([seen("set=both", id="C1a"), seen("set=both", id="C1b")], 40, None),
    ([seen("set=both", id="C1a"), seen("set=both", id="C1b", kind="choice")], 20, None),
    ([seen("set=published")], 1, None),
    ([claim(**SEEN | {"target": "predicted.chance[treatment=one]"})], 1, None),
    ([claim(**SEEN | {"target": "unknown.chance[treatment=one]"})], 1, None),
    ([claim(asserts="range", target="> 0", basis="rerun", measure="x.y[treatment=one]")], 1, None),
])  # fmt: skip
def test_reports_that_the_planned_runs_could_not_decide_are_refused(rows, runs, refused):
    """One run more than the planned is at best the most extreme of all; quick runs may be as few as they like."""
    told = message(check_decidable, pd.DataFrame(rows), study(one=runs, two=runs + 5), KNOWN, "claims.csv")
    place = f"claims.csv: {rows[0]['id']}.target: {rows[0]['target']!r}: "
    assert told == (f"{place}{refused[0]} runs can decide nothing; needs {refused[1]}" if refused else "accepted")


def test_a_message_about_one_of_many_claims_is_short():
    claims = dict.fromkeys(f"S0-C{number:06}" for number in range(30_000))
    known = ", ".join(f"S0-C{number:06}" for number in range(20))
    told = message(
        check_cited, {"figures": {"one": {"claims": ["S0-C0000O1"]}}, "benchmarks": {}}, claims, "study.yaml"
    )
    assert told == f"study.yaml: figures.one.claims: unknown claim 'S0-C0000O1'; known: {known} and 29,980 more"


RULE = ("basis", "asserts", "measure", "target")
"""Columns of a statement that make up its rule."""


def test_every_changed_rule_is_entered_with_date_and_reason():
    history = read_csv(ROOT / "config" / "rules_history.csv", ("id", "date", "reason", *RULE, "known"))
    assert pd.to_datetime(history["date"], format="%Y-%m-%d").is_monotonic_increasing
    assert (history.loc[history.duplicated("id"), "reason"] != "").all()
    history = history[history["id"] != FROZEN]
    today = pd.concat(read_claims(file) for file in (ROOT / "config" / "claims").glob("*.csv"))
    newest = history.drop_duplicates("id", keep="last")
    asserting = (rows.loc[rows["asserts"] != "", ["id", *RULE]] for rows in (today, newest))
    first, second = ({*rows.itertuples(index=False, name=None)} for rows in asserting)
    assert first ^ second == set()


SELECTED = {
    "summaries": pd.DataFrame({
        "set": ["published", "published", "published", "listed, first 30"],
        "group": ["control", "rmg", "umg", "rmg"], "sd": [2.5, 1.5, 3.0, 9.0], "median": [7.0, 7.0, 6.5, 1e6],
        "mean": [7.5, 7.25, 7.75, 8.0], "mean_low": [6.5, 7.0, 6.0, 7.0], "mean_high": [8.5, 7.5, 9.0, 9.0],
        "notch_low": [6.1, 6.3, 6.2, 0.0], "notch_high": [7.9, 7.7, 8.1, 9.0],
    }),
    "pairwise": pd.DataFrame({
        "a": ["x"], "b": ["y"], "mean_difference": [-0.5], "difference_low": [-1.0], "difference_high": [0.25],
    }),
    "method": pd.DataFrame({"fact": ["board", "pool"], "value": [NAN, 300.0], "text": ["3,3,3", ""]}),
    "power": pd.DataFrame({"alpha": [0.05, 0.1], "n": [30, 40], "solved": [True, False]}),
    "empty": pd.DataFrame({"n": []}),
    "champions": pd.DataFrame({"treatment": ["a", "b", "c"], "distance": [0.3, 0.1, 0.2]}),
    "equals": pd.DataFrame({"treatment": ["b", "c", "a"], "share": [0.3, 0.1, 0.1 + 0.2]}),
    "genes": pd.DataFrame({"treatment": ["a", "a", "b"], "gene": ["-1", "0", "+1"], "mean": [0.5, -2.0, 9.0]}),
}  # fmt: skip


SELECTORS = [
    "summaries.mean[set=published; group=umg]", "  summaries.mean[ set=published ;group=umg ]  ",
    "summaries.sd[set=listed, first 30]", "pairwise.mean_difference[a=x; b=y]", "pairwise.mean_difference",
    "method.text[fact=board]", "method.value[fact=pool]", "method.text[fact=pool]", "power.n[alpha=0.05]",
    "power.n[alpha=0.10]", "power.n[solved=False]", "list summaries.median[set=published]",
    "list method.text[fact=board]", "order summaries.sd[set=published]", "order summaries.median[set=published]",
    "order champions.distance", "order champions.distance[treatment=c|a]", "order equals.share",
    "order genes.mean[treatment=a]",
    "span summaries.sd[set=published]", "span summaries.notch[set=published]", "sum summaries.sd[set=published]",
    "sum equals.share", "sum power.n", "sum power.solved", "most summaries.sd[set=published]",
    "least summaries.sd[set=published]",
]  # fmt: skip


def test_selectors(snapshot):
    """Value, interval and text; values that differ by rounding alone have the order of the table."""
    found = [claim_value(selector, SELECTED) for selector in SELECTORS]
    told = zip(SELECTORS, found, strict=True)
    assert "\n".join(f"{name}: {at.value!r} {at.low!r} {at.high!r} {at.text!r}" for name, at in told) == snapshot


MISTAKES = [
    "summaries", "mode summaries.sd", "summaries.sd[set=published", "", "sumaries.sd",
    "summaries.var[set=published; group=umg]", "span summaries.notches[set=published]", "order power.n",
    "summaries.sd[sett=published]", "summaries.sd[set=published]", "summaries.sd[set=publisht]",
    "summaries.sd[set=listed, first 30; group=umg]", "sum power.n[alpha=0.5]", "sum power.n[n=50]",
    "order champions.distance[treatment=a|e]",
    "list power.n[solved=yes]", "power.n[n=abc]", "sum summaries.group", "most summaries.group", "span summaries.group",
    "sum empty.n",
]  # fmt: skip


def test_mistakes_in_selectors(snapshot):
    assert "\n".join(message(claim_value, selector, SELECTED) for selector in MISTAKES) == snapshot


def test_what_is_known_of_the_error_of_an_interval():
    runs = pd.DataFrame({"group": ["a", "b"], "mean_difference": [1.0, 2.0], "difference_low": 0.0, "share": 0.5})
    tables = {"runs": runs.assign(difference_error=[0.03, 0.1], difference_unseen=[0.01, 0.02])}
    selectors = ["runs.mean_difference[group=a]", "order runs.mean_difference", "runs.share[group=a]"]
    told = [(found.error, found.unseen) for found in (claim_value(each, tables) for each in selectors)]
    assert told == [(0.03, 0.01), (0.1, 0.02), (pytest.approx(NAN, nan_ok=True),) * 2]


@pytest.mark.parametrize(("ids", "changed"), [
    (["A", "frozen", "B", "A", "B"], {"A", "B"}), (["A", "frozen", "B", "frozen"], set()), (["A", "B"], set()),
])  # fmt: skip
def test_rules_that_changed_after_they_were_frozen(tmp_path, ids, changed):
    history = tmp_path / "rules_history.csv"
    assert changed_rules(history) == set()
    history.write_text("\n".join(["id,reason", *(f"{name},why" for name in ids)]) + "\n", encoding="utf-8")
    assert changed_rules(history) == changed
    claims = pd.DataFrame([claim(id="A", measure="power.n[alpha=0.05]"), claim(id="C", measure="power.n[alpha=0.05]")])
    found = verdicts(claims, SELECTED, runs=3, judged_from=3, where="claims.csv", changed=changed)
    assert found["changed"].tolist() == ["A" in changed, False]
    assert found["reason"].str.contains("after results were known").tolist() == ["A" in changed, False]


# Findings: sentences that follow from verdicts, with numbers from tables.

NUMBERS = {
    "summaries": pd.DataFrame(
        {"group": ["a", "b"], "mean": [7.123456, 0.25], "mean_low": [6.5, 0.2], "mean_high": 9.0, "median": 7.0}
    )
}
CLAIMS = pd.DataFrame(
    [claim(id=f"A-{at}", **{"asserts": "range", "basis": "rerun"} | cells) for at, cells in enumerate(
        [{}, {"basis": "exact"}, {"asserts": ""}, {"kind": "choice"}, {"kind": "alternative"},
         {"asserts": "report", "target": "drawn.chance"}], start=1)]
)  # fmt: skip


def finding(ident="A-1", **texts):
    usual = {"reproduced": "Yes, {ours}.", "differs": "No.", "undecided": "Who knows.", "measured": "It is {ours}."}
    usual |= {"compatible": "", "unlikely": ""}
    return {"claim": ident, **usual, **texts}


def told(text, verdict="reproduced", **cells):
    usual = {"measured": "7.123456", "published": "7", "chance": 0.0344, "low": -6.5, "high": math.inf}
    own = {"id": "A-1", "verdict": verdict, "readings": 2, "agreeing": 2, **usual, **cells}
    verdicts = pd.DataFrame([own, {"id": "A-1b", "verdict": "undecided"}]).assign(sentence="A-1", counted=True)
    told = found(pd.DataFrame([finding(**{verdict: text})]), verdicts, NUMBERS, where="findings.csv")
    assert told[["claim", "verdict", "sentence_verdict"]].to_numpy().tolist() == [["A-1", verdict, "mixed"]]
    return told["text"][0]


NONE, FEW = {"low": NAN, "high": NAN}, {"measured": ""}


@pytest.mark.parametrize(("text", "wanted", "cells"), [
    ("Ours is {ours} ({low} to {high}), not {published}.", "Ours is 7.12 (−6.5 to ∞), not 7.", {}),
    ("One in thirty: {percent chance}.", "One in thirty: 3.44%.", {}),
    ("{summaries.mean[group=a]} and {percent summaries.mean[group=b]}", "7.12 and 25%", {}),
    ("{number ours}, apart by {size low} and {size order summaries.mean}", "7.123, apart by 6.5 and b < a", {}),
    ("{minus ours} ({minus high} to {minus low}), {minus order summaries.mean}", "−7.12 (−∞ to 6.5), b < a", {}),
    ("{low summaries.mean[group=a]} to {percent high summaries.mean[group=b]}", "6.5 to 900%", {}),
    ("{points ours}, {points low}, {points order summaries.mean}", "51.0%, 49.1%, b < a", {}),
    ("{order summaries.mean}", "b < a", {}),
    ("{percent order summaries.mean} and {p list summaries.group}", "b < a and a, b", {}),
    ("Nothing to fill in.", "Nothing to fill in.", {}),
    ("They are as good.", "They are as good.", {"verdict": "differs"}),
    # a value that is undefined, as where runs are few, is a dash
    ("{ours}, {percent ours}, {size ours}, {minus ours}, {points ours}", "–, –, –, –, –", FEW),
    # an interval that is unknown, as of a single run, is said to be missing
    ("{ours} (95% interval {percent low} to {percent high}).", "7.12 (no interval).", NONE),
    ("{ours} (95% interval {low} to {high}; 1 is much).", "7.12 (no interval; 1 is much).", NONE),
    ("{ours} (95% interval {minus high} to {minus low}).", "7.12 (no interval).", NONE),
    ("({low summaries.mean[group=a]} to {high summaries.mean[group=a]})", "(6.5 to 9)", NONE),
    ("({low summaries.median[group=a]} to {high summaries.median[group=a]})", "(no interval)", NONE),
])  # fmt: skip
def test_numbers_of_findings_come_from_tables(text, wanted, cells):
    assert told(text, **cells) == wanted


SEEN_FINDING = finding("A-6", compatible="It could be so.", unlikely="Hardly.", reproduced="", differs="")
FINDING_MISTAKES = [
    [finding("A-9")], [finding(), finding()], [finding("A-4")], [finding("A-5")], [finding(undecided="")],
    [finding("A-2", differs="")], [finding("A-3", measured="")],
    [SEEN_FINDING | {"compatible": ""}], [SEEN_FINDING | {"unlikely": ""}],
    *([finding(differs=text)] for text in ("No, {mean}.", "No, {}.", "No, {ours.", "No, {{ours}}.", "{low ours}.")),
]  # fmt: skip


def test_findings_that_are_refused(written, snapshot):
    """Values are checked before anything runs, by the tables or by their columns."""
    lines = [
        message(read_findings, written(*rows, columns=FINDINGS, name="f.csv"), CLAIMS) for rows in FINDING_MISTAKES
    ]
    for text in ("{sumaries.mean}", "{summaries.meen}"):
        rows = pd.DataFrame([finding(differs=text)])
        for known in (NUMBERS["summaries"], Columns.of(NUMBERS["summaries"])):
            lines.append(message(check_values, rows, {"summaries": known}, "f.csv"))
    lines.append(message(told, "", "measured"))
    assert "\n".join(lines) == snapshot


def test_findings_have_the_order_of_the_file_and_a_study_may_have_none(written):
    rows = [finding("A-2"), finding("A-1"), finding("A-3", reproduced="", differs="", undecided=""), SEEN_FINDING]
    read = read_findings(written(*rows, columns=FINDINGS, name="f.csv"), CLAIMS)
    assert read["claim"].tolist() == ["A-2", "A-1", "A-3", "A-6"]
    assert read_findings("none.csv", CLAIMS).empty
