"""Claims as they are read, and all that is refused before anything runs."""

import re

import pandas as pd
import pytest
from helpers.project import ROOT

from tttcore.claims.claims_file import COLUMNS, KINDS, check_cited, check_decidable, check_measures, read_claims
from tttcore.claims.outcomes import REPRODUCTION_OF_BASIS
from tttcore.claims.selectors import Columns
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.study import Study, Treatment
from tttcore.pipeline.table_files import read_csv


def claim(**cells):
    usual = {"id": "C1", "where": "Table 1", "kind": "claim", "basis": "exact", "note": "as printed"}
    return {**dict.fromkeys(COLUMNS, ""), **usual, "measure": "summaries.mean[group=a]", **cells}


ONE, SEEN = {"asserts": "identity", "target": "1"}, {"asserts": "report", "target": "drawn.chance", "basis": "rerun"}
SHARE = {"asserts": "range", "measure": "planned.share[set=listed]"}


def written(path, rows, columns=COLUMNS):
    pd.DataFrame(rows)[list(columns)].to_csv(path, index=False)
    return path


def test_claims_are_text(tmp_path):
    rows = [claim(asserts="equals", target="6.00", published="NA"), claim(id="C2", note="not printed", measure="")]
    claims = read_claims(written(tmp_path / "claims.csv", rows))
    assert claims.to_dict("records") == rows


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"note": ""}, r"C1 asserts nothing and has no note that says why not$"),
        ({"id": ""}, r"id: '' is not allowed; needs one of its own$"),
        ({"where": ""}, r"C1\.where: needs the place in the document$"),
        ({"measure": "summaries,n"}, r"C1\.measure: 'summaries,n' is no selector; written: \[how\] table"),
        ({"target": "1"}, r"C1\.target: '1' is for statements that assert something$"),
        ({"because": "so"}, r"C1\.because: 'so' is for statements that assert something$"),
        ({"same_as": "C9"}, r"C1\.same_as: unknown claim 'C9'; known: C1$"),
        (
            {"basis": "exakt"},
            r"C1\.basis: unknown basis 'exakt' \(did you mean 'exact'\?\); known: exact, reanalysis, ",
        ),
        (
            {"kind": "clam"},
            r"C1\.kind: unknown kind 'clam' \(did you mean 'claim'\?\); known: claim, figure, table, suggestion, "
            r"choice, alternative$",
        ),
        (
            {**ONE, "asserts": "equal"},
            r"C1\.asserts: unknown assertion 'equal' \(did you mean 'equals'\?\); known: identity, equals, range, "
            r"order, report$",
        ),
        ({**ONE, "measure": ""}, r"C1\.measure: needs a value where something is asserted$"),
        ({**ONE, "basis": "rerun"}, r"C1\.asserts: identity is for what is computed without chance$"),
        (
            {**ONE, "asserts": "equals", "basis": "rerun"},
            r"C1\.target: equals can't use '1'; allowed: a number ± a margin above 0$",
        ),
        (
            {"asserts": "range", "target": "low"},
            r"C1\.target: range can't use 'low'; allowed: > 0, >= 0, < 0, <= 0 or 0\.\.1$",
        ),
        ({**SEEN, "target": ""}, r"C1\.target: report can't use ''; allowed: a selector of the chance of the report$"),
        ({**SEEN, "target": "drawn"}, r"C1\.target: 'drawn' is no selector; written: "),
        ({"asserts": "equals", "target": "7 ± 1"}, r"C1\.because: a margin needs its reason$"),
        ({**SHARE, "target": ">= 0"}, r"C1\.target: every proportion from 0 to 1 would meet it$"),
        ({**SHARE, "target": "0..1"}, r"C1\.target: every proportion from 0 to 1 would meet it$"),
        ({**SHARE, "target": "-1..2"}, r"C1\.target: every proportion from 0 to 1 would meet it$"),
        ({**SHARE, "target": "> 1"}, r"C1\.target: no proportion from 0 to 1 can meet it$"),
        ({**SHARE, "target": "< 0"}, r"C1\.target: no proportion from 0 to 1 can meet it$"),
        ({**SHARE, "target": "5..10"}, r"C1\.target: no proportion from 0 to 1 can meet it$"),
    ],
)
def test_claims_that_are_refused(tmp_path, cells, message):
    with pytest.raises(ConfigError, match=rf"claims\.csv, line 2: {message}"):
        read_claims(written(tmp_path / "claims.csv", [claim(**cells)]))


@pytest.mark.parametrize(
    "cells",
    [
        *({**SHARE, "target": target} for target in ("> 0", "<= 0", ">= 1", "< 1", "<= 0.01", ">= 0.01", "-0.5..0.5")),
        {"asserts": "range", "target": ">= 0"},
        {**SEEN, "measure": ""},
        {"asserts": "equals", "target": "7 ± 1", "because": "a unit", "basis": "rerun"},
    ],
)
def test_rules_that_can_come_out_both_ways(tmp_path, cells):
    assert read_claims(written(tmp_path / "claims.csv", [claim(**cells)])).to_dict("records") == [claim(**cells)]


def test_two_claims_of_one_id(tmp_path):
    with pytest.raises(ConfigError, match=r"line 3: id: 'C1' is not allowed; needs one of its own, and line 2 has it$"):
        read_claims(written(tmp_path / "claims.csv", [claim(), claim()]))


def test_claims_with_other_columns(tmp_path):
    path = written(tmp_path / "claims.csv", [claim(asserts="identity", target="1")], columns=COLUMNS[:-1])
    with pytest.raises(ConfigError, match=r"claims\.csv: columns are id, .*, same_as; allowed: id, .*, same_as, note$"):
        read_claims(path)


def test_claims_that_cannot_be_read(tmp_path):
    with pytest.raises(ConfigError, match=r"none\.csv: no such file$"):
        read_claims(tmp_path / "none.csv")
    (tmp_path / "empty.csv").touch()
    with pytest.raises(ConfigError, match=r"empty\.csv: columns are none; allowed: id, "):
        read_claims(tmp_path / "empty.csv")


def test_rows_of_another_length(tmp_path):
    """A field too many would shift all others."""
    path = written(tmp_path / "claims.csv", [claim(asserts="identity", target="1")])
    good = path.read_text()
    for text, fields in ((good[:-1] + ",x\n", 13), (good.rpartition(",")[0] + "\n", 11)):
        path.write_text(text)
        with pytest.raises(ConfigError, match=rf"claims\.csv, line 2: broken CSV: {fields} instead of 12 fields$"):
            read_claims(path)


def test_all_kinds_and_bases_can_be_declared(tmp_path):
    rows = [claim(id=f"{kind} {basis}", kind=kind, basis=basis) for kind in KINDS for basis in REPRODUCTION_OF_BASIS]
    assert read_claims(written(tmp_path / "claims.csv", rows)).to_dict("records") == rows


TABLES = {
    "summaries": Columns(
        {"set": False, "group": False, "n": True, "mean": True, "mean_low": True}, {"set": ["published", "listed"]}
    ),
    "planned": Columns(dict.fromkeys(("set", "share", "share_low", "share_high", "chance"))),
    "printed": pd.DataFrame({"line": [1, 2], "best": [0.5, 0.75], "name": ["a", "b"]}),
    "unknown": None,
}


def checked(**cells):
    check_measures(pd.DataFrame([claim(**cells)]), TABLES, "claims.csv")


@pytest.mark.parametrize(
    ("measure", "asserts", "basis"),
    [
        ("summaries.mean[set=listed; n=5]", "range", "rerun"),
        ("order summaries.mean[set=listed]", "order", "rerun"),
        ("planned.set", "identity", "exact"),
        ("span planned.share", "range", "exact"),
        ("printed.best[line=2]", "equals", "exact"),
        ("unknown.anything[at=all]", "range", "rerun"),
        ("", "", "exact"),
    ],
)
def test_measures_that_fit_what_is_known(measure, asserts, basis):
    checked(measure=measure, asserts=asserts, basis=basis)


def test_what_is_estimated_from_runs_needs_an_interval():
    message = "'summaries.n[set=listed]': gives no interval, and range needs one where runs are counted"
    with pytest.raises(ConfigError, match=re.escape(message)):
        checked(measure="summaries.n[set=listed]", asserts="range", basis="rerun")
    checked(measure="summaries.n[set=listed]", asserts="report", target="planned.chance[set=listed]", basis="rerun")


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("printed.best[line=2]", "'printed.best[line=2]': a report needs the column 'chance', not 'best'"),
        ("most planned.chance", "'most planned.chance': one row is needed, or a span of several, not most"),
        ("planed.chance[line=2]", "unknown table 'planed' (did you mean 'planned'?); known: "),
        ("planned.chance[sett=listed]", "'planned.chance[sett=listed]': unknown column 'sett' (did you mean 'set'?)"),
    ],
)
def test_the_chance_of_a_report_is_checked(target, message):
    checked(asserts="report", target="span planned.chance[set=listed]", measure="")
    with pytest.raises(ConfigError) as error:
        checked(asserts="report", target=target, measure="")
    assert str(error.value).startswith(f"claims.csv: C1.target: {message}")


@pytest.mark.parametrize(
    ("measure", "asserts", "message"),
    [
        ("sumaries.n", "", "unknown table 'sumaries' (did you mean 'summaries'?); known: summaries, planned, printed"),
        ("sum summaries.n[set=listd]", "range", "{}: no row has set=listd (did you mean 'listed'?); known: published"),
        (
            "planned.shre[set=all]",
            "",
            "{}: unknown column 'shre' (did you mean 'share'?); known: set, share, share_low",
        ),
        ("planned.set[set=all]", "order", "{}: gives a number or text, and order needs an order"),
        ("list printed.best", "equals", "{}: gives text, and equals needs a number"),
        ("printed.best[line=3]", "equals", "{}: no row has line=3; known: 1, 2"),
        ("span summaries.mean", "range", "{}: unknown column 'mean_high' (did you mean 'mean'?); known: set, group, n"),
    ],
)
def test_measures_that_are_refused(measure, asserts, message):
    with pytest.raises(ConfigError) as error:
        checked(measure=measure, asserts=asserts)
    assert str(error.value).startswith(f"claims.csv: C1.measure: {message.format(repr(measure))}")


def study(**runs):
    """A study with treatments of so many runs at each scale, two of which are compared."""
    treatments = {
        name: Treatment(name, "", "", {}, {"quick": 2, "decisive": number}, 1.0) for name, number in runs.items()
    }
    return Study("study.yaml", {"comparisons": {"both": {"a": "one", "b": "two"}}}, treatments)


KNOWN = {
    "drawn": Columns(dict.fromkeys(("treatment", "set", "report", "chance", "chance_least"))),
    "predicted": Columns(dict.fromkeys(("treatment", "chance"))),
    "unknown": None,
}
"""Reports that are counted among runs, and those that a distribution predicts."""


def seen(condition, **cells):
    return claim(**SEEN | {"target": f"drawn.chance[{condition}]"} | cells)


@pytest.mark.parametrize(
    ("rows", "runs", "refused"),
    [
        ([seen("treatment=one")], 19, (19, "20")),
        ([seen("treatment=one")], 20, None),
        ([seen("set=both; report=mean")], 19, (19, "20")),
        ([seen("set=both"), seen("set=both", id="C2")], 19, (19, "20")),
        ([seen("set=both", id="C1a"), seen("set=both", id="C1b")], 39, (39, "40 for 2 judged parts of a sentence")),
        ([seen("set=both", id="C1a"), seen("set=both", id="C1b")], 40, None),
        ([seen("set=both", id="C1a"), seen("set=both", id="C1b", kind="choice")], 20, None),
        ([seen("set=published")], 1, None),
        ([claim(**SEEN | {"target": "predicted.chance[treatment=one]"})], 1, None),
        ([claim(**SEEN | {"target": "unknown.chance[treatment=one]"})], 1, None),
        ([claim(asserts="range", target="> 0", basis="rerun", measure="x.y[treatment=one]")], 1, None),
    ],
)
def test_reports_that_the_planned_runs_could_not_decide_are_refused(rows, runs, refused):
    """One run more than the planned is at best the most extreme of all; quick runs may be as few as they like."""
    claims, planned = pd.DataFrame(rows), study(one=runs, two=runs + 5)
    if not refused:
        check_decidable(claims, planned, KNOWN, "claims.csv")
        return
    with pytest.raises(ConfigError) as error:
        check_decidable(claims, planned, KNOWN, "claims.csv")
    has, needs = refused
    assert str(error.value) == (
        f"claims.csv: {rows[0]['id']}.target: {rows[0]['target']!r}: {has} runs can decide nothing; needs {needs}"
    )


def test_a_message_about_one_of_many_claims_is_short():
    claims = dict.fromkeys(f"S0-C{number:06}" for number in range(300_000))
    study = {"figures": {"one": {"claims": ["S0-C0000O1"]}}, "benchmarks": {}}
    with pytest.raises(ConfigError) as error:
        check_cited(study, claims, "study.yaml")
    assert str(error.value) == (
        "study.yaml: figures.one.claims: unknown claim 'S0-C0000O1'; known: "
        + ", ".join(f"S0-C{number:06}" for number in range(20))
        + " and 299,980 more"
    )


RULE = ("basis", "asserts", "measure", "target")
"""Columns of a statement that make up its rule."""


def test_every_changed_rule_is_entered_with_date_and_reason():
    history = read_csv(ROOT / "config" / "rules_history.csv", ("id", "date", "reason", *RULE, "known"))
    assert pd.to_datetime(history["date"], format="%Y-%m-%d").is_monotonic_increasing
    assert (history.loc[history.duplicated("id"), "reason"] != "").all()
    today = rules(pd.concat(read_claims(file) for file in (ROOT / "config" / "claims").glob("*.csv")))
    newest = rules(history.drop_duplicates("id", keep="last"))
    assert [name for name in today.keys() | newest.keys() if today.get(name) != newest.get(name)] == []


def rules(rows: pd.DataFrame) -> dict[str, tuple[str, ...]]:
    """Rule of each statement that asserts something, by its id."""
    asserting = rows[rows["asserts"] != ""]
    return dict(zip(asserting["id"], asserting[list(RULE)].itertuples(index=False, name=None), strict=True))
