"""CSV files for people: spreadsheets run no text in them as a formula, and what our programs read back is as it was.

A spreadsheet takes a cell for a formula that begins with ``=``, ``+``, ``-``, ``@``, a tab or a line break (OWASP, CSV
Injection). A text that does, and isn't a number, gets an apostrophe in front; so does one that has apostrophes before
such a sign, so that every text can be told from every other. Line breaks are written as newlines.

Parquet and JSON hold texts as they are.
"""

import re
from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from tttcore.pipeline.store import atomic

_FORMULA = re.compile(r"'*[=+\-@＝＋－＠\t\r\n]")
_MARKED = re.compile(rf"'{_FORMULA.pattern}")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


def write_csv(path: str | Path, table: pd.DataFrame) -> None:
    """Write the `csv_text` of a table atomically."""
    with atomic(path) as partial:
        partial.write_text(csv_text(table), encoding="utf-8", newline="\n")


def csv_text(table: pd.DataFrame) -> str:
    """Table as CSV, with all digits of its numbers; texts that look like formulas are marked."""
    shown = table.copy(deep=False)
    for name in table.select_dtypes(exclude="number"):
        shown[name] = pd.Series([_cell(value) for value in table[name]], table.index, dtype=object)
    return shown.rename(columns=_cell).to_csv(index=False, lineterminator="\n")


def read_texts(path: str | Path, texts: Iterable[str]) -> pd.DataFrame:
    """Read a table that `write_csv` wrote; columns of `texts` that it has hold texts, even such as NA or 0500."""
    return pd.read_csv(path, converters=dict.fromkeys(texts, unmarked))


def marked(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would take for a formula."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def unmarked(text: str) -> str:
    """Text that `marked` was given."""
    return text[1:] if _MARKED.match(text) else text


def _cell(value: object) -> object:
    return marked(value.replace("\r\n", "\n").replace("\r", "\n")) if isinstance(value, str) else value
