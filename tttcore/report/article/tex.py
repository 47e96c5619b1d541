"""Write LaTeX from templates: what a template is given is escaped, unless it is LaTeX already."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from tttcore.pipeline.provenance import text_digest
from tttcore.report import escapes

FOLDER = files("tttcore.report.article") / "templates"

_CODE = re.compile("`([^`]*)`")
_UNSAFE = re.compile(r"[^A-Za-z0-9-]")


class Tex(str):
    """LaTeX, which needs no escaping."""

    __slots__ = ()


def tex(value: object) -> Tex:
    """Escape a value for LaTeX, what stands between backticks as code; LaTeX stays as it is."""
    if isinstance(value, Tex):
        return value
    return Tex(_CODE.sub(r"\\texttt{\1}", escapes.latex(str(value))).replace('"', "''"))


def words(part: object) -> Tex:
    """Escape a part of a sentence, with the spaces at its ends."""
    if isinstance(part, Tex):
        return part
    before, after = (" " if end.isspace() else "" for end in (str(part)[:1], str(part)[1:][-1:]))
    return Tex(f"{before}{tex(part)}{after}")


def key(*parts: object) -> str:
    """Name of a macro, a link or a reference; different parts give different names."""
    return ".".join(_UNSAFE.sub(lambda sign: f"+{ord(sign[0]):x}+", str(part)) for part in parts)


def render(name: str, context: Mapping[str, Any]) -> Tex:
    """Fill a template; an undefined variable is an error."""
    return Tex(_environment().get_template(name).render(context))


def templates_digest() -> str:
    """Digest of all templates."""
    return text_digest(*(_source(name) for name in sorted(file.name for file in FOLDER.iterdir())))


def _source(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    environment = Environment(
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        loader=FunctionLoader(_source),
        undefined=StrictUndefined,
        finalize=tex,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"key": key, "keys": lambda parts: key(*parts)}
    return environment
