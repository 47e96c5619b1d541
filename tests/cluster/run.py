"""A small project on a real SLURM, held against the same project on this machine alone, byte for byte.

Run as root on Debian: `python tests/cluster/run.py [STUDY ...]`. What is missing is installed by apt; daemons, their
configuration and all files are gone when it ends.
"""

import os
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from one_node import install, one_node
from project import ROOT, Project, small_project

PROFILE = ["--workflow-profile", str(ROOT / "workflow" / "profiles" / "slurm")]
HERE = ["--slurm-no-account", "--slurm-status-command", "squeue"]
"""What this cluster can't do: without accounting there are no accounts, and sacct never answers."""
SOON = ["--slurm-init-seconds-before-status-checks", "2", "--seconds-between-status-checks", "2"]
TIMES = ("results/logs/", "results/benchmarks/", "results/report/timings.html", "results/report/figures/timings/")
"""What differs from run to run: logs, and what is timed."""


def main(studies: list[str]) -> None:
    """Both runs, and what must hold."""
    install()
    with tempfile.TemporaryDirectory(prefix="ttt-cluster-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        daemons, shared, alone, kernels = (folder / part for part in ("daemons", "shared", "alone", "kernels"))
        for part in (daemons, shared, alone):
            part.mkdir()
        os.environ["NUMBA_CACHE_DIR"] = str(kernels)
        submitted, local = (small_project(place, *studies) for place in (shared, alone))
        with one_node(daemons) as finished_jobs:
            seconds = run(submitted, [*PROFILE, *HERE, *SOON], cores=None)
            print(f"{finished_jobs()} jobs of SLURM, and what is local, in {seconds:.0f} s", flush=True)
        before = compiled(kernels)
        print(f"the same on this machine alone in {run(local, [], cores=2):.0f} s", flush=True)
        compare(results(submitted), results(local))
        again = sorted(file for file, written in compiled(kernels).items() if before.get(file) != written)
        if again:
            sys.exit("error: compiled again, though jobs of SLURM had left it: " + ", ".join(again))
        print(f"{len(before)} compiled kernels, none of them compiled again")


def compiled(folder: Path) -> dict[str, int]:
    """When each compiled kernel was written."""
    return {file.name: file.stat().st_mtime_ns for file in folder.rglob("*.nbc")}


def run(project: Project, arguments: list[str], *, cores: int | None) -> float:
    """Make everything; how many seconds that took."""
    started = time.monotonic()
    finished = project.snakemake(*arguments, cores=cores)
    if finished.returncode:
        sys.exit(f"error: {' '.join(arguments) or 'a plain run'} failed\n{finished.stdout}\n{finished.stderr}")
    return time.monotonic() - started


def results(project: Project) -> dict[str, bytes]:
    """Bytes of all results, by path, but of those that hold times."""
    found = project.bytes_of("results/**/*")
    return {path: content for path, content in found.items() if not path.startswith(TIMES)}


def compare(ours: dict[str, bytes], theirs: dict[str, bytes]) -> None:
    """End with an error if a result is missing or differs."""
    differing = sorted(path for path in {*ours, *theirs} if ours.get(path) != theirs.get(path))
    if differing:
        sys.exit("error: not the same on SLURM and alone: " + ", ".join(differing))
    print(f"{len(ours)} results are the same, byte for byte")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("error: ended"))
    main(sys.argv[1:] or ["ancheta2020"])
