"""The run lock: which locks of Snakemake are removed, and that partial files of killed writers are."""

import os
import subprocess
import sys

import pytest

from tttcore.pipeline.run_lock import LOCK_FILE, acquire_run_lock

HOLDER = (
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


def locks_remain(folder):
    """Acquire and release the run lock, and tell whether Snakemake's locks are still there."""
    os.close(acquire_run_lock(folder))
    return (folder / "locks").exists()


def test_the_lock_of_a_killed_run_is_removed(folder):
    assert not locks_remain(folder)


def test_locks_stay_while_another_process_lives(folder):
    (folder / "locks" / "0.output.lock").rename(folder / "kept")
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout.readline() == "held\n"
    (folder / "locks").mkdir(exist_ok=True)
    (folder / "kept").rename(folder / "locks" / "0.output.lock")
    assert locks_remain(folder)
    other.kill()
    other.wait()
    assert not locks_remain(folder)


def test_locks_of_another_machine_stay(folder):
    (folder / LOCK_FILE).write_text("elsewhere")
    assert locks_remain(folder)
    assert locks_remain(folder)
    (folder / "locks" / "0.output.lock").unlink()
    os.close(acquire_run_lock(folder))
    assert (folder / LOCK_FILE).read_text() != "elsewhere"


def test_no_lock_where_nothing_can_be_locked(tmp_path):
    (tmp_path / ".snakemake").write_text("a file")
    assert acquire_run_lock(tmp_path / ".snakemake") is None
