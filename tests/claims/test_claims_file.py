"""Claims as they are read, and all that is refused before anything runs."""

import re

import pandas as pd
import pytest
from project import ROOT

from tttcore.claims.claims_file import COLUMNS, KINDS, check_cited, check_measures, read_claims
from tttcore.claims.outcomes import REPRODUCTION_OF_BASIS
from tttcore.claims.selectors import Columns
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.table_files import read_csv


def claim(**cells):
    usual = {"id": "C1", "kind": "claim", "basis": "exact", "measure": "summaries.mean[group=a]", "note": "as printed"}
    return {**dict.fromkeys(COLUMNS, ""), **usual, **cells}


ONE, NONE = {"asserts": "identity", "target": "1"}, {"asserts": "no difference", "target": "0"}


def written(path, rows, columns=COLUMNS):
    pd.DataFrame(rows)[list(columns)].to_csv(path, index=False)
    return path


def test_claims_are_text(tmp_path):
    rows = [claim(asserts="number", target="6.00", published="NA"), claim(id="C2", note="not printed", measure="")]
    claims = read_claims(written(tmp_path / "claims.csv", rows))
    assert claims.to_dict("records") == rows


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"note": ""}, r"C1 asserts nothing and has no note that says why not$"),
        ({"id": ""}, r"id: '' is not allowed; needs one of its own$"),
        ({"measure": "summaries,n"}, r"C1\.measure: 'summaries,n' is no selector; written: \[how\] table"),
        ({"seen": "drawn"}, r"C1\.seen: 'drawn' is no selector; written: "),
        ({"target": "1"}, r"C1\.target: '1' is for statements that assert something$"),
        ({"same_as": "C9"}, r"C1\.same_as: unknown claim 'C9'; known: C1$"),
        (
            {"basis": "exakt"},
            r"C1\.basis: unknown basis 'exakt' \(did you mean 'exact'\?\); known: exact, reanalysis, ",
        ),
        ({"kind": "clam"}, r"C1\.kind: unknown kind 'clam' \(did you mean 'claim'\?\); known: claim, method, figure, "),
        (
            {**ONE, "asserts": "numbers"},
            r"C1\.asserts: unknown assertion 'numbers' \(did you mean 'number'\?\); known: ",
        ),
        ({**ONE, "measure": ""}, r"C1\.measure: needs a value where something is asserted$"),
        ({**ONE, "basis": "rerun"}, r"C1\.asserts: identity is for what is computed without chance$"),
        ({**ONE, "asserts": "number", "basis": "rerun"}, r"C1\.margin: number needs one$"),
        (
            {"asserts": "bound", "target": "low"},
            r"C1\.target: bound can't use 'low'; allowed: > 0, >= 0, < 0, <= 0 or 0\.\.1$",
        ),
        ({"asserts": "report"}, r"C1\.seen: needs a value where something is asserted$"),
        (
            {"asserts": "report", "seen": "runs.value", "family": "all"},
            r"C1\.family: 'runs\.value' gives no chance, and only ",
        ),
        (NONE, r"C1\.margin: no difference needs one$"),
        ({**NONE, "margin": "0", "because": "none"}, r"C1\.margin: '0' is not allowed; needs a number above 0$"),
        ({**NONE, "margin": "1"}, r"C1\.because: a margin needs its reason$"),
    ],
)
def test_claims_that_are_refused(tmp_path, cells, message):
    with pytest.raises(ConfigError, match=rf"claims\.csv, line 2: {message}"):
        read_claims(written(tmp_path / "claims.csv", [claim(**cells)]))


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
    for text, fields in ((good[:-1] + ",x\n", 16), (good.rpartition(",")[0] + "\n", 14)):
        path.write_text(text)
        with pytest.raises(ConfigError, match=rf"claims\.csv, line 2: broken CSV: {fields} instead of 15 fields$"):
            read_claims(path)


def test_all_kinds_and_bases_can_be_declared(tmp_path):
    rows = [claim(id=f"{kind} {basis}", kind=kind, basis=basis) for kind in KINDS for basis in REPRODUCTION_OF_BASIS]
    assert read_claims(written(tmp_path / "claims.csv", rows)).to_dict("records") == rows


TABLES = {
    "summaries": Columns(
        {"set": False, "group": False, "n": True, "mean": True, "mean_low": True}, {"set": ["published", "listed"]}
    ),
    "planned": Columns(dict.fromkeys(("set", "share", "share_low", "share_high"))),
    "printed": pd.DataFrame({"line": [1, 2], "best": [0.5, 0.75], "name": ["a", "b"]}),
    "unknown": None,
}


def checked(**cells):
    check_measures(pd.DataFrame([claim(**cells)]), TABLES, "claims.csv")


@pytest.mark.parametrize(
    ("measure", "asserts", "basis"),
    [
        ("summaries.mean[set=listed; n=5]", "bound", "rerun"),
        ("order summaries.mean[set=listed]", "order", "rerun"),
        ("planned.set", "identity", "exact"),
        ("span planned.share", "bound", "exact"),
        ("printed.best[line=2]", "number", "exact"),
        ("summaries.n[set=listed]", "existence", "rerun"),
        ("unknown.anything[at=all]", "no difference", "rerun"),
        ("", "", "exact"),
    ],
)
def test_measures_that_fit_what_is_known(measure, asserts, basis):
    checked(measure=measure, asserts=asserts, basis=basis)


def test_what_is_estimated_from_runs_needs_an_interval():
    message = "'summaries.n[set=listed]': gives no interval, and share needs one where runs are counted"
    with pytest.raises(ConfigError, match=re.escape(message)):
        checked(measure="summaries.n[set=listed]", asserts="share", basis="rerun")


def test_what_pretended_documents_report_is_checked():
    checked(seen="planned.share[set=listed]", target="0.5")
    with pytest.raises(
        ConfigError, match=r"^claims\.csv: C1\.seen: 'printed\.best\[line=2\]': needs the column 'chance'"
    ):
        checked(seen="printed.best[line=2]", target="0.5")
    with pytest.raises(ConfigError, match=r"^claims\.csv: C1\.seen: unknown table 'planed'"):
        checked(seen="planed.best[line=2]", target="0.5")


@pytest.mark.parametrize(
    ("measure", "asserts", "message"),
    [
        ("sumaries.n", "", "unknown table 'sumaries' (did you mean 'summaries'?); known: summaries, planned, printed"),
        ("sum summaries.n[set=listd]", "bound", "{}: no row has set=listd (did you mean 'listed'?); known: published"),
        (
            "planned.shre[set=all]",
            "",
            "{}: unknown column 'shre' (did you mean 'share'?); known: set, share, share_low",
        ),
        ("planned.set[set=all]", "order", "{}: gives a number or text, and order needs an order"),
        ("list printed.best", "number", "{}: gives text, and number needs a number"),
        ("printed.best[line=3]", "number", "{}: no row has line=3; known: 1, 2"),
        ("span summaries.mean", "bound", "{}: unknown column 'mean_high' (did you mean 'mean'?); known: set, group, n"),
    ],
)
def test_measures_that_are_refused(measure, asserts, message):
    with pytest.raises(ConfigError) as error:
        checked(measure=measure, asserts=asserts)
    assert str(error.value).startswith(f"claims.csv: C1.measure: {message.format(repr(measure))}")


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


RULE = ("basis", "asserts", "measure", "seen", "target", "margin", "family")
"""Columns of a statement that make up its rule."""


def test_every_changed_rule_is_entered_with_date_and_reason():
    history = read_csv(ROOT / "config" / "rules_history.csv", ("id", "date", "reason", *RULE, "verdict_2020"))
    assert pd.to_datetime(history["date"], format="%Y-%m-%d").is_monotonic_increasing
    assert (history.loc[history.duplicated("id"), "reason"] != "").all()
    today = rules(pd.concat(read_claims(file) for file in (ROOT / "config" / "claims").glob("*.csv")))
    newest = rules(history.drop_duplicates("id", keep="last"))
    assert [name for name in today.keys() | newest.keys() if today.get(name) != newest.get(name)] == []


def rules(rows: pd.DataFrame) -> dict[str, tuple[str, ...]]:
    """Rule of each statement that asserts something, by its id."""
    asserting = rows[rows["asserts"] != ""]
    return dict(zip(asserting["id"], asserting[list(RULE)].itertuples(index=False, name=None), strict=True))
