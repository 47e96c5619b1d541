"""Escaped texts say what they said: in Markdown by a renderer, in LaTeX by its rules."""

import re
import unicodedata

import pytest
from hostile_texts import DENSE, HOSTILE, SPACED
from markdown_it import MarkdownIt

from tttcore.report.escapes import latex, markdown, markdown_code

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
