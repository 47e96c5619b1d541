"""The audit of a small study, column by column, and of what the configuration says of all."""

import json
import math

import pandas as pd
import pytest
import yaml
from helpers.project import ROOT
from helpers.tables import verdict_row, verdict_table

from tttcore.claims.audit import (
    PLAIN,
    Source,
    audit,
    figures_by_claim,
    plain_rows,
    read_sources,
    records,
    treatments_behind,
    write_audit,
)
from tttcore.claims.claims_file import read_claims
from tttcore.claims.outcomes import REPRODUCTION_OF_BASIS, REPRODUCTIONS
from tttcore.claims.schemas import AUDIT
from tttcore.pipeline import store
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.table_files import write_study_tables
from tttcore.project import checked_studies
from tttcore.stats.columns import columns
from tttcore.studies.tables import Table

STUDY = {
    "study": "small",
    "title": "A small study",
    "file": "config/studies/small.yaml",
    "engine": "genetic_algorithm",
    "treatments": {"one": {}, "two": {}},
    "comparisons": {"both": {"a": "one", "b": "two"}},
    "published": {"tables": {"log": "log.csv"}, "repeated_by": []},
    "tables": {"summaries": "Means", "omnibus": "Tests"},
    "figures": {"late": {"claims": ["X-2", "X-1"]}, "plain": {}, "early": {"claims": ["X-2"]}},
    "benchmarks": {"times": {"claims": ["X-2", "X-4"]}},
}
SOURCES = {
    "summaries": Source(
        pd.DataFrame({"set": "both", "group": ["a", "b"], "mean": [1.5, 2.5]}),
        "results/small/tables/summaries.csv", "statistics", {"seed": 7, "code": "c0de"},
    ),
    "log": Source(
        pd.DataFrame({"line": [1], "best": [0.5]}),
        "results/small/method/log.csv", "method", {"seed": 7, "code": "0ld"},
    ),
    "facts": Source(
        pd.DataFrame({"fact": ["states"], "value": [765.0]}), "results/tables/facts.csv", "facts", {"code": "fac7"}
    ),
}  # fmt: skip


JUDGED = {
    "asserts": "range", "published": "2", "measured": "2.5", "rule": ">= 2", "target": ">= 2", "verdict": "reproduced",
}  # fmt: skip
VERDICTS = verdict_table(
    verdict_row("X-1", basis="rerun", measure="summaries.mean[group=b]", low=2.0, high=math.inf, **JUDGED),
    verdict_row("X-2", measure="facts.value[fact=states]", **JUDGED),
    verdict_row("X-3", basis="reanalysis", measure="log.best", **JUDGED),
    verdict_row("X-4", basis="timing", verdict="not testable", reason="a clock"),
)


@pytest.fixture(scope="module")
def small():
    return audit(STUDY, VERDICTS, SOURCES)


def test_every_statement_leads_to_its_evidence(small):
    first, second, third, fourth = records(small)
    assert first == {
        "id": "X-1", "sentence": "X-1", "sentence_verdict": "reproduced", "study": "small",
        "document": "A small study", "where": "1", "kind": "claim",
        "asserts": "range", "statement": "X-1", "published": "2", "ours": "2.5", "low": 2.0, "high": None,
        "rule": ">= 2", "target": ">= 2", "values": "", "because": "", "verdict": "reproduced",
        "reason": "", "note": "", "chance": None, "chance_most": None,
        "chance_least": None, "seen_low": None, "seen_high": None, "parts": 1,
        "adjusted_low": None, "adjusted_high": None, "adjusted_chance": None,
        "wrong": "", "finds": None, "runs": None, "same_as": "", "readings": 0, "agreeing": 0, "counted": True,
        "basis": "rerun",
        "reproduction": "statistical", "reading": ["two"],
        "figures": ["late"], "measure": "summaries.mean[group=b]", "table": "results/small/tables/summaries.csv",
        "made_by": "statistics", "config": "config/studies/small.yaml: tables.summaries", "seed": 7, "code": "c0de",
    }  # fmt: skip
    assert second["figures"] == ["late", "early", "times"]
    assert (second["made_by"], second["config"], second["seed"], second["code"]) == ("facts", "", None, "fac7")
    assert (third["reproduction"], third["reading"]) == ("reanalysis", [])
    assert third["config"] == "config/studies/small.yaml: published.tables.log"
    shown = fourth["reproduction"], fourth["table"], fourth["seed"], fourth["figures"]
    assert shown == ("timing", "", None, ["times"])


def test_files_say_the_same_and_repeat_byte_for_byte(small, tmp_path):
    for folder in ("one", "two"):
        write_audit(small, tmp_path / folder, provenance={"code": "x"})
    names = {f"{name}.{kind}" for name in ("audit", "choices") for kind in ("parquet", "csv", "json")} | {"plain.csv"}
    assert {file.name for file in (tmp_path / "one").iterdir()} == names
    assert all((tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes() for name in names)
    kept = store.read(tmp_path / "one" / "audit.parquet", schema=AUDIT)
    assert records(kept) == records(small) == json.loads((tmp_path / "one" / "audit.json").read_text(encoding="utf-8"))
    text = pd.read_csv(tmp_path / "one" / "audit.csv", dtype=str, keep_default_na=False)
    assert list(text.columns) == AUDIT.names
    assert text["seed"].tolist() == ["7", "", "7", ""]


def test_the_plain_table_has_choices_too_and_intervals_for_all_parts():
    row = {"asserts": "range", "target": "> 0", "basis": "rerun", "measured": "1.0", "low": 0.5, "high": 1.5}
    verdicts = verdict_table(
        verdict_row("X-1a", **row, parts=2, adjusted_low=0.25, adjusted_high=1.75, verdict="reproduced"),
        verdict_row("X-1b"),
        verdict_row("X-2", **row, kind="alternative", verdict="possible", counted=False),
        verdict_row("X-3", asserts="identity", kind="choice", target="a", measured="a", verdict="taken", counted=False),
    )
    found = plain_rows(audit(STUDY, verdicts, SOURCES))
    assert list(found) == list(PLAIN)
    assert found[["id", "kind", "by_chance", "low", "high", "parts", "verdict"]].fillna("").to_numpy().tolist() == [
        ["X-1a", "claim", True, 0.25, 1.75, 2, "reproduced"],
        ["X-2", "alternative", True, 0.5, 1.5, 1, "possible"],
        ["X-3", "choice", False, "", "", 1, "taken"],
    ]


def test_a_report_without_a_value_leads_to_the_table_of_its_chance():
    row = {"basis": "rerun", "asserts": "report", "target": "summaries.chance[group=a]", "verdict": "reproduced"}
    table = Source(
        pd.DataFrame({"set": "both", "group": ["a"], "chance": [0.5]}),
        "results/small/tables/summaries.csv",
        "statistics",
    )
    (found,) = records(audit(STUDY, verdict_table(verdict_row("X-1", **row)), SOURCES | {"summaries": table}))
    assert (found["table"], found["reading"], found["ours"]) == (table.file, ["one"], "")


def test_sources_are_read_with_what_made_them(tmp_path):
    write_study_tables(
        {"ecdf": pd.DataFrame({"set": ["a"]})}, tmp_path / "tables", provenance={"seed": 3, "code": "abc"}
    )
    found = read_sources(statistics=(tmp_path / "tables").glob("*.parquet"), facts=[])
    assert list(found) == ["ecdf"]
    assert found["ecdf"].file == (tmp_path / "tables" / "ecdf.csv").as_posix()
    assert (found["ecdf"].made_by, found["ecdf"].provenance) == ("statistics", {"seed": 3, "code": "abc"})


def test_a_table_that_is_not_there_is_named():
    with pytest.raises(ConfigError, match=r"unknown table 'summaries'; known: facts$"):
        audit(STUDY, VERDICTS, {"facts": SOURCES["facts"]})


def test_every_basis_is_a_kind_of_reproduction():
    claims = [claim for path in (ROOT / "config" / "claims").glob("*.csv") for claim in read_claims(path)["basis"]]
    assert set(claims) == set(REPRODUCTION_OF_BASIS)
    assert set(REPRODUCTION_OF_BASIS.values()) == set(REPRODUCTIONS)


def test_figures_of_the_documents_have_one_of_ours(monkeypatch):
    """Every published figure that is drawn or rerun is among the claims of a figure."""
    monkeypatch.chdir(ROOT)
    settings = yaml.safe_load((ROOT / "config" / "config.yaml").read_text(encoding="utf-8"))
    for name, study in checked_studies(settings).items():
        claims = read_claims(ROOT / "config" / "claims" / f"{name}.csv")
        wanted = claims[(claims["kind"] == "figure") & claims["basis"].isin(["drawn", "rerun", "timing"])]
        assert set(wanted["id"]) <= set(figures_by_claim(study.config)), name


TREATMENTS = ["slow", "fast", "fast-long", "wild"]
COMPARISONS = {
    "speed": {"a": "slow", "b": "fast"},
    "length": {"a": "fast", "b": "fast-long"},
    "all treatments": {name: name for name in TREATMENTS},
}


def made(**behind):
    """A table whose function tells what its rows are about."""

    @columns({}, **behind)
    def function(evidence):
        raise NotImplementedError

    return Table(function, "")


def read(rows, table_of=None, **column):
    """Reading of some rows of a table that has one more."""
    table = pd.DataFrame([*rows, {**rows[0], **column}] if column else rows)
    return treatments_behind(
        table.iloc[: len(rows)], table, table_of or made(), treatments=TREATMENTS, comparisons=COMPARISONS
    )


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        ([{"treatment": "fast", "gene": "+3"}], ["fast"]),
        ([{"treatment": "wild"}, {"treatment": "slow"}], ["slow", "wild"]),
        ([{"set": "speed", "group": "b"}], ["fast"]),
        ([{"set": "length", "group": "b"}], ["fast-long"]),
        ([{"set": "length, first 30", "group": "a"}], ["fast"]),
        ([{"set": "length", "a": "a", "b": "b"}], ["fast", "fast-long"]),
        ([{"set": "speed", "test": "anova"}], ["slow", "fast"]),
        ([{"set": "all treatments", "group": "wild"}], ["wild"]),
        ([{"set": "published", "group": "b"}], []),
        ([{"set": "published", "group": "b"}, {"set": "speed", "group": "a"}], ["slow"]),
        ([{"series": "edge", "law": "exponential"}], []),
    ],
)
def test_rows_name_treatments(rows, names):
    assert read(rows) == names


def test_a_sum_over_treatments_is_about_all_in_the_table():
    assert read([{"treatment": "all"}], treatment="wild") == ["wild"]
    assert read([{"treatment": "all"}]) == []


def test_labels_of_the_comparison_that_a_table_is_about():
    assert read([{"label": "b", "solved": 1.0}], made(comparison="length")) == ["fast-long"]


def test_treatments_of_a_pair():
    pairs = {"longer": ["fast-long", "fast"], "wilder": ["wild", "slow"]}
    contrasts = made(treatments=lambda row: pairs[row["pair"]])
    assert read([{"pair": "wilder", "seat": "first"}], contrasts, pair="longer") == ["slow", "wild"]


def test_what_the_table_says_where_rows_say_nothing():
    league = made(treatments=["wild"])
    assert read([{"player": "h0 d1", "rating": 1.0}], league) == ["wild"]
    assert read([{"a": 1, "b": 2, "difference": 1.0}], league) == ["wild"]
