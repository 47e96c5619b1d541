"""Digest of what a stored table says: its columns and rows, whoever made it and however the file lays them out."""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tttcore.pipeline.store import StoreError, damaged, open_table

ROWS = 10_000
"""Rows that are held at once."""


def rows_digest(path: str | Path) -> str:
    """SHA-256 of a Parquet file's columns and rows, without its metadata: provenance, compression, layout.

    It is taken of a line for each stream of bytes that the columns hold, ``number name kind digest``: which values are
    missing, how long texts and lists are, letters, and numbers as they lie in memory, little-endian, every NaN the
    same. Rows are read some at a time.

    Raises
    ------
    StoreError
        If the file is missing or damaged, or a column is of a kind that isn't stored here.
    """
    file = open_table(path)
    streams = _Streams()
    names = [f"{number} {name}" for number, name in enumerate(file.schema_arrow.names, start=1)]
    for name, field in zip(names, file.schema_arrow, strict=True):
        try:
            streams.add(name, pa.array([], field.type))
        except TypeError as error:
            raise StoreError(f"{path}: column {name}: {error}") from None
    try:
        for batch in file.iter_batches(ROWS):
            for name, values in zip(names, batch.columns, strict=True):
                streams.add(name, values)
    except (pa.ArrowInvalid, OSError) as error:
        raise damaged(path, error) from None
    return streams.digest()


class _Streams:
    """Streams of bytes in the order in which they are first met, each with its digest so far."""

    def __init__(self) -> None:
        self._found: dict[str, Any] = {}

    def digest(self) -> str:
        """Digest of them all."""
        lines = (f"{stream} {found.hexdigest()}\n" for stream, found in self._found.items())
        return hashlib.sha256("".join(lines).encode()).hexdigest()

    def add(self, name: str, values: pa.Array) -> None:
        """Add some more values of a column."""
        self._feed(f"{name} missing", _little_endian(values.is_null().to_numpy(zero_copy_only=False)))
        there, kind = values.drop_null(), values.type
        if pa.types.is_list(kind) or pa.types.is_large_list(kind):
            self._feed(f"{name} lengths", _lengths(pc.list_value_length(there)))
            self.add(f"{name} items", there.flatten())
        elif pa.types.is_string(kind) or pa.types.is_large_string(kind):
            self._feed(f"{name} lengths", _lengths(pc.binary_length(there)))
            self._feed(f"{name} text", _joined(there))
        elif pa.types.is_boolean(kind) or pa.types.is_integer(kind) or pa.types.is_floating(kind):
            numbers = there.to_numpy(zero_copy_only=False)
            if pa.types.is_floating(kind):
                numbers = np.where(np.isnan(numbers), numbers.dtype.type(np.nan), numbers)
            self._feed(f"{name} {numbers.dtype.name}", _little_endian(numbers))
        elif not pa.types.is_null(kind):
            raise TypeError(f"{kind} has no digest; known: lists, texts, numbers, truth values")

    def _feed(self, stream: str, content: Any) -> None:
        self._found.setdefault(stream, hashlib.sha256()).update(content)


def _joined(texts: pa.Array) -> Any:
    """All texts one after the other, as UTF-8."""
    texts = texts.cast(pa.large_string())
    _, ends, letters = texts.buffers()
    if letters is None:
        return b""
    ends = np.frombuffer(ends, np.int64)[texts.offset : texts.offset + len(texts) + 1]
    return letters[ends[0] : ends[-1]]


def _lengths(lengths: pa.Array) -> Any:
    return _little_endian(lengths.to_numpy(zero_copy_only=False).astype(np.int64))


def _little_endian(numbers: np.ndarray) -> Any:
    return np.ascontiguousarray(numbers, numbers.dtype.newbyteorder("<")).tobytes()
