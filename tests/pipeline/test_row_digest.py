"""Digests of rows: independent of provenance and layout, sensitive to everything else."""

import hashlib

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tttcore.pipeline import row_digest
from tttcore.pipeline.row_digest import rows_digest
from tttcore.pipeline.store import StoreError, write

COLUMNS = {
    "text": pa.array(["a", None, "", "ü"]),
    "number": pa.array([1, 2, None, 4], pa.int16()),
    "share": pa.array([0.5, float("nan"), None, 1 / 3]),
    "list": pa.array([[1, 2], [], None, [3]], pa.list_(pa.int64())),
    "truth": pa.array([True, False, None, True]),
    "none": pa.nulls(4),
}


@pytest.fixture(scope="module")
def digest(tmp_path_factory):
    """Digest of a table, written with these options."""
    path = tmp_path_factory.mktemp("rows") / "table.parquet"

    def of(columns, **options):
        pq.write_table(pa.table(columns), path, **options)
        return rows_digest(path)

    return of


def test_provenance_does_not_count(tmp_path):
    table = pd.DataFrame({"treatment": ["a", "b"], "best": [0.5, 1 / 3]})
    write(tmp_path / "one.parquet", table, provenance={"code": "0123", "packages": {"numpy": "2.0"}})
    write(tmp_path / "other.parquet", table, provenance={"code": "4567"})
    assert (tmp_path / "one.parquet").read_bytes() != (tmp_path / "other.parquet").read_bytes()
    assert rows_digest(tmp_path / "one.parquet") == rows_digest(tmp_path / "other.parquet")


def test_the_layout_of_a_file_does_not_count(digest):
    expected = digest(COLUMNS)
    for options in ({"compression": "none"}, {"row_group_size": 1}, {"use_dictionary": False}, {"version": "1.0"}):
        assert digest(COLUMNS, **options) == expected
    large = COLUMNS | {
        "text": COLUMNS["text"].cast(pa.large_string()),
        "list": COLUMNS["list"].cast(pa.large_list(pa.int64())),
    }
    assert digest(large) == expected


def test_by_hand(digest):
    streams = {
        "1 n missing": b"\0\0",
        "1 n int16": b"\1\0\0\1",
        "2 t missing": b"\0\1",
        "2 t lengths": (2).to_bytes(8, "little"),
        "2 t text": b"hi",
    }
    lines = "".join(f"{name} {hashlib.sha256(content).hexdigest()}\n" for name, content in streams.items())
    columns = {"n": pa.array([1, 256], pa.int16()), "t": pa.array(["hi", None])}
    assert digest(columns) == hashlib.sha256(lines.encode()).hexdigest()


def test_rows_are_read_in_batches(digest, monkeypatch):
    expected = digest(COLUMNS)
    monkeypatch.setattr(row_digest, "ROWS", 1)
    assert digest(COLUMNS) == expected


CHANGES = {
    "a value": {"number": pa.array([1, 2, None, 5], pa.int16())},
    "a missing value": {"number": pa.array([1, 2, 0, 4], pa.int16())},
    "the last bit": {"share": pa.array([0.5, float("nan"), None, np.nextafter(1 / 3, 1)])},
    "a number that is none": {"share": pa.array([0.5, None, None, 1 / 3])},
    "the type": {"number": pa.array([1, 2, None, 4], pa.int32())},
    "where a text ends": {"text": pa.array(["aü", None, "", ""])},
    "a missing text": {"text": pa.array(["a", "", "", "ü"])},
    "where a list ends": {"list": pa.array([[1], [2], None, [3]], pa.list_(pa.int64()))},
    "a missing list": {"list": pa.array([[1, 2], [], [], [3]], pa.list_(pa.int64()))},
    "a truth value": {"truth": pa.array([True, True, None, True])},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_content_counts(digest, change):
    assert digest(COLUMNS | change) != digest(COLUMNS)


def test_columns_count_by_name_and_order(digest):
    expected = digest(COLUMNS)
    assert digest({name.replace("truth", "true"): each for name, each in COLUMNS.items()}) != expected
    assert digest(dict(reversed(COLUMNS.items()))) != expected
    assert digest({name: each.slice(0, 3) for name, each in COLUMNS.items()}) != expected


TEXTS = st.lists(st.none() | st.text(max_size=3), max_size=4)
LISTS = st.lists(st.none() | st.lists(st.integers(0, 2), max_size=3), max_size=4)


@given(one=st.tuples(TEXTS, LISTS), other=st.tuples(TEXTS, LISTS))
def test_different_rows_have_different_digests(digest, one, other):
    def of(texts, lists):
        rows = max(len(texts), len(lists))
        padded = [values + [None] * (rows - len(values)) for values in (texts, lists)]
        columns = {"t": pa.array(padded[0], pa.string()), "l": pa.array(padded[1], pa.list_(pa.int8()))}
        return padded, digest(columns)

    (rows, found), (other_rows, other_found) = of(*one), of(*other)
    assert (found == other_found) == (rows == other_rows)


def test_every_nan_is_the_same(digest):
    odd = np.array([0x7FF8000000000001, 0xFFF8000000000000], np.uint64).view(np.float64)
    assert digest({"x": pa.array(odd)}) == digest({"x": pa.array([float("nan")] * 2)})


def test_unsupported_types_are_refused(tmp_path):
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"a": [1], "when": pa.array([0], pa.timestamp("s"))}), path)
    with pytest.raises(StoreError, match=r"t\.parquet: column 2 when: timestamp\[\w+\] has no digest; known: lists,"):
        rows_digest(path)
    path.write_bytes(b"cut short")
    with pytest.raises(StoreError, match="damaged or cut short"):
        rows_digest(path)
