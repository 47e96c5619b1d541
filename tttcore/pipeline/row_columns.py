"""Make Arrow tables of rows without pandas, which pyarrow's own conversion imports, for a quarter of a second."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

Values = Sequence[Any] | NDArray[Any]


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
        except (ValueError, TypeError, OverflowError) as error:
            raise ValueError(f"column {column.name!r}: {error}") from None
    return pa.table(arrays, schema=columns)


def _array(values: Values, kind: pa.DataType) -> pa.Array:
    if pa.types.is_list(kind):
        within = _array(np.concatenate([np.asarray(value) for value in values]), kind.value_type)
        return pa.Array.from_buffers(kind, len(values), [None, _offsets(values)], children=[within])
    if pa.types.is_string(kind):
        texts = [str.encode(value) for value in values]
        return pa.Array.from_buffers(kind, len(texts), [None, _offsets(texts), pa.py_buffer(b"".join(texts))])
    content = _converted(np.asarray(values), np.dtype(kind.to_pandas_dtype()))
    if pa.types.is_boolean(kind):
        content = np.packbits(content, bitorder="little")
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(content)])


def _offsets(values: Values) -> pa.Buffer:
    """Offset of each value in their concatenation, and the end of the last one."""
    ends = np.cumsum([0, *map(len, values)])
    return pa.py_buffer(_converted(ends, np.dtype(np.int32)))


def _converted(values: NDArray[Any], dtype: "np.dtype[Any]") -> NDArray[Any]:
    """Array of another type; ValueError unless whole numbers and truth values stay what they are."""
    if values.dtype.kind not in "biuf":
        raise ValueError(f"not all are of type {dtype}")
    with np.errstate(invalid="ignore"):
        converted = np.ascontiguousarray(values, dtype)
    if dtype.kind != "f" and not np.array_equal(converted, values):
        raise ValueError(f"not all are of type {dtype}")
    return converted
