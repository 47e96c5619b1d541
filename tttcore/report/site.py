"""Render the pages of the site from templates, with their navigation."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from tttcore.pipeline.provenance import text_digest
from tttcore.pipeline.store import atomic
from tttcore.plots.numbers import number, percent
from tttcore.report.citation import RETOLD

FOLDER = files("tttcore.report")
FIRST = {"index.html": "Overview"}
LAST = {
    "league.html": "League",
    "audit.html": "Audit",
    "play.html": "Play",
    "learn.html": "Watch",
    "facts.html": "Facts",
    "timings.html": "Timings",
    "provenance.html": "Provenance",
}
"""Labels of the pages before and after those of the studies, by file, in the order of the navigation."""


Context = dict[str, Any]
"""Variables of a template by name."""


def write_page(path: str | Path, template: str, *, studies: Mapping[str, str], **context: Any) -> None:
    """Write a page atomically: same variables, same bytes.

    Parameters
    ----------
    path : file of the page, named as in the navigation.
    template : a file in ``templates/`` that extends ``base.html.j2``.
    studies : document of each study as pages cite it, by name; the navigation, which is a line, leaves `RETOLD` out.
    context : further variables of the template; an undefined one is an error.
    """
    short = {f"{name}.html": label.removesuffix(RETOLD) for name, label in studies.items()}
    navigation = {**FIRST, **short, **LAST}
    text = rendered(template, here=Path(path).name, studies=studies, navigation=navigation, **context)
    with atomic(path) as draft:
        draft.write_text(text, encoding="utf-8")


def rendered(template: str, **context: Any) -> str:
    """Text of a page from a template in ``templates/``; an undefined variable is an error."""
    return _environment().get_template(template).render(context)


def template_source(name: str) -> str:
    """Read a template."""
    return (FOLDER / "templates" / name).read_text(encoding="utf-8")


@cache
def page_templates_digest() -> str:
    """Digest of all templates of pages."""
    names = sorted(file.name for file in (FOLDER / "templates").iterdir())
    return text_digest(*map(template_source, names))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(template_source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"number": number, "percent": percent, "json": _json}
    return environment


def _json(value: Any) -> str:
    """Format settings as JSON for readers; the page escapes it."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
