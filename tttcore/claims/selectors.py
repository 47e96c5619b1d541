"""Select the value of a claim from a study's tables by a selector such as ``anova.F[set=published]``."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import pandas as pd

from tttcore.pipeline.messages import ConfigError, choices

_SYNTAX = re.compile(
    r"(?:(?P<how>list|order|span|sum|most|least)\s+)?(?P<table>\w+)\.(?P<column>\w+)(?:\[(?P<where>.*)\])?"
)

LABELS = ("group", "gene", "treatment", "law", "series")
"""Columns that can label the rows of an ``order``; the first whose values are all different is taken."""


@dataclass(frozen=True)
class ClaimValue:
    """Measured value of a claim.

    Attributes
    ----------
    value : the number, NaN if the value is not a single number.
    low, high : ends of its 95% interval, NaN without one.
    text : a value that is not a single number, else empty.
    """

    value: float
    low: float = math.nan
    high: float = math.nan
    text: str = ""


@dataclass(frozen=True)
class Selector:
    """A parsed selector, written ``[how] table.column[key=value; key=value]``.

    Attributes
    ----------
    text : the selector as written.
    how : aggregation of several rows, empty if a single row must match.
    table, column : names of the table and of the column of the value.
    conditions : conditions that select the rows, empty for all.
    """

    text: str
    how: str
    table: str
    column: str
    conditions: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a selector; ConfigError if it has another form."""
        match = _SYNTAX.fullmatch(text.strip())
        if not match:
            raise ConfigError(f"{text!r} is no selector; written: [how] table.column[key=value; key=value]")
        return cls(text, match["how"] or "", match["table"], match["column"], match["where"] or "")

    def rows(self, tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
        """Rows that match the conditions; ConfigError for an unknown table or column."""
        if self.table not in tables:
            raise ConfigError(f"{self.text!r}: unknown table {self.table!r}{choices(self.table, list(tables))}")
        return _matching(tables[self.table], self.conditions, self.text)


def claim_value(selector: str, tables: Mapping[str, pd.DataFrame]) -> ClaimValue:
    """Evaluate a selector on a study's tables.

    The conditions must match one row, unless the selector begins with an aggregation: ``list`` all values; name the
    rows in ``order`` of their values (by the first of `LABELS` whose values differ); ``span`` from the least to the
    greatest (or from the lowest low to the highest high of the interval's columns); ``sum``; ``most``; ``least``. The
    interval is in the columns ``<column>_low`` and ``<column>_high``, or for ``mean_difference`` in
    ``difference_low`` and ``difference_high``.

    Raises
    ------
    ConfigError
        If the selector has another form, or names an unknown table or column, or other than one row matches.
    """
    parsed = Selector.read(selector)
    rows, column = parsed.rows(tables), parsed.column
    if parsed.how == "span" and f"{column}_low" in rows:
        return ClaimValue(math.nan, low=float(rows[f"{column}_low"].min()), high=float(rows[f"{column}_high"].max()))
    if column not in rows:
        raise ConfigError(f"{selector!r}: unknown column {column!r}{choices(column, list(rows.columns))}")
    if parsed.how:
        return _aggregated(rows, column, parsed.how, selector)
    if len(rows) != 1:
        raise ConfigError(f"{selector!r}: {len(rows)} rows fit, not one")
    (row,) = rows.to_dict("records")
    text = row[column] if isinstance(row[column], str) else ""
    stem = column.removeprefix("mean_") if f"{column}_low" not in row else column
    return ClaimValue(
        value=math.nan if text else float(row[column]),
        low=float(row.get(f"{stem}_low", math.nan)),
        high=float(row.get(f"{stem}_high", math.nan)),
        text=text,
    )


def _matching(table: pd.DataFrame, conditions: str, selector: str) -> pd.DataFrame:
    for condition in filter(None, (part.strip() for part in conditions.split(";"))):
        key, _, wanted = condition.partition("=")
        if key not in table:
            raise ConfigError(f"{selector!r}: unknown column {key!r}{choices(key, list(table.columns))}")
        numeric = pd.api.types.is_numeric_dtype(table[key])
        table = table[table[key] == (float(wanted) if numeric else wanted)]
    return table


def _aggregated(rows: pd.DataFrame, column: str, how: str, selector: str) -> ClaimValue:
    values = rows[column]
    match how:
        case "sum" | "most" | "least":
            return ClaimValue(float(values.agg({"sum": "sum", "most": "max", "least": "min"}[how])))
        case "span":
            return ClaimValue(math.nan, low=float(values.min()), high=float(values.max()))
        case "order":
            names = _names(rows, selector)
            return ClaimValue(math.nan, text=" < ".join(names[values.sort_values(kind="stable").index]))
    return ClaimValue(math.nan, text=", ".join(value if isinstance(value, str) else f"{value:g}" for value in values))


def _names(rows: pd.DataFrame, selector: str) -> pd.Series:
    for column in LABELS:
        if column in rows and rows[column].is_unique:
            return rows[column]
    raise ConfigError(f"{selector!r}: no column to name rows by; known: {', '.join(LABELS)}")
