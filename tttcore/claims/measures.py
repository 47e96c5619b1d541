"""Find a measured value in a study's tables by a reference such as ``anova.F[set=published]``."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import pandas as pd

from tttcore.pipeline.registry import ConfigError, choices

_REFERENCE = re.compile(
    r"(?:(?P<how>list|order|span|sum|most|least)\s+)?(?P<table>\w+)\.(?P<column>\w+)(?:\[(?P<where>.*)\])?"
)

LABELS = ("group", "gene", "treatment", "law", "series")
"""Columns that can name rows in an order; the first that tells them apart does."""


@dataclass(frozen=True)
class Measure:
    """A measured value.

    Attributes
    ----------
    value : the number, NaN if it is none.
    low, high : its 95% interval, NaN where there is none.
    text : a value that is no single number, empty if it is one.
    """

    value: float
    low: float = math.nan
    high: float = math.nan
    text: str = ""


@dataclass(frozen=True)
class Reference:
    """Where a value is found, written ``[how] table.column[key=value; key=value]``.

    Attributes
    ----------
    text : as it is written.
    how : what to make of several rows, empty where there must be one.
    table, column : where the value stands.
    conditions : which rows are kept, empty for all.
    """

    text: str
    how: str
    table: str
    column: str
    conditions: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Reference that `text` is; ConfigError if it is none."""
        match = _REFERENCE.fullmatch(text.strip())
        if not match:
            raise ConfigError(f"{text!r} is no reference; written: [how] table.column[key=value; key=value]")
        return cls(text, match["how"] or "", match["table"], match["column"], match["where"] or "")

    def rows(self, tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
        """Rows that the conditions keep; ConfigError for a table or a column that isn't there."""
        if self.table not in tables:
            raise ConfigError(f"{self.text!r}: unknown table {self.table!r}{choices(self.table, list(tables))}")
        return _where(tables[self.table], self.conditions, self.text)


def measure(reference: str, tables: Mapping[str, pd.DataFrame]) -> Measure:
    """Look up the value that a `Reference` leads to.

    The conditions must leave one row, unless `how` says what to make of several: ``list`` them,
    name them in ``order`` of the value (by the first of `LABELS` that tells them apart), give the ``span``
    from least to most (or from the lowest low to the highest high of an interval's columns),
    ``sum`` them, take the ``most`` or the ``least``. The interval is in the columns ``<column>_low`` and
    ``<column>_high``, or for a mean difference in ``difference_low`` and ``difference_high``.

    Raises
    ------
    ConfigError
        If the reference can't be read or names a table, column or row that isn't there.
    """
    place = Reference.read(reference)
    rows, column = place.rows(tables), place.column
    if place.how == "span" and f"{column}_low" in rows:
        return Measure(math.nan, low=float(rows[f"{column}_low"].min()), high=float(rows[f"{column}_high"].max()))
    if column not in rows:
        raise ConfigError(f"{reference!r}: unknown column {column!r}{choices(column, list(rows.columns))}")
    if place.how:
        return _several(rows, column, place.how, reference)
    if len(rows) != 1:
        raise ConfigError(f"{reference!r}: {len(rows)} rows fit, not one")
    (row,) = rows.to_dict("records")
    text = row[column] if isinstance(row[column], str) else ""
    stem = column.removeprefix("mean_") if f"{column}_low" not in row else column
    return Measure(
        value=math.nan if text else float(row[column]),
        low=float(row.get(f"{stem}_low", math.nan)),
        high=float(row.get(f"{stem}_high", math.nan)),
        text=text,
    )


def _where(table: pd.DataFrame, conditions: str, reference: str) -> pd.DataFrame:
    for condition in filter(None, (part.strip() for part in conditions.split(";"))):
        key, _, wanted = condition.partition("=")
        if key not in table:
            raise ConfigError(f"{reference!r}: unknown column {key!r}{choices(key, list(table.columns))}")
        numeric = pd.api.types.is_numeric_dtype(table[key])
        table = table[table[key] == (float(wanted) if numeric else wanted)]
    return table


def _several(rows: pd.DataFrame, column: str, how: str, reference: str) -> Measure:
    values = rows[column]
    match how:
        case "sum":
            return Measure(float(values.sum()))
        case "most":
            return Measure(float(values.max()))
        case "least":
            return Measure(float(values.min()))
        case "span":
            return Measure(math.nan, low=float(values.min()), high=float(values.max()))
        case "order":
            names = _names(rows, reference)
            return Measure(math.nan, text=" < ".join(names[values.sort_values(kind="stable").index]))
    return Measure(math.nan, text=", ".join(value if isinstance(value, str) else f"{value:g}" for value in values))


def _names(rows: pd.DataFrame, reference: str) -> pd.Series:
    for column in LABELS:
        if column in rows and rows[column].is_unique:
            return rows[column]
    raise ConfigError(f"{reference!r}: no column to name rows by; known: {', '.join(LABELS)}")
