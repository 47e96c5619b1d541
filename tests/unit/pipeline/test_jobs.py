"""Jobs: their logs, the messages with which they end, and the lock of a killed run."""

import errno
import hashlib
import os
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.texts import message

from tttcore.pipeline import jobs as job
from tttcore.pipeline.job_digests import check_as_written, files_of_jobs, read_digests
from tttcore.pipeline.jobs import LOCK_FILE, hold_run_lock, logged, track_progress
from tttcore.pipeline.manifest import digests, write_manifest
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import StoreError


def job_that_fails(log_file, error):
    with logged(log_file) as log:
        print("under way", file=log)
        raise error


MEMORY = "error: not enough memory; ask for fewer or smaller runs, or give the job more memory, and run again"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ConfigError("runs.parquet: damaged"), "error: runs.parquet: damaged"),
        (StoreError("runs.parquet: damaged"), "error: runs.parquet: damaged"),
        (OSError(errno.ENOSPC, "", "a.csv"), "error: a.csv: No space left on device; make room and run again"),
        (MemoryError(), MEMORY),
        (KeyboardInterrupt(), "interrupted"),
    ],
)
def test_a_job_ends_in_one_line(tmp_path, error, told):
    with pytest.raises(SystemExit) as end:
        job_that_fails(tmp_path / "log", error)
    assert end.value.code == told
    assert (tmp_path / "log").read_text() == f"under way\n{told}\n"


def test_any_other_error_leaves_its_traceback_in_the_log(tmp_path):
    with pytest.raises(ZeroDivisionError):
        job_that_fails(tmp_path / "log", ZeroDivisionError("by zero"))
    lines = (tmp_path / "log").read_text().splitlines()
    assert lines[1].startswith("Traceback")
    assert lines[-1] == "ZeroDivisionError: by zero"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_log_that_cannot_be_written_does_not_hide_what_happened(tmp_path):
    with pytest.raises(SystemExit, match=r"^error: runs\.parquet: damaged$"):
        job_that_fails("/dev/full", StoreError("runs.parquet: damaged"))
    with pytest.raises(SystemExit, match="No space left on device"), logged("/dev/full") as log:
        print("under way", file=log)
    with pytest.raises(FileNotFoundError):
        job_that_fails(tmp_path / "nowhere" / "log", ValueError)


@pytest.mark.parametrize(
    ("items", "seconds", "lines"),
    [
        (range(10, 15), 3.0, ["2 of 5 runs in 6.0 s", "4 of 5 runs in 12.0 s", "5 of 5 runs in 15.0 s"]),
        (range(100), 0.01, ["100 of 100 runs in 1.0 s"]),
    ],
)
def test_a_line_every_five_seconds_and_one_at_the_end(tmp_path, monkeypatch, capsys, items, seconds, lines):
    """When each item takes so many seconds."""
    clock = count()
    monkeypatch.setattr(job, "time", SimpleNamespace(monotonic=lambda: next(clock) * seconds))
    with logged(tmp_path / "log") as log:
        assert list(track_progress(items, label="control", log=log)) == list(items)
    assert (tmp_path / "log").read_text().splitlines() == [f"control: {line}" for line in lines]
    assert capsys.readouterr() == ("", "")


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
    assert hold_run_lock(folder / LOCK_FILE) is None, "a file is no folder to lock"


CHAMPIONS, TABLES = "results/s/champions.csv", "results/s/tables"
OUTPUTS = [CHAMPIONS, TABLES, "results/s/agents.parquet"]
"""Of the last one, a job of an earlier version has made it, no log tells."""
LOGS = "results/logs"


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Results of two jobs with logs, and one without."""
    monkeypatch.chdir(tmp_path)
    for log, made in (("s/runs.log", [CHAMPIONS]), ("statistics.log", [f"{TABLES}/a.csv", f"{TABLES}/b.csv"])):
        for file in (tmp_path / LOGS / log, *map(tmp_path.joinpath, made)):
            file.parent.mkdir(parents=True, exist_ok=True)
        with logged(f"{LOGS}/{log}", [CHAMPIONS] if CHAMPIONS in made else [TABLES]) as file:
            print("two tables", file=file)
            for name in made:
                (tmp_path / name).write_text(name)
    (tmp_path / OUTPUTS[-1]).touch()
    return tmp_path


def refusal(*manifest):
    return message(check_as_written, OUTPUTS, read_digests(LOGS, *manifest))


def test_as_written(project):
    assert [*read_digests(LOGS)] == [CHAMPIONS, f"{TABLES}/a.csv", f"{TABLES}/b.csv"]
    assert read_digests(LOGS)[CHAMPIONS] == hashlib.sha256(CHAMPIONS.encode()).hexdigest()
    assert refusal() == message(check_as_written, OUTPUTS, {}) == "accepted"
    (project / TABLES / "mine.csv").touch()
    assert sorted(files_of_jobs(OUTPUTS, read_digests(LOGS))) == sorted([*read_digests(LOGS), OUTPUTS[-1]])
    assert sorted(files_of_jobs(OUTPUTS, {})) == sorted(OUTPUTS)
    (project / CHAMPIONS).unlink()
    shutil.rmtree(project / TABLES)
    assert refusal() == "accepted", "what is removed as a whole is made again"


@pytest.mark.parametrize("content", ["", "x"])
def test_what_has_changed_is_named_with_what_mends_it(project, content):
    before = (project / CHAMPIONS).stat()
    (project / CHAMPIONS).write_text(content)
    os.utime(project / CHAMPIONS, ns=(before.st_atime_ns, before.st_mtime_ns))
    mended = f"to make it again, add to the command: --forcerun {CHAMPIONS}"
    assert refusal() == f"{CHAMPIONS}: changed or removed since a job wrote it; {mended}"
    (project / TABLES / "b.csv").unlink()
    assert refusal() == f"{CHAMPIONS}, {TABLES}/b.csv: changed or removed since a job wrote it; {mended} {TABLES}"


def test_a_folder_whose_job_was_killed_is_named(project):
    """It has some of its files, and its log names none."""
    (project / LOGS / "statistics.log").write_text("")
    assert refusal() == "accepted", "some folders have no digests, since they hold times"
    (project / TABLES / "a.parquet").touch()
    assert refusal() == f"{TABLES}: its job did not end; to make it again, add to the command: --forcerun {TABLES}"
    for file in (project / TABLES).iterdir():
        file.unlink()
    assert refusal() == "accepted", "a study may have no tables"


def test_without_logs_the_manifest_of_before_tells(project):
    manifest = "results/MANIFEST.sha256"
    assert refusal(manifest) == "accepted"
    write_manifest(manifest, digests([CHAMPIONS, TABLES], root="results"))
    (project / LOGS / "s/runs.log").unlink()
    (project / CHAMPIONS).write_text("x")
    assert refusal() == "accepted"
    assert refusal(manifest).startswith(f"{CHAMPIONS}: changed")
    Path(manifest).write_text("damaged")
    assert refusal(manifest) == "accepted"


def test_the_later_log_counts_and_one_of_a_failed_job_names_nothing(project):
    (project / CHAMPIONS).write_text("x")
    with pytest.raises(SystemExit), logged(f"{LOGS}/s/runs.log", [CHAMPIONS]):
        raise StoreError("damaged")
    assert refusal() == "accepted"
    for seconds, name in ((2, "later"), (1, "earlier")):
        log = project / LOGS / f"{name}.log"
        log.write_text(f"noise\n\0{seconds * 'f'}\n{str(seconds) * 64}  {CHAMPIONS}\n")
        os.utime(log, (seconds, seconds))
    assert read_digests(LOGS)[CHAMPIONS] == "2" * 64
