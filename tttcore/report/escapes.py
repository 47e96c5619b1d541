"""Escape texts for LaTeX and Markdown, so that these show them as they are.

Both get one line: white space becomes a space, and signs that can't be seen, such as overrides of directions, are left
out, since neither has a way to write them.
"""

import unicodedata

_LATEX = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    **{sign: f"{{{sign}}}" for sign in "[]*"},  # at the beginning of a row they would be options of the command before
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "−": "$-$",
    "∞": r"$\infty$",
}
_MARKDOWN = frozenset("\\`*_{}[]<>&#|~$^@")
"""Signs that begin markup in CommonMark, in GitHub's tables or in Pandoc's extensions, but for bare addresses."""
_INVISIBLE = ("Cc", "Cf")
"""Unicode categories of control signs."""


def latex(text: str) -> str:
    """Escape a text for LaTeX, in a cell of a table too."""
    return "".join(_LATEX.get(sign, sign) for sign in _line(text))


def markdown(text: str) -> str:
    """Escape a text for a line of Markdown, in a cell of a table too."""
    return "".join(f"\\{sign}" if sign in _MARKDOWN else sign for sign in _line(text))


def markdown_code(text: str) -> str:
    """Write a text as code in Markdown, or as plain text if it has signs that code in a table can't have."""
    line = _line(text)
    return markdown(line) if not line or set(line) & set("`|\\") else f"`{line}`"


def _line(text: str) -> str:
    words = " ".join(text.split())
    return "".join(sign for sign in words if unicodedata.category(sign) not in _INVISIBLE)
