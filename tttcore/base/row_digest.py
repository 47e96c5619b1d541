"""Digest of what a stored table says: its columns and rows, whoever made it and however the file lays them out."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tttcore.base.store import StoreError, open_table


def rows_digest(path: str | Path) -> str:
    """SHA-256 of a Parquet file's columns and rows, without its metadata: provenance, compression, layout.

    Of each column in order it takes name, kind and values: numbers as they lie in memory, little-endian, every NaN the
    same; text as UTF-8; lengths of texts and lists; and which values are missing.

    Raises
    ------
    StoreError
        If the file is missing or damaged, or a column is of a kind that isn't stored here.
    """
    file = open_table(path)
    digest = hashlib.sha256()
    for number, name in enumerate(file.schema_arrow.names):
        column = file.read(columns=[name]).column(0).combine_chunks()
        try:
            for part in (name.encode(), *_parts(column)):
                digest.update(len(part).to_bytes(8, "little"))
                digest.update(part)
        except TypeError as error:
            raise StoreError(f"{path}: column {number + 1}, {name!r}: {error}") from None
    return digest.hexdigest()


def _parts(values: pa.Array) -> Iterator[Any]:
    """Bytes that say what an array holds: kind, which are missing, then what is there."""
    there = values.drop_null()
    kind = values.type
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        yield from (b"list", _missing(values), _lengths(pc.list_value_length(there)))
        yield from _parts(there.flatten())
    elif pa.types.is_string(kind) or pa.types.is_large_string(kind):
        yield from (b"text", _missing(values), _lengths(pc.binary_length(there)))
        yield _joined(there)
    elif pa.types.is_boolean(kind) or pa.types.is_integer(kind) or pa.types.is_floating(kind):
        numbers = there.to_numpy(zero_copy_only=False)
        if pa.types.is_floating(kind):
            numbers = np.where(np.isnan(numbers), numbers.dtype.type(np.nan), numbers)
        yield from (numbers.dtype.name.encode(), _missing(values), _little_endian(numbers))
    elif pa.types.is_null(kind):
        yield from (b"null", _missing(values))
    else:
        raise TypeError(f"{kind} has no digest; known: lists, texts, numbers, truth values")


def _joined(texts: pa.Array) -> Any:
    """All texts one after the other, as UTF-8."""
    texts = texts.cast(pa.large_string())
    _, ends, letters = texts.buffers()
    if letters is None:
        return b""
    ends = np.frombuffer(ends, np.int64)[texts.offset : texts.offset + len(texts) + 1]
    return letters[ends[0] : ends[-1]]


def _missing(values: pa.Array) -> Any:
    return _little_endian(values.is_null().to_numpy(zero_copy_only=False))


def _lengths(lengths: pa.Array) -> Any:
    return _little_endian(lengths.to_numpy(zero_copy_only=False).astype(np.int64))


def _little_endian(numbers: np.ndarray) -> Any:
    return np.ascontiguousarray(numbers, numbers.dtype.newbyteorder("<")).tobytes()
