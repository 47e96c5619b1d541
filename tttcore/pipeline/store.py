"""Storage of tables as Parquet files: written atomically, checked against their schema when read, whole or in parts."""

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tttcore.pipeline.files import atomic, is_special
from tttcore.pipeline.schema import Schema

if TYPE_CHECKING:
    import pandas as pd


PROVENANCE = b"tttcore"
REFUSALS = (ValueError, NotImplementedError, OSError)
"""Errors of pyarrow's readers: its own ones derive from these, and a damaged text can't be decoded."""
Records = list[dict[str, Any]]
"""Rows of a table, each with all its columns."""
_FORMAT: Mapping[str, Any] = {
    "compression": "zstd",
    "compression_level": 3,
    "dictionary_pagesize_limit": 16_384,
    "write_page_checksum": True,
}
"""A column is a dictionary and places in it as long as its dictionary is short; a long one takes more room than it
saves, and the rest of the column stands as it is."""


class StoreError(ValueError):
    """A result file that can't be used; the message is one line."""


def write(
    path: str | Path, table: "pd.DataFrame | Records", *, schema: Schema | None = None, provenance: Mapping[str, Any]
) -> None:
    """Write a table as Parquet; equal tables and provenance give equal bytes.

    Parameters
    ----------
    schema : columns that the table must have; None for a table of statistics.
    provenance : origin of the table, kept as JSON in the file's metadata; no dates or times.

    Raises
    ------
    StoreError
        If a column is missing, unknown or of another type.
    """
    path = Path(path)
    arrow = _fitted(path, table, schema).replace_schema_metadata(_metadata(provenance))
    with atomic(path) as partial:
        pq.write_table(arrow, partial, **_FORMAT)


@contextmanager
def parquet_writer(
    path: str | Path, *, schema: Schema, provenance: Mapping[str, Any]
) -> Iterator[Callable[["pd.DataFrame | Records"], None]]:
    """Write a table in parts: yield a function that appends a part, a row group each, for `read_parts`.

    The file appears when the block ends without error, see `atomic` and `write`. Equal parts and provenance give equal
    bytes.
    """
    path = Path(path)
    metadata = _metadata(provenance)
    columns = schema.columns.with_metadata(metadata)
    with atomic(path) as partial, pq.ParquetWriter(partial, columns, **_FORMAT) as writer:
        yield lambda table: writer.write_table(
            _fitted(path, table, schema).replace_schema_metadata(metadata), row_group_size=max(len(table), 1)
        )


def read(
    path: str | Path,
    *,
    schema: Schema | None = None,
    columns: Sequence[str] | None = None,
    treatment: str | None = None,
) -> "pd.DataFrame":
    """Read a table or the rows of one `treatment`; StoreError for a missing, damaged or unsuitable file.

    What the system refuses, such as too many open files, is an OSError with the file's name.
    """
    return read_arrow(path, schema=schema, columns=columns, treatment=treatment).to_pandas()


def read_arrow(
    path: str | Path,
    *,
    schema: Schema | None = None,
    columns: Sequence[str] | None = None,
    treatment: str | None = None,
) -> pa.Table:
    """Read a table like `read`, without pandas, which takes a quarter of a second to import."""
    path = Path(path)
    arrow = open_table(path)
    if schema:
        _check_schema(path, arrow.schema_arrow, schema)
    try:
        if treatment is not None:
            only = [("treatment", "==", treatment)]
            wanted = None if columns is None else list(columns)
            return pq.read_table(path, columns=wanted, filters=only, page_checksum_verification=True)
        return arrow.read(columns=columns)
    except REFUSALS as error:
        raise unreadable(path, error) from None


def read_parts(
    path: str | Path, *, schema: Schema, columns: Sequence[str] | None = None, rows: int | None = None
) -> "Iterator[pd.DataFrame]":
    """Yield a table in the parts that `parquet_writer` was given, or `rows` at a time; StoreError as from `read`."""
    path = Path(path)
    arrow = open_table(path)
    _check_schema(path, arrow.schema_arrow, schema)
    try:
        if rows:
            for batch in arrow.iter_batches(rows, columns=columns):
                yield batch.to_pandas()
        else:
            for part in range(arrow.num_row_groups):
                yield arrow.read_row_group(part, columns=columns).to_pandas()
    except REFUSALS as error:
        raise unreadable(path, error) from None


def provenance_of(path: str | Path, *names: str) -> dict[str, Any]:
    """Provenance of the table at `path`, see `write`; StoreError if it lacks one of some names."""
    metadata = open_table(path).schema_arrow.metadata or {}
    try:
        provenance = json.loads(metadata.get(PROVENANCE, b"{}"))
    except (ValueError, RecursionError) as error:
        raise unreadable(path, error) from None
    if not isinstance(provenance, dict):
        raise unreadable(path, ValueError("its provenance is no mapping"))
    for name in names:
        if name not in provenance:
            raise StoreError(f"{path}: its provenance names no {name}; delete it and run again")
    return provenance


def open_table(path: str | Path) -> pq.ParquetFile:
    """Open a Parquet file; StoreError if it is missing or damaged."""
    path = Path(path)
    if is_special(path) or path.is_dir():
        raise StoreError(f"{path}: not a regular file")
    try:
        return pq.ParquetFile(path, page_checksum_verification=True)
    except FileNotFoundError:
        raise StoreError(f"{path}: no such file") from None
    except REFUSALS as error:
        raise unreadable(path, error) from None


def _metadata(provenance: Mapping[str, Any]) -> dict[bytes, bytes]:
    return {PROVENANCE: json.dumps(provenance, sort_keys=True).encode()}


def _fitted(path: Path, table: "pd.DataFrame | Records", schema: Schema | None) -> pa.Table:
    if schema:
        _check_columns(path, list(table[0] if isinstance(table, list) else table.columns), schema)
    try:
        if schema and isinstance(table, list):
            return table_of_rows(table, schema.columns)
        arrow = pa.Table.from_pandas(table, schema=schema.columns if schema else None, preserve_index=False)
        kept = arrow.cast(pa.schema([field.with_type(_kept_as(field.type)) for field in arrow.schema]))
        return kept.combine_chunks()  # pandas keeps texts in pieces, by which long ones are written as other bytes
    except (ValueError, pa.ArrowTypeError) as error:
        raise StoreError(f"{path}: not a table of {schema.name if schema else 'statistics'}: {error}") from None


def unreadable(path: str | Path, error: Exception) -> Exception:
    """Error to raise for a file that can't be read: the system's with the file's name, or a StoreError for damage."""
    if isinstance(error, OSError) and error.errno:
        return OSError(error.errno, os.strerror(error.errno), str(path))
    cause = (str(error) or type(error).__name__).splitlines()[0]
    return StoreError(f"{path}: damaged or cut short ({cause}); delete it and run again")


def _check_schema(path: Path, found: pa.Schema, schema: Schema) -> None:
    """StoreError unless a table that is read has the schema's columns with their types, in any order."""
    _check_columns(path, found.names, schema)
    for column in schema.columns:
        kind = _kept_as(found.field(column.name).type)
        if kind != column.type:
            raise StoreError(
                f"{path}: not a table of {schema.name}: column {column.name!r} holds {kind}; allowed: {column.type}"
            )


def _kept_as(kind: pa.DataType) -> pa.DataType:
    """Type of a column in a file; pandas 3 and later hold texts in a large type, which means the same."""
    return pa.string() if pa.types.is_large_string(kind) else kind


def _check_columns(path: Path, columns: list[str], schema: Schema) -> None:
    wanted = schema.names
    missing = [name for name in wanted if name not in columns]
    unknown = [name for name in columns if name not in wanted]
    if missing or unknown:
        raise StoreError(
            f"{path}: not a table of {schema.name}: missing {missing or 'none'}, unknown {unknown or 'none'}"
        )


def table_of_rows(rows: Sequence[Mapping[str, Any]], columns: pa.Schema) -> pa.Table:
    """Table of rows that have all its columns: numbers, texts, truth values, and lists of them.

    Raises
    ------
    ValueError
        For a value that its column can't hold; the message names the column.
    """
    arrays = []
    for column in columns:
        try:
            arrays.append(_array([row[column.name] for row in rows], column.type))
        except (ValueError, TypeError, NotImplementedError) as error:
            raise ValueError(f"column {column.name!r}: {error}") from None
    return pa.table(arrays, schema=columns)


def _array(values: Any, kind: pa.DataType) -> pa.Array:
    if pa.types.is_list(kind):
        return pa.ListArray.from_arrays(_offsets(values), _array(np.concatenate(values), kind.value_type))
    if pa.types.is_string(kind):
        texts = [str.encode(value) for value in values]
        return pa.StringArray.from_buffers(len(texts), _offsets(texts).buffers()[1], pa.py_buffer(b"".join(texts)))
    numbers = np.ascontiguousarray(values)
    if numbers.dtype == bool:
        numbers = numbers.view(np.uint8)
    elif pa.types.is_boolean(kind):
        raise TypeError("not all are truth values")
    found = pa.from_numpy_dtype(numbers.dtype)
    return pa.Array.from_buffers(found, len(numbers), [None, pa.py_buffer(numbers)]).cast(kind)


def _offsets(values: Any) -> pa.Array:
    """Offset of each value in their concatenation, and the end of the last one."""
    return _array(np.cumsum([0, *map(len, values)]), pa.int32())


class Rows(ABC):
    """Rows of a table in order, which can be iterated repeatedly."""

    @property
    @abstractmethod
    def columns(self) -> list[str]:
        """Names of the columns."""

    @abstractmethod
    def parts(self, columns: Sequence[str] | None = None) -> "Iterator[pd.DataFrame]":
        """Yield the rows in parts, restricted to `columns` if given; the rows of a run are in one part."""

    @abstractmethod
    def whole(self, columns: Sequence[str] | None = None) -> "pd.DataFrame":
        """All rows, restricted to `columns` if given."""

    def by_treatment(self, *columns: str) -> "Iterator[tuple[str, pd.DataFrame]]":
        """Yield the name of a treatment and its rows, with some columns, for each treatment of each part."""
        for part in self.parts(["treatment", *columns]):
            for treatment, own in part.groupby("treatment", sort=False, observed=True):
                yield str(treatment), own


@dataclass(frozen=True)
class InFile(Rows):
    """Rows of a stored table.

    Attributes
    ----------
    path : its file; reading raises StoreError if it can't be used.
    schema : its columns.
    """

    path: str | Path
    schema: Schema

    @property
    def columns(self) -> list[str]:
        """See `Rows.columns`."""
        return self.schema.names

    def parts(self, columns: Sequence[str] | None = None) -> "Iterator[pd.DataFrame]":
        """See `Rows.parts`."""
        return read_parts(self.path, schema=self.schema, columns=columns)

    def whole(self, columns: Sequence[str] | None = None) -> "pd.DataFrame":
        """See `Rows.whole`."""
        return read(self.path, schema=self.schema, columns=columns)
