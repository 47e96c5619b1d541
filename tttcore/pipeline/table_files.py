"""Tables as files: CSV of users and documents, checked cell by cell; results as Parquet, and as CSV for people."""

import csv
import io
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tttcore.pipeline import store
from tttcore.pipeline.files import atomic, read_text
from tttcore.pipeline.messages import ConfigError, enumerated
from tttcore.pipeline.rounding import rounded_table

if TYPE_CHECKING:
    import pandas as pd

Tables = dict[str, "pd.DataFrame"]

FACTS, METHOD = "facts", "method"
"""Names of the tables of exact facts of the game and of facts of a study's method."""
FACT_COLUMNS = ("fact", "value", "exact", "how", "quoted")
METHOD_COLUMNS = ("fact", "value", "text", "how")
"""Columns of these two tables; all but the value are text."""


def csv_rows(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the last line number and the fields of each non-empty CSV row.

    Raises
    ------
    ConfigError
        For broken CSV; the message calls the file `name`.
    """
    plain = text.replace("\r\n", "\n")
    if '"' not in plain and "\r" not in plain:  # nothing to unquote: three times as fast
        yield from ((line, row.split(",")) for line, row in enumerate(plain.split("\n"), start=1) if row)
        return
    reader = csv.reader(io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8", newline=""), strict=True)
    try:
        yield from ((reader.line_num, row) for row in reader if row)
    except csv.Error as error:
        raise ConfigError(f"{name}, line {reader.line_num}: broken CSV: {error}") from None


def check_row_widths(
    numbered: Iterator[tuple[int, list[str]]], width: int, name: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield rows unchanged; ConfigError for the first one that doesn't have `width` fields."""
    for line, row in numbered:
        if len(row) != width:
            raise ConfigError(f"{name}, line {line}: broken CSV: {len(row)} instead of {width} fields")
        yield line, row


def read_csv(path: str | Path, columns: Sequence[str] | None = None, *, least: int = 1) -> "pd.DataFrame":
    """CSV file with a header as a table of text, indexed by the line number on which each row ends.

    pandas would pad short rows, take extra fields for an index, rename duplicate columns and lose line numbers.

    Parameters
    ----------
    columns : required columns, in this order; None allows any.
    least : rows that there must be.

    Raises
    ------
    ConfigError
        If the file can't be read, has wrong, duplicate or no columns, too few rows, or a row of another length.
    """
    import pandas as pd  # noqa: PLC0415 - jobs of runs go without

    numbered = csv_rows(read_text(path), str(path))
    _, header = next(numbered, (0, []))
    if columns is not None and header != list(columns):
        raise ConfigError(f"{path}: columns are {enumerated(header)}; allowed: {', '.join(columns)}")
    if not header:
        raise ConfigError(f"{path}: empty file; needs a header and rows")
    if len(header) == 1 and set(";\t") & set(header[0]):
        raise ConfigError(f"{path}: one column {header[0]!r}; needs commas between fields")
    twice = next((column for column in header if header.count(column) > 1), None)
    if twice is not None:
        raise ConfigError(f"{path}: the column {twice!r} is there twice; allowed: each once")
    rows = dict(check_row_widths(numbered, len(header), str(path)))
    if len(rows) < least:
        raise ConfigError(f"{path}: no rows below the header")
    return pd.DataFrame(list(rows.values()), index=list(rows), columns=header, dtype=str)


def read_runs(path: str | Path) -> "pd.DataFrame":
    """Read published runs: a column of generations per group; a column ``run``, which numbers them, is dropped.

    Raises
    ------
    ConfigError
        If the file can't be read or a value is not a whole number of generations from 1.
    """
    table = read_csv(path).drop(columns="run", errors="ignore")
    numbers = parse_numbers(table)
    for column in table:
        whole = numbers[column] % 1 == 0
        check_cells(path, table[column], whole & numbers[column].between(1, 2**62), "whole numbers from 1")
    return numbers.astype(np.int64).reset_index(drop=True)


def parse_numbers(table: "pd.DataFrame") -> "pd.DataFrame":
    """Parse all cells as numbers, NaN for those that aren't."""
    import pandas as pd  # noqa: PLC0415

    return table.apply(pd.to_numeric, errors="coerce")


def check_cells(path: str | Path, cells: "pd.Series[str]", fits: "pd.Series[bool]", allowed: str) -> None:
    """Raise ConfigError for the first cell that doesn't fit."""
    if not fits.all():
        place = int(np.argmin(fits))
        where = f"{path}, line {cells.index[place]}, {cells.name}"
        raise ConfigError(f"{where}: {cells.iloc[place]!r}; allowed: {allowed}")


def write_csv(path: str | Path, table: "pd.DataFrame") -> None:
    """Write the `csv_text` of a table atomically."""
    with atomic(path) as partial:
        partial.write_text(csv_text(table), encoding="utf-8", newline="\n")


def csv_text(table: "pd.DataFrame") -> str:
    """Table as CSV, with all digits of its numbers; line breaks, also those in texts, are newlines."""
    # pandas quotes a text with a carriage return only if lines end with one.
    return table.to_csv(index=False, lineterminator="\r\n").replace("\r\n", "\n").replace("\r", "\n")


def read_texts(path: str | Path, texts: Collection[str], columns: Sequence[str] | None = None) -> "pd.DataFrame":
    """Read a table that `write_csv` wrote; columns of `texts` hold texts, even such as NA or 0500.

    Others hold numbers or truth values.

    Parameters
    ----------
    columns : columns that it has, in this order; None allows any.

    Raises
    ------
    StoreError
        If the file is missing or damaged.
    """
    import pandas as pd  # noqa: PLC0415

    try:
        cells = read_csv(path, columns, least=0)
        table = pd.read_csv(path).assign(**{name: cells[name].array for name in texts if name in cells})
        mixed = table.select_dtypes(exclude=["number", "bool"]).columns.difference([*texts])
        for column, numbers in parse_numbers(cells[mixed]).items():
            check_cells(path, cells[column], numbers.notna() | (cells[column] == ""), "numbers, or nothing")
    except ConfigError as error:
        raise store.StoreError(f"{error}; delete it and run again") from None
    return table


def write_study_tables(tables: Tables, folder: str | Path, *, provenance: Mapping[str, Any]) -> None:
    """Write each table as CSV, for people, and as Parquet, rounded alike; the folder is there even without any.

    Numbers are rounded by `rounding.significant`, so that the rows are the same on every CPU.
    """
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, exact in tables.items():
        table = rounded_table(exact)
        write_csv(Path(folder) / f"{name}.csv", table)
        store.write(Path(folder) / f"{name}.parquet", table, provenance=provenance)


def stored_tables(folder: str | Path) -> list[Path]:
    """Parquet files in a folder in order, without partial files, which are hidden."""
    return sorted(Path(folder).glob("[!.]*.parquet"))


def read_study_tables(folders: Iterable[str | Path]) -> Tables:
    """Read all tables that `write_study_tables` wrote to some folders, by name."""
    files = [path for folder in folders for path in stored_tables(folder)]
    return {path.stem: store.read(path) for path in files}
