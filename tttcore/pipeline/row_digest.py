"""Digest of a stored table's columns and rows, independent of provenance and of the layout of the file."""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tttcore.pipeline.store import StoreError, damaged, open_table

ROWS = 10_000
"""Rows held in memory at once."""


def rows_digest(path: str | Path) -> str:
    """SHA-256 of a Parquet file's columns and rows, regardless of provenance, compression and layout.

    Each column is split into streams of bytes: missing values, lengths of texts and lists, text, and numbers in
    little-endian order with a single NaN. The digest is that of a line ``number name kind digest`` per stream. Rows are
    read in batches.

    Raises
    ------
    StoreError
        If the file is missing or damaged, or a column's type is unsupported.
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
    """Running digests of streams of bytes, in the order of their first appearance."""

    def __init__(self) -> None:
        self._found: dict[str, Any] = {}

    def digest(self) -> str:
        """Digest of all streams."""
        lines = (f"{stream} {found.hexdigest()}\n" for stream, found in self._found.items())
        return hashlib.sha256("".join(lines).encode()).hexdigest()

    def add(self, name: str, values: pa.Array) -> None:
        """Add further values of a column."""
        self._update(f"{name} missing", _little_endian(values.is_null().to_numpy(zero_copy_only=False)))
        present, kind = values.drop_null(), values.type
        if pa.types.is_list(kind) or pa.types.is_large_list(kind):
            self._update(f"{name} lengths", _lengths(pc.list_value_length(present)))
            self.add(f"{name} items", present.flatten())
        elif pa.types.is_string(kind) or pa.types.is_large_string(kind):
            self._update(f"{name} lengths", _lengths(pc.binary_length(present)))
            self._update(f"{name} text", _joined(present))
        elif pa.types.is_boolean(kind) or pa.types.is_integer(kind) or pa.types.is_floating(kind):
            numbers = present.to_numpy(zero_copy_only=False)
            if pa.types.is_floating(kind):
                numbers = np.where(np.isnan(numbers), numbers.dtype.type(np.nan), numbers)
            self._update(f"{name} {numbers.dtype.name}", _little_endian(numbers))
        elif not pa.types.is_null(kind):
            raise TypeError(f"{kind} has no digest; known: lists, texts, numbers, truth values")

    def _update(self, stream: str, content: Any) -> None:
        self._found.setdefault(stream, hashlib.sha256()).update(content)


def _joined(texts: pa.Array) -> Any:
    """Bytes of all texts concatenated, as UTF-8."""
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
