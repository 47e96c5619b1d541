"""Macros of an article: each number names its cell, each text keeps its numbers, none is left over."""

import hashlib
import re

import pytest
from hostile_texts import HOSTILE

from tttcore.report.article.numbers import Cell, Numbers
from tttcore.report.article.signs import declared
from tttcore.report.article.tex import FOLDER, Tex, key, render, tex, words

TABLE = "set,mean\na,0.123456\nb,2.5\n"
ROW = Cell("tables/s/means.csv", "set=b", "mean", line=3)
NO_NUMBERS = re.compile(r"<%.*?%>|0\.\d+\\text(width|height)|\\multicolumn\{\d\}|SHA-256")
"""What has digits and tells none: commands of templates, widths, and a name."""
LAYOUT = "preamble.tex.j2"
"""Template that has no text."""


@pytest.fixture
def numbers():
    return Numbers({"tables/s/means.csv": TABLE})


def test_a_number_is_below_a_comment_that_names_its_cell(numbers):
    assert numbers.number("x.mean", "250%", 2.5, ROW) == r"\result{x.mean}"
    comment, definition = numbers.definitions().splitlines()
    digest = hashlib.sha256(TABLE.encode()).hexdigest()
    assert comment == f"% tables/s/means.csv: row set=b: column mean: sha256 {digest}"
    assert definition == r"\defineresult{x.mean}{250\%}{tables/s/means.csv\#row=3}"
    (row,) = numbers.table().to_dict("records")
    assert row == {
        "macro": "x.mean", "text": "250%", "value": 2.5, "table": ROW.table, "line": 3, "row": "set=b",
        "column": "mean", "how": "", "sha256": digest,
    }  # fmt: skip


def test_what_several_rows_make_has_no_row_to_link_to(numbers):
    numbers.number("x", "2.6", 2.623456, Cell("tables/s/means.csv", "", "mean", "sum"))
    assert numbers.definitions().splitlines()[0].startswith("% tables/s/means.csv: row sum: column mean")
    assert r"{tables/s/means.csv}" in numbers.definitions()


def test_texts_hold_numbers_and_can_be_read_without_macros(numbers):
    mean = numbers.number("x.mean", "2.5", 2.5, ROW)
    used = numbers.text("x.found", ["On average ", mean, " games & 3% more."])
    assert numbers.expanded(f"Found: {used}") == r"Found: On average 2.5 games \& 3\% more."
    assert r"\definetext{x.found}{On average \result{x.mean} games \& 3\% more.}" in numbers.definitions()


def test_what_the_article_does_not_use_is_left_out(numbers):
    mean = numbers.number("x.mean", "2.5", 2.5, ROW)
    numbers.number("y.mean", "2.5", 2.5, ROW)
    used = numbers.text("x.found", [mean])
    numbers.text("y.found", [mean])
    numbers.keep(f"It is {used}.")
    assert set(re.findall(r"\\define\w+\{(.*?)\}", numbers.definitions())) == {"x.mean", "x.found"}


def test_no_macro_means_two_things(numbers):
    numbers.text("x", ["a"])
    with pytest.raises(ValueError, match="'x' is there twice"):
        numbers.number("x", "1", 1, ROW)


def test_names_differ_where_parts_do():
    parts = [("a b",), ("a", "b"), ("a.b",), ("a+20+b",), ("a-b",), ("ä",), ("a", ""), ("", "a"), ("{a}",)]
    names = [key(*each) for each in parts]
    assert len(set(names)) == len(parts)
    assert all(re.fullmatch(r"[A-Za-z0-9.+-]+", name) for name in names)
    assert key("S0-C19", "verdict") == "S0-C19.verdict"


def test_texts_are_escaped_once():
    assert tex(tex('a & `b_c` "d"')) == r"a \& \texttt{b\_c} ''d''"
    assert [words(part) for part in (" a ", "b", " ", "", Tex("$x$ "))] == [" a ", "b", " ", "", "$x$ "]
    shown = {"title": HOSTILE, "authors": [HOSTILE]}
    assert tex(HOSTILE) in render_title(shown)


def render_title(shown):
    """Head of the article, whose sections have nothing to tell."""
    empty = {
        "documents": [],
        "outcomes": {},
        "errors": [],
        "margins": [],
        "readings": {},
        "abstract": "",
        "citation": {},
    }
    told = {
        "program": "x",
        "count": lambda _: "",
        "seed": 1,
        "scale": "",
        "chance": "",
        "level": "",
    }
    cited = {"title": "x: y", "version": "1", "license": "MIT"}
    return render("article.tex.j2", {**empty, **told, **shown, "citation": cited})


@pytest.mark.parametrize(
    ("sign", "set_as"),
    [
        ("ż", r"\.{z}"), ("ł", r"\l{}"), ("ñ", r"\~{n}"), ("≥", r"\ensuremath{\geq}"), ("²", r"\ensuremath{^{2}}"),
        ("⁻", r"\ensuremath{^{-}}"), ("₁", r"\ensuremath{_{1}}"), ("–", "--"), ("中", "[U+4E2D]"), ("ﬁ", "[U+FB01]"),
        ("½", "[U+00BD]"),
    ],
)  # fmt: skip
def test_signs_beyond_ascii_are_declared(sign, set_as):
    assert declared(f"a{sign}b{sign}") == f"\\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{{set_as}}}\n"


@pytest.mark.parametrize("name", sorted({file.name for file in FOLDER.iterdir()} - {LAYOUT}))
def test_templates_hold_no_numbers(name):
    """Whatever has digits comes from the configuration or from results."""
    source = (FOLDER / name).read_text(encoding="utf-8")
    assert re.findall(r".*\d.*", NO_NUMBERS.sub("", source)) == []
