"""Select the value of a claim from a study's tables by a selector such as ``anova.F[set=published]``."""

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import pandas as pd

from tttcore.pipeline.messages import ConfigError, choices
from tttcore.pipeline.rounding import order_of, significant

NUMBER, TEXT, INTERVAL, ORDER = "a number", "text", "an interval", "an order"
"""Possible values of a selector."""
AGGREGATIONS = {
    "list": TEXT,
    "order": ORDER,
    "span": INTERVAL,
    "sum": NUMBER,
    "most": NUMBER,
    "least": NUMBER,
}
"""Aggregations of several rows, by name."""
LABELS = ("group", "gene", "treatment", "law", "series")
"""Columns that can label the rows of an ``order``; the first whose values are all different is taken."""
SET_LABELS = ("group", "a", "b", "label")
"""Columns whose values can be labels of the treatments of a set of samples."""

_SYNTAX = re.compile(rf"(?:(?P<how>{'|'.join(AGGREGATIONS)})\s+)?(?P<table>\w+)\.(?P<column>\w+)(?:\[(?P<where>.*)\])?")


Estimate = tuple[float, float, float]
"""A value and the ends of its interval, NaN without one."""


@dataclass(frozen=True)
class ClaimValue:
    """Measured value of a claim.

    Attributes
    ----------
    value : the number, NaN if the value is not a single number.
    low, high : ends of its 95% interval, NaN without one.
    text : a value that is not a single number, else empty.
    rows : of an order, each row's estimate by its name.
    spanned : of a span, each row's estimate, if it has intervals.
    half : of a span, half the width of the widest interval of its rows; NaN without any.
    error : how often, at most, the interval misses on one side, if the table has it; else NaN. Of several rows the
        greatest.
    unseen : proportion of runs that could all be of a kind that ours don't show, if the table has it; else NaN.
    trials : of Clopper and Pearson's interval of a proportion, the fewest of several rows; NaN for other intervals.
    fixed : whether the ends of intervals are values of runs, which can't be moved.
    """

    value: float
    low: float = math.nan
    high: float = math.nan
    text: str = ""
    rows: Mapping[str, Estimate] = field(default_factory=dict)
    half: float = math.nan
    error: float = math.nan
    unseen: float = math.nan
    trials: float = math.nan
    fixed: bool = False
    spanned: tuple[Estimate, ...] = ()

    @property
    def undefined(self) -> bool:
        """True if there is no value: it isn't defined at this number of runs."""
        if self.rows:
            return any(math.isnan(value) for value, _, _ in self.rows.values())
        return math.isnan(self.value) and math.isnan(self.low) and not self.text


@dataclass(frozen=True)
class Columns:
    """Known columns of a table.

    Attributes
    ----------
    numeric : by column, whether it holds numbers; None if that isn't known, and for true and false.
    values : for a column that can hold no others, all values that it can hold, as text.
    sets : labels of the treatments of each set of samples in its column ``set``.
    """

    numeric: Mapping[str, bool | None]
    values: Mapping[str, Collection[str]] = field(default_factory=dict)
    sets: Mapping[str, Collection[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, table: "pd.DataFrame | Columns") -> "Columns":
        """Columns of a table that is there, or that are known already."""
        if isinstance(table, Columns):
            return table
        return cls(
            {
                str(name): None if pd.api.types.is_bool_dtype(kind) else pd.api.types.is_numeric_dtype(kind)
                for name, kind in table.dtypes.items()
            }
        )


Known = Columns | pd.DataFrame | None
"""Known part of a table before it is made: its columns, all of it for a table of the document, or nothing."""


@dataclass(frozen=True)
class Selector:
    """A parsed selector, written ``[how] table.column[key=value; key=value|value]``.

    Attributes
    ----------
    text : the selector as written.
    how : aggregation of several rows, empty if a single row must match.
    table, column : names of the table and of the column of the value.
    conditions : pairs of a column and its values, any of them, as text, which select the rows; empty for all.
    """

    text: str
    how: str
    table: str
    column: str
    conditions: tuple[tuple[str, tuple[str, ...]], ...]

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a selector; ConfigError if it has another form."""
        match = _SYNTAX.fullmatch(text.strip())
        parts = [part.partition("=") for part in ((match and match["where"]) or "").split(";") if part.strip()]
        if not match or not all(equal for _, equal, _ in parts):
            raise ConfigError(f"{text!r} is no selector; written: [how] table.column[key=value; key=value]")
        conditions = tuple((column.strip(), tuple(map(str.strip, values.split("|")))) for column, _, values in parts)
        return cls(text, match["how"] or "", match["table"], match["column"], conditions)

    def with_names(self, instead: Mapping[str, str]) -> Self:
        """The selector with another name in place of its table's, and of values that its conditions ask for."""
        conditions = tuple((key, tuple(instead.get(each, each) for each in held)) for key, held in self.conditions)
        table = instead.get(self.table, self.table)
        where = "; ".join(f"{key}={'|'.join(held)}" for key, held in conditions)
        text = f"{self.how} {table}.{self.column}{f'[{where}]' if where else ''}".strip()
        return replace(self, text=text, table=table, conditions=conditions)

    def check(self, columns: Columns) -> None:
        """Check a selector against what is known of its table.

        Raises
        ------
        ConfigError
            If the table lacks a column, a condition asks a column of numbers for a text, or a column for a value that
            it can't hold, numbers are needed of a column of text, or no column can name the rows of an order.
        """
        for column, wanted in self._wanted():
            self._check_there(column, columns)
            if columns.numeric[column] and not is_number(wanted):
                raise ConfigError(f"{self.text!r}: the column {column!r} holds numbers, and {wanted!r} is none")
            if wanted not in columns.values.get(column, [wanted]):
                raise self._no_row(column, wanted, columns.values[column])
        for column in self.read_columns(columns):
            self._check_there(column, columns)
            if self.how not in ("", "list") and columns.numeric[column] is False:
                raise ConfigError(f"{self.text!r}: {self.how} needs numbers, and the column {column!r} holds text")
        if self.how == "order" and columns.numeric.keys().isdisjoint(LABELS):
            raise _unnamed(self.text)

    def row_names(self, columns: Columns) -> tuple[Sequence[str], bool] | None:
        """Names that the rows of an order can have, and whether each is a row; None if that isn't known."""
        held, asked = [column for column in LABELS if column in columns.numeric], dict(self.conditions)
        (one, *others), sets = held, asked.get("set", ())
        labels = columns.sets.get(sets[0], ()) if one == "group" and len(sets) == 1 else ()
        if not others and (picked := asked.get(one) or labels):
            return [*picked], True
        known = all(column in columns.values for column in held)
        return ([name for column in held for name in columns.values[column]], False) if known else None

    def gives(self, columns: Columns) -> set[str]:
        """Return the types that the value can have: some of `NUMBER`, `TEXT`, `INTERVAL` and `ORDER`."""
        numeric = columns.numeric.get(self.column)
        interval = {INTERVAL} if f"{interval_stem(self.column, columns.numeric)}_low" in columns.numeric else set()
        if self.how:
            return {AGGREGATIONS[self.how], *(interval if self.how == "order" else [])}
        return {*([TEXT] if not numeric else []), *([NUMBER] if numeric is not False else []), *interval}

    def read_columns(self, columns: Columns) -> tuple[str, ...]:
        """Names of the columns that the value is read from."""
        ends = (f"{self.column}_low", f"{self.column}_high")
        return ends if self.how == "span" and ends[0] in columns.numeric else (self.column,)

    def rows(self, tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
        """Rows that meet the conditions; ConfigError as from `check`, for an unknown table, and if there are none."""
        if self.table not in tables:
            raise ConfigError(f"{self.text!r}: unknown table {self.table!r}{choices(self.table, list(tables))}")
        table = tables[self.table]
        self.check(Columns.of(table))
        if table.empty:
            raise ConfigError(f"{self.text!r}: the table {self.table!r} has no rows")
        for column, held in self.conditions:
            values, kept = _as_compared(table[column]), pd.Series(data=False, index=table.index)
            for wanted in held:
                fits = values == (float(wanted) if pd.api.types.is_numeric_dtype(values) else wanted)
                if not fits.any():
                    raise self._no_row(column, wanted, [as_written(value) for value in values.dropna().unique()])
                kept |= fits
            table = table[kept]
        return table

    def _wanted(self) -> Iterator[tuple[str, str]]:
        """Yield each value that a condition asks for, with its column."""
        return ((column, wanted) for column, held in self.conditions for wanted in held)

    def _check_there(self, column: str, columns: Columns) -> None:
        if column not in columns.numeric:
            raise ConfigError(f"{self.text!r}: unknown column {column!r}{choices(column, list(columns.numeric))}")

    def _no_row(self, column: str, wanted: str, known: Collection[str]) -> ConfigError:
        return ConfigError(f"{self.text!r}: no row has {column}={wanted}{choices(wanted, list(known))}")


def claim_value(selector: str, tables: Mapping[str, pd.DataFrame]) -> ClaimValue:
    """Evaluate a selector on a study's tables.

    The conditions must match one row, unless the selector begins with an aggregation: ``list`` all values; name the
    rows in ``order`` of their values (by the first of `LABELS` whose values differ), ties by name; ``span`` from the
    least to the greatest (or from the lowest low to the highest high of the interval's columns); ``sum``; ``most``;
    ``least``. The interval is in the columns ``<column>_low`` and ``<column>_high``, or for ``mean_difference`` in
    ``difference_low`` and ``difference_high``; ``<column>_trials`` has the trials of exact ones of proportions,
    ``<column>_fixed`` whether ends are values of runs, and ``<column>_error`` and ``<column>_unseen`` what
    `intervals.error_of_means` finds.

    Raises
    ------
    ConfigError
        If the selector has another form, names an unknown table, column or value, needs numbers of a column of text,
        or no row, or without an aggregation more than one, meets its conditions.
    """
    parsed = Selector.read(selector)
    rows, column = parsed.rows(tables), parsed.column
    if parsed.how == "span":
        ends = parsed.read_columns(Columns.of(rows))
        lows, highs = rows[ends[0]], rows[ends[-1]]
        if len(ends) == 1:
            return ClaimValue(math.nan, low=float(lows.min()), high=float(highs.max()))
        spanned = tuple(_with_interval(row, column) for row in rows.to_dict("records"))
        half = float((highs - lows).max()) / 2
        low, high, how = float(lows.min()), float(highs.max()), _kind(rows, column)
        return ClaimValue(math.nan, low=low, high=high, half=half, spanned=spanned, **how)
    if parsed.how:
        return _aggregated(rows, column, parsed.how, selector)
    if len(rows) != 1:
        raise ConfigError(f"{selector!r}: {len(rows)} rows fit, not one")
    (row,) = rows.to_dict("records")
    value, low, high = _with_interval(row, column)
    text = row[column] if isinstance(row[column], str) else ""
    return ClaimValue(value, low, high, text=text, **_kind(rows, column))


def interval_stem(column: str, columns: Collection[Any]) -> str:
    """Beginning of the names of the columns with the ends of a column's interval, among the names of all columns."""
    return column if f"{column}_low" in columns else column.removeprefix("mean_")


def is_number(text: str) -> bool:
    """True if a text is a finite number."""
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _with_interval(row: Mapping[Any, Any], column: str) -> Estimate:
    """Value of a row, NaN if it is text, and the ends of its interval, NaN without one."""
    value, stem = row.get(column, math.nan), interval_stem(column, row)
    number = math.nan if isinstance(value, str) or pd.isna(value) else float(value)
    return number, float(row.get(f"{stem}_low", math.nan)), float(row.get(f"{stem}_high", math.nan))


def _kind(rows: pd.DataFrame, column: str) -> dict[str, Any]:
    """Rate of error, trials, or fixed ends of a column's intervals, as `ClaimValue` has them."""
    stem = interval_stem(column, rows.columns)
    of_all = {"error": "max", "unseen": "max", "trials": "min", "fixed": "all"}
    return {name: rows[f"{stem}_{name}"].agg(how) for name, how in of_all.items() if f"{stem}_{name}" in rows}


def _as_compared(values: pd.Series) -> pd.Series:
    """Numbers as they are, true and false as text."""
    return values.map(str) if pd.api.types.is_bool_dtype(values) else values


def as_written(value: object) -> str:
    """A value as a condition can ask for it; whole numbers without a fraction."""
    return f"{value:.0f}" if isinstance(value, float) and value.is_integer() else str(value)


def _aggregated(rows: pd.DataFrame, column: str, how: str, selector: str) -> ClaimValue:
    values = rows[column]
    match how:
        case "sum" | "most" | "least":
            return ClaimValue(significant(values.agg({"sum": "sum", "most": "max", "least": "min"}[how])))
        case "order":
            names = _names(rows, selector)
            in_order = rows.iloc[order_of(values, names)].to_dict("records")
            found = {row[names.name]: _with_interval(row, column) for row in in_order}
            return ClaimValue(math.nan, text=_ordered(found), rows=found, **_kind(rows, column))
    return ClaimValue(math.nan, text=", ".join(value if isinstance(value, str) else f"{value:g}" for value in values))


def _ordered(found: Mapping[str, Estimate]) -> str:
    """Names in the order of their values, such as a = b < c."""
    text, last = "", math.nan
    for name, (value, _, _) in found.items():
        text += f"{' = ' if value == last else ' < '}{name}" if text else name
        last = value
    return text


def _names(rows: pd.DataFrame, selector: str) -> pd.Series:
    for column in LABELS:
        if column in rows and rows[column].is_unique:
            return rows[column]
    raise _unnamed(selector)


def _unnamed(selector: str) -> ConfigError:
    return ConfigError(f"{selector!r}: no column to name rows by; known: {', '.join(LABELS)}")
