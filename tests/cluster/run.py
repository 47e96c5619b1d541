"""A small project on a real SLURM, held against the same project on this machine alone, byte for byte.

Run as root on Debian: `python tests/cluster/run.py [STUDY ...]`. Packages that are missing are installed by apt and
stay; daemons, their configuration and all files are gone when it ends.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from one_node import Cluster, ClusterError, all_ended, install, one_node
from project import ROOT, SHRINK, Project, small_project

PROFILE = ["--workflow-profile", str(ROOT / "workflow" / "profiles" / "slurm")]
HERE = ["--slurm-no-account", "--slurm-status-command", "squeue"]
"""What this cluster can't do: without accounting there are no accounts, and sacct never answers."""
SOON = ["--slurm-init-seconds-before-status-checks", "1"]
TIMES = ("results/logs/", "results/benchmarks/", "results/report/timings.html", "results/report/figures/timings/")
"""What differs from run to run: logs, and what is timed."""


def main(studies: list[str]) -> None:
    """Both runs, and what must hold."""
    unknown = sorted(set(studies) - SHRINK.keys())
    if unknown:
        raise ClusterError(f"unknown study {', '.join(unknown)}; known: {', '.join(SHRINK)}")
    install()
    with tempfile.TemporaryDirectory(prefix="ttt-cluster-") as name, all_ended():
        folder = Path(name)
        folder.chmod(0o755)
        daemons, shared, alone, kernels = (folder / part for part in ("daemons", "shared", "alone", "kernels"))
        for part in (daemons, shared, alone):
            part.mkdir()
        os.environ["NUMBA_CACHE_DIR"] = str(kernels)
        submitted, local = (small_project(place, *studies) for place in (shared, alone))
        with one_node(daemons) as cluster:
            on_slurm(submitted, cluster)
        before = compiled(kernels)
        started = time.monotonic()
        check(local.start(cores=2), local)
        print(f"the same on this machine alone in {time.monotonic() - started:.0f} s", flush=True)
        compare(results(submitted), results(local))
        again = sorted(file for file, written in compiled(kernels).items() if before.get(file) != written)
        if again:
            sys.exit("error: compiled again, though jobs of SLURM had left it: " + ", ".join(again))
        print(f"{len(before)} compiled kernels, none of them compiled again")


def on_slurm(project: Project, cluster: Cluster) -> None:
    """Make everything; the first job of runs is cancelled in its midst, which one more must make up for."""
    started = time.monotonic()
    process = project.start(*PROFILE, *HERE, *SOON, cores=None)
    cancelled = None
    while process.poll() is None:
        cancelled = cancelled or cluster.cancel_one("batch")
        time.sleep(0.5)
    check(process, project)
    jobs = cluster.jobs()
    print(f"{jobs['COMPLETED']} jobs of SLURM, and what is local, in {time.monotonic() - started:.0f} s", flush=True)
    if cancelled is None or jobs != {"COMPLETED": jobs["COMPLETED"], "CANCELLED": 1}:
        sys.exit(f"error: one job was to be cancelled and all others to be completed: {dict(jobs)}")
    print(f"job {cancelled}, of runs, was cancelled and submitted again")


def check(process: "subprocess.Popen[bytes]", project: Project) -> None:
    """Wait for Snakemake; end with what it said if it failed."""
    if process.wait():
        sys.exit(f"error: Snakemake failed\n{project.said.read_text(encoding='utf-8')}")


def compiled(folder: Path) -> dict[str, int]:
    """When each compiled kernel was written."""
    return {file.name: file.stat().st_mtime_ns for file in folder.rglob("*.nbc")}


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


def end(*_: object) -> None:
    """End in order, once."""
    for each in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    sys.exit("error: ended")


if __name__ == "__main__":
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    try:
        main(sys.argv[1:] or ["ancheta2020"])
    except ClusterError as error:
        sys.exit(f"error: {error}")
