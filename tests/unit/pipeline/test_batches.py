"""Batches compute no replicate twice and never replace more runs by fewer; what a process records of itself."""

import platform
import subprocess
import sys
from importlib import metadata
from itertools import pairwise

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.texts import message
from hypothesis import given
from hypothesis import strategies as st

from tttcore.pipeline import versions as memory
from tttcore.pipeline.batches import Batch, check_not_fewer, job_seconds, plan, stored_batches
from tttcore.pipeline.versions import RECORDED_PACKAGES, all_versions, major, package_versions

LIMIT = 60
WANTED = st.integers(1, LIMIT)
SIZES = st.integers(1, 25)


@st.composite
def stored(draw):
    """Batches that don't overlap, in any order, with gaps between them."""
    cuts = sorted(draw(st.sets(st.integers(0, LIMIT + 20), max_size=10)))
    found = [Batch(start, stop) for start, stop in pairwise(cuts) if draw(st.booleans())]
    return draw(st.permutations(found))


def replicates(batches):
    return [replicate for batch in batches for replicate in range(batch.start, batch.stop)]


@given(WANTED, SIZES, stored(), st.data())
def test_every_replicate_once_and_nothing_stored_again(wanted, size, found, data):
    """The plan stays while it is carried out."""
    planned = plan(wanted, size=size, stored=found)
    covered = replicates(planned)
    assert covered == list(range(len(covered)))
    assert planned[-1].start < wanted <= len(covered)
    new = [batch for batch in planned if batch not in found]
    assert not set(replicates(new)) & set(replicates(found))
    assert all(batch.stop <= wanted and batch.stop - batch.start <= size for batch in new)
    for batch in data.draw(st.permutations(new)):
        found = [*found, batch]
        assert plan(wanted, size=size, stored=found) == planned


def test_plans_by_hand():
    assert plan(7, size=3) == [(0, 3), (3, 6), (6, 7)]
    assert plan(30, size=10, stored=[Batch(0, 6)]) == [(0, 6), (6, 10), (10, 20), (20, 30)]
    assert plan(12, size=5, stored=[Batch(8, 20), Batch(0, 2), Batch(0, 4)]) == [(0, 4), (4, 5), (5, 8), (8, 20)]
    assert plan(4, size=5, stored=[Batch(0, 4), Batch(0, 2)]) == [(0, 4)]
    assert plan(3, size=5, stored=[Batch(0, 10)]) == [(0, 10)]


def test_files_that_are_batches(tmp_path):
    for name in ("0-6.parquet", "6-30.parquet", "7-7.parquet", ".0-9.parquet.x1.parquet", "runs.parquet", "1-2.csv"):
        (tmp_path / name).touch()
    assert sorted(stored_batches(tmp_path)) == [(0, 6), (6, 30)]
    assert str(Batch(6, 30)) == "6-30"
    assert stored_batches(tmp_path / "none") == []


def test_jobs_last_longer_where_there_would_be_too_many_or_as_a_user_asks():
    works = {100: 15, 15 * 1500: 15, 30 * 1500: 30, 1_500_000: 1000, 10**8: 3600}
    assert {work: job_seconds(work, least=15, most=1500) for work in works} == works
    assert job_seconds(10**8, least=10_000, most=1500) == 10_000


def test_more_runs_are_not_replaced_by_fewer(tmp_path):
    """Nothing is lost where nothing can be read."""
    path = tmp_path / "runs.parquet"
    pq.write_table(pa.table({"treatment": [*"aabbb"], "replicate": [0, 1, 0, 1, 2]}), path)
    for wanted in ({"a": 2, "b": 3}, {"a": 5, "b": 9, "c": 1}, {"a": 2}, {}):
        assert message(check_not_fewer, path, wanted) == "accepted"
    told = f"{path}: holds 3 runs of 'b', whose results 1 would replace; `make"
    assert message(check_not_fewer, path, {"a": 2, "b": 1}).startswith(told)
    for content in (b"", b"cut short"):
        path.write_bytes(content)
        assert message(check_not_fewer, path, {"a": 1}) == "accepted"
    assert message(check_not_fewer, tmp_path / "none.parquet", {"a": 1}) == "accepted"


def test_versions_of_this_process_and_of_several_in_order():
    versions = package_versions()
    assert set(versions) == {"python", *RECORDED_PACKAGES}
    assert versions["numpy"] == metadata.version("numpy")
    assert versions["python"] == platform.python_version()
    made = [{"numpy": "2.10.0", "python": "3.12.1"}, {"numpy": "9.9.9"}, {"numpy": "2.4.6"}, {"numpy": "2.10.0"}]
    assert all_versions(made) == {"numpy": ["2.4.6", "2.10.0", "9.9.9"], "python": ["unknown", "3.12.1"]}
    assert all_versions(made[::-1]) == all_versions(made)
    assert all_versions([]) == {}
    versions = {"2.4.6": "2", "0.68.1": "0.68", "0.68.0rc1": "0.68", "10": "10"}
    assert {version: major(version) for version in versions} == versions


def test_what_was_freed_counts_and_what_others_hold_does_not():
    program = "from tttcore.pipeline.versions import peak_memory; bytearray(50_000_000); print(peak_memory())"
    ballast = bytearray(b"x") * 400_000_000
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert 50 < float(done.stdout) < len(ballast) / 1e6 / 2


def test_without_proc(monkeypatch, tmp_path):
    peak = memory.peak_memory()
    monkeypatch.setattr(memory, "STATUS", tmp_path / "none")
    assert memory.peak_memory() == pytest.approx(peak, rel=0.2)
    (tmp_path / "none").write_text("Name:\tpython\n")
    assert memory.peak_memory() == pytest.approx(peak, rel=0.2)
