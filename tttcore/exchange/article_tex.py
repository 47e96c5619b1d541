"""Escaping of texts for LaTeX and Markdown, and templates of both, which escape all that is not marked as `Tex`.

An escaped text is one line: white space becomes a space, and signs that can't be seen, such as overrides of directions,
are left out, since neither language has a way to write them.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from tttcore.pipeline.code_digests import text_digest

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
FOLDER = files("tttcore.exchange") / "templates"
_CODE = re.compile("`([^`]*)`")
_UNSAFE = re.compile(r"[^A-Za-z0-9-]")
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0323": "d", "\u0327": "c",
}  # fmt: skip
"""LaTeX's accents by Unicode's, those that its oldest encoding of fonts has."""
_LETTERS = {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ı": "i"}
_MATHS = {
    "≥": "geq", "≤": "leq", "≠": "neq", "≈": "approx", "±": "pm", "×": "times", "÷": "div", "·": "cdot", "√": "surd",
    "→": "rightarrow", "←": "leftarrow", "↔": "leftrightarrow", "∈": "in", "∑": "sum", "∞": "infty",
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "κ": "kappa", "λ": "lambda", "μ": "mu", "µ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma",
    "τ": "tau", "φ": "varphi", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta",
    "Λ": "Lambda", "Σ": "Sigma", "Φ": "Phi", "Ω": "Omega",
}  # fmt: skip
_TEXT = {
    "–": "--", "—": "---", "…": r"\ldots{}", "‘": "`", "’": "'", "“": "``", "”": "''", "„": ",,", "•": r"$\bullet$",
    "−": "$-$", "°": r"\ensuremath{^{\circ}}", "§": r"\S{}", "©": r"\copyright{}",
}  # fmt: skip
_RAISED = {"<super": "^", "<sub": "_"}
"""Signs of mathematics by Unicode's kinds of decomposition."""


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


class Tex(str):
    """LaTeX or Markdown, which needs no escaping."""

    __slots__ = ()


def tex(value: object) -> Tex:
    """Escape a value for LaTeX, what stands between backticks as code; LaTeX stays as it is."""
    if isinstance(value, Tex):
        return value
    return Tex(_CODE.sub(r"\\texttt{\1}", latex(str(value))).replace('"', "''"))


def words(part: object) -> Tex:
    """Escape a part of a sentence, with the spaces at its ends."""
    if isinstance(part, Tex):
        return part
    before, after = (" " if end.isspace() else "" for end in (str(part)[:1], str(part)[1:][-1:]))
    return Tex(f"{before}{tex(part)}{after}")


def key(*parts: object) -> str:
    """Name of a macro, a link or a reference; different parts give different names."""
    return ".".join(_UNSAFE.sub(lambda sign: f"+{ord(sign[0]):x}+", str(part)) for part in parts)


def render(name: str, context: Mapping[str, Any], escape: Callable[[Any], str] = tex) -> Tex:
    """Fill a template, all of whose values are escaped but for LaTeX; an undefined variable is an error.

    Parameters
    ----------
    escape : for LaTeX, or `markdown`.
    """
    return Tex(_environment(escape).get_template(name).render(context))


def templates_digest() -> str:
    """Digest of all templates."""
    return text_digest(*(_source(name) for name in sorted(file.name for file in FOLDER.iterdir())))


def _source(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


@cache
def _environment(escape: Callable[[Any], str]) -> Environment:
    environment = Environment(
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        loader=FunctionLoader(_source),
        undefined=StrictUndefined,
        finalize=lambda value: value if isinstance(value, Tex) else escape(str(value)),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"key": key, "keys": lambda parts: key(*parts)}
    environment.filters |= {"code": lambda text: Tex(markdown_code(text)), "plain": Tex}
    return environment


def declared(text: str) -> str:
    """Lines for a preamble that declare every sign in a text beyond ASCII; one that isn't known shows its number."""
    signs = sorted({sign for sign in text if not sign.isascii()})
    return "".join(f"\\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{{_set(sign)}}}\n" for sign in signs)


def _set(sign: str) -> str:
    """Commands that set a sign."""
    if sign in _TEXT:
        return _TEXT[sign]
    if sign in _LETTERS:
        return f"\\{_LETTERS[sign]}{{}}"
    if sign in _MATHS:
        return rf"\ensuremath{{\{_MATHS[sign]}}}"
    kind, _, parts = unicodedata.decomposition(sign).rpartition("> ")
    letters = "".join(chr(int(part, 16)) for part in parts.split()).replace("\u2212", "-")
    if kind in _RAISED and letters.isascii():
        return f"\\ensuremath{{{_RAISED[kind]}{{{letters}}}}}"
    if not kind and len(letters) == 2 and letters[0].isascii() and letters[1] in _ACCENTS:
        return f"\\{_ACCENTS[letters[1]]}{{{letters[0]}}}"
    return f"[U+{ord(sign):04X}]"
