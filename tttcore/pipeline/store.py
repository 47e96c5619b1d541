"""Tables on disk: written whole or not at all, refused if they don't fit their schema."""

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from tttcore.pipeline import checksum
from tttcore.pipeline.schema import Schema

PROVENANCE = b"tttcore"


class StoreError(ValueError):
    """A result file that can't be used, told in one line."""


@contextmanager
def atomic(path: str | Path) -> Iterator[Path]:
    """Path to write to in place of `path`, which appears whole when the block ends without error.

    Raises
    ------
    OSError
        If it can't be written, for instance to a full disk; names `path`, also where a library names none.
    """
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=path.suffix)
        os.close(handle)
        draft = Path(name)
        try:
            yield draft
            draft.chmod(0o644)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        if error.errno is None or (error.filename and Path(error.filename).parent != path.parent):
            raise
        raise OSError(error.errno, os.strerror(error.errno), str(path)) from error


def write(
    path: str | Path, table: pd.DataFrame, *, schema: Schema | None = None, provenance: Mapping[str, Any]
) -> None:
    """Write a table as Parquet: same table and provenance, same bytes.

    Parameters
    ----------
    schema : columns that the table must have, None for a table of statistics.
    provenance : what made the table, kept as JSON in the file's metadata; no dates or times.

    Raises
    ------
    StoreError
        If a column is missing, unknown or of another type.
    """
    path = Path(path)
    arrow = _fitted(path, table, schema).replace_schema_metadata(_metadata(provenance))
    with atomic(path) as draft:
        pq.write_table(arrow, draft, **_FORMAT)
        checksum.seal(draft)


@contextmanager
def written_in_parts(
    path: str | Path, *, schema: Schema, provenance: Mapping[str, Any]
) -> Iterator[Callable[[pd.DataFrame], None]]:
    """Take tables that make one together, see `write`, and give them back one by one to `read_parts`.

    The file appears when the block ends without error. Same parts and provenance, same bytes.
    """
    path = Path(path)
    metadata = _metadata(provenance)
    with atomic(path) as draft:
        with pq.ParquetWriter(draft, schema.columns.with_metadata(metadata), **_FORMAT) as writer:
            yield lambda table: writer.write_table(
                _fitted(path, table, schema).replace_schema_metadata(metadata), row_group_size=max(len(table), 1)
            )
        checksum.seal(draft)


def read(
    path: str | Path,
    *,
    schema: Schema | None = None,
    columns: Sequence[str] | None = None,
    treatment: str | None = None,
) -> pd.DataFrame:
    """Read a table or the rows of one `treatment`; StoreError if the file is missing, damaged or of another kind."""
    path = Path(path)
    arrow = open_table(path)
    if schema:
        _check_columns(path, arrow.schema_arrow.names, schema)
    try:
        if treatment is not None:
            only = [("treatment", "==", treatment)]
            wanted = None if columns is None else list(columns)
            return pq.read_table(path, columns=wanted, filters=only, page_checksum_verification=True).to_pandas()
        return arrow.read(columns=columns).to_pandas()
    except (pa.ArrowInvalid, OSError) as error:
        raise damaged(path, error) from None


def read_parts(
    path: str | Path, *, schema: Schema, columns: Sequence[str] | None = None, rows: int | None = None
) -> Iterator[pd.DataFrame]:
    """Read a table part by part, each as it was handed to `written_in_parts`, or `rows` at a time.

    StoreError as from `read`.
    """
    path = Path(path)
    arrow = open_table(path)
    _check_columns(path, arrow.schema_arrow.names, schema)
    try:
        if rows:
            for batch in arrow.iter_batches(rows, columns=columns):
                yield batch.to_pandas()
        else:
            for part in range(arrow.num_row_groups):
                yield arrow.read_row_group(part, columns=columns).to_pandas()
    except (pa.ArrowInvalid, OSError) as error:
        raise damaged(path, error) from None


def provenance_of(path: str | Path) -> dict[str, Any]:
    """What made the table at `path`."""
    metadata = open_table(path).schema_arrow.metadata or {}
    return json.loads(metadata.get(PROVENANCE, b"{}"))


def open_table(path: str | Path) -> pq.ParquetFile:
    """A file whose columns can be read one by one; StoreError if it is missing or damaged."""
    path = Path(path)
    try:
        if not checksum.intact(path):
            raise OSError("its digest is another")
        return pq.ParquetFile(path, page_checksum_verification=True)
    except FileNotFoundError:
        raise StoreError(f"{path}: no such file") from None
    except (pa.ArrowInvalid, OSError) as error:
        raise damaged(path, error) from None


_FORMAT: Mapping[str, Any] = {"compression": "zstd", "write_page_checksum": True}


def _metadata(provenance: Mapping[str, Any]) -> dict[bytes, bytes]:
    return {PROVENANCE: json.dumps(provenance, sort_keys=True).encode(), checksum.KEY: checksum.UNSEALED}


def _fitted(path: Path, table: pd.DataFrame, schema: Schema | None) -> pa.Table:
    try:
        arrow = pa.Table.from_pandas(table, schema=schema.columns if schema else None, preserve_index=False)
    except (pa.ArrowInvalid, pa.ArrowTypeError, KeyError) as error:
        raise StoreError(f"{path}: not a table of {schema.name if schema else 'statistics'}: {error}") from None
    if schema:
        _check_columns(path, list(table.columns), schema)
    return arrow


def damaged(path: str | Path, error: Exception) -> StoreError:
    """What to say of a file that can't be read."""
    return StoreError(f"{path}: damaged or cut short ({str(error).splitlines()[0]}); delete it and run again")


def _check_columns(path: Path, columns: list[str], schema: Schema) -> None:
    wanted = schema.names
    missing = [name for name in wanted if name not in columns]
    unknown = [name for name in columns if name not in wanted]
    if missing or unknown:
        raise StoreError(
            f"{path}: not a table of {schema.name}: missing {missing or 'none'}, unknown {unknown or 'none'}"
        )
