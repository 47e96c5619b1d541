"""Parts of a research object: its archive, files with their digests, authors, settings and reviews."""

import base64
import hashlib
import zipfile

from helpers.pages import NAME, STUDY, audit_of
from helpers.tables import verdict_row, verdict_table
from rocrate.rocrate import ROCrate

from tttcore.exchange.archive import write_archive
from tttcore.exchange.crate import add_reviews
from tttcore.exchange.crate_files import BESIDE, crate_files, workflow_sources
from tttcore.exchange.crate_run import Run, add_authors, add_files, leaves, local


def test_same_parts_same_bytes(tmp_path):
    parts = {"b/one.txt": b"eins", "a.bin": bytes(range(256))}
    for name in ("first.zip", "second.zip"):
        write_archive(tmp_path / name, [("b/one.txt", "eins"), ("a.bin", bytes(range(256)))])
    assert (tmp_path / "first.zip").read_bytes() == (tmp_path / "second.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "first.zip") as file:
        assert file.testzip() is None
        assert [(name, file.read(name)) for name in file.namelist()] == [*parts.items()]


def test_a_large_table_is_named_by_its_digest_and_not_copied(tmp_path):
    sources = {name: tmp_path / name for name in ("runs.parquet", "small.parquet", "large.csv")}
    for source, size in zip(sources.values(), (11, 10, 11), strict=True):
        source.write_bytes(b"x" * size)
    files = crate_files(sources, largest=10)
    assert [file.path for file in files if file.copied] == ["small.parquet", "large.csv"]
    runs, *others = add_files(ROCrate(), files)
    digest = hashlib.sha256(b"x" * 11)
    assert runs.id == f"ni:///sha-256;{base64.urlsafe_b64encode(digest.digest()).decode().rstrip('=')}"
    assert (runs["name"], runs["contentSize"], runs["sha256"]) == ("runs.parquet", "11", digest.hexdigest())
    assert [other.id for other in others] == ["small.parquet", "large.csv"]


def test_authors_are_groups_or_people_and_identifiers_hold_any_name():
    crate, authors = ROCrate(), [{"name": "The authors"}, {"given-names": "Ada", "family-names": "Ångström"}]
    found = add_authors(crate, authors)
    told = [(each.type, each["name"]) for each in found]
    assert told == [("Organization", "The authors"), ("Person", "Ada Ångström")]
    assert add_authors(crate, authors[:1]) == found[:1]
    assert local("claim", "a b", "c#") == "#claim/a%20b/c%23"


def test_files_of_a_workflow_are_those_that_it_names():
    """But for those that are not there."""
    texts = {
        "Snakefile": 'include: "workflow/rules/a.smk"\ninclude: "workflow/rules/gone.smk"\nconfigfile: "config/x.yaml"',
        "workflow/rules/a.smk": 'script: "../scripts/b.py"\nconda: "../../envs/c.yaml"\nf"../scripts/{name}.py"',
    }
    found = workflow_sources(texts.__getitem__, without=["workflow/rules/gone.smk"])
    assert found == sorted({*BESIDE, *texts, "envs/c.yaml", "workflow/scripts/b.py"})


def test_nested_settings_become_dotted_keys():
    nested = {"select": {"by": {"name": "losses"}}, "pool": ["parents", "mutated"], "games": 300}
    assert [*leaves(nested)] == [("select.by.name", "losses"), ("pool", ["parents", "mutated"]), ("games", 300)]


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
    reviews = add_reviews(crate, run, {table: crate.add_file(dest_path=table)})
    assert crate.get("#claim/S0-C01")["description"] == "claim, Table 6"
    assert [review["reviewBody"] for review in reviews[:2]] == [
        "Measured: 7.5, 95% interval 7.0 to 8.0. Taken from: a.b. Rule: a chance",
        "Taken from: c.chance. Rule: a chance. Reason: Hardly.",
    ]
