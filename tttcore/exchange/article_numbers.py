"""Numbers of an article as LaTeX macros, each with the table cell that it comes from."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from tttcore.claims.findings import OF_ROW, Place
from tttcore.claims.selectors import Columns, Selector, claim_value, interval_stem
from tttcore.exchange.article_tex import Tex, tex, words

COLUMNS = ("macro", "text", "value", "table", "line", "row", "column", "how", "sha256")
"""Columns of the list of all numbers."""
_USED = re.compile(r"\\result\{([^{}]*)\}")
AUDIT = "claims/audit.csv"
"""Path of the audit in the archive."""
_ENDS = {"low": ("least", 0), "high": ("most", -1)}
"""Columns of each end of a span."""


@dataclass(frozen=True)
class Cell:
    """Location of a number.

    Attributes
    ----------
    table : path of a CSV file in the archive.
    row : what its row holds, as ``column=value; column=value``; empty for the only row, or for all.
    column : its column.
    how : how several rows make one value, see `claims.selectors.AGGREGATIONS`; empty if it is one row's.
    line : of a single row in the file, counted from 1 with the header as in RFC 7111; 0 where there is none.
    """

    table: str
    row: str
    column: str
    how: str = ""
    line: int = 0

    @property
    def address(self) -> str:
        """Address of the row, or of the file, relative to the archive."""
        return f"{self.table}\\#row={self.line}" if self.line else self.table


class Numbers:
    """Macros of an article, in the order of their definition."""

    def __init__(self, tables: Mapping[str, str | bytes]):
        """Take the CSV files of the archive by path."""
        self._tables = tables
        self._digests: dict[str, str] = {}
        self._numbers: dict[str, tuple[str, Any, Cell]] = {}
        self._texts: dict[str, Tex] = {}

    def number(self, macro: str, text: str, value: Any, cell: Cell) -> Tex:
        """Define a number by its text for people, the value as the table holds it, and its cell; returns its use."""
        self._check_new(macro)
        if cell.table not in self._digests:
            content = self._tables[cell.table]
            content = content.encode() if isinstance(content, str) else content
            self._digests[cell.table] = hashlib.sha256(content).hexdigest()
        self._numbers[macro] = (text, value, cell)
        return Tex(rf"\result{{{macro}}}")

    def text(self, macro: str, parts: Iterable[object]) -> Tex:
        """Define a text that depends on results, whose parts are words and uses of numbers; returns its use."""
        self._check_new(macro)
        self._texts[macro] = Tex("".join(map(words, parts)))
        return Tex(rf"\result{{{macro}}}")

    def expanded(self, text: str) -> str:
        """LaTeX with the texts in place of all macros."""
        while _USED.search(text):
            text = _USED.sub(lambda used: self._meaning(used[1]), text)
        return text

    def keep(self, text: str) -> None:
        """Forget macros that a text doesn't use, neither by itself nor through others."""
        used, todo = set[str](), _USED.findall(text)
        while todo:
            macro = todo.pop()
            if macro not in used:
                used.add(macro)
                todo += _USED.findall(self._texts.get(macro, ""))
        self._numbers = {macro: each for macro, each in self._numbers.items() if macro in used}
        self._texts = {macro: each for macro, each in self._texts.items() if macro in used}

    def definitions(self) -> str:
        """LaTeX that defines all macros, each number below a comment that says what it stands for."""
        lines = []
        for macro, (text, _, cell) in self._numbers.items():
            row = " ".join(f"{cell.how} {cell.row}".split()) or "all"
            lines += [
                f"% {cell.table}: row {row}: column {cell.column}: sha256 {self._digests[cell.table]}",
                f"\\defineresult{{{macro}}}{{{tex(text)}}}{{{cell.address}}}",
            ]
        lines += [f"\\definetext{{{macro}}}{{{text}}}" for macro, text in self._texts.items()]
        return "".join(f"{line}\n" for line in lines)

    def table(self) -> pd.DataFrame:
        """List of all numbers with the columns `COLUMNS`."""
        rows = [
            {
                "macro": macro,
                "text": text,
                "value": value,
                **vars(cell),
                "line": cell.line or None,
                "sha256": self._digests[cell.table],
            }
            for macro, (text, value, cell) in self._numbers.items()
        ]
        return pd.DataFrame(rows, columns=COLUMNS).astype({"value": object, "line": "Int64"})

    def _meaning(self, macro: str) -> str:
        return self._texts[macro] if macro in self._texts else tex(self._numbers[macro][0])

    def _check_new(self, macro: str) -> None:
        if macro in self._numbers or macro in self._texts:
            raise ValueError(f"macro {macro!r} is there twice")


@dataclass(frozen=True)
class Tables:
    """Tables of a study: what selectors read.

    Attributes
    ----------
    rows : rows by the table's name.
    paths : paths of the CSV files in the archive, by the table's name.
    """

    rows: Mapping[str, pd.DataFrame]
    paths: Mapping[str, str]

    def selected(self, text: str, end: str = "") -> Cell:
        """Cell that a selector reads, or that holds an end of its interval."""
        selector = Selector.read(text)
        found = selector.rows(self.rows)
        column, how = selector.column, selector.how
        if end and how == "span":
            how, index = _ENDS[end]
            column = selector.read_columns(Columns.of(found))[index]
        elif end:
            column = f"{interval_stem(column, found.columns)}_{end}"
        row = "; ".join(f"{name}={value}" for name, value in selector.conditions)
        return Cell(self.paths[selector.table], row, column, how, 0 if how else int(found.index[0]) + 2)

    def measured(self, row: Mapping[Any, Any], column: str) -> Cell:
        """Cell of a statement's value, ``ours``, ``low`` or ``high``, where it was measured, else in the audit.

        It stands in the audit alone if it was computed there from several values.
        """
        if row["measure"]:
            value = claim_value(row["measure"], self.rows)
            stored = {"ours": value.text or str(value.value), "low": value.low, "high": value.high}
            if stored[column] == row[column]:
                return self.selected(row["measure"], "" if column == "ours" else column)
        return audited(row, column)

    def placed(self, row: Mapping[Any, Any], place: Place) -> Cell:
        """Cell of a place in a sentence on a statement."""
        if place.value in ("ours", "low", "high"):
            return self.measured(row, place.value)
        return audited(row, place.value) if place.value in OF_ROW else self.selected(place.value, place.end)


def audited(row: Mapping[Any, Any], column: str) -> Cell:
    """Cell of the audit, of whose rows each has its line."""
    return Cell(AUDIT, f"id={row['id']}", column, line=row["line"])
