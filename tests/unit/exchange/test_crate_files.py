"""Parts of the research object: which files it holds, and who wrote the workflow."""

import base64
import hashlib

from helpers.pages import NAME, STUDY, audit_of
from helpers.tables import verdict_row, verdict_table
from rocrate.rocrate import ROCrate

from tttcore.exchange.crate import add_reviews
from tttcore.exchange.crate_files import BESIDE, crate_files, workflow_sources
from tttcore.exchange.crate_run import Run, add_authors, add_files, local


def test_a_large_table_is_named_by_its_digest_and_not_copied(tmp_path):
    sources = {name: tmp_path / name for name in ("runs.parquet", "small.parquet", "large.csv")}
    for source, size in zip(sources.values(), (11, 10, 11), strict=True):
        source.write_bytes(b"x" * size)
    files = crate_files(sources, largest=10)
    assert [file.path for file in files if file.copied] == ["small.parquet", "large.csv"]
    runs, *others = add_files(ROCrate(), files)
    name = base64.urlsafe_b64encode(hashlib.sha256(b"x" * 11).digest()).decode().rstrip("=")
    assert runs.id == f"ni:///sha-256;{name}"
    assert (runs["name"], runs["contentSize"]) == ("runs.parquet", "11")
    assert runs["sha256"] == hashlib.sha256(b"x" * 11).hexdigest()
    assert [other.id for other in others] == ["small.parquet", "large.csv"]


def test_authors_are_groups_or_people():
    crate = ROCrate()
    group, person = add_authors(crate, [{"name": "The authors"}, {"given-names": "Ada", "family-names": "Ångström"}])
    assert (group.type, group["name"]) == ("Organization", "The authors")
    assert (person.type, person["name"]) == ("Person", "Ada Ångström")
    assert add_authors(crate, [{"name": "The authors"}]) == [group]


def test_identifiers_hold_any_name():
    assert local("claim", "a b", "c#") == "#claim/a%20b/c%23"


def test_files_of_a_workflow_are_those_that_it_names():
    texts = {
        "Snakefile": 'include: "workflow/rules/a.smk"\nconfigfile: "config/config.yaml"',
        "workflow/rules/a.smk": 'script: "../scripts/b.py"\nconda: "../../envs/c.yaml"\nf"../scripts/{name}.py"',
    }
    named = {"envs/c.yaml", "workflow/scripts/b.py", *texts}
    assert workflow_sources(texts.__getitem__) == sorted({*BESIDE, *named})


def test_files_that_are_not_there_are_left_out():
    texts = {"Snakefile": 'include: "workflow/rules/gone.smk"'}
    assert workflow_sources(texts.__getitem__, without=["workflow/rules/gone.smk"]) == sorted({*BESIDE, *texts})


def test_a_review_says_where_a_statement_stands_and_what_its_verdict_rests_on():
    told = {"where": "Table 6", "basis": "rerun", "asserts": "report", "rule": "a chance", "verdict": "differs"}
    rows = verdict_table(
        verdict_row("S0-C01", **told, measured="7.5", low=7.0, high=8.0, measure="a.b", target="c.chance"),
        verdict_row("S0-C02", **told, target="c.chance", reason="Hardly."),
    )
    run = Run(
        citation={"authors": [{"name": "The authors"}]}, documents={NAME: STUDY}, audit=audit_of(rows), workflow=[],
        configuration=[], results=[], settings={}, provenances={}, snakemake="",
    )  # fmt: skip
    crate, (table,) = ROCrate(), {*run.audit["table"]} - {""}
    first, second, _ = add_reviews(crate, run, {table: crate.add_file(dest_path=table)})
    assert crate.get("#claim/S0-C01")["description"] == "claim, Table 6"
    assert first["reviewBody"] == "Measured: 7.5, 95% interval 7.0 to 8.0. Taken from: a.b. Rule: a chance"
    assert second["reviewBody"] == "Taken from: c.chance. Rule: a chance. Reason: Hardly."
