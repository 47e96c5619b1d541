"""CSV files for people, which our programs read back as they were."""

from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from tttcore.pipeline.store import atomic


def write_csv(path: str | Path, table: pd.DataFrame) -> None:
    """Write the `csv_text` of a table atomically."""
    with atomic(path) as partial:
        partial.write_text(csv_text(table), encoding="utf-8", newline="\n")


def csv_text(table: pd.DataFrame) -> str:
    """Table as CSV, with all digits of its numbers; line breaks, also those in texts, are newlines."""
    # pandas quotes a text with a carriage return only if lines end with one.
    return table.to_csv(index=False, lineterminator="\r\n").replace("\r\n", "\n").replace("\r", "\n")


def read_texts(path: str | Path, texts: Iterable[str]) -> pd.DataFrame:
    """Read a table that `write_csv` wrote; columns of `texts` that it has hold texts, even such as NA or 0500."""
    return pd.read_csv(path, converters=dict.fromkeys(texts, str))
