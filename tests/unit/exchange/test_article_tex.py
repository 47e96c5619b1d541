"""Texts in LaTeX and Markdown say what they said, by a renderer and by their rules; templates hold no numbers."""

import re
import unicodedata

import pytest
from helpers.hostile import DENSE, HOSTILE, SPACED
from markdown_it import MarkdownIt

from tttcore.exchange.article_tex import FOLDER, Tex, declared, key, latex, markdown, markdown_code, render, tex, words

TEXTS = [
    *SPACED,
    *DENSE,
    HOSTILE,
    "",
    "a\n\n| b",
    "# a #",
    "a\\",
    "\\|",
    "`",
    "*",
    "[x] y",
    "−1 to ∞, $-$",
    "\\input{/etc/passwd}",
    "a\x00b\x1b[1m",
]
RENDERER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
TEXT_TOKENS = {"text", "text_special", "code_inline"}
WORDS = {
    r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^",
    r"\textless{}": "<", r"\textgreater{}": ">", r"\textbar{}": "|", "$-$": "−", r"$\infty$": "∞",
}  # fmt: skip


def shown(text):
    """What a text is without what can't be seen, on a line."""
    line = " ".join(text.split())
    return "".join(sign for sign in line if unicodedata.category(sign)[0] != "C")


def inlines(source, parent):
    """Words of all elements of a type, none of which has markup in it."""
    tokens = RENDERER.parse(source)
    found = [tokens[place + 1] for place, token in enumerate(tokens) if token.type == parent]
    assert {child.type for inline in found for child in inline.children} <= TEXT_TOKENS
    assert not any(token.type.startswith("html") for token in tokens)
    return ["".join(child.content for child in inline.children) for inline in found]


@pytest.mark.parametrize("escape", [markdown, markdown_code])
@pytest.mark.parametrize("text", TEXTS)
def test_markdown_shows_a_text_as_it_is(text, escape):
    assert inlines(f"## {escape(text)}\n", "heading_open") == [shown(text)]
    table = f"| a | b |\n| --- | --- |\n| {escape(text)} | {escape(text)} |\n"
    assert inlines(table, "td_open") == [shown(text)] * 2


def test_code_is_code_where_it_can_be():
    assert markdown_code("select.by.name") == "`select.by.name`"
    assert markdown_code("h0 | d1") == r"h0 \| d1"


@pytest.mark.parametrize("text", TEXTS)
def test_latex_shows_a_text_as_it_is(text):
    """Every command is one that stands for a sign, and nothing that is special stands alone."""
    escaped = latex(text)
    parts = re.split(r"(\\text[a-z]+\{\}|\$-\$|\$\\infty\$|\\[&%$#_{}]|\{[\[\]*]\})", escaped)
    assert not any(re.search(r"[\\&%$#_{}~^<>|\[\]*\n]", part) for part in parts[::2])
    parts[1::2] = (WORDS.get(part) or re.sub(r"^\\|^\{|\}$(?<=..\})", "", part) for part in parts[1::2])
    assert "".join(parts) == shown(text)


NO_NUMBERS = re.compile(r"<%.*?%>|0\.\d+\\text(width|height)|\\multicolumn\{\d\}|SHA-256")
"""What has digits and tells none: commands of templates, widths, and a name."""
LAYOUT = "preamble.tex.j2"
"""Template that has no text."""


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
        "level_of_error": "",
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
