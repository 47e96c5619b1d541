"""Rows of a stored table and of one in memory are equal: in parts and as a whole, all columns or some."""

import pandas as pd
import pytest
from parted import InMemory

from tttcore.engines.genetic_algorithm.engine import TRACES
from tttcore.pipeline.rows import InFile
from tttcore.pipeline.store import StoreError, parquet_writer, read_parts

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


def test_columns(both):
    stored, at_hand = both
    assert stored.columns == at_hand.columns == TRACES.names


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


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(StoreError, match=r"traces.parquet: no such file"):
        InFile(tmp_path / "traces.parquet", TRACES).whole()
