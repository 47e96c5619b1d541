"""A project that is killed again and again at random places, and then finished: as if nothing had happened.

On demand: `python tests/faults/soak.py --kills 100 --seed 1`. A kill is a SIGKILL of a job, of Snakemake alone, whose
jobs go on, or of all its processes. The seed draws what is killed and after how long; what a run has done by then
depends on the machine, so that two soaks with one seed are alike and not the same.
"""

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers.processes import all_ended, end_in_order
from helpers.project import PROFILE, Project, small_project
from running import ALL, ALONE, KINDS, drafts, killed, planned, said, until

STUDY = "ancheta2020"
EARLY = 0.2
"""Share of runs that are killed before their first job starts."""
PART = 0.05
"""Mean time that a run goes on until the next kill, as a share of the time that all its jobs take."""
SECONDS = 3600
"""Longest that a run may take."""


def main(kills: int, seed: int, minutes: float) -> None:
    """Kill as often as asked, or for as long; finish, and say what was seen."""
    with tempfile.TemporaryDirectory(prefix="ttt-soak-") as name, all_ended():
        undisturbed, project = (one_job_for_each_run(Path(name, each)) for each in ("undisturbed", "killed"))
        planning, working = complete(undisturbed)
        moments, last = random.Random(seed), time.monotonic() + 60 * minutes
        seen: Counter[str] = Counter()
        orphans: list[psutil.Process] = []
        while sum(seen[kind] for kind in KINDS) < kills and time.monotonic() < last:
            early = moments.random() < EARLY
            kind = moments.choice((ALONE, ALL) if early else KINDS)
            pause = moments.uniform(0, planning) if early else moments.expovariate(1 / (PART * working))
            left = killed(project, PROFILE, kind, pause, early=early)
            if left is None:  # all is made from nothing again
                psutil.wait_procs(orphans, timeout=SECONDS)
                compare(project, undisturbed)
                shutil.rmtree(project.folder / "results")
            orphans += left or []
            seen.update(["completed" if left is None else kind], **{"jobs that went on alone": len(left or [])})
            print(", ".join(f"{what} {count}" for what, count in seen.items()), flush=True)
        complete(project)
        psutil.wait_procs(orphans, timeout=SECONDS)
        complete(project)
        compare(project, undisturbed)
        nothing_is_left(project, undisturbed)
    print("finished: the same bytes, nothing left over")


def one_job_for_each_run(folder: Path) -> Project:
    """The first study, two runs of each treatment."""
    folder.mkdir()
    project = small_project(folder, STUDY)
    project.edit(f"studies/{STUDY}.yaml", lambda settings: settings["replicates"].update(paper=2))
    project.edit("config.yaml", lambda settings: settings.update(batch_seconds=0.001))
    return project


def complete(project: Project) -> tuple[float, float]:
    """Run to the end; seconds of planning and of all jobs."""
    started = time.monotonic()
    process = project.start(*PROFILE)
    until(lambda: planned(project), process, SECONDS)
    begun = time.monotonic()
    if process.wait(SECONDS):
        sys.exit(f"error: {project.folder.name}: the run failed\n{said(project)}")
    return begun - started, time.monotonic() - begun


def compare(ours: Project, theirs: Project) -> None:
    """End with an error if a result is missing or differs."""
    here, there = ours.results(), theirs.results()
    if differing := sorted(path for path in {*here, *there} if here.get(path) != there.get(path)):
        sys.exit(f"error: not as undisturbed: {', '.join(differing)}")


def nothing_is_left(ours: Project, theirs: Project) -> None:
    """No partial file, lock or mark; the same files as undisturbed, and no difference that `ttt verify` names."""
    marks = [str(mark) for name in ("locks", "incomplete") for mark in (ours.folder / ".snakemake" / name).glob("*")]
    here, there = (
        {str(file.relative_to(project.folder)) for file in (project.folder / "results").rglob("[!.]*")}
        for project in (ours, theirs)
    )
    if found := [*drafts(ours), *sorted(here ^ there), *marks]:
        sys.exit(f"error: left over, or missing: {', '.join(found)}")
    if differences := ours.verify(theirs):
        sys.exit(f"error: ttt verify: {differences}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="kill no more after that many")
    asked = parser.parse_args()
    end_in_order()
    try:
        main(asked.kills, asked.seed, asked.minutes)
    except (AssertionError, subprocess.TimeoutExpired) as error:
        sys.exit(f"error: {error}")
