"""Faults in real processes: whatever happened, the same command completes the work, with every byte as without it."""

import os
import random
import re
import shutil
import signal
from io import BytesIO

import psutil
import pyarrow.parquet as pq
import pytest
from kills import KINDS, killed
from project import ROOT, TINY, TINY_TARGETS, Project, jobs
from running import MADE, assert_whole, drafts, said, until

from tttcore.pipeline.files import PARTIAL

RUNS = f"{TINY}/runs/control-listed"
ALL_AGAIN = {"batch": 4, "runs": 1, "statistics": 1}


def test_killed_runs_go_on_where_they_stopped(unrun, goes_on, no_orphans):
    """A run is killed in each way; jobs that go on alone meet the next run. Files of users stay, partial ones go."""
    mine = [unrun.folder / "results" / name for name in (".notes.20261122", ".config.settings", "notes.txt")]
    for file in mine:
        file.write_text("mine")
        os.utime(file, (10, 10))
    (unrun.folder / "results" / f"{PARTIAL}0123abcd-runs.parquet").touch()
    moments = random.Random(2)
    for kind in KINDS:
        while (
            left := killed(unrun, TINY_TARGETS, kind, moments.uniform(0, 3))
        ) is None:  # all is made: there must be work
            shutil.rmtree(unrun.folder / TINY)
        no_orphans += left
    goes_on(unrun)
    psutil.wait_procs(no_orphans, timeout=60)
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
    assert process.wait(timeout=60) != 0
    assert "What it finished is kept, and the same command goes on from there." in said(unrun)
    assert "Traceback" not in said(unrun)
    assert_whole(unrun)
    goes_on(unrun)


def test_damaged_results_are_refused_by_name(finished, goes_on):
    """The last bit of a batch's first column is another; its time stays, so that Snakemake has no reason to make it."""
    path = finished.folder / RUNS / "1-2.parquet"
    times, content = path.stat(), bytearray(path.read_bytes())
    column = pq.read_metadata(BytesIO(content)).row_group(0).column(0)
    content[column.dictionary_page_offset + column.total_compressed_size - 1] ^= 1
    path.write_bytes(content)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    (finished.folder / TINY / "runs.parquet").unlink()
    shutil.rmtree(finished.folder / TINY / "tables")
    refused = finished.snakemake(*TINY_TARGETS)
    assert refused.returncode != 0
    assert re.search(f"error: {RUNS}/1-2.parquet: damaged or cut short .*delete it and run again", refused.stderr)
    assert "Traceback" not in refused.stderr
    path.unlink()
    goes_on(finished)


def test_one_core_fewer_replicates_before_and_the_last_run_first(unrun, undisturbed):
    """What is there isn't made again. Snakemake looks for jobs as often as one ends, not every second for each."""
    few = unrun.snakemake(*TINY_TARGETS, "--config", "replicates=1", cores=4)
    assert few.returncode == 0, few.stderr
    first = unrun.folder / RUNS / "0-1.parquet"
    stamp = first.stat().st_mtime_ns
    made = unrun.snakemake(*TINY_TARGETS, "--prioritize", f"{RUNS}/1-2.parquet", "--verbose", cores=1)
    assert made.returncode == 0, made.stderr
    assert unrun.bytes_of(*MADE) == undisturbed
    assert first.stat().st_mtime_ns == stamp
    ended = len(re.findall("^Finished jobid", made.stderr, flags=re.MULTILINE))
    assert 2 < ended <= len(re.findall("^Ready jobs", made.stderr, flags=re.MULTILINE)) <= ended + 2


def planned(project: Project, *arguments: str) -> dict[str, int]:
    """Job counts of a dry run; none if nothing is to be done."""
    dry = project.snakemake(*TINY_TARGETS, "--dry-run", *arguments)
    assert dry.returncode == 0, dry.stderr
    told = dry.stdout + dry.stderr
    return {} if "Nothing to be done" in told else jobs(told)


def other_seed(project: Project) -> tuple[str, ...]:
    return ("--config", "seed=77")


def other_recipe(project: Project) -> tuple[str, ...]:
    treatment = {"mutate": {"base": 12}}
    project.edit(
        "studies/ancheta2020.yaml", lambda settings: settings["treatments"]["control-listed"].update(treatment)
    )
    return ()


@pytest.mark.parametrize(
    ("change", "file", "key"),
    [(other_seed, "control-described/", "seed"), (other_recipe, "control-listed/", "recipe")],
)
def test_a_copy_does_not_pass_for_results_of_other_settings(finished, change, file, key):
    """Also without what Snakemake knows of it; with the same settings it is complete."""
    shutil.rmtree(finished.folder / ".snakemake")
    assert key == "recipe" or planned(finished) == {}
    settings = change(finished)
    refused = finished.snakemake(*TINY_TARGETS, "--dry-run", *settings)
    assert refused.returncode != 0
    (line,) = (line for line in refused.stderr.splitlines() if "rror" in line)
    remedy = f"remove {TINY} and run again, or give the old setting"
    assert re.fullmatch(rf"error: {TINY}/runs/{file}\d-\d\.parquet: made with another {key} than .+; {remedy}", line)


def test_another_seed_where_snakemake_has_its_records(finished):
    assert planned(finished, *other_seed(finished)) == ALL_AGAIN


def test_an_input_that_is_replaced_by_an_older_file(finished):
    name = next(iter(finished.config("studies/ancheta2020.yaml")["published"]["tables"].values()))
    file = finished.folder / name
    before = file.stat()
    first, *rows = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([first, *reversed(rows), ""]), encoding="utf-8")
    os.utime(file, (before.st_atime - 1000, before.st_mtime - 1000))
    assert planned(finished) == {"statistics": 1}


def test_a_comment_in_a_script_makes_nothing_again_and_its_logic_does(finished, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "workflow", copy / "workflow")
    for name in ("Snakefile", "CITATION.cff"):
        shutil.copy(ROOT / name, copy)
    for script in (copy / "workflow" / "scripts").iterdir():
        logic = "print()\n" if script.stem in ("make_statistics", "run_replicates") else ""
        script.write_text(f"# a comment\n{script.read_text(encoding='utf-8')}{logic}", encoding="utf-8")
    assert planned(finished, "--snakefile", str(copy / "Snakefile")) == ALL_AGAIN
