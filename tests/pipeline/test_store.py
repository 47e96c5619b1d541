"""Stored tables: refused tables and files, atomic writing, equal bytes and provenance."""

import errno
import os
import stat

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tttcore.engines.genetic_algorithm.engine import RUNS, TRACES
from tttcore.engines.genies import schemas as genie_schemas
from tttcore.pipeline.manifest import read_manifest
from tttcore.pipeline.store import StoreError, atomic, provenance_of, read, write
from tttcore.pipeline.text import read_text


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
            "distinct": [np.array([9, 8, 7]), np.array([9, 9])],
            "champion": ["012", "9" * 765],
        }
    )


def test_what_is_written_is_read(tmp_path):
    write(tmp_path / "runs.parquet", runs(), schema=RUNS, provenance={})
    found = read(tmp_path / "runs.parquet", schema=RUNS)
    for column in runs():
        for ours, theirs in zip(found[column], runs()[column], strict=True):
            assert np.array_equal(ours, theirs), column
    assert pq.read_schema(tmp_path / "runs.parquet").equals(RUNS.columns)
    assert list(read(tmp_path / "runs.parquet", columns=["seed"])) == ["seed"]


def test_histories_keep_their_numbers_and_widths(tmp_path):
    table = pd.DataFrame(
        {
            "treatment": ["a", "a"],
            "replicate": [0, 1],
            "seed": [2020, 2020],
            "scores": [np.linspace(1, 201, 6, dtype=np.float32), np.zeros(0, np.float32)],
            "died": [np.array([1, 2], np.int16), np.zeros(0, np.int16)],
            "parent": [np.array([2, 1], np.int16), np.zeros(0, np.int16)],
            "mate": [np.array([2, 1], np.int16), np.zeros(0, np.int16)],
            "genes": [np.array([-(2**15), 0, 2**15 - 1], np.int16), np.zeros(4, np.int16)],
            "unofficial": [np.array([1 / 3], np.float32), np.zeros(0, np.float32)],
        }
    )
    write(tmp_path / "0-2.parquet", table, schema=genie_schemas.HISTORIES, provenance={})
    found = read(tmp_path / "0-2.parquet", schema=genie_schemas.HISTORIES)
    for column in list(table)[3:]:
        for ours, theirs in zip(found[column], table[column], strict=True):
            assert ours.dtype == theirs.dtype
            assert np.array_equal(ours, theirs), column


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
    path = tmp_path / "traces.parquet"
    with pytest.raises(StoreError, match=rf"traces\.parquet: not a table of traces: .*{named}") as error:
        write(path, change(traces()), schema=TRACES, provenance={})
    assert len(str(error.value).splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_kind_is_refused_by_name(tmp_path):
    path = tmp_path / "table.parquet"
    write(path, traces().drop(columns="mean").assign(extra=1), provenance={})
    with pytest.raises(StoreError, match=r"table\.parquet: not a table of traces: missing \['mean'\], unknown \['ex"):
        read(path, schema=TRACES)


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


def test_an_error_leaves_the_old_file(tmp_path):
    path = tmp_path / "result.csv"
    path.write_text("old")

    def interrupted():
        with atomic(path) as partial:
            partial.write_text("half")
            assert path.read_text() == "old"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_refused_table_leaves_the_old_file(tmp_path):
    path = tmp_path / "traces.parquet"
    write(path, traces(), schema=TRACES, provenance={})
    before = path.read_bytes()
    with pytest.raises(StoreError):
        write(path, traces().assign(best="low"), schema=TRACES, provenance={})
    assert path.read_bytes() == before


def test_a_new_file_replaces_the_old_one_and_can_be_read_by_all(tmp_path):
    path = tmp_path / "new" / "folder" / "result.csv"
    for text in ("one", "other"):
        with atomic(path) as partial:
            partial.write_text(text)
        assert path.read_text() == text
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_modes_are_those_of_the_umask_or_of_the_file_that_is_there(tmp_path, umask):
    kept, new = tmp_path / "kept.csv", tmp_path / "new.csv"
    kept.touch()
    kept.chmod(0o640)
    before = os.umask(umask)
    try:
        for path in (kept, new):
            with atomic(path) as partial:
                partial.write_text("content")
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (kept, new)] == [0o640, 0o666 & ~umask]


@pytest.mark.parametrize("there", [True, False])
def test_links_stay_and_what_they_lead_to_is_written(tmp_path, there):
    target, link, second = tmp_path / "kept" / "result.csv", tmp_path / "link.csv", tmp_path / "second.csv"
    target.parent.mkdir()
    if there:
        target.write_text("old")
    link.symlink_to("kept/result.csv")
    second.symlink_to("link.csv")
    with atomic(second) as partial:
        partial.write_text("new")
    assert (target.read_text(), link.is_symlink(), second.is_symlink()) == ("new", True, True)
    assert {path.name for path in tmp_path.rglob("*")} == {"kept", "result.csv", "link.csv", "second.csv"}


def test_links_in_a_circle_stay(tmp_path):
    path = tmp_path / "link"
    path.symlink_to("link")
    with pytest.raises(OSError, match=r"symbolic links.*link"), atomic(path):
        pass
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("special", ["/dev/zero", "pipe"])
def test_what_has_no_end_is_not_read(tmp_path, monkeypatch, special):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    for use in (read, provenance_of, read_text, read_manifest):
        with pytest.raises(ValueError, match=f"^{special}: not a regular file$"):
            use(special)


def test_same_table_and_provenance_same_bytes(tmp_path):
    one, other = tmp_path / "one.parquet", tmp_path / "other.parquet"
    write(one, traces(), schema=TRACES, provenance={"seed": 1, "code": "f"})
    write(other, traces().set_index(np.arange(4) + 9), schema=TRACES, provenance={"code": "f", "seed": 1})
    assert one.read_bytes() == other.read_bytes()
    write(other, traces(), schema=TRACES, provenance={"code": "f", "seed": 2})
    assert one.read_bytes() != other.read_bytes()


def test_a_full_disk_is_reported_with_the_file(tmp_path):
    def without_room():
        with atomic(tmp_path / "new" / "table.csv"):
            raise OSError(errno.ENOSPC, "told by a library")

    def reads_another():
        with atomic(tmp_path / "table.csv"):
            (tmp_path / "source" / "missing.csv").read_text()

    with pytest.raises(OSError, match="No space left on device") as caught:
        without_room()
    assert caught.value.filename == str(tmp_path / "new" / "table.csv")
    with pytest.raises(FileNotFoundError, match=r"missing\.csv"):
        reads_another()
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_the_index_of_a_table_of_statistics_is_not_kept(tmp_path):
    one, other = tmp_path / "one.parquet", tmp_path / "other.parquet"
    write(one, traces(), provenance={})
    write(other, traces().set_index(np.arange(4) + 9), provenance={})
    assert one.read_bytes() == other.read_bytes()
    assert list(read(other)) == list(traces())


def test_provenance(tmp_path):
    made_by = {"seed": 2020, "recipes": {"a": {"select": {"name": "sus"}}}, "packages": {"numpy": "2.0"}}
    write(tmp_path / "table.parquet", traces(), provenance=made_by)
    assert provenance_of(tmp_path / "table.parquet") == made_by
    pq.write_table(pa.table({"x": [1]}), tmp_path / "foreign.parquet")
    assert provenance_of(tmp_path / "foreign.parquet") == {}


def test_rows_of_one_treatment(tmp_path):
    table = pd.DataFrame({"treatment": ["a", "b", "a"], "value": [1, 2, 3]})
    write(tmp_path / "t.parquet", table, provenance={})
    assert read(tmp_path / "t.parquet", treatment="a")["value"].tolist() == [1, 3]
    assert read(tmp_path / "t.parquet", treatment="c").empty
    assert list(read(tmp_path / "t.parquet", columns=("value",), treatment="a")) == ["value"]
