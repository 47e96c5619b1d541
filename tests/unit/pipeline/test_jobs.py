"""Jobs: their logs, the messages with which they end, and the lock of a killed run."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tttcore.pipeline import jobs as job
from tttcore.pipeline.job_digests import check_as_written, files_of_jobs, read_digests
from tttcore.pipeline.jobs import LOCK_FILE, hold_run_lock, logged, track_progress
from tttcore.pipeline.manifest import digests, write_manifest
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


def refusal():
    with pytest.raises(StoreError) as refused:
        check_as_written(OUTPUTS, read_digests(LOGS))
    return str(refused.value)


def test_as_written(project):
    assert [*read_digests(LOGS)] == [CHAMPIONS, f"{TABLES}/a.csv", f"{TABLES}/b.csv"]
    check_as_written(OUTPUTS, read_digests(LOGS))
    check_as_written(OUTPUTS, {})
    (project / TABLES / "mine.csv").touch()
    assert sorted(files_of_jobs(OUTPUTS, read_digests(LOGS))) == sorted([*read_digests(LOGS), OUTPUTS[-1]])
    assert sorted(files_of_jobs(OUTPUTS, {})) == sorted(OUTPUTS)


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="no sha256sum")
def test_another_program_checks_a_log(project):
    subprocess.run(["sha256sum", "--check", "--status", f"{LOGS}/s/runs.log"], cwd=project, check=True)


@pytest.mark.parametrize("content", ["", "x"])
def test_what_has_changed_is_named_with_what_mends_it(project, content):
    before = (project / CHAMPIONS).stat()
    (project / CHAMPIONS).write_text(content)
    os.utime(project / CHAMPIONS, ns=(before.st_atime_ns, before.st_mtime_ns))
    mended = f"to make it again, add to the command: --forcerun {CHAMPIONS}"
    assert refusal() == f"{CHAMPIONS}: changed or removed since a job wrote it; {mended}"
    (project / TABLES / "b.csv").unlink()
    assert refusal() == f"{CHAMPIONS}, {TABLES}/b.csv: changed or removed since a job wrote it; {mended} {TABLES}"


def test_without_logs_the_manifest_of_before_tells(project):
    manifest = project / "results/MANIFEST.sha256"
    check_as_written(OUTPUTS, read_digests(LOGS, "results/MANIFEST.sha256"))
    write_manifest(manifest, digests([CHAMPIONS, TABLES], root="results"))
    (project / LOGS / "s/runs.log").unlink()
    (project / CHAMPIONS).write_text("x")
    check_as_written(OUTPUTS, read_digests(LOGS))
    with pytest.raises(StoreError, match=f"^{CHAMPIONS}: changed"):
        check_as_written(OUTPUTS, read_digests(LOGS, "results/MANIFEST.sha256"))
    manifest.write_text("damaged")
    check_as_written(OUTPUTS, read_digests(LOGS, "results/MANIFEST.sha256"))


def test_what_is_removed_as_a_whole_is_made_again(project):
    (project / CHAMPIONS).unlink()
    shutil.rmtree(project / TABLES)
    check_as_written(OUTPUTS, read_digests(LOGS))


def test_the_later_log_counts_and_one_of_a_failed_job_names_nothing(project):
    (project / CHAMPIONS).write_text("x")
    with pytest.raises(SystemExit), logged(f"{LOGS}/s/runs.log", [CHAMPIONS]):
        raise StoreError("damaged")
    check_as_written(OUTPUTS, read_digests(LOGS))
    for seconds, name in ((2, "later"), (1, "earlier")):
        log = project / LOGS / f"{name}.log"
        log.write_text(f"noise\n\0{seconds * 'f'}\n{str(seconds) * 64}  {CHAMPIONS}\n")
        os.utime(log, (seconds, seconds))
    assert read_digests(LOGS)[CHAMPIONS] == "2" * 64
