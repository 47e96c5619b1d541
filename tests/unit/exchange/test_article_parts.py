"""Parts of an article and a research object: captions of figures, numbers in macros, tables, and their files."""

import base64
import hashlib
import re
import zipfile

import pandas as pd
import pytest
from helpers.pages import NAME, STUDY, audit_of
from helpers.project import ROOT
from helpers.tables import verdict_row, verdict_table
from rocrate.rocrate import ROCrate

from tttcore.claims.claims_file import read_claims
from tttcore.claims.findings import read_findings
from tttcore.exchange.archive import write_archive
from tttcore.exchange.article_documents import Figure, chosen_figures, define_finding
from tttcore.exchange.article_files import folder_parts, latex_table
from tttcore.exchange.article_numbers import AUDIT, Cell, Numbers, Tables
from tttcore.exchange.crate import add_reviews
from tttcore.exchange.crate_files import BESIDE, crate_files, workflow_sources
from tttcore.exchange.crate_run import Run, add_authors, add_files, local
from tttcore.pipeline.config import read_yaml
from tttcore.project import checked_studies
from tttcore.report.listing import LONGEST, listed


def test_a_finding_is_told_by_the_first_figure_that_bears_on_it():
    def shown(name, found="", valued="", named=""):
        return Figure("a2020", name, "Title", "Caption", tuple(found), tuple(valued), tuple(named))

    claims = {"first": "ACX", "again": "A", "other": "C", "cover": "ECD", "both": "AB"}
    figures = {name: {"title": "Title", "caption": "Caption", "claims": [*ids]} for name, ids in claims.items()}
    rows = {name: {"measure": "" if name == "E" else f"table.{name}"} for name in "ABCDE"}
    study = {"study": "a2020", "cover": "cover", "figures": figures}
    assert [*chosen_figures(study, findings=["A", "B"], listed=rows)] == [
        shown("first", found="A", named="C"),
        shown("cover", valued="CD", named="E"),
        shown("both", found="B"),
    ]


def test_every_finding_of_the_documents_that_has_a_figure_is_in_a_caption():
    for name, study in checked_studies(read_yaml(ROOT / "config/config.yaml"), folder=ROOT / "config").items():
        claims = read_claims(ROOT / f"config/claims/{name}.csv").set_index("id")
        findings = [*read_findings(ROOT / f"config/findings/{name}.csv", claims.reset_index())["claim"]]
        figures = [*chosen_figures(study.config, findings=findings, listed=claims.to_dict("index"))]
        cited = {claim for each in study.config["figures"].values() for claim in each.get("claims", [])}
        assert sorted(claim for each in figures for claim in each.found) == sorted(set(findings) & cited)
        assert all(each.found or each.valued for each in figures)
        assert study.config["cover"] in [each.name for each in figures]


@pytest.mark.parametrize(("found", "agreeing", "said"), [
    ("It is so.", 3, "It is so."),
    ("It is so.", 1, "It is so. Of 3 other ways to read the document, 1 gives the same verdict."),
    ("It is so under {agreeing} of {readings}.", 1, "It is so under 1 of 3."),
])  # fmt: skip
def test_a_finding_says_once_if_other_readings_have_another_verdict(found, agreeing, said):
    numbers = Numbers({AUDIT: "id,readings,agreeing\n"})
    row = {"id": "A", "verdict": "differs", "ours": "", "line": 2, "agreeing": agreeing, "readings": 3}
    assert numbers.expanded(define_finding(numbers, row, {"differs": found}, Tables({}, {}))) == said


MEANS = "set,mean\na,0.123456\nb,2.5\n"
ROW = Cell("tables/s/means.csv", "set=b", "mean", line=3)


@pytest.fixture
def numbers():
    return Numbers({ROW.table: MEANS})


def test_a_number_is_below_a_comment_that_names_its_cell(numbers):
    assert numbers.number("x.mean", "250%", 2.5, ROW) == r"\result{x.mean}"
    digest = hashlib.sha256(MEANS.encode()).hexdigest()
    assert numbers.definitions().splitlines() == [
        f"% tables/s/means.csv: row set=b: column mean: sha256 {digest}",
        r"\defineresult{x.mean}{250\%}{tables/s/means.csv\#row=3}",
    ]
    (row,) = numbers.table().to_dict("records")
    assert row == {
        "macro": "x.mean", "text": "250%", "value": 2.5, "table": ROW.table, "line": 3, "row": "set=b",
        "column": "mean", "how": "", "sha256": digest,
    }  # fmt: skip


def test_what_several_rows_make_has_no_row_to_link_to(numbers):
    numbers.number("x", "2.6", 2.623456, Cell(ROW.table, "", "mean", "sum"))
    comment, definition = numbers.definitions().splitlines()
    assert comment.startswith("% tables/s/means.csv: row sum: column mean")
    assert definition.endswith("{tables/s/means.csv}")


def test_texts_hold_numbers_that_the_article_uses_and_can_be_read_without_macros(numbers):
    mean = numbers.number("x.mean", "2.5", 2.5, ROW)
    used = numbers.text("x.found", ["On average ", mean, " games & 3% more."])
    numbers.number("y.mean", "2.5", 2.5, ROW)
    numbers.text("y.found", [mean])
    assert numbers.expanded(f"Found: {used}") == r"Found: On average 2.5 games \& 3\% more."
    assert r"\definetext{x.found}{On average \result{x.mean} games \& 3\% more.}" in numbers.definitions()
    numbers.keep(f"It is {used}.")
    assert {*re.findall(r"\\define\w+\{(.*?)\}", numbers.definitions())} == {"x.mean", "x.found"}
    with pytest.raises(ValueError, match=r"'x\.found' is there twice"):
        numbers.number("x.found", "1", 1, ROW)


def test_same_parts_same_bytes(tmp_path):
    parts = [("b/one.txt", "eins"), ("a.bin", bytes(range(256)))]
    for name in ("first.zip", "second.zip"):
        write_archive(tmp_path / name, parts)
    assert (tmp_path / "first.zip").read_bytes() == (tmp_path / "second.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "first.zip") as file:
        assert file.testzip() is None
        assert {name: file.read(name) for name in file.namelist()} == {"b/one.txt": b"eins", "a.bin": bytes(range(256))}
        assert file.namelist() == ["b/one.txt", "a.bin"]


def test_latex_shows_what_the_page_shows(snapshot):
    """A bracket or a star at the beginning of a row would belong to the command before it."""
    table = pd.DataFrame({"set": ["a_1 & b", "50%"], "mean": [0.123456, 1234567.0], "hidden": [1, 2]})
    columns = {"set": "set #", "mean": "mean"}
    odd = listed(
        pd.DataFrame({"<a>": ["[1] x", "* y", "\\input{z}\n\nw"]}), {"<a>": "<a>"}, caption="a < b\n\nc", address=""
    )
    assert latex_table(listed(table, columns, caption="Half & half: 50%_", address="")) + latex_table(odd) == snapshot
    for without in (
        listed(table, {}, caption="", address=""),
        listed(pd.concat([table] * LONGEST), columns, caption="", address=""),
    ):  # too long for a page
        assert latex_table(without) == ""


def test_folders_without_what_is_not_for_people(tmp_path):
    (tmp_path / "deep").mkdir()
    for name in ("b.csv", "b.parquet", ".snakemake_timestamp", "deep/a.json"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    assert [*folder_parts(tmp_path, "claims")] == [("claims/b.csv", b"b.csv"), ("claims/deep/a.json", b"deep/a.json")]


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
    crate = ROCrate()
    group, person = add_authors(crate, [{"name": "The authors"}, {"given-names": "Ada", "family-names": "Ångström"}])
    assert (group.type, group["name"]) == ("Organization", "The authors")
    assert (person.type, person["name"]) == ("Person", "Ada Ångström")
    assert add_authors(crate, [{"name": "The authors"}]) == [group]
    assert local("claim", "a b", "c#") == "#claim/a%20b/c%23"


def test_files_of_a_workflow_are_those_that_it_names():
    """But for those that are not there."""
    texts = {
        "Snakefile": 'include: "workflow/rules/a.smk"\ninclude: "workflow/rules/gone.smk"\nconfigfile: "config/x.yaml"',
        "workflow/rules/a.smk": 'script: "../scripts/b.py"\nconda: "../../envs/c.yaml"\nf"../scripts/{name}.py"',
    }
    found = workflow_sources(texts.__getitem__, without=["workflow/rules/gone.smk"])
    assert found == sorted({*BESIDE, *texts, "envs/c.yaml", "workflow/scripts/b.py"})


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
