"""Tables of rows hold what pyarrow's own conversion would, and refuse what their columns can't hold."""

import subprocess
import sys

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tttcore.engines.engine import engine, engines
from tttcore.pipeline.row_columns import table_of_rows

WHOLE = {pa.int8(): np.int8, pa.int16(): np.int16, pa.int32(): np.int32, pa.int64(): np.int64}
FLOATS = {pa.float32(): 32, pa.float64(): 64}


def values_of(kind):
    """Strategy for values of a column's type."""
    if pa.types.is_list(kind):
        dtype = kind.value_type.to_pandas_dtype()
        return st.lists(values_of(kind.value_type), max_size=5).map(lambda values: np.array(values, dtype))
    if pa.types.is_string(kind):
        return st.text(max_size=5)
    if pa.types.is_boolean(kind):
        return st.booleans()
    if kind in FLOATS:
        return st.floats(width=FLOATS[kind], allow_nan=False)
    limits = np.iinfo(WHOLE[kind])
    return st.integers(int(limits.min), int(limits.max))


@pytest.mark.parametrize("name", engines())
@given(data=st.data())
def test_rows_of_engines(name, data):
    columns = engine(name).STORED.batches.columns
    row = st.fixed_dictionaries({column.name: values_of(column.type) for column in columns})
    rows = data.draw(st.lists(row, min_size=1, max_size=20))
    expected = [pa.array([row[column.name] for row in rows], column.type) for column in columns]
    found = table_of_rows(rows, columns)
    found.validate(full=True)
    assert found.equals(pa.table(expected, schema=columns))


def test_unknown_numbers_stay_unknown():
    found = table_of_rows([{"a": [1.0, float("nan")]}], pa.schema([("a", pa.list_(pa.float64()))]))
    np.testing.assert_array_equal(found["a"].to_pylist()[0], [1, np.nan])


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (pa.int8(), 128),
        (pa.int8(), 1.5),
        (pa.int8(), float("nan")),
        (pa.int16(), None),
        (pa.int16(), "3"),
        (pa.int64(), 2**64),
        (pa.bool_(), 2),
        (pa.float64(), "1"),
        (pa.string(), 3),
        (pa.list_(pa.int8()), 3),
        (pa.list_(pa.int8()), [1, 1000]),
    ],
)
def test_what_a_column_cannot_hold(kind, value):
    with pytest.raises(ValueError, match=r"^column 'a': "):
        table_of_rows([{"a": value}], pa.schema([("a", kind)]))


def test_pandas_is_not_imported():
    program = (
        "import sys; import pyarrow as pa; from tttcore.pipeline.row_columns import table_of_rows;"
        "table_of_rows([{'a': [1], 'b': ''}], pa.schema([('a', pa.list_(pa.int8())), ('b', pa.string())]));"
        "assert 'pandas' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
