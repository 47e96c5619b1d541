"""Find the cells that selectors of statements and of sentences read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from tttcore.claims.findings import OF_ROW, Place
from tttcore.claims.selectors import Columns, Selector, claim_value, interval_stem
from tttcore.report.article.numbers import Cell

AUDIT = "claims/audit.csv"
"""Path of the audit in the archive."""
_ENDS = {"low": ("least", 0), "high": ("most", -1)}
"""Columns of each end of a span."""


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
