"""Manifests of files with digests of their bytes and, independent of provenance and layout, of their rows."""

import hashlib
import os
import re
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.texts import message
from hypothesis import given
from hypothesis import strategies as st

from tttcore.pipeline import manifest as module
from tttcore.pipeline.manifest import Digests, check, compare, digests, read_manifest, rows_digest, write_manifest
from tttcore.pipeline.store import write

NAME = "MANIFEST.sha256"
OF_A = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
"""SHA-256 of the letter a, as published with the standard (FIPS 180-2)."""
FILES = {"s/runs.csv": b"runs", "s/tables/b.csv": b"b", "tables/a.csv": b"a"}


def make(folder, files=FILES):
    for name, content in files.items():
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def manifest_of(folder):
    return digests(Path(folder).iterdir(), root=folder)


@pytest.fixture
def results(tmp_path):
    make(tmp_path)
    return tmp_path


@pytest.fixture
def with_table(results):
    write(results / "s" / "t.parquet", pd.DataFrame({"n": [1, 2]}), provenance={"code": "0123"})
    return results


def test_digests_of_files_and_folders_are_sorted_as_text(results):
    (results / "s" / "tables" / ".snakemake_timestamp").touch()
    (results / "s" / "other.csv").touch()
    found = digests([results / "tables" / "a.csv", str(results / "s" / "tables"), results / "s/runs.csv"], root=results)
    assert list(found) == sorted(FILES)
    assert found["tables/a.csv"] == Digests(OF_A)
    make(results / "x", {"a/b.csv": b"", "a-b.csv": b"", "a.csv": b""})
    assert list(manifest_of(results / "x")) == ["a-b.csv", "a.csv", "a/b.csv"]


def test_what_is_written_is_read(with_table):
    expected = manifest_of(with_table)
    write_manifest(with_table / NAME, expected, note="Of a test.\nTwo lines.")
    lines = (with_table / NAME).read_text().splitlines()
    assert lines[:2] == ["# Of a test.", "# Two lines."]
    assert lines[-1] == f"{OF_A}  tables/a.csv"
    assert [line[-11:] for line in lines if line.startswith("# rows ")] == ["s/t.parquet"]
    assert read_manifest(with_table / NAME) == expected
    assert expected["s/t.parquet"].rows not in (None, expected["s/t.parquet"].bytes)
    rows_alone = {"s/t.parquet": Digests(rows=OF_A)}
    write_manifest(with_table / NAME, rows_alone)
    assert read_manifest(with_table / NAME) == rows_alone


MISTAKES = [
    f"{OF_A}  a\n{OF_A[1:]}  b\n",
    f"{OF_A} a\n",
    f"{OF_A}  \n",
    f"{OF_A.upper()}  a\n",
    f"{OF_A}  a\n\n{OF_A}  b\n",
    f"{OF_A}  a\n# rows {OF_A[1:]}  a\n",
    f"{OF_A}  a\n\udcff",
    "# nothing\n",
    "",
    f"{OF_A}  a\n# rows {OF_A}  a\n{OF_A}  a\n",
    *(f"{OF_A}  {path}\n" for path in ("/a", "a/", "a//b", "./a", "a/.", "../a", "a/../b", ".", "..", "/")),
]  # fmt: skip


def test_what_is_no_manifest(tmp_path, monkeypatch, snapshot):
    """Dots in names are allowed."""
    monkeypatch.chdir(tmp_path)
    told = [message(read_manifest, NAME)]
    for text in MISTAKES:
        Path(NAME).write_text(text, encoding="utf-8", errors="surrogateescape")
        told.append(message(read_manifest, NAME))
    assert "\n".join(told) == snapshot
    names = ["...", ".a", "a. /b", "a..", "a/.b"]
    Path(NAME).write_text("".join(f"{OF_A}  {name}\n" for name in names))
    assert list(read_manifest(NAME)) == names


NAMES = st.sampled_from(["a.csv", "b.csv", "s/a.csv", "s/t/a.csv", "s/ü b.csv"])
FOLDERS = st.dictionaries(NAMES, st.binary(max_size=4), min_size=1)


@given(before=FOLDERS, after=FOLDERS)
def test_check_sees_every_file_that_is_changed_removed_or_added(before, after):
    with tempfile.TemporaryDirectory() as folder:
        make(folder, before)
        manifest = manifest_of(folder)
        for name in before.keys() - after.keys():
            (Path(folder) / name).unlink()
        make(folder, after)
        found = check(folder, manifest)
    covered = {Path(name).parent for name in before}
    expected = dict.fromkeys(before.keys() - after.keys(), "missing")
    expected |= {name: "changed" for name in before.keys() & after.keys() if before[name] != after[name]}
    expected |= {name: "left over" for name in after.keys() - before.keys() if Path(name).parent in covered}
    assert found == [(expected[name], name) for name in sorted(expected)]


def test_a_flipped_byte_of_a_table_is_seen(with_table):
    manifest = manifest_of(with_table)
    path = with_table / "s" / "t.parquet"
    whole = path.read_bytes()
    rows_alone = {"s/t.parquet": Digests(rows=manifest["s/t.parquet"].rows)}
    for place in range(0, len(whole), 5):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert check(with_table, manifest) == [("changed", "s/t.parquet")]
    path.write_bytes(whole[:-1])
    assert ("changed", "s/t.parquet") in check(with_table, rows_alone)
    path.write_bytes(whole)
    assert ("changed", "s/t.parquet") not in check(with_table, rows_alone)


def test_files_that_are_not_left_over(results):
    """Nor are links that lead nowhere."""
    manifest = manifest_of(results)
    make(results, {"s/.hidden": b"", "s/runs/a/0-5.parquet": b"", "logs/x.log": b"", "tables/known.csv": b""})
    for name, target in (("loop", "loop"), ("dangling", "nowhere"), ("folder", ".")):
        (results / "tables" / name).symlink_to(target)
    assert check(results, manifest, unlisted=["tables/known.csv"]) == []
    assert check(results, manifest) == [("left over", "tables/known.csv")]
    (results / "tables" / "a.csv").unlink()
    (results / "tables" / "a.csv").mkdir()
    assert check(results, manifest) == [("missing", "tables/a.csv"), ("left over", "tables/known.csv")]


def test_compare():
    ours = {"a": Digests("1"), "b": Digests("2"), "c": Digests("3")}
    theirs = {"b": Digests("2"), "c": Digests("4"), "d": Digests("5")}
    assert compare(ours, theirs) == [("only here", "a"), ("differs", "c"), ("only there", "d")]
    assert compare(ours, ours) == []


def test_rows_count_where_both_know_them():
    both, rows, byte = Digests("1", "r"), Digests(rows="r"), Digests("1")
    for one, other in ((both, Digests("2", "r")), (rows, both), (both, byte)):
        assert one.agree(other)
        assert other.agree(one)
    for one, other in ((both, Digests("1", "s")), (both, Digests("2")), (rows, byte)):
        assert not one.agree(other)
        assert not other.agree(one)


def test_missing_files_cost_nothing(results, monkeypatch):
    """A listing for each folder, and a request for each file that is there: of a million lines that takes seconds."""
    manifest = manifest_of(results) | {f"batches/{number}.csv": Digests(OF_A) for number in range(1000)}
    requests, real = [], os.stat
    with monkeypatch.context() as patched:
        patched.setattr(os, "stat", lambda path, *arguments, **options: (requests.append(path), real(path))[1])
        assert len(check(results, manifest)) == 1000
    assert len(requests) < 10


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

    def of(columns, metadata=None, **options):
        pq.write_table(pa.table(columns, metadata=metadata), path, **options)
        return rows_digest(path)

    return of


def test_provenance_and_layout_of_a_file_do_not_count(digest, monkeypatch):
    expected = digest(COLUMNS)
    layouts = [{"compression": "none"}, {"row_group_size": 1}, {"use_dictionary": False}, {"version": "1.0"}]
    for options in (*layouts, {"metadata": {"tttcore": "0123"}}):
        assert digest(COLUMNS, **options) == expected
    large = {"text": pa.large_string(), "list": pa.large_list(pa.int64())}
    assert digest(COLUMNS | {name: COLUMNS[name].cast(kind) for name, kind in large.items()}) == expected
    monkeypatch.setattr(module, "ROWS", 1)
    assert digest(COLUMNS) == expected


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


def test_content_and_names_and_order_of_columns_count(digest):
    found = {name: digest(COLUMNS | change) for name, change in CHANGES.items()}
    found["none"] = digest(COLUMNS)
    found["a name"] = digest({name.replace("truth", "true"): each for name, each in COLUMNS.items()})
    found["the order"] = digest(dict(reversed(COLUMNS.items())))
    found["the last row"] = digest({name: each.slice(0, 3) for name, each in COLUMNS.items()})
    assert len({*found.values()}) == len(found), found


def test_every_nan_is_the_same(digest):
    odd = np.array([0x7FF8000000000001, 0xFFF8000000000000], np.uint64).view(np.float64)
    assert digest({"x": pa.array(odd)}) == digest({"x": pa.array([float("nan")] * 2)})


def test_unsupported_types_are_refused(tmp_path):
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"a": [1], "when": pa.array([0], pa.timestamp("s"))}), path)
    told = r"t\.parquet: column 2 when: timestamp\[\w+\] has no digest; known: lists,"
    assert re.search(told, message(rows_digest, path))
    path.write_bytes(b"cut short")
    assert "damaged or cut short" in message(rows_digest, path)
