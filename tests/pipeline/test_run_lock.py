"""The run lock: which lock files of Snakemake are removed."""

import subprocess
import sys

import pytest

from tttcore.pipeline.run_lock import LOCK_FILE, hold_run_lock

HOLDER = (
    "import sys; from pathlib import Path; from tttcore.pipeline.run_lock import hold_run_lock; "
    "lock = hold_run_lock(Path(sys.argv[1])); print('held', flush=True); input()"
)


@pytest.fixture
def folder(tmp_path):
    """Snakemake's folder, in which a run has been."""
    hold_run_lock(tmp_path / ".snakemake").close()
    return tmp_path / ".snakemake"


def lock_stays(folder):
    """Tell whether a lock file of Snakemake is still there when another run has begun."""
    lock = folder / "locks" / "0.output.lock"
    lock.parent.mkdir(exist_ok=True)
    lock.touch()
    hold_run_lock(folder).close()
    return lock.exists()


def test_the_lock_of_a_killed_run_is_removed_and_that_of_a_live_one_stays(folder):
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout.readline() == "held\n"
        assert lock_stays(folder)
        other.kill()
    assert not lock_stays(folder)


def test_the_lock_of_a_run_on_another_machine_stays(folder):
    (folder / LOCK_FILE).write_text("elsewhere")
    assert lock_stays(folder)
    assert lock_stays(folder)
    (folder / "locks" / "0.output.lock").unlink()
    hold_run_lock(folder).close()
    assert not lock_stays(folder)


def test_no_lock_where_nothing_can_be_locked(tmp_path):
    (tmp_path / ".snakemake").write_text("a file")
    assert hold_run_lock(tmp_path / ".snakemake") is None
