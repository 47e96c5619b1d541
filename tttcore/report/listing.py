"""Tables as a page shows them: which columns, how they are aligned, and where the whole table is."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
from pandas.api.types import is_bool_dtype, is_numeric_dtype

LONGEST = 200
"""Rows of the longest table that is shown; longer ones are linked."""


@dataclass(frozen=True)
class Column:
    """A column that is shown: its key in the rows, its label, and whether it holds numbers, which stand right."""

    key: str
    label: str
    numeric: bool


@dataclass(frozen=True)
class Listing:
    """A table on a page.

    Attributes
    ----------
    caption : what it shows.
    address : where the whole table is, as seen from the page.
    columns, rows : what is shown; no rows where they are only linked.
    length : rows of the whole table.
    """

    caption: str
    address: str
    columns: list[Column]
    rows: list[dict[Hashable, Any]]
    length: int


def listed(table: pd.DataFrame, columns: Mapping[str, str], *, caption: str, address: str) -> Listing:
    """Listing of some columns of a table, given as key and label; KeyError for one that it doesn't have."""
    shown = [Column(key, label, _numeric(table[key])) for key, label in columns.items()]
    rows = table.to_dict("records") if shown and len(table) <= LONGEST else []
    return Listing(caption, address, shown, rows, len(table))


def _numeric(values: pd.Series) -> bool:
    return is_numeric_dtype(values) and not is_bool_dtype(values)
