"""Make Arrow tables of rows without pandas, which ``pyarrow.array`` imports, for a quarter of a second in every job."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa


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
