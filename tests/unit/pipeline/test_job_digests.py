"""Jobs leave digests of what they wrote in their logs; what has changed since is named, and how to make it again."""

import os
import shutil
import subprocess

import pytest

from tttcore.pipeline.job_digests import check_as_written, files_of_jobs, read_digests
from tttcore.pipeline.jobs import logged
from tttcore.pipeline.manifest import digests, write_manifest
from tttcore.pipeline.store import StoreError

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
