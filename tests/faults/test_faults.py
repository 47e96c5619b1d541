"""Faults in real processes: whatever happened, the same command completes the work, with every byte as without it."""

import os
import random
import re
import shutil
import signal
import subprocess
import warnings
from contextlib import suppress
from io import BytesIO

import psutil
import pyarrow.parquet as pq
import pytest
from helpers.processes import unable_to_mount
from helpers.project import ROOT, TINY, TINY_TARGETS, Project, jobs
from running import ALL, ALONE, KINDS, assert_whole, drafts, killed, planned, said, until

from tttcore.pipeline.files import PARTIAL

MADE = ("results/tables/*", f"{TINY}/runs/*/*", f"{TINY}/*.*", f"{TINY}/tables/*")
RUNS = f"{TINY}/runs/control-listed"
ALL_AGAIN = {"batch": 4, "runs": 1, "statistics": 1}
OTHER_SEED = ("--config", "seed=77")


def made(project: Project, *arguments: str, cores: int = 2) -> str:
    """What Snakemake says of a run that completes."""
    run = project.snakemake(*arguments, cores=cores)
    assert run.returncode == 0, run.stderr
    return run.stdout + run.stderr


def refused(project: Project, *arguments: str) -> str:
    """What Snakemake says of a run that it, or a job, refuses in words for people."""
    run = project.snakemake(*(arguments or TINY_TARGETS))
    assert run.returncode != 0
    assert "Traceback" not in run.stderr
    return run.stderr


@pytest.fixture(scope="session")
def undisturbed(tiny) -> dict[str, bytes]:
    """Every byte of the results of the tiny project, which was finished without any fault."""
    return tiny.bytes_of(*MADE)


@pytest.fixture
def finished(tiny, tmp_path) -> Project:
    """A copy of the finished project."""
    return tiny.copied(tmp_path / "project")


@pytest.fixture
def unrun(finished) -> Project:
    """A copy of it without its runs and what follows from them."""
    shutil.rmtree(finished.folder / TINY)
    return finished


@pytest.fixture
def goes_on(undisturbed):
    """`goes_on(project)`: the same command completes it, with every byte as without faults, and no draft is left."""

    def check(project: Project) -> None:
        made(project, *TINY_TARGETS)
        assert project.bytes_of(*MADE) == undisturbed
        assert not drafts(project)

    return check


@pytest.fixture
def no_orphans():
    """A list for processes that a test has started; those that are still there at its end are killed."""
    started: list[psutil.Process] = []
    yield started
    for process in started:
        with suppress(psutil.NoSuchProcess):
            process.kill()


@pytest.fixture
def mount():
    """`mount("-t", "tmpfs", ..., folder)`; undone at the end. Skipped, with a warning, where nothing can be mounted."""
    if lacking := unable_to_mount():
        warnings.warn(f"a fault of disks is NOT tried: {lacking}", stacklevel=1)
        pytest.skip(lacking)
    mounted = []

    def mounting(*arguments: str) -> None:
        subprocess.run(["mount", *arguments], check=True)
        if "remount" not in arguments[1]:
            mounted.append(arguments[-1])

    yield mounting
    for folder in reversed(mounted):
        subprocess.run(["umount", "--lazy", folder], check=False)


def test_a_full_disk(unrun, mount, goes_on):
    folder = unrun.folder / TINY
    folder.mkdir()
    mount("-t", "tmpfs", "-o", "size=36k", "tmpfs", str(folder))
    assert re.search(rf"error: {TINY}/runs/.*No space left on device; make room and run again", refused(unrun))
    assert_whole(unrun)
    mount("-o", "remount,size=64m", str(folder))
    goes_on(unrun)


def test_results_that_cannot_be_written_to(unrun, mount, goes_on):
    results = str(unrun.folder / "results")
    mount("--bind", results, results)
    mount("-o", "remount,ro,bind", results)
    assert "error: results: can't be written to; make it writable and run again" in refused(unrun)
    mount("-o", "remount,rw,bind", results)
    goes_on(unrun)


def test_killed_runs_go_on_where_they_stopped(unrun, goes_on, no_orphans):
    """A run is killed in each way, in planning, too; jobs that go on alone meet the next run.

    Files of users stay, partial ones go.
    """
    mine = [unrun.folder / "results" / name for name in (".notes.20261122", ".config.settings", "notes.txt")]
    for file in mine:
        file.write_text("mine")
        os.utime(file, (10, 10))
    (unrun.folder / "results" / f"{PARTIAL}0123abcd-runs.parquet").touch()
    moments = random.Random(2)
    kills = [*((kind, False) for kind in KINDS), (ALL, True), (ALONE, True)]
    while kills:
        kind, early = kills[0]
        left = killed(unrun, TINY_TARGETS, kind, moments.uniform(0, 3), early=early)
        if left is None:  # all is made: there must be work
            psutil.wait_procs(no_orphans)
            shutil.rmtree(unrun.folder / TINY)
            continue
        no_orphans += left
        if left or early or kind != ALONE:  # a job must outlive Snakemake
            del kills[0]
    goes_on(unrun)
    psutil.wait_procs(no_orphans)
    goes_on(unrun)
    assert drafts(unrun) == []
    assert [(file.read_text(), file.stat().st_mtime) for file in mine] == [("mine", 10)] * 3


def test_an_interrupted_run_says_how_to_go_on(unrun, goes_on):
    logs = unrun.folder / "results" / "logs" / "ancheta2020" / "runs"
    for log in logs.rglob("*.log"):
        log.unlink()
    process = unrun.start(*TINY_TARGETS, cores=1)
    assert until(lambda: list(logs.rglob("*.log")), process)  # a job is past its imports
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait() != 0
    assert "What it finished is kept, and the same command goes on from there." in said(unrun)
    assert "Traceback" not in said(unrun)
    assert_whole(unrun)
    goes_on(unrun)


def test_a_second_run_is_refused_and_the_first_unharmed(unrun, undisturbed):
    first = unrun.start(*TINY_TARGETS)
    assert until(lambda: planned(unrun), first)
    os.killpg(first.pid, signal.SIGSTOP)  # so that it is under way for as long as the second one takes
    told = refused(unrun)
    os.killpg(first.pid, signal.SIGCONT)
    assert "Error: Directory cannot be locked" in told
    assert first.wait() == 0, said(unrun)
    assert unrun.bytes_of(*MADE) == undisturbed


def flipped(content: bytes) -> bytes:
    """The last bit of the first column is another."""
    column = pq.read_metadata(BytesIO(content)).row_group(0).column(0)
    last = column.dictionary_page_offset + column.total_compressed_size - 1
    return content[:last] + bytes([content[last] ^ 1]) + content[last + 1 :]


DAMAGES = {
    f"{RUNS}/1-2.parquet": flipped,
    "results/tables/states.txt": lambda _: b"",
    f"{TINY}/traces.parquet": lambda content: content[: len(content) // 2],
}


@pytest.mark.parametrize("file", DAMAGES)
def test_damaged_files_are_refused_by_name(finished, goes_on, file):
    """Batches once by each try, with a retry; other results before any job, and they are made again when asked for.

    The time of the damaged file stays, so that Snakemake has no reason to make it.
    """
    path = finished.folder / file
    times = path.stat()
    path.write_bytes(DAMAGES[file](path.read_bytes()))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    shutil.rmtree(finished.folder / TINY / "tables")
    if file.startswith(RUNS):
        (finished.folder / TINY / "runs.parquet").unlink()
        told = refused(finished, *TINY_TARGETS, "--retries", "1")
        assert len(re.findall(f"error: {file}: changed .*add to the command: --forcerun {file}", told)) == 2
        assert not (finished.folder / TINY / "tables").exists()
        path.unlink()
    else:
        told = refused(finished)
        (remedy,) = re.findall(f"^error: {file}: changed .*add to the command: (.+)$", told, re.MULTILINE)
        assert "Finished jobid" not in told
        made(finished, *TINY_TARGETS, *remedy.split())
    goes_on(finished)


def test_one_core_fewer_replicates_before_the_last_run_first_and_larger_batches(unrun, undisturbed):
    """What is there isn't made again. Snakemake looks for jobs as often as one ends, not every second for each."""
    made(unrun, *TINY_TARGETS, "--config", "replicates=1", cores=4)
    first = unrun.folder / RUNS / "0-1.parquet"
    stamp = first.stat().st_mtime_ns
    told = made(unrun, *TINY_TARGETS, "--prioritize", f"{RUNS}/1-2.parquet", "--verbose", cores=1)
    assert unrun.bytes_of(*MADE) == undisturbed
    assert first.stat().st_mtime_ns == stamp
    ended, looked = (len(re.findall(f"^{line}", told, re.MULTILINE)) for line in ("Finished jobid", "Ready jobs"))
    assert 2 < ended <= looked <= ended + 2
    shutil.rmtree(unrun.folder / TINY)
    made(unrun, f"{TINY}/runs.parquet", "--config", "batch_seconds=1000", cores=4)
    assert [file.name for file in (unrun.folder / RUNS).iterdir()] == ["0-2.parquet"]
    gathered = unrun.bytes_of(f"{TINY}/*.*")
    assert gathered == {path: content for path, content in undisturbed.items() if path in gathered}


def to_make(project: Project, *arguments: str) -> dict[str, int]:
    """Job counts of a dry run; none if nothing is to be done."""
    told = made(project, *TINY_TARGETS, "--dry-run", *arguments)
    return {} if "Nothing to be done" in told else jobs(told)


@pytest.mark.parametrize(("key", "file"), [("seed", "control-described/"), ("recipe", "control-listed/")])
def test_a_copy_does_not_pass_for_results_of_other_settings(finished, key, file):
    """Also without what Snakemake knows of it; with the same settings it is complete."""
    shutil.rmtree(finished.folder / ".snakemake")
    if key == "seed":
        assert to_make(finished) == {}
    else:
        treatment = {"mutate": {"base": 12}}
        finished.edit("studies/ancheta2020.yaml", lambda held: held["treatments"]["control-listed"].update(treatment))
    told = refused(finished, *TINY_TARGETS, "--dry-run", *(OTHER_SEED if key == "seed" else ()))
    (line,) = (line for line in told.splitlines() if "rror" in line)
    remedy = f"remove {TINY} and run again, or give the old setting"
    assert re.fullmatch(rf"error: {TINY}/runs/{file}\d-\d\.parquet: made with another {key} than .+; {remedy}", line)


def test_another_seed_and_an_input_that_is_replaced_by_an_older_file_where_snakemake_has_its_records(finished):
    assert to_make(finished, *OTHER_SEED) == ALL_AGAIN
    name = next(iter(finished.config("studies/ancheta2020.yaml")["published"]["tables"].values()))
    file = finished.folder / name
    before = file.stat()
    (file.parent / "SHA256SUMS").unlink()
    first, *rows = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([first, *reversed(rows), ""]), encoding="utf-8")
    os.utime(file, (before.st_atime - 1000, before.st_mtime - 1000))
    assert to_make(finished) == {"statistics": 1}


def test_a_comment_in_a_script_makes_nothing_again_and_its_logic_does(finished, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "workflow", copy / "workflow")
    for name in ("Snakefile", "CITATION.cff"):
        shutil.copy(ROOT / name, copy)
    for script in (copy / "workflow" / "scripts").iterdir():
        logic = "print()\n" if script.stem in ("make_statistics", "run_replicates") else ""
        script.write_text(f"# a comment\n{script.read_text(encoding='utf-8')}{logic}", encoding="utf-8")
    assert to_make(finished, "--snakefile", str(copy / "Snakefile")) == ALL_AGAIN


MISSPELT = {
    f"{TINY}/runs/nosuch/0-5.parquet": "unknown treatment 'nosuch'; known: control-described, control-listed",
    f"{TINY}/runs/control-listed/5-5.parquet": "batch '5-5' holds no runs; allowed: ",
    "results/benchmarks/ancheta2020/times/nosuch.csv": "unknown benchmark 'nosuch'; known: none",
}


@pytest.mark.parametrize("target", MISSPELT)
def test_misspelt_targets_are_told_in_one_line(finished, target):
    assert f"error: ancheta2020: {MISSPELT[target]}" in refused(finished, "--dry-run", target)
