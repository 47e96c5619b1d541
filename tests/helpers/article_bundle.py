"""Read an article's archive as anybody could: without the package, from its files alone."""

import csv
import hashlib
import math
import re
from dataclasses import dataclass, field
from pathlib import Path

USED = re.compile(r"\\result\{([^{}]*)\}")
NUMBER_DEFINED = re.compile(
    r"^% (\S+): row .*: sha256 (\w+)\n\\defineresult\{([^{}]*)\}\{(.*)\}\{(.*?)\}$", re.MULTILINE
)
TEXT_DEFINED = re.compile(r"^\\definetext\{([^{}]*)\}", re.MULTILINE)
_SHOWN = re.compile(r"−?\d[\d,]*(?:\.\d+)?(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?%?")
_STORED = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_LATEX = {
    "$-$": "−", r"$\infty$": "∞", r"\textless{}": "<", r"\textgreater{}": ">", r"\textbar{}": "|", "''": '"',
    r"\textasciitilde{}": "~", r"\textasciicircum{}": "^", **{f"{{{sign}}}": sign for sign in "[]*"},
    **{f"\\{sign}": sign for sign in "&%$#_{}"},
}  # fmt: skip


@dataclass
class Bundle:
    """An archive that lies unpacked in a folder."""

    folder: Path
    _read: dict = field(default_factory=dict)

    def text(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def rows(self, name):
        if name not in self._read:
            with (self.folder / name).open(encoding="utf-8", newline="") as file:
                self._read[name] = list(csv.DictReader(file))
        return self._read[name]

    def digest(self, name):
        return hashlib.sha256((self.folder / name).read_bytes()).hexdigest()

    def value(self, listed):
        """Value of a listed number as its table holds it."""
        rows = self.rows(listed["table"])
        wanted = _conditions(listed["row"], rows[0])
        found = [rows[int(listed["line"]) - 2]] if listed["line"] else rows
        found = [row for row in found if all(_same(row[key], value) for key, value in wanted.items())]
        values = [row[listed["column"]] for row in found]
        match listed["how"]:
            case "":
                (value,) = values
                return value
            case "list":
                return ", ".join(values)
            case "order":
                return _in_order(found, listed["column"])
        return str({"sum": sum, "most": max, "least": min}[listed["how"]](map(float, values)))


def plain(latex):
    """Text that LaTeX shows."""
    signs = re.compile("|".join(map(re.escape, _LATEX)))
    return signs.sub(lambda sign: _LATEX[sign[0]], re.sub(r"\\texttt\{(.*?)\}", r"`\1`", latex))


_WITHOUT_DIGITS = {"inf": "∞", "": "–"}
"""Texts of values that aren't finite, or aren't defined at this number of runs."""


def tells(text, value, *, forms=(), names=None):
    """True if a text for people says what a value is, as far as its digits go.

    Of a value in one of these ``forms`` it is the ``minus`` with the other sign, and may be the ``size`` without the
    sign, or the share of the ``points`` that a difference in Elo stands for; an order has ``names`` for people, by key.
    """
    if "minus" in forms:
        return tells(text, value.removeprefix("-") if value.startswith("-") else f"-{value}", names=names)
    if text == value:
        return True
    if " < " in value:
        return re.split(" [<≈=] ", text) == [(names or {}).get(key, key) for key in value.split(" < ")]
    if "size" in forms and tells(text, value.removeprefix("-")):
        return True
    if "points" in forms and re.fullmatch(r"-?\d[\d.]*", value):
        return tells(text, str(1 / (1 + 10 ** (-float(value) / 400)))) or tells(text, value)
    text = text.removeprefix("p ")  # a p-value is told as an equation: p = 0.25, p < 0.001
    if value in _WITHOUT_DIGITS:
        return text == _WITHOUT_DIGITS[value]
    shown, stored = _SHOWN.findall(text), [float(number) for number in _STORED.findall(value)]
    if text.startswith(("< ", "> ")) and len(shown) == len(stored) == 1:
        limit, _ = _read(shown[0])
        return stored[0] < limit if text[0] == "<" else stored[0] > limit
    return len(shown) == len(stored) > 0 and all(map(_rounds_to, shown, stored))


def _rounds_to(text, value):
    number, digit = _read(text)
    return math.isclose(abs(number), abs(value), rel_tol=1e-12, abs_tol=digit / 2 * 1.0001) and number * value >= 0


def _read(text):
    """Number in a text for people, and what its last digit counts; zeros at the end of a whole one may be rounded."""
    digits, _, power = text.rstrip("%").replace("−", "-").replace(",", "").partition(" × 10")
    scale = 10.0 ** int(power.translate(_RAISED) or 0) / (100 if text.endswith("%") else 1)
    decimals = len(digits.partition(".")[2])
    zeros = 0 if decimals else len(digits) - len(digits.rstrip("0"))
    return float(digits) * scale, 10.0 ** (zeros - decimals) * scale


def _conditions(text, columns):
    """Values of a row by column, written as column=value; column=value."""
    parts = re.split(rf"(?:^|; )({'|'.join(map(re.escape, columns))})=", text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _same(cell, wanted):
    try:
        return float(cell) == float(wanted)
    except ValueError:
        return cell == wanted


def _in_order(rows, column):
    """Names of rows in the order of a column, ties by name."""
    by = next(
        name
        for name in ("group", "gene", "treatment", "law", "series")
        if len({row.get(name) for row in rows}) == len(rows)
    )
    return " < ".join(row[by] for row in sorted(rows, key=lambda row: (float(row[column]), row[by])))
