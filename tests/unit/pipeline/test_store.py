"""Tables as Parquet files: what is written is read, whole or in parts; anything else is refused in one line."""

import errno
import resource
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.tables import InMemory
from hypothesis import given, settings
from hypothesis import strategies as st

from tttcore.engines.engine import engine, engines
from tttcore.engines.genetic_algorithm.engine import RUNS, TRACES
from tttcore.engines.genies.schemas import HISTORIES
from tttcore.pipeline import system_errors
from tttcore.pipeline.batches import check_not_fewer
from tttcore.pipeline.manifest import rows_digest
from tttcore.pipeline.store import (
    PROVENANCE,
    InFile,
    StoreError,
    parquet_writer,
    provenance_of,
    read,
    read_parts,
    table_of_rows,
    unreadable,
    write,
)


def traces(rows=4):
    """A small table of traces, with the types of its schema."""
    return pd.DataFrame(
        {
            "treatment": ["a"] * rows,
            "replicate": np.arange(rows, dtype=np.int32),
            "generation": np.zeros(rows, np.int32),
            "best": np.linspace(0.1, 1 / 3, rows),
            "mean": np.linspace(0.2, 2 / 3, rows),
            "distinct": np.full(rows, 7, np.int32),
        }
    )


def runs():
    return pd.DataFrame(
        {
            "treatment": ["a", "b"],
            "replicate": [0, 2**31 - 1],
            "seed": [2020, 2**62],
            "generations": [2, 1],
            "censored": [False, True],
            "best": [np.array([0.3, 0.1, 0.0]), np.array([1 / 3, 0.2])],
            "mean": [np.array([0.5, 0.4, 0.3]), np.array([2 / 3, 0.5])],
            "distinct": [np.array([9, 8, 7], np.int32), np.array([9, 9], np.int32)],
            "champion": ["012", "9" * 765],
        }
    )


def histories():
    """Lists of narrow numbers, some of them empty."""
    slots = [np.array([2, 1], np.int16), np.zeros(0, np.int16)]
    return pd.DataFrame(
        {
            "treatment": ["a", "a"],
            "replicate": [0, 1],
            "seed": [2020, 2020],
            "scores": [np.linspace(1, 201, 6, dtype=np.float32), np.zeros(0, np.float32)],
            **dict.fromkeys(("died", "parent", "mate"), slots),
            "genes": [np.array([-(2**15), 0, 2**15 - 1], np.int16), np.zeros(4, np.int16)],
            "unofficial": [np.array([1 / 3], np.float32), np.zeros(0, np.float32)],
        }
    )


@pytest.mark.parametrize(("table", "schema"), [(runs(), RUNS), (histories(), HISTORIES)])
def test_what_is_written_is_read(tmp_path, table, schema):
    """Lists with the widths of their numbers, too."""
    write(tmp_path / "runs.parquet", table, schema=schema, provenance={})
    found = read(tmp_path / "runs.parquet", schema=schema)
    for column in table:
        for ours, theirs in zip(found[column], table[column], strict=True):
            assert np.array_equal(ours, theirs), column
            assert getattr(ours, "dtype", None) == getattr(theirs, "dtype", None), column
    assert pq.read_schema(tmp_path / "runs.parquet").equals(schema.columns)
    assert list(read(tmp_path / "runs.parquet", columns=["seed"])) == ["seed"]


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
    with pytest.raises(StoreError, match=rf"traces\.parquet: not a table of traces: .*{named}") as error:
        write(path, change(traces()), schema=TRACES, provenance={})
    assert len(str(error.value).splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
    write(path, traces(), schema=TRACES, provenance={})
    before = path.read_bytes()
    with pytest.raises(StoreError):
        write(path, change(traces()), schema=TRACES, provenance={})
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_of_another_kind_is_refused_by_name(tmp_path):
    path = tmp_path / "table.parquet"
    write(path, traces().drop(columns="mean").assign(extra=1), provenance={})
    with pytest.raises(StoreError, match=r"table\.parquet: not a table of traces: missing \['mean'\], unknown \['ex"):
        read(path, schema=TRACES)


@pytest.mark.parametrize(
    ("column", "values", "held"),
    [
        ("generation", [*"0123"], "string"),
        ("replicate", np.arange(4), "int64"),
        ("best", [True] * 4, "bool"),
        ("treatment", np.arange(4), "int64"),
    ],
)
def test_columns_of_other_types_are_refused_by_name(tmp_path, column, values, held):
    """As in a table that another program has rewritten; also where other columns are asked for."""
    path = tmp_path / "traces.parquet"
    write(path, traces().assign(**{column: values}), provenance={})
    allowed = TRACES.columns.field(column).type
    told = rf"traces\.parquet: not a table of traces: column '{column}' holds {held}; allowed: {allowed}$"
    for use in (read, lambda *file, **options: list(read_parts(*file, **options))):
        with pytest.raises(StoreError, match=told):
            use(path, schema=TRACES, columns=["mean"])


def test_what_the_system_refuses_is_not_called_damaged(tmp_path):
    path = tmp_path / "traces.parquet"
    write(path, traces(), schema=TRACES, provenance={})
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


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO, errno.ENOMEM])
def test_errors_of_the_system_stay_what_they_are(number):
    found = unreadable("t.parquet", OSError(number, "told by a library"))
    assert isinstance(found, OSError)
    assert (found.errno, found.filename) == (number, "t.parquet")


@pytest.mark.parametrize("kept", [0, 3, 400, -1])
def test_damaged_file(tmp_path, kept):
    path = tmp_path / "traces.parquet"
    write(path, traces(500), schema=TRACES, provenance={})
    path.write_bytes(path.read_bytes()[:kept])
    for use in (read, provenance_of):
        with pytest.raises(StoreError, match=r"traces\.parquet: damaged or cut short \(.*\); delete it") as error:
            use(path)
        assert len(str(error.value).splitlines()) == 1


def test_a_changed_bit_of_a_page_changes_nothing_that_is_read(tmp_path):
    """One of each byte is tried. In the footer, which no checksum covers, none ends in another error."""
    path = tmp_path / "traces.parquet"
    write(path, traces(), schema=TRACES, provenance={"seed": 1})
    content = path.read_bytes()
    pages = len(content) - pq.read_metadata(path).serialized_size - 8
    refused: list[str] = []
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 1 << place % 8
        path.write_bytes(changed)
        try:
            found = read(path, schema=TRACES)
            provenance_of(path)
            assert place >= pages or found.equals(traces()), place
        except StoreError as error:
            refused.append(str(error))
    assert len(refused) > pages / 2
    assert not [told for told in refused if len(told.splitlines()) != 1]


def test_missing_file(tmp_path):
    with pytest.raises(StoreError, match=r"none\.parquet: no such file$"):
        read(tmp_path / "none.parquet", schema=RUNS)


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


def test_provenance(tmp_path):
    made_by = {"seed": 2020, "recipes": {"a": {"select": {"name": "sus"}}}, "packages": {"numpy": "2.0"}}
    write(tmp_path / "table.parquet", traces(), provenance=made_by)
    assert provenance_of(tmp_path / "table.parquet") == made_by
    pq.write_table(pa.table({"x": [1]}), tmp_path / "foreign.parquet")
    assert provenance_of(tmp_path / "foreign.parquet") == {}
    for text in (b"[1]", b"{", b"\xff"):
        pq.write_table(pa.table({"x": [1]}).replace_schema_metadata({PROVENANCE: text}), tmp_path / "spoilt.parquet")
        with pytest.raises(StoreError, match=r"spoilt\.parquet: damaged or cut short"):
            provenance_of(tmp_path / "spoilt.parquet")


def test_rows_of_one_treatment(tmp_path):
    table = pd.DataFrame({"treatment": ["a", "b", "a"], "value": [1, 2, 3]})
    write(tmp_path / "t.parquet", table, provenance={})
    assert read(tmp_path / "t.parquet", treatment="a")["value"].tolist() == [1, 3]
    assert read(tmp_path / "t.parquet", treatment="c").empty
    assert list(read(tmp_path / "t.parquet", columns=("value",), treatment="a")) == ["value"]


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
@settings(max_examples=25)
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
        "import sys; import pyarrow as pa; from tttcore.pipeline.store import table_of_rows;"
        "table_of_rows([{'a': [1], 'b': ''}], pa.schema([('a', pa.list_(pa.int8())), ('b', pa.string())]));"
        "assert 'pandas' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


PARTS = (("a", [0, 1]), ("a", [2]), ("b", [0, 1]))


def part(treatment, replicates):
    return pd.DataFrame(
        {"treatment": treatment, "replicate": replicates, "generation": 0, "best": 0.5, "mean": 0.25, "distinct": 3}
    ).astype({"replicate": "int32", "generation": "int32", "distinct": "int32"})


@pytest.fixture
def file(tmp_path):
    with parquet_writer(tmp_path / "traces.parquet", schema=TRACES, provenance={}) as add:
        for each in PARTS:
            add(part(*each))
    return tmp_path / "traces.parquet"


@pytest.fixture
def both(file):
    whole = pd.concat([part(*each) for each in PARTS], ignore_index=True)
    return InFile(file, TRACES), InMemory(whole)


@pytest.mark.parametrize("columns", [None, ["best"], ["replicate", "treatment"]])
def test_the_same_in_a_file_and_in_memory(both, columns):
    stored, at_hand = both
    pd.testing.assert_frame_equal(stored.whole(columns), at_hand.whole(columns))
    assert len(list(stored.parts(columns))) == len(PARTS)
    joined = pd.concat(stored.parts(columns), ignore_index=True)
    pd.testing.assert_frame_equal(joined, at_hand.whole(columns))


def test_by_treatment(both):
    stored, at_hand = both
    assert [(name, own["replicate"].tolist()) for name, own in stored.by_treatment("replicate")] == list(PARTS)
    assert [name for name, _ in at_hand.by_treatment("replicate")] == ["a", "b"]


@pytest.mark.parametrize("rows", [1, 2, 4, 9])
def test_some_rows_at_a_time(file, both, rows):
    """Whatever parts they were written in."""
    parts = list(read_parts(file, schema=TRACES, rows=rows))
    assert max(map(len, parts)) <= rows
    pd.testing.assert_frame_equal(pd.concat(parts, ignore_index=True), both[1].whole())
