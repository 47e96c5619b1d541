"""Checksums: any changed bit of a stored table is detected, wherever it is in the file."""

import os

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tttcore.engines.genetic_algorithm import schemas
from tttcore.pipeline.checksum import is_intact
from tttcore.pipeline.store import StoreError, provenance_of, read, write

TRACES = pd.DataFrame(
    {
        "treatment": ["control", "rmg"] * 40,
        "replicate": np.arange(80, dtype=np.int32),
        "generation": np.zeros(80, np.int32),
        "best": np.linspace(0, 1, 80),
        "mean": np.linspace(1, 2, 80),
        "distinct": np.arange(80, dtype=np.int32),
    }
)
MADE_BY = {"seed": 1, "packages": {"numpy": "2.0"}}


@pytest.fixture
def stored(tmp_path):
    write(tmp_path / "traces.parquet", TRACES, schema=schemas.TRACES, provenance=MADE_BY)
    return tmp_path / "traces.parquet"


def test_no_changed_bit_changes_the_table_read(stored, tmp_path):
    content = stored.read_bytes()
    flipped = tmp_path / "flipped.parquet"
    refused = 0
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 1 << place % 8
        flipped.write_bytes(changed)
        try:
            assert read(flipped, schema=schemas.TRACES).equals(TRACES), place
            assert provenance_of(flipped) == MADE_BY, place
        except StoreError:
            refused += 1
    assert refused > 0.98 * len(content)


def test_a_table_of_another_program_has_no_checksum(tmp_path):
    foreign = tmp_path / "foreign.parquet"
    pq.write_table(pa.table({"x": [1, 2]}), foreign)
    assert is_intact(foreign)
    assert read(foreign)["x"].tolist() == [1, 2]


@pytest.mark.parametrize("size", [0, 1, 7, 100])
def test_a_truncated_file_is_refused(stored, size):
    os.truncate(stored, size)
    with pytest.raises(StoreError, match=r"traces\.parquet: damaged or cut short"):
        read(stored)
