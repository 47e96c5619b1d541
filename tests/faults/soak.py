"""A project that is killed again and again at random places, and then finished: as if nothing had happened.

On demand: `python tests/faults/soak.py --kills 100 --seed 1`. A kill is a SIGKILL of a job, of Snakemake alone, whose
jobs go on, or of all its processes. The seed draws what is killed and after how long; what a run has done by then
depends on the machine, so that two soaks with one seed are alike and not the same.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from processes import all_ended, end_in_order
from project import Project, small_project
from running import assert_whole, jobs_of, planned, until
from tiny import PROFILE, drafts

STUDY = "ancheta2020"
JOB, ALONE, ALL = "a job", "Snakemake alone", "all its processes"
EARLY = 0.2
"""Share of runs that are killed before their first job starts."""
PART = 0.05
"""Mean time that a run goes on until the next kill, as a share of the time that all its jobs take."""
SECONDS = 3600
"""Longest that a run may take."""


class SoakError(Exception):
    """A kill has broken something."""


class Soak:
    """A project that is killed, and one that is not.

    Parameters
    ----------
    folder : for both.
    moments : draws what is killed and when.
    """

    def __init__(self, folder: Path, moments: random.Random) -> None:
        self._undisturbed, self._project = (_project(folder / name) for name in ("undisturbed", "killed"))
        self._moments = moments
        self._orphans: list[psutil.Process] = []
        self._partial: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.kills: Counter[str] = Counter()
        started = time.monotonic()
        process = self._undisturbed.start(*PROFILE)
        until(lambda: planned(self._undisturbed), process, SECONDS)
        self._planning = time.monotonic() - started
        self._complete(self._undisturbed, process)
        self._working = time.monotonic() - started - self._planning
        print(f"undisturbed: {self._planning:.0f} s to plan, {self._working:.0f} s of jobs", flush=True)

    def kill(self, most: int) -> None:
        """Start a run; kill jobs of it until it is killed itself, has ended, or there were so many kills.

        A run that completes is compared, and all is made from nothing again.
        """
        process = self._project.start(*PROFILE)
        self.counts["runs"] += 1
        harmed = False
        early = self._moments.random() < EARLY
        if not early:
            until(lambda: planned(self._project), process, SECONDS)
        while self.kills.total() < most:
            kind = self._moments.choice((ALONE, ALL) if early else (JOB, ALONE, ALL))
            with suppress(subprocess.TimeoutExpired):
                process.wait(self._pause(early=early))
            if process.poll() is not None:
                break
            struck = self._strike(kind, process)
            self.kills[kind] += struck
            self._look()
            if kind != JOB:
                return
            harmed |= struck > 0
        if process.wait(SECONDS) and not harmed:
            raise SoakError(f"a run failed in which nothing was killed\n{_said(self._project)}")
        if process.returncode == 0:
            self.counts["completed"] += 1
            psutil.wait_procs(self._orphans, timeout=SECONDS)
            self._compare()
            shutil.rmtree(self._project.folder / "results")

    def finish(self) -> None:
        """Complete what was killed last, also once no job of a killed run goes on, and compare everything."""
        self._complete(self._project, self._project.start(*PROFILE))
        psutil.wait_procs(self._orphans, timeout=SECONDS)
        self._complete(self._project, self._project.start(*PROFILE))
        self._compare()
        self._nothing_is_left()

    def told(self) -> str:
        """Numbers of kills and of what was seen, in a line."""
        counts = {**self.kills, **self.counts, "partial files seen": len(self._partial)}
        return f"{self.kills.total()} kills: " + ", ".join(f"{what} {count}" for what, count in counts.items())

    def _pause(self, *, early: bool) -> float:
        """Seconds until the next kill: at any time of planning, or at random times, now and then far apart."""
        if early:
            return self._moments.uniform(0, self._planning)
        return self._moments.expovariate(1 / (PART * self._working))

    def _strike(self, kind: str, process: "subprocess.Popen[bytes]") -> int:
        """Kill what is asked for; how much there was of it."""
        jobs = jobs_of(process)
        if kind == JOB:
            with suppress(psutil.NoSuchProcess, IndexError):
                self._moments.choice(jobs).kill()
                return 1
            return 0
        if kind == ALONE:
            process.kill()
            alive = [job for job in jobs if job.is_running()]
            self.counts["jobs that went on alone"] += len(alive)
            self._orphans += alive
        else:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.counts["while planning" if not planned(self._project) else "while jobs ran"] += 1
        return 1

    def _look(self) -> None:
        """All tables with their final names are whole."""
        assert_whole(self._project)
        self._partial.update(drafts(self._project))

    def _complete(self, project: Project, process: "subprocess.Popen[bytes]") -> None:
        if process.wait(SECONDS):
            raise SoakError(f"{project.folder.name}: the last run failed\n{_said(project)}")

    def _compare(self) -> None:
        ours, theirs = self._project.results(), self._undisturbed.results()
        differing = sorted(path for path in {*ours, *theirs} if ours.get(path) != theirs.get(path))
        if differing:
            raise SoakError(f"not as undisturbed: {', '.join(differing)}")

    def _nothing_is_left(self) -> None:
        """No partial file, lock or mark; the same files as undisturbed, and no difference that `ttt verify` names."""
        snakemake = self._project.folder / ".snakemake"
        marks = [mark for name in ("locks", "incomplete") for mark in (snakemake / name).glob("*")]
        others = _files(self._project) ^ _files(self._undisturbed)
        if found := [*drafts(self._project), *sorted(others), *map(str, marks)]:
            raise SoakError(f"left over, or missing: {', '.join(found)}")
        if differences := self._project.verify(self._undisturbed):
            raise SoakError(f"ttt verify: {differences}")


def _project(folder: Path) -> Project:
    """The first study, with a job for each run."""
    folder.mkdir()
    project = small_project(folder, STUDY)
    project.edit(f"studies/{STUDY}.yaml", lambda settings: settings["replicates"].update(quick=2))
    project.edit("config.yaml", lambda settings: settings.update(batch_seconds=0.001))
    return project


def _files(project: Project) -> set[str]:
    results = project.folder / "results"
    return {str(file.relative_to(results)) for file in results.rglob("*") if not file.name.startswith(".")}


def _said(project: Project) -> str:
    return project.said.read_text(encoding="utf-8", errors="replace")


def main(kills: int, seed: int, minutes: float) -> None:
    """Kill as often as asked, or for as long; finish, and say what was seen."""
    with tempfile.TemporaryDirectory(prefix="ttt-soak-") as name, all_ended():
        soak = Soak(Path(name), random.Random(seed))
        last = time.monotonic() + 60 * minutes
        while soak.kills.total() < kills and time.monotonic() < last:
            soak.kill(kills)
            print(soak.told(), flush=True)
        soak.finish()
    print("finished: the same bytes, nothing left over")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="kill no more after that many")
    asked = parser.parse_args()
    end_in_order()
    try:
        main(asked.kills, asked.seed, asked.minutes)
    except (SoakError, AssertionError, subprocess.TimeoutExpired) as error:
        sys.exit(f"error: {error}")
