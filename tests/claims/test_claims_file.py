"""Claims as they are read, and all that is refused before anything runs."""

import pandas as pd
import pytest

from tttcore.claims.basis import REPRODUCTION_OF_BASIS
from tttcore.claims.claims_file import COLUMNS, KINDS, check_cited, check_measures, read_claims
from tttcore.claims.selectors import Columns
from tttcore.pipeline.messages import ConfigError


def claim(**cells):
    usual = {"id": "C1", "kind": "claim", "basis": "exact", "measure": "summaries.mean[group=a]", "note": "as printed"}
    return {**dict.fromkeys(COLUMNS, ""), **usual, **cells}


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
            r"line 3: C2\.rule: unknown rule 'round_to' \(did you mean 'rounds_to'\?\); known: rounds_to, eq",
        ),
        ([claim(note="")], r"claims\.csv, line 2: C1 has no rule and no note that says why not$"),
        (
            [claim(rule="equals", target="1"), claim(rule="equals", target="1")],
            r"claims\.csv, line 3: id: 'C1' is not allowed; needs one of its own, and line 2 has it$",
        ),
        ([claim(id="", note="n")], r"claims\.csv, line 2: id: '' is not allowed; needs one of its own$"),
        (
            [claim(measure="summaries,n", note="n")],
            r"claims\.csv, line 2: C1\.measure: 'summaries,n' is no selector; written: \[how\] table",
        ),
        ([claim(rule="equals", target="1", measure="")], r"line 2: C1\.measure: needs a value where there is a rule$"),
        (
            [claim(rule="at_most", target="low")],
            r"line 2: C1\.target: rule at_most can't use 'low'; allowed: a number$",
        ),
        (
            [claim(basis="exakt")],
            r"line 2: C1\.basis: unknown basis 'exakt' \(did you mean 'exact'\?\); "
            "known: exact, reanalysis, rerun, timing, method, drawn$",
        ),
        (
            [claim(kind="clam")],
            r"line 2: C1\.kind: unknown kind 'clam' \(did you mean 'claim'\?\); "
            "known: claim, method, figure, table, suggestion, contradiction$",
        ),
        (
            [claim(measure="summaries.n[group]")],
            r"line 2: C1\.measure: 'summaries\.n\[group\]' is no selector; written: ",
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
    ("measure", "rule"),
    [
        ("summaries.mean[set=listed; n=5]", "interval_above"),
        ("order summaries.mean[set=listed]", "ends_with"),
        ("planned.set", "equals"),
        ("span planned.share", "between"),
        ("printed.best[line=2]", "at_least"),
        ("unknown.anything[at=all]", "interval_contains"),
        ("", ""),
    ],
)
def test_measures_that_fit_what_is_known(measure, rule):
    checked(measure=measure, rule=rule)


@pytest.mark.parametrize(
    ("measure", "rule", "message"),
    [
        (
            "sumaries.n",
            "",
            "unknown table 'sumaries' (did you mean 'summaries'?); known: summaries, planned, printed, unknown",
        ),
        (
            "sum summaries.n[set=listd]",
            "at_most",
            "'sum summaries.n[set=listd]': no row has set=listd (did you mean 'listed'?); known: published, listed",
        ),
        (
            "summaries.mean[n=abc]",
            "",
            "'summaries.mean[n=abc]': the column 'n' holds numbers, and 'abc' is none",
        ),
        (
            "sum summaries.group",
            "",
            "'sum summaries.group': sum needs numbers, and the column 'group' holds text",
        ),
        (
            "order summaries.group",
            "",
            "'order summaries.group': order needs numbers, and the column 'group' holds text",
        ),
        (
            "planned.shre[set=all]",
            "",
            "'planned.shre[set=all]': unknown column 'shre' (did you mean 'share'?); "
            "known: set, share, share_low, share_high",
        ),
        (
            "planned.share[st=all]",
            "",
            "'planned.share[st=all]': unknown column 'st' (did you mean 'set'?); "
            "known: set, share, share_low, share_high",
        ),
        (
            "planned.set[set=all]",
            "interval_above",
            "'planned.set[set=all]': gives a number or text, and the rule interval_above needs an interval",
        ),
        ("list printed.best", "at_most", "'list printed.best': gives text, and the rule at_most needs a number"),
        ("printed.best[line=3]", "at_most", "'printed.best[line=3]': no row has line=3; known: 1, 2"),
        (
            "span summaries.mean",
            "between",
            "'span summaries.mean': unknown column 'mean_high' (did you mean 'mean'?); "
            "known: set, group, n, mean, mean_low",
        ),
        ("printed.best[line=two]", "", "'printed.best[line=two]': the column 'line' holds numbers, and 'two' is none"),
    ],
)
def test_measures_that_are_refused(measure, rule, message):
    with pytest.raises(ConfigError) as error:
        checked(measure=measure, rule=rule)
    assert str(error.value) == f"claims.csv: C1.measure: {message}"


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
