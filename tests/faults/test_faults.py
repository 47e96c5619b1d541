"""Faults in real processes: whatever happened, the same command completes the work, with every byte as without it."""

import os
import random
import re
import shutil
import signal
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import psutil
import pyarrow.parquet as pq
import pytest
from helpers.project import ROOT, TINY, TINY_TARGETS, Project, jobs
from running import ALL, ALONE, KINDS, MADE, assert_whole, drafts, killed, made, planned, refused, said, until

from tttcore.pipeline.files import PARTIAL

RUNS = f"{TINY}/runs/control-listed"
STATES = "results/tables/states.txt"
ALL_AGAIN = {"batch": 4, "runs": 1, "statistics": 1}


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
    changed = bytearray(content)
    changed[column.dictionary_page_offset + column.total_compressed_size - 1] ^= 1
    return bytes(changed)


def spoilt(project: Project, file: str, damage: Callable[[bytes], bytes]) -> Path:
    """A damaged file, whose time stays, so that Snakemake has no reason to make it."""
    path = project.folder / file
    times = path.stat()
    path.write_bytes(damage(path.read_bytes()))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    return path


def test_damaged_batches_are_refused_by_name(finished, goes_on):
    """Once by each try, with a retry."""
    file = f"{RUNS}/1-2.parquet"
    path = spoilt(finished, file, flipped)
    (finished.folder / TINY / "runs.parquet").unlink()
    shutil.rmtree(finished.folder / TINY / "tables")
    told = refused(finished, *TINY_TARGETS, "--retries", "1")
    assert len(re.findall(f"error: {file}: damaged or cut short .*delete it and run again", told)) == 2
    assert not (finished.folder / TINY / "tables").exists()
    path.unlink()
    goes_on(finished)


@pytest.mark.parametrize(
    ("file", "damage"),
    [(STATES, lambda _: b""), (f"{TINY}/traces.parquet", lambda content: content[: len(content) // 2])],
)
def test_changed_results_are_refused_before_any_job_and_made_again_when_asked_for(finished, goes_on, file, damage):
    spoilt(finished, file, damage)
    shutil.rmtree(finished.folder / TINY / "tables")
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


OTHER_SEED = ("--config", "seed=77")


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


def test_another_seed_where_snakemake_has_its_records(finished):
    assert to_make(finished, *OTHER_SEED) == ALL_AGAIN


def test_an_input_that_is_replaced_by_an_older_file(finished):
    name = next(iter(finished.config("studies/ancheta2020.yaml")["published"]["tables"].values()))
    file = finished.folder / name
    before = file.stat()
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


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (f"{TINY}/runs/nosuch/0-5.parquet", "unknown treatment 'nosuch'; known: control-described, control-listed"),
        (f"{TINY}/runs/control-listed/5-5.parquet", "batch '5-5' holds no runs; allowed: "),
        (f"{TINY}/runs/control-listed/9-5.parquet", "batch '9-5' holds no runs; allowed: "),
        ("results/benchmarks/ancheta2020/times/nosuch.csv", "unknown benchmark 'nosuch'; known: none"),
    ],
)
def test_misspelt_targets_are_told_in_one_line(finished, target, message):
    assert f"error: ancheta2020: {message}" in refused(finished, "--dry-run", target)
