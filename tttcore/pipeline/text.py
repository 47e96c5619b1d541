"""Read users' text and CSV files, reporting the first mistake in one line."""

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tttcore.pipeline.messages import ConfigError, enumerated
from tttcore.pipeline.paths import is_special

if TYPE_CHECKING:
    import pandas as pd


def read_text(path: str | Path) -> str:
    """Content of a UTF-8 file, with or without a byte order mark; ConfigError if it can't be read."""
    try:
        if is_special(path):
            raise ConfigError(f"{path}: not a regular file")
        raw = Path(path).read_bytes()
        return raw.decode("utf-8-sig")
    except FileNotFoundError:
        raise ConfigError(f"{path}: no such file") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        fault = f"byte 0x{raw[error.start]:02x} is not UTF-8"
        raise ConfigError(f"{path}, line {line}: {fault}; save the file as UTF-8 text") from None


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


def read_csv(path: str | Path, columns: Sequence[str] | None = None) -> "pd.DataFrame":
    """CSV file with a header as a table of text, indexed by the line number on which each row ends.

    pandas would pad short rows, take extra fields for an index, rename duplicate columns and lose line numbers.

    Parameters
    ----------
    columns : required columns, in this order; None allows any.

    Raises
    ------
    ConfigError
        If the file can't be read, has wrong, duplicate or no columns, no rows, or a row of another length.
    """
    import pandas as pd  # noqa: PLC0415 - runs go without

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
    if not rows:
        raise ConfigError(f"{path}: no rows below the header")
    return pd.DataFrame(list(rows.values()), index=list(rows), columns=header, dtype=str)
