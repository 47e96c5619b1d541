"""Jobs: their logs, the messages with which they end, and the lock of a killed run."""

import errno
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tttcore.pipeline import jobs as job
from tttcore.pipeline.jobs import LOCK_FILE, hold_run_lock, logged, track_progress
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import StoreError


@pytest.mark.parametrize("mistake", [ConfigError, StoreError])
def test_a_users_mistake_ends_the_job_in_one_line(tmp_path, mistake):
    def job_with_mistake():
        with logged(tmp_path / "log") as log:
            print("under way", file=log)
            raise mistake("runs.parquet: damaged")

    with pytest.raises(SystemExit) as end:
        job_with_mistake()
    assert end.value.code == "error: runs.parquet: damaged"
    assert (tmp_path / "log").read_text() == "under way\nerror: runs.parquet: damaged\n"


def test_an_interrupted_job_says_so(tmp_path):
    with pytest.raises(SystemExit, match="interrupted"), logged(tmp_path / "log"):
        raise KeyboardInterrupt
    assert (tmp_path / "log").read_text() == "interrupted\n"


def test_any_other_error_leaves_its_traceback_in_the_log(tmp_path):
    with pytest.raises(ZeroDivisionError), logged(tmp_path / "log"):
        _ = 1 / 0
    lines = (tmp_path / "log").read_text().splitlines()
    assert lines[0].startswith("Traceback")
    assert lines[-1] == "ZeroDivisionError: division by zero"


def test_a_fault_of_the_machine_ends_the_job_in_one_line(tmp_path):
    def job_without_room():
        with logged(tmp_path / "log"):
            raise OSError(errno.ENOSPC, "told by a library", "results/runs.parquet")

    with pytest.raises(SystemExit) as end:
        job_without_room()
    assert end.value.code == "error: results/runs.parquet: No space left on device; make room and run again"
    assert (tmp_path / "log").read_text() == f"{end.value.code}\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_too_little_memory_ends_the_job_in_one_line(tmp_path):
    with pytest.raises(SystemExit, match=r"^error: not enough memory; .+ and run again$"), logged(tmp_path / "log"):
        raise MemoryError
    assert (tmp_path / "log").read_text().count("\n") == 1


def test_a_log_that_cannot_be_written_does_not_hide_what_happened(tmp_path):
    def job_without_room():
        with logged("/dev/full") as log:
            print("under way", file=log)
            raise StoreError("runs.parquet: damaged")

    with pytest.raises(SystemExit) as end:
        job_without_room()
    assert end.value.code == "error: runs.parquet: damaged"
    with pytest.raises(SystemExit, match="No space left on device"), logged("/dev/full") as log:
        print("under way", file=log)
    with pytest.raises(FileNotFoundError), logged(tmp_path / "nowhere" / "log"):
        pass


def test_a_job_that_ends_well(tmp_path):
    with logged(tmp_path / "log") as log:
        print("3 tables", file=log)
    assert (tmp_path / "log").read_text() == "3 tables\n"


def followed_with_clock(path, monkeypatch, *, items, seconds):
    """Lines of the log when each item takes so many seconds."""
    now = -seconds

    def clock():
        nonlocal now
        now += seconds
        return now

    monkeypatch.setattr(job, "time", SimpleNamespace(monotonic=clock))
    with logged(path) as log:
        assert list(track_progress(items, label="control", log=log)) == list(items)
    return path.read_text().splitlines()


def test_a_line_every_five_seconds_and_one_at_the_end(tmp_path, monkeypatch, capsys):
    assert followed_with_clock(tmp_path / "log", monkeypatch, items=range(10, 15), seconds=3.0) == [
        "control: 2 of 5 runs in 6.0 s",
        "control: 4 of 5 runs in 12.0 s",
        "control: 5 of 5 runs in 15.0 s",
    ]
    assert capsys.readouterr() == ("", "")


def test_a_fast_job_has_one_line(tmp_path, monkeypatch):
    lines = followed_with_clock(tmp_path / "log", monkeypatch, items=range(100), seconds=0.01)
    assert lines == ["control: 100 of 100 runs in 1.0 s"]


HOLDER = (
    "import sys; from pathlib import Path; from tttcore.pipeline.jobs import hold_run_lock; "
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
