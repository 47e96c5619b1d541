"""Docstrings with ``name : meaning`` as numpydoc has them, so that mkdocstrings takes no meaning for a type."""

import re
from textwrap import indent
from typing import Any

import griffe

_SECTION = re.compile(
    r"^(Parameters|Attributes|Returns|Yields)\n(-+)\n(.*?)(?=\n\n[^\n]+\n-{3,}\n|\Z)", re.MULTILINE | re.DOTALL
)
_ENTRY = re.compile(r"^(\w+(?:, \w+)*) : (.+)$", re.MULTILINE)


class NumpySections(griffe.Extension):
    """Rewrite the docstring of every object before it is parsed."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of an object."""
        if obj.docstring:
            obj.docstring.value = _SECTION.sub(_rewritten, obj.docstring.value)


def _rewritten(section: re.Match[str]) -> str:
    title, line, body = section.groups()
    entries = title in ("Parameters", "Attributes")
    return f"{title}\n{line}\n" + (_ENTRY.sub(r"\1\n    \2", body) if entries else ":\n" + indent(body, "    "))
