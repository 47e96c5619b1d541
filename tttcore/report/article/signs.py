"""Tell LaTeX how to set signs beyond ASCII, whichever fonts it has."""

import unicodedata

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
