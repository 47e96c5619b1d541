"""Tables as Parquet files: what is written is read, whole or in parts; anything else is refused in one line."""

import errno
import re
import resource
import tempfile
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.tables import InMemory
from helpers.texts import message
from hypothesis import given, settings
from hypothesis import strategies as st

from tttcore.engines.engine import engine, engines
from tttcore.engines.genetic_algorithm.engine import TRACES
from tttcore.pipeline import store, system_errors
from tttcore.pipeline.batches import check_not_fewer
from tttcore.pipeline.manifest import rows_digest
from tttcore.pipeline.store import InFile, StoreError, provenance_of, read, read_arrow, read_parts, table_of_rows, write


def traces(rows=4, treatment="a"):
    """A small table of traces, with the types of its schema."""
    names = {"treatment": [treatment] * rows, "replicate": np.arange(rows, dtype=np.int32)}
    shares = {"best": np.linspace(0.1, 1 / 3, rows), "mean": np.linspace(0.2, 2 / 3, rows)}
    counts = {"generation": np.zeros(rows, np.int32), "distinct": np.full(rows, 7, np.int32)}
    return pd.DataFrame(names | shares | counts)[TRACES.names]


@pytest.fixture
def path(tmp_path):
    """File of a small table of traces."""
    write(tmp_path / "traces.parquet", traces(), schema=TRACES, provenance={"seed": 1})
    return tmp_path / "traces.parquet"


def values_of(kind):
    """Strategy for values of a column's type."""
    if pa.types.is_list(kind):
        dtype = kind.value_type.to_pandas_dtype()
        return st.lists(values_of(kind.value_type), max_size=5).map(lambda values: np.array(values, dtype))
    if pa.types.is_string(kind):
        return st.text(max_size=5)
    if pa.types.is_boolean(kind):
        return st.booleans()
    if pa.types.is_floating(kind):
        return st.floats(width=kind.bit_width, allow_nan=False)
    return st.integers(-(2 ** (kind.bit_width - 1)), 2 ** (kind.bit_width - 1) - 1)


@pytest.mark.parametrize("name", engines())
@settings(max_examples=15)
@given(data=st.data())
def test_what_is_written_is_read(name, data):
    """Also lists with the widths of their numbers, some of them empty, of rows and of pandas."""
    schema = engine(name).STORED.batches
    row = st.fixed_dictionaries({column.name: values_of(column.type) for column in schema.columns})
    rows = data.draw(st.lists(row, min_size=1, max_size=20))
    expected = [pa.array([row[column.name] for row in rows], column.type) for column in schema.columns]
    table_of_rows(rows, schema.columns).validate(full=True)
    with tempfile.TemporaryDirectory() as folder:
        for table in (rows, pd.DataFrame(rows)):
            write(Path(folder, "t.parquet"), table, schema=schema, provenance={})
            assert read_arrow(Path(folder, "t.parquet"), schema=schema).equals(pa.table(expected, schema.columns))
        assert list(read(Path(folder, "t.parquet"), columns=["seed"])) == ["seed"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda table: table.drop(columns="distinct"), "distinct"),
        (lambda table: table.assign(extra=1), "extra"),
        (lambda table: table.rename(columns={"best": "bset"}), "best"),
        (lambda table: table.assign(generation="first"), "generation"),
        (lambda table: table.assign(generation=0.5), "generation"),
        (lambda table: table.assign(replicate=2**31), "replicate"),
        (lambda table: table.assign(treatment=5), "treatment"),
    ],
)
def test_a_table_that_does_not_fit_is_refused_by_name(tmp_path, change, named):
    """It leaves what there is, be that nothing or an old file."""
    path = tmp_path / "traces.parquet"
    for there in ([], [b"old"]):
        for content in there:
            path.write_bytes(content)
        told = message(write, path, change(traces()), schema=TRACES, provenance={})
        assert re.search(rf"traces\.parquet: not a table of traces: .*{named}", told)
        assert [file.read_bytes() for file in tmp_path.iterdir()] == there


def test_a_file_of_another_kind_is_refused_by_name(tmp_path, monkeypatch, snapshot):
    """As a table that another program has rewritten; also where other columns are asked for."""
    monkeypatch.chdir(tmp_path)
    told = [message(read, "none.parquet", schema=TRACES)]
    tables = [traces().drop(columns="mean").assign(extra=1)]
    columns = {"generation": [*"0123"], "replicate": np.arange(4), "best": [True] * 4, "treatment": np.arange(4)}
    for table in [*tables, *(traces().assign(**{column: values}) for column, values in columns.items())]:
        write("t.parquet", table, provenance={})
        told.append(message(read, "t.parquet", schema=TRACES, columns=["distinct"]))
        assert message(lambda: list(read_parts("t.parquet", schema=TRACES, columns=["distinct"]))) == told[-1]
    assert "\n".join(told) == snapshot


def test_what_the_system_refuses_is_not_called_damaged(path):
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    refused = []
    for use in (read, provenance_of, rows_digest, lambda file: check_not_fewer(file, {"a": 1})):
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, limits[1]))
        try:
            use(path)
        except OSError as error:
            refused.append(error)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    told = f"{path}: Too many open files; allow more open files (ulimit -n) and run again"
    assert [system_errors.describe_os_error(error) for error in refused] == [told] * 4
    for number in (errno.EACCES, errno.EIO, errno.ENOMEM):
        found = store.unreadable("t.parquet", OSError(number, "told by a library"))
        assert isinstance(found, OSError)
        assert (found.errno, found.filename) == (number, "t.parquet")


def test_damaged_file(path):
    write(path, traces(500), schema=TRACES, provenance={})
    whole = path.read_bytes()
    for kept, use in product((0, 3, 400, -1), (read, provenance_of)):
        path.write_bytes(whole[:kept])
        assert re.search(r"traces\.parquet: damaged or cut short \(.*\); delete it", message(use, path))


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_a_changed_bit_of_a_page_changes_nothing_that_is_read(path, step):
    """In the footer, which no checksum covers, none ends in another error."""
    content = path.read_bytes()
    pages = len(content) - pq.read_metadata(path).serialized_size - 8
    refused: list[str] = []
    for place in range(0, len(content), step):
        changed = bytearray(content)
        changed[place] ^= 1 << place % 8
        path.write_bytes(changed)
        try:
            found = read(path, schema=TRACES)
            provenance_of(path)
            assert place >= pages or found.equals(traces()), place
        except StoreError as error:
            refused.append(str(error))
    assert len(refused) > pages / step / 2
    assert not [told for told in refused if len(told.splitlines()) != 1]


@pytest.mark.parametrize("schema", [TRACES, None])
def test_same_table_and_provenance_same_bytes(tmp_path, schema):
    """The index of a table is not kept."""
    one, other = tmp_path / "one.parquet", tmp_path / "other.parquet"
    write(one, traces(), schema=schema, provenance={"seed": 1, "code": "f"})
    write(other, traces().set_index(np.arange(4) + 9), schema=schema, provenance={"code": "f", "seed": 1})
    assert one.read_bytes() == other.read_bytes()
    assert list(read(other)) == list(traces())
    write(other, traces(), schema=schema, provenance={"code": "f", "seed": 2})
    assert one.read_bytes() != other.read_bytes()


@pytest.mark.parametrize(("distinct", "most"), [(4, 0.3), (100_000, 8)], ids=["few values", "all differ"])
def test_a_column_takes_few_bytes_for_each_value(tmp_path, distinct, most):
    """Two bits where few values repeat; and no more than the numbers themselves where none does."""
    random = np.random.default_rng(1)
    values = random.choice(random.random(distinct), 100_000, replace=distinct < 100_000)
    write(tmp_path / "a.parquet", pd.DataFrame({"value": values}), provenance={})
    assert (tmp_path / "a.parquet").stat().st_size < most * len(values)
    assert np.array_equal(read(tmp_path / "a.parquet")["value"], values)


def test_provenance(path):
    made_by = {"seed": 2020, "recipes": {"a": {"select": {"name": "sus"}}}, "packages": {"numpy": "2.0"}}
    write(path, traces(), provenance=made_by)
    assert provenance_of(path) == made_by
    pq.write_table(pa.table({"x": [1]}), path)
    assert provenance_of(path) == {}
    for text in (b"[1]", b"{", b"\xff"):
        pq.write_table(pa.table({"x": [1]}).replace_schema_metadata({store.PROVENANCE: text}), path)
        assert message(provenance_of, path).startswith(f"{path}: damaged or cut short")


def test_rows_of_one_treatment(path):
    write(path, pd.DataFrame({"treatment": ["a", "b", "a"], "value": [1, 2, 3]}), provenance={})
    assert read(path, treatment="a")["value"].tolist() == [1, 3]
    assert read(path, treatment="c").empty
    assert list(read(path, columns=("value",), treatment="a")) == ["value"]


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (pa.int8(), [128, 1.5, float("nan")]),
        (pa.int16(), [None, "3"]),
        (pa.int64(), [2**64]),
        (pa.bool_(), [2]),
        (pa.float64(), ["1"]),
        (pa.string(), [3]),
        (pa.list_(pa.int8()), [3, [1, 1000]]),
    ],
)
def test_what_a_column_cannot_hold(kind, values):
    for value in values:
        with pytest.raises(ValueError, match=r"^column 'a': "):
            table_of_rows([{"a": value}], pa.schema([("a", kind)]))


def test_unknown_numbers_stay_unknown():
    found = table_of_rows([{"a": [1.0, float("nan")]}], pa.schema([("a", pa.list_(pa.float64()))]))
    np.testing.assert_array_equal(found["a"].to_pylist()[0], [1, np.nan])


def test_parts_of_a_file(path):
    """As they were written, by treatment, or so many rows at a time, they are what is in memory."""
    parts = [traces(2), traces(1), traces(2, "b")]
    with store.parquet_writer(path, schema=TRACES, provenance={}) as add:
        for each in parts:
            add(each)
    stored, at_hand = InFile(path, TRACES), InMemory(pd.concat(parts, ignore_index=True))
    for columns in (None, ["best"], ["replicate", "treatment"]):
        pd.testing.assert_frame_equal(stored.whole(columns), at_hand.whole(columns))
        assert len(list(stored.parts(columns))) == len(parts)
        pd.testing.assert_frame_equal(pd.concat(stored.parts(columns), ignore_index=True), at_hand.whole(columns))
    found = [(name, own["replicate"].tolist()) for name, own in stored.by_treatment("replicate")]
    assert found == [("a", [0, 1]), ("a", [0]), ("b", [0, 1])]
    assert [name for name, _ in at_hand.by_treatment("replicate")] == ["a", "b"]
    for rows in (1, 2, 4, 9):
        some = list(read_parts(path, schema=TRACES, rows=rows))
        assert max(map(len, some)) <= rows
        pd.testing.assert_frame_equal(pd.concat(some, ignore_index=True), at_hand.whole())
