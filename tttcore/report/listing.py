"""Prepare tables for pages: columns, alignment, and the address of the whole table."""

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from tttcore.plots.names import CellNames, Names
from tttcore.plots.numbers import cell, p_value

LONGEST = 200
"""Most rows of a table that pages show; longer ones are only linked."""
INTERVAL = ("low", "high")
"""Labels of the ends of an interval, behind the column of its value; a p-value has none."""
OWN_INTERVAL = ("Interval from", "to")
"""Heads of the ends of an interval that is no column's."""
GROUPS = ("group", "a", "b")
"""Columns of the treatments that a row is about, by their labels in its set."""
LONG = 20
"""Rows beyond which a table can be searched, and scrolls by itself."""

_P_COLUMN = re.compile(r"(^|_)p(_|$)")


@dataclass(frozen=True)
class Column:
    """A column on a page.

    Attributes
    ----------
    key : its key in the rows.
    label : its head.
    numeric : True if it is aligned right.
    names : of what cells hold.
    ends : keys of the ends of the interval of its values, if there is one.
    """

    key: str
    label: str
    numeric: bool
    names: CellNames
    ends: tuple[str, ...] = ()

    def text(self, row: Mapping[Hashable, Any]) -> str:
        """Cell of a row as people read it, with the interval in parentheses; p-values are never 0."""
        value = self.names.cell(row, self.key)
        text = p_value(value) if self.numeric and is_p(self.key) else cell(value)
        ends = [cell(row[end]) for end in self.ends if not pd.isna(row[end])]
        return f"{text} ({' to '.join(ends)})" if ends else text


@dataclass(frozen=True)
class Listing:
    """A table on a page.

    Attributes
    ----------
    caption : description of the table.
    address : address of the whole table, relative to the page.
    columns, rows : columns and rows to show; no rows if the table is only linked.
    length : number of rows to show, of the whole table if it is only linked.
    left_out : number of rows that repeat others.
    """

    caption: str
    address: str
    columns: list[Column]
    rows: list[dict[Hashable, Any]]
    length: int
    left_out: int = 0

    @property
    def is_long(self) -> bool:
        """Tell whether a person would search the table."""
        return len(self.rows) > LONG


def listed(
    table: pd.DataFrame,
    columns: Mapping[str, str],
    *,
    caption: str,
    address: str,
    names: CellNames | None = None,
    comparisons: Mapping[str, Mapping[str, str]] | None = None,
) -> Listing:
    """Listing of columns of a table, given as labels by key; KeyError for a missing column.

    Cells show the `names` of what their keys stand for; the table of the `address` has the keys. Columns called
    `INTERVAL` are shown within the column before them. Columns without any value are left out, and so are rows on the
    treatments of `comparisons` that only repeat an earlier comparison's.
    """
    named = names or Names()
    shown = [
        Column(key, f"{label} (interval)" if ends else label, _numeric(table[key]), named, ends)
        for key, label, ends in _with_intervals(columns)
        if table.empty or not _blank(table[key])
    ]
    distinct = table[~_repeats(table, columns, comparisons or {})] if shown else table
    rows = distinct.to_dict("records") if shown and len(distinct) <= LONGEST else []
    return Listing(caption, address, shown, rows, len(distinct), len(table) - len(distinct))


def _with_intervals(columns: Mapping[str, str]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Key, label and keys of the interval's ends of each column that isn't such an end."""
    keys, labels = [*columns], [*columns.values()]
    heads = [tuple(labels[at + 1 : at + 3]) == INTERVAL for at in range(len(keys))]
    follows = [found and not is_p(key) for found, key in zip(heads, keys, strict=True)]
    for at, found in enumerate(heads):
        labels[at + 1 : at + 3] = OWN_INTERVAL if found and not follows[at] else labels[at + 1 : at + 3]
    taken = {at + step for at, found in enumerate(follows) if found for step in (1, 2)}
    return [
        (key, label, tuple(keys[at + 1 : at + 3]) if follows[at] else ())
        for at, (key, label) in enumerate(zip(keys, labels, strict=True))
        if at not in taken
    ]


def _repeats(table: pd.DataFrame, columns: Iterable[str], comparisons: Mapping[str, Mapping[str, str]]) -> pd.Series:
    """True for rows that say of the same treatments the same as an earlier row, in another comparison."""
    groups = [column for column in GROUPS if column in table]
    if "set" not in table or not groups:
        return pd.Series(False, index=table.index)
    treatments = table[[*dict.fromkeys([*groups, *(column for column in columns if column != "set")])]].copy()
    for column in groups:
        pairs = zip(table["set"], table[column], strict=True)
        treatments[column] = [comparisons.get(name, {}).get(label, f"{label} of {name}") for name, label in pairs]
    first = table["set"].groupby([treatments[column] for column in treatments], dropna=False).transform("first")
    return table["set"] != first


def is_p(column: str) -> bool:
    """Tell whether a column holds p-values, by its name."""
    return _P_COLUMN.search(column) is not None


def _blank(values: pd.Series) -> bool:
    return bool((values.isna() | (values == "")).all())


def _numeric(values: pd.Series) -> bool:
    return is_numeric_dtype(values) and not is_bool_dtype(values)
