"""Prepare tables for pages: columns, alignment, and the address of the whole table."""

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from tttcore.plots.names import CellNames, Names
from tttcore.plots.numbers import cell, p_value

LONGEST = 200
"""Most rows of a table that pages show; longer ones are only linked."""
LONG = 20
"""Rows beyond which a table can be searched, and scrolls by itself."""

_P_COLUMN = re.compile(r"(^|_)p(_|$)")


@dataclass(frozen=True)
class Column:
    """A column on a page: its key in the rows, its label, whether it is numeric, so aligned right, and names."""

    key: str
    label: str
    numeric: bool
    names: CellNames

    def text(self, row: Mapping[Hashable, Any]) -> str:
        """Cell of a row as people read it; p-values are never 0."""
        value = self.names.cell(row, self.key)
        return p_value(value) if self.numeric and is_p(self.key) else cell(value)


@dataclass(frozen=True)
class Listing:
    """A table on a page.

    Attributes
    ----------
    caption : description of the table.
    address : address of the whole table, relative to the page.
    columns, rows : columns and rows to show; no rows if the table is only linked.
    length : number of rows of the whole table.
    """

    caption: str
    address: str
    columns: list[Column]
    rows: list[dict[Hashable, Any]]
    length: int

    @property
    def is_long(self) -> bool:
        """Tell whether a person would search the table."""
        return len(self.rows) > LONG


def listed(
    table: pd.DataFrame, columns: Mapping[str, str], *, caption: str, address: str, names: CellNames | None = None
) -> Listing:
    """Listing of columns of a table, given as labels by key; KeyError for a missing column.

    Cells show the `names` of what their keys stand for; the table of the `address` has the keys.
    """
    named = names or Names()
    shown = [Column(key, label, _numeric(table[key]), named) for key, label in columns.items()]
    rows = table.to_dict("records") if shown and len(table) <= LONGEST else []
    return Listing(caption, address, shown, rows, len(table))


def is_p(column: str) -> bool:
    """Tell whether a column holds p-values, by its name."""
    return _P_COLUMN.search(column) is not None


def _numeric(values: pd.Series) -> bool:
    return is_numeric_dtype(values) and not is_bool_dtype(values)
