"""Settings of Sphinx: `make docs` builds the documentation into site/docs, without a network."""

import posixpath
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

sys.path.insert(0, str(Path(__file__).parent))
import columns
import gallery

import tttcore

ROOT = Path(__file__).resolve().parents[1]
INCLUDED = {
    "reference/configuration": "config/README.md",
    "reference/results": "results/README.md",
    **{f"engines/{file.parent.name}": str(file.relative_to(ROOT)) for file in ROOT.glob("tttcore/engines/*/README.md")},
}
"""Files outside of `docs/` that take the places of pages."""
WRITTEN = {"columns": columns.text, "thumbnails": gallery.thumbnails, "figures": gallery.figures}
"""Directives, and functions that write their text from what stands behind them."""

project = "Machines that learn tic-tac-toe"
author = "The tttcore authors"
version = release = tttcore.__version__
extensions = [
    "myst_nb",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.doctest",
    "sphinx_click",
    "sphinx_design",
]
exclude_patterns = ["learners"]
templates_path = ["templates"]
suppress_warnings = ["misc.highlighting_failure"]  # Pygments knows no CSV
html_theme = "pydata_sphinx_theme"
html_title = project
html_show_sourcelink = False
html_context = {"default_mode": "auto"}
html_copy_source = False
html_theme_options = {
    "navbar_align": "left",
    "secondary_sidebar_items": ["page-toc"],
    "show_prev_next": False,
    "footer_start": [],
    "footer_end": [],
}
html_sidebars = {"index": [], "tutorial": [], "gallery": [], "course/index": []}
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
nb_execution_mode = "off"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autosummary_generate = True
numpydoc_show_class_members = False

_SECTION = re.compile(
    r"^(?:Parameters|Attributes|Returns|Yields)\n-+\n.*?(?=\n\n[^\n]+\n-{3,}\n|\Z)", re.MULTILINE | re.DOTALL
)
_ENTRY = re.compile(r"^(\w+(?:, \w+)*) : (.+)$", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def setup(app: Sphinx) -> None:
    """Connect what follows; docstrings are rewritten before numpydoc reads them."""
    app.connect("source-read", read_source)
    app.connect("autodoc-process-docstring", rewrite_entries, priority=400)
    for name, text in WRITTEN.items():
        app.add_directive(name, written(text))


def written(text: Callable[..., str]) -> type[SphinxDirective]:
    """Directive that stands for the Markdown that a function returns."""

    class Written(SphinxDirective):
        optional_arguments = 1

        def run(self) -> list[nodes.Node]:
            return self.parse_text_to_nodes(text(*self.arguments), allow_section_headings=True)

    return Written


def rewrite_entries(_app: Sphinx, _kind: str, _name: str, _thing: Any, _options: Any, lines: list[str]) -> None:
    """Put the meaning of each entry ``name : meaning`` below its name, where numpydoc looks for it."""
    lines[:] = _SECTION.sub(lambda section: _ENTRY.sub(r"\1\n    \2", section[0]), "\n".join(lines)).splitlines()


def read_source(_app: Sphinx, page: str, source: list[str]) -> None:
    """Take the text of a file outside of `docs/`, and lead links of files in the repository to pages of the site."""
    file = INCLUDED.get(page)
    if file:
        source[0] = (ROOT / file).read_text(encoding="utf-8")
    source[0] = _LINK.sub(lambda link: relinked(link, file or f"docs/{page}", page), source[0])


def relinked(link: re.Match[str], file: str, page: str) -> str:
    """Link from a page whose text is a file; a path in place of a link to what is no page."""
    label, target, anchor = link[1], posixpath.normpath(posixpath.join(posixpath.dirname(file), link[2])), link[3] or ""
    if not (ROOT / target).exists():
        raise ExtensionError(f"{file}: links to {link[2]}, which isn't there")
    pages = {each: f"docs/{place}.md" for place, each in INCLUDED.items()}
    found = pages.get(target, target)
    if not found.startswith("docs/") or not found.endswith((".md", ".ipynb")):
        return f"`{target}`" if target.endswith(label) else f"{label} (`{target}`)"
    return f"[{label}]({posixpath.relpath(found, posixpath.dirname(f'docs/{page}'))}{anchor})"
