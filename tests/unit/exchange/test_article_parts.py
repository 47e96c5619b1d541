"""Parts of an article and a research object: captions, numbers in macros, tables, files, texts in LaTeX, Markdown."""

import base64
import hashlib
import re
import unicodedata
import zipfile
from dataclasses import replace

import pandas as pd
import pytest
from helpers.hostile import DENSE, HOSTILE, SPACED, hostile
from helpers.pages import NAME, STUDY, audit_of
from helpers.project import ROOT
from helpers.tables import verdict_row, verdict_table
from markdown_it import MarkdownIt
from rocrate.rocrate import ROCrate

from tttcore.claims.claims_file import read_claims
from tttcore.claims.findings import read_findings
from tttcore.exchange.archive import write_archive
from tttcore.exchange.article_documents import Figure, chosen_figures, define_finding
from tttcore.exchange.article_files import folder_parts, latex_table
from tttcore.exchange.article_numbers import AUDIT, Cell, Numbers, Tables
from tttcore.exchange.article_tex import FOLDER, Tex, declared, key, latex, markdown, markdown_code, render, tex, words
from tttcore.exchange.crate import add_reviews
from tttcore.exchange.crate_files import BESIDE, crate_files, workflow_sources
from tttcore.exchange.crate_run import Run, add_authors, add_files, local
from tttcore.exchange.methods import flat, meanings, methods
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
    assert numbers.table().to_dict("records") == [{
        "macro": "x.mean", "text": "250%", "value": 2.5, "table": ROW.table, "line": 3, "row": "set=b",
        "column": "mean", "how": "", "sha256": digest,
    }]  # fmt: skip


def test_what_several_rows_make_has_no_row_to_link_to(numbers):
    numbers.number("x", "2.6", 2.623456, Cell(ROW.table, "", "mean", "sum"))
    assert re.fullmatch(
        r"% tables/s/means.csv: row sum: column mean.*\n.*\{tables/s/means.csv\}\n?", numbers.definitions()
    )


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
    parts = {"b/one.txt": b"eins", "a.bin": bytes(range(256))}
    for name in ("first.zip", "second.zip"):
        write_archive(tmp_path / name, [("b/one.txt", "eins"), ("a.bin", bytes(range(256)))])
    assert (tmp_path / "first.zip").read_bytes() == (tmp_path / "second.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "first.zip") as file:
        assert file.testzip() is None
        assert [(name, file.read(name)) for name in file.namelist()] == [*parts.items()]


def test_latex_shows_what_the_page_shows(snapshot):
    """A bracket or a star at the beginning of a row would belong to the command before it; a page has an end."""
    table = pd.DataFrame({"set": ["a_1 & b", "50%"], "mean": [0.123456, 1234567.0], "hidden": [1, 2]})
    odd = pd.DataFrame({"<a>": ["[1] x", "* y", "\\input{z}\n\nw"]})
    columns = {"set": "set #", "mean": "mean"}

    def latex(rows, labels, caption=""):
        return latex_table(listed(rows, labels, caption=caption, address=""))

    assert latex(table, columns, "Half & half: 50%_") + latex(odd, {"<a>": "<a>"}, "a < b\n\nc") == snapshot
    assert latex(table, {}) == latex(pd.concat([table] * LONGEST), columns) == ""


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


TEXTS = [
    *SPACED, *DENSE, HOSTILE, "", "a\n\n| b", "# a #", "a\\", "\\|", "`", "*", "[x] y", "−1 to ∞, $-$",
    "\\input{/etc/passwd}", "a\x00b\x1b[1m",
]  # fmt: skip
RENDERER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
WORDS = {
    r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^",
    r"\textless{}": "<", r"\textgreater{}": ">", r"\textbar{}": "|", "$-$": "−", r"$\infty$": "∞",
}  # fmt: skip
each_text = pytest.mark.parametrize("text", TEXTS)


def shown(text):
    """What a text is without what can't be seen, on a line."""
    return "".join(sign for sign in " ".join(text.split()) if unicodedata.category(sign)[0] != "C")


def inlines(source, parent):
    """Words of all elements of a type, none of which has markup in it."""
    tokens = RENDERER.parse(source)
    found = [tokens[place + 1] for place, token in enumerate(tokens) if token.type == parent]
    assert {child.type for each in found for child in each.children} <= {"text", "text_special", "code_inline"}
    assert not any(token.type.startswith("html") for token in tokens)
    return ["".join(child.content for child in inline.children) for inline in found]


@pytest.mark.parametrize("escape", [markdown, markdown_code])
@each_text
def test_markdown_shows_a_text_as_it_is(text, escape):
    assert inlines(f"## {escape(text)}\n", "heading_open") == [shown(text)]
    table = f"| a | b |\n| --- | --- |\n| {escape(text)} | {escape(text)} |\n"
    assert inlines(table, "td_open") == [shown(text)] * 2


def test_code_is_code_where_it_can_be():
    assert markdown_code("select.by.name") == "`select.by.name`"
    assert markdown_code("h0 | d1") == r"h0 \| d1"


@each_text
def test_latex_shows_a_text_as_it_is(text):
    """Every command is one that stands for a sign, and nothing that is special stands alone."""
    parts = re.split(r"(\\text[a-z]+\{\}|\$-\$|\$\\infty\$|\\[&%$#_{}]|\{[\[\]*]\})", latex(text))
    assert not any(re.search(r"[\\&%$#_{}~^<>|\[\]*\n]", part) for part in parts[::2])
    parts[1::2] = (WORDS.get(part) or re.sub(r"^\\|^\{|\}$(?<=..\})", "", part) for part in parts[1::2])
    assert "".join(parts) == shown(text)


def test_names_differ_where_parts_do():
    parts = [("a b",), ("a", "b"), ("a.b",), ("a+20+b",), ("a-b",), ("ä",), ("a", ""), ("", "a"), ("{a}",)]
    names = [key(*each) for each in parts]
    assert len(set(names)) == len(parts)
    assert all(re.fullmatch(r"[A-Za-z0-9.+-]+", name) for name in names)
    assert key("S0-C19", "verdict") == "S0-C19.verdict"


def test_texts_are_escaped_once():
    assert tex(tex('a & `b_c` "d"')) == r"a \& \texttt{b\_c} ''d''"
    assert [words(part) for part in (" a ", "b", " ", "", Tex("$x$ "))] == [" a ", "b", " ", "", "$x$ "]
    nothing = {"documents": [], "outcomes": {}, "errors": [], "margins": [], "readings": {}, "abstract": ""}
    told = dict.fromkeys(("scale", "chance", "level", "level_of_error"), "")
    cited = {"title": "x: y", "version": "1", "license": "MIT"}
    settings = {"program": "x", "count": lambda _: "", "seed": 1, "citation": cited}
    assert tex(HOSTILE) in render(
        "article.tex.j2", {**nothing, **told, **settings, "title": HOSTILE, "authors": [HOSTILE]}
    )


@pytest.mark.parametrize(("sign", "set_as"), [
    ("ż", r"\.{z}"), ("ł", r"\l{}"), ("ñ", r"\~{n}"), ("≥", r"\ensuremath{\geq}"), ("²", r"\ensuremath{^{2}}"),
    ("⁻", r"\ensuremath{^{-}}"), ("₁", r"\ensuremath{_{1}}"), ("–", "--"), ("中", "[U+4E2D]"), ("ﬁ", "[U+FB01]"),
    ("½", "[U+00BD]"),
])  # fmt: skip
def test_signs_beyond_ascii_are_declared(sign, set_as):
    assert declared(f"a{sign}b{sign}") == f"\\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{{set_as}}}\n"


@pytest.mark.parametrize("name", sorted({file.name for file in FOLDER.iterdir()} - {"preamble.tex.j2"}))
def test_templates_hold_no_numbers(name):
    """Whatever has digits comes from the configuration or from results, but in commands, widths and a name."""
    source = (FOLDER / name).read_text(encoding="utf-8")
    no_numbers = r"<%.*?%>|0\.\d+\\text(width|height)|\\multicolumn\{\d\}|SHA-256"
    assert re.findall(r".*\d.*", re.sub(no_numbers, "", source)) == []


@pytest.fixture(scope="module")
def studies():
    return checked_studies(read_yaml(ROOT / "config" / "config.yaml"), folder=ROOT / "config")


@pytest.fixture(scope="module")
def text(studies):
    return methods(studies.values(), scale="paper", seed=17)


def test_nested_settings_become_dotted_keys():
    nested = {"select": {"by": {"name": "losses"}}, "pool": ["parents", "mutated"], "games": 300}
    assert [*flat(nested)] == [("select.by.name", "losses"), ("pool", "parents, mutated"), ("games", "300")]


def test_methods_name_the_seed_every_treatment_with_its_runs_and_every_parameter(studies, text):
    sections = dict(zip(studies, re.split(r"^## ", text, flags=re.MULTILINE)[1:], strict=True))
    for name, study in studies.items():
        assert sections[name].startswith(f"{study.config['authors']} ({study.config['year']})")
        for treatment in study.treatments.values():
            runs = treatment.replicates["paper"]
            assert f"| `{treatment.name}` | {treatment.protocol} | {runs:,} |" in sections[name]
        known = meanings(study.engine)
        assert [parameter for parameter in study.config["defaults"] if known[parameter] not in text] == []
    assert "the seed 17." in text


def test_sizes_of_the_scale_quick_are_told_there_alone(studies, text):
    tried = methods(studies.values(), scale="quick", seed=17)
    for size in ("no number is larger than `games`: 5.", "`quick.games`: 2000"):
        assert (size in tried, size in text) == (True, False)


def test_tables_are_regular(text):
    tables = re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE)
    assert tables
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


def test_texts_of_users_are_no_markup(studies):
    """Elements and their number are those of harmless texts."""
    study = studies["osipa2017"]
    own = study.config

    def elements(say):
        config = own | {key: say(own[key]) for key in ("authors", "title")}
        config["comparisons"] = {say(name): {say(label): each for label, each in members.items()}
                                 for name, members in own["comparisons"].items()}  # fmt: skip
        config["tables"] = {}
        config["figures"] = {name: each | {"title": say(each["title"])} for name, each in own["figures"].items()}
        config["defaults"] = own["defaults"] | {"players": {say("p"): {"name": say("q")}}}
        tokens = RENDERER.parse(methods([replace(study, config=config)], scale="paper", seed=1))
        found = [each.type for token in tokens for each in (token, *(token.children or []))]
        return [each for each in found if each not in ("text", "text_special", "code_inline")]

    assert elements(hostile) == elements(str)
    assert {"html_block", "html_inline", "link_open", "image"}.isdisjoint(elements(hostile))
