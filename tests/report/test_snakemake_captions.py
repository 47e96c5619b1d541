"""Captions of Snakemake's own report, rendered as Snakemake does."""

from types import SimpleNamespace

import pytest
from docutils.core import publish_parts
from hostile_texts import DENSE, HOSTILE, SPACED
from html_pages import Page
from jinja2 import Environment
from project import ROOT

CAPTION = (ROOT / "workflow" / "report" / "figure.rst").read_text(encoding="utf-8")
DIRECTIVES = [
    "\n\n.. raw:: html\n\n   <script>1</script>\n\n",
    ".. include:: /etc/hostname\n",
    ".. _a: javascript:1\n\n`a`_ https://example.invalid/ a@example.invalid\n",
    "Title\n=====\n\n* one\n* two\n\n::\n\n  code\n\n:math:`x` |a| [1]_ \\n trailing\\",
    ".. image:: https://example.invalid/a.png",
]


def shown(title, caption):
    """Elements and words of a figure's caption."""
    figure = {"title": title, "caption": caption}
    snakemake = SimpleNamespace(params=SimpleNamespace(figure=SimpleNamespace(**figure)))
    source = Environment(trim_blocks=True, lstrip_blocks=True).from_string(CAPTION).render(snakemake=snakemake)
    page = Page.read(publish_parts(source, writer="html")["body"])
    return [tag for tag, _ in page.tags], " ".join("".join(page.words).split())


@pytest.mark.parametrize("text", [*DIRECTIVES, *SPACED, *DENSE, HOSTILE, "Plain words"])
def test_captions_say_texts_as_they_are(text):
    words = " ".join(text.split())
    assert shown(text, text) == (["p"], f"{words}. {words}")
