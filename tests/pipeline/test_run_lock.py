"""Taking turns: whose locks are removed, and what is left of killed writers."""

import os
import subprocess
import sys

import pytest

from tttcore.pipeline.partial_files import remove_partial_files
from tttcore.pipeline.run_lock import LOCK_FILE, acquire_run_lock
from tttcore.pipeline.store import atomic

HOLD = (
    "import sys; from tttcore.pipeline.run_lock import acquire_run_lock; acquire_run_lock(sys.argv[1]); "
    "print('held', flush=True); input()"
)


@pytest.fixture
def folder(tmp_path):
    """Snakemake's folder with a lock in it, as a run on this machine leaves it."""
    os.close(acquire_run_lock(tmp_path / ".snakemake"))
    (tmp_path / ".snakemake" / "locks").mkdir()
    (tmp_path / ".snakemake" / "locks" / "0.output.lock").write_text("results/runs.parquet\n")
    return tmp_path / ".snakemake"


def taken(folder):
    """Whether locks are left after somebody has come and gone."""
    os.close(acquire_run_lock(folder))
    return (folder / "locks").exists()


def test_a_lock_that_a_killed_run_left_is_removed(folder):
    assert not taken(folder)


def test_locks_stay_while_another_process_lives(folder):
    (folder / "locks" / "0.output.lock").rename(folder / "kept")
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout.readline() == "held\n"
    (folder / "locks").mkdir(exist_ok=True)
    (folder / "kept").rename(folder / "locks" / "0.output.lock")
    assert taken(folder)
    other.kill()
    other.wait()
    assert not taken(folder)


def test_locks_of_another_machine_stay(folder):
    (folder / LOCK_FILE).write_text("elsewhere")
    assert taken(folder)
    assert taken(folder)
    (folder / "locks" / "0.output.lock").unlink()
    os.close(acquire_run_lock(folder))
    assert (folder / LOCK_FILE).read_text() != "elsewhere"


def test_no_turn_where_nothing_can_be_locked(tmp_path):
    (tmp_path / ".snakemake").write_text("a file")
    assert acquire_run_lock(tmp_path / ".snakemake") is None


def test_drafts_are_removed_and_nothing_else(tmp_path):
    with atomic(tmp_path / "study" / "page.html") as draft:
        assert remove_partial_files(tmp_path) == [draft]
        draft.touch()
    (tmp_path / "study" / "page.html").unlink()
    names = [".runs.parquet.ab12_xyz.parquet", ".SHA256SUMS.ab12_xyz", "runs.parquet", ".snakemake_timestamp",
             ".runs.parquet.ab12_xyz.csv", "0-5.parquet", ".hidden.parquet"]  # fmt: skip
    for name in names:
        (tmp_path / "study" / name).write_text("")
    assert {path.name for path in remove_partial_files(tmp_path)} == set(names[:2])
    assert {path.name for path in (tmp_path / "study").iterdir()} == set(names[2:])
