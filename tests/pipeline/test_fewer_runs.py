"""Collected runs are not replaced by fewer ones."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tttcore.pipeline.fewer_runs import check_not_fewer
from tttcore.pipeline.messages import ConfigError


@pytest.fixture
def file(tmp_path):
    """Two runs of `a`, three of `b`."""
    path = tmp_path / "runs.parquet"
    pq.write_table(pa.table({"treatment": [*"aabbb"], "replicate": [0, 1, 0, 1, 2]}), path)
    return path


@pytest.mark.parametrize("wanted", [{"a": 2, "b": 3}, {"a": 5, "b": 9, "c": 1}, {"a": 2}, {}])
def test_as_many_or_more_are_allowed(file, wanted):
    check_not_fewer(file, wanted)


def test_fewer_are_refused(file):
    with pytest.raises(ConfigError, match=r"runs\.parquet: holds 3 runs of 'b', whose results 1 would replace; `make"):
        check_not_fewer(file, {"a": 2, "b": 1})


@pytest.mark.parametrize("content", [None, b"", b"cut short"])
def test_nothing_is_lost_where_nothing_can_be_read(tmp_path, content):
    path = tmp_path / "runs.parquet"
    if content is not None:
        path.write_bytes(content)
    check_not_fewer(path, {"a": 1})
