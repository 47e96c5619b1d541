"""Waiting times of a user, from a fresh clone of the committed version to its tests.

The machine should do nothing else.
The clone has a home and compiled kernels of its own, and is left behind for a look, in a folder that is printed first.
Computing time is that of all processes, user and system. Needs a machine that can install packages.
"""

import os
import resource
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from costs import jobs

ROOT = Path(__file__).resolve().parents[1]
FIGURES = "tttcore/studies/ancheta2020/figures.py"
"""Code of the figures of the first study."""
FIRST_PAGE = "results/report/ancheta2020.html"


class Taken(NamedTuple):
    """Times of a command in seconds."""

    start: float
    """Since the epoch."""
    wall: float
    cpu: float
    output: str

    @property
    def minutes(self) -> float:
        """Computing time in minutes."""
        return self.cpu / 60


class Clone:
    """A fresh clone in an empty folder."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ttt-waits-"))
        self.project = self.folder / "project"
        print(f"a fresh clone in {self.project}", flush=True)
        subprocess.run(["git", "clone", "--quiet", ROOT, self.project], check=True)

    def make(self, *words: str, kernels: str) -> Taken:
        """Call make; kernels are those that earlier calls with the same name have compiled."""
        own = {"HOME": self.folder / "home", "NUMBA_CACHE_DIR": self.folder / kernels}
        for folder in own.values():
            folder.mkdir(exist_ok=True)
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | own
        log = self.folder / "make.txt"
        start = time.time()
        with log.open("w", encoding="utf-8") as file:
            before = _computing_time()
            done = subprocess.run(
                ["make", *words], check=False, cwd=self.project, env=environment, stdout=file, stderr=subprocess.STDOUT
            )
        taken = Taken(start, time.time() - start, _computing_time() - before, log.read_text(encoding="utf-8"))
        if done.returncode:
            raise RuntimeError(f"make {' '.join(words)} failed: {taken.output[-2000:]}")
        print(f"make {' '.join(words)}: {taken.wall:.1f} s, {taken.cpu:.1f} CPU s", flush=True)
        return taken

    def mebibytes(self, folder: str) -> float:
        """Disk that a folder takes, in MiB; a file with several names counts once."""
        found = [each.lstat() for each in (self.project / folder).rglob("*")]
        return sum({each.st_ino: each.st_blocks for each in found}.values()) * 512 / 2**20


def _computing_time() -> float:
    """Seconds of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(_: int) -> dict[str, float]:
    """Measure everything once, in the order of a new user."""
    clone = Clone()
    return _demo(clone) | _quick(clone) | _whole(clone) | _tests(clone)


def _demo(clone: Clone) -> dict[str, float]:
    installed = clone.make(".venv/ready", kernels="demo")
    cold, warm = (clone.make("demo", kernels="demo") for _ in range(2))
    return {
        "installing the environment of make: CPU seconds": installed.cpu,
        "environment of make: MiB": clone.mebibytes(".venv"),
        "make demo, installation included: seconds": installed.wall + cold.wall,
        "make demo, cold kernels: CPU seconds": cold.cpu,
        "make demo: CPU seconds": warm.cpu,
    }


def _quick(clone: Clone) -> dict[str, float]:
    return {"make quick, cold kernels: CPU minutes": clone.make("quick", kernels="quick").minutes}


def _whole(clone: Clone) -> dict[str, float]:
    whole = clone.make(kernels="whole")
    first_page = (clone.project / FIRST_PAGE).stat().st_mtime - whole.start
    runs = jobs(clone.project / "results" / "benchmarks")["seconds"].sum().item() / 60
    size = clone.mebibytes("results")
    again = clone.make(kernels="whole")
    if "Nothing to be done" not in again.output:
        raise RuntimeError(f"the second make found something to do: {again.output[-2000:]}")
    edited = clone.project / FIGURES
    edited.write_text(edited.read_text(encoding="utf-8") + "\n_EDITED = True\n", encoding="utf-8")
    return {
        "make: seconds to the first document's page": first_page,
        "make, cold kernels: CPU minutes": whole.minutes,
        "make, cold kernels: CPU minutes without runs": whole.minutes - runs,
        "make, cold kernels: minutes": whole.wall / 60,
        "results/: MiB": size,
        "make again: CPU seconds": again.cpu,
        "make, one figure's code edited: CPU seconds": clone.make(kernels="whole").cpu,
    }


def _tests(clone: Clone) -> dict[str, float]:
    subprocess.run(["git", "checkout", "--quiet", "."], cwd=clone.project, check=True)
    clone.make(".venv/ready-dev", kernels="tests")
    size = clone.mebibytes(".venv")
    return {
        "environment of make test: MiB": size,
        "make test, cold kernels: CPU minutes": clone.make("test", kernels="tests").minutes,
    }
