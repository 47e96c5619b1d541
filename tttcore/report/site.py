"""Render the pages of the site from templates, with their navigation; name documents and the files that pages share."""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from tttcore.pipeline.code_digests import text_digest
from tttcore.pipeline.files import atomic
from tttcore.plots.names import readable
from tttcore.plots.numbers import number, percent
from tttcore.wings import has_wing

SECOND_HAND = ", second-hand"
"""Text behind the year of a document that is known, in whole or in part, by later accounts."""


def cited(document: Mapping[str, Any]) -> str:
    """Surnames of one or two authors, or of the first of more, and the year: "Smith et al. 1999"; else the title.

    Parameters
    ----------
    document : ``title``, ``authors``, ``year`` and ``retold`` of a study's configuration; authors are parted by commas
        or "and".
    """
    surnames = [author.split()[-1] for author in authors(document["authors"])] or [document["title"]]
    names = f"{surnames[0]} et al." if len(surnames) > 2 else " and ".join(surnames)
    year = f" {document['year']}" if document.get("year") else ""
    return f"{names}{year}{SECOND_HAND * bool(document.get('retold'))}"


def byline(document: Mapping[str, Any]) -> str:
    """Authors, year and source of a document, as far as its configuration has them."""
    year = f"({document['year']})" if document.get("year") else ""
    return ", ".join(filter(None, [f"{document['authors']} {year}".strip(), document["source"]]))


def authors(text: str) -> list[str]:
    """Names of authors that are parted by commas or "and"."""
    return [author.strip() for author in text.replace(" and ", ",").split(",") if author.strip()]


FOLDERS = [files(f"tttcore.{name}") for name in ("report", *(["classroom"] if has_wing("classroom") else []))]
"""Packages with a folder ``templates`` and a folder ``assets``."""
TIMINGS = "timings.html"
"""Page that is left out where the machinery is only tried."""
FIRST = {
    "index.html": "Overview",
    "machines.html": "Machines",
    **(import_module("tttcore.classroom").PAGES if has_wing("classroom") else {}),
}
LAST = {
    "league.html": "League",
    "audit.html": "Audit",
    "facts.html": "Facts",
    TIMINGS: "Timings",
    "provenance.html": "Provenance",
}
"""Labels of the pages before and after those of the studies, by file, in the order of the navigation."""


EXERCISES, TEACHING = Path("config/worksheet.yaml"), ("course.html", "worksheet.html")
"""File in a project that asks for pages of a course and of its exercises, and these pages."""
_KEY = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")
"""A key of several words."""
_NAME = re.compile(rf"(?<![^\s(])`(?P<name>[^`]+)`(?![^\s.,;:)])|(?<![\w./`])(?P<key>{_KEY.pattern})(?![\w/`])")
Context = dict[str, Any]
"""Variables of a template by name."""


def navigation(studies: Mapping[str, str], *, trial: bool) -> dict[str, str]:
    """Labels of all pages by file, in the order of the navigation; parameters as in `write_page`."""
    short = {f"{name}.html": label.removesuffix(SECOND_HAND).replace(" et al.", "") for name, label in studies.items()}
    absent = {TIMINGS: trial, **dict.fromkeys(TEACHING, not EXERCISES.exists())}
    last = {file: label for file, label in LAST.items() if not absent.get(file)}
    return {**FIRST, **short, **last}


def write_page(
    path: str | Path, template: str, *, studies: Mapping[str, str], trial: bool = False, **context: Any
) -> None:
    """Write a page atomically: same variables, same bytes.

    Parameters
    ----------
    path : file of the page, named as in the navigation.
    template : a file in ``templates/`` that extends ``base.html.j2``.
    studies : document of each study as pages cite it, by name; the navigation leaves `SECOND_HAND` out.
    trial : True at the scale quick: a banner says so.
    context : further variables of the template; an undefined one is an error.
    """
    pages = navigation(studies, trial=trial)
    text = rendered(template, here=Path(path).name, studies=studies, navigation=pages, trial=trial, **context)
    with atomic(path) as draft:
        draft.write_text(text, encoding="utf-8")


def rendered(template: str, **context: Any) -> str:
    """Text of a template in ``templates/``, HTML unless it is called *.txt.j2; an undefined variable is an error."""
    return _environment().get_template(template).render(context)


def template_source(name: str) -> str:
    """Read a template."""
    return source(f"templates/{name}")


def source(name: str) -> str:
    """Read a file of `FOLDERS` by its path in there."""
    (file,) = (folder / name for folder in FOLDERS if (folder / name).is_file())
    return file.read_text(encoding="utf-8")


@cache
def page_templates_digest() -> str:
    """Digest of all templates of pages, and of the pages that the navigation has, with their labels."""
    names = sorted(file.name for folder in FOLDERS for file in (folder / "templates").iterdir())
    labels = (f"{page} {label}" for page, label in navigation({}, trial=False).items())
    return text_digest(*map(template_source, names), *labels)


def shared_files() -> dict[str, bytes]:
    """Contents of the styles and scripts that pages share, by name."""
    return {Path(file).name: Path(file).read_bytes() for file in shared_sources()}


def shared_sources() -> list[str]:
    """Paths of the styles and scripts that pages share."""
    return sorted(str(file) for file in (FOLDERS[0] / "assets").iterdir())


def shared_digest() -> str:
    """Digest of the styles and scripts that pages share."""
    return text_digest(*(f"{name} {sha256(content).hexdigest()}" for name, content in sorted(shared_files().items())))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(template_source),
        autoescape=select_autoescape(disabled_extensions=("txt.j2",), default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"byline": byline, "number": number, "percent": percent, "prose": prose}
    environment.globals |= {"studies": {}, "trial": False}
    return environment


def prose(text: str, words: Mapping[str, Markup] | None = None) -> Markup:
    """Escape a text; names that stand between backticks become code.

    With words, keys of them become these, also without backticks, and other keys of several words are spelt apart.

    >>> prose("`a_b` < 1")
    Markup('<code>a_b</code> &lt; 1')
    >>> prose("`a` in final_scores, `make it`", {"a": Markup("<i>A</i>")})
    Markup('<i>A</i> in final scores, <code>make it</code>')
    """

    def shown(found: re.Match[str]) -> str:
        key = found["key"] or found["name"]
        if words is not None and (key in words or _KEY.fullmatch(key)):
            return words.get(key) or readable(key)
        return found[0] if found["key"] else f"<code>{key}</code>"

    return Markup(_NAME.sub(shown, str(escape(text))))
