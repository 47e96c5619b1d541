"""A small project on a real SLURM, compared with the same project on this machine alone, byte for byte.

Run as root on Debian with SLURM: `python tests/faults/cluster/run.py [CLUSTER ...] [--studies STUDY ...]`. On each, one
fault follows another; with `--smoke` there is none, and only the runs of a study are made on one node. Daemons, their
configuration and all files are gone when it ends.
"""

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from cluster import Cluster, ClusterError, FaultInjection, cluster
from helpers.processes import all_ended, end_in_order, unable_to_mount
from helpers.project import ROOT, SHRINK, Project, small_project

ALONE = "alone"
CLUSTERS = {"one-node": 1, "two-nodes": 2}
"""Numbers of nodes."""
PROFILE = ["--workflow-profile", str(ROOT / "profiles" / "slurm"), "--slurm-no-account"]
SOON = ["--slurm-init-seconds-before-status-checks", "1"]
PROGRAMS = ("munged", "slurmctld", "slurmd")
PATH = f"{os.environ['PATH']}{os.pathsep}/usr/sbin"
"""With a folder that `su` leaves out."""
PLUGIN = "snakemake_executor_plugin_slurm"


def main(clusters: list[str], studies: list[str], *, smoke: bool) -> None:
    """Run the same project on each of these clusters and without any, and compare."""
    targets = [f"results/{study}/runs.parquet" for study in studies] if smoke else []
    with tempfile.TemporaryDirectory(prefix="ttt-cluster-") as name, all_ended():
        folder = Path(name)
        folder.chmod(0o755)
        kernels = folder / "kernels"
        os.environ["PATH"] = PATH
        os.environ["NUMBA_CACHE_DIR"] = str(kernels)
        projects = {each: small_project(made(folder / each), *studies) for each in (*clusters, ALONE)}
        for each in clusters:
            print(f"{each}:", flush=True)
            with cluster(made(folder / "daemons" / each), CLUSTERS[each]) as slurm:
                on_slurm(projects[each], slurm, FaultInjection(CLUSTERS[each]), targets, smoke=smoke)
        before = compiled(kernels)
        started = time.monotonic()
        check(projects[ALONE].start(*targets, cores=2), projects[ALONE])
        print(f"the same on this machine alone in {time.monotonic() - started:.0f} s", flush=True)
        for each in clusters:
            compare(each, projects[each], projects[ALONE], smoke=smoke)
        again = sorted(file for file, written in compiled(kernels).items() if before.get(file) != written)
        if again:
            sys.exit("error: compiled again, though jobs of SLURM had left it: " + ", ".join(again))
        print(f"{len(before)} compiled kernels, none of them compiled again")


def on_slurm(project: Project, slurm: Cluster, faults: FaultInjection, targets: list[str], *, smoke: bool) -> None:
    """Make everything, while one fault follows another."""
    started = time.monotonic()
    process = project.start(*targets, *PROFILE, *SOON, cores=None)
    while process.poll() is None:
        if not smoke:
            faults.inject(slurm)
        time.sleep(0.5)
    check(process, project)
    jobs = slurm.jobs()
    print(f"{len(jobs)} jobs of SLURM, and what is local, in {time.monotonic() - started:.0f} s", flush=True)
    errors = [f"{name}: never happened" for name in faults.left if not smoke] + faults.errors(jobs)
    if errors or not jobs:
        sys.exit("error: " + ("; ".join(errors) or "no jobs of SLURM"))


def check(process: "subprocess.Popen[bytes]", project: Project) -> None:
    """Wait for Snakemake; end with what it said if it failed."""
    if process.wait():
        sys.exit(f"error: Snakemake failed\n{project.said.read_text(encoding='utf-8')}")


def compiled(folder: Path) -> dict[str, int]:
    """When each kernel was last compiled: its index is written with each of its signatures."""
    return {file.name: file.stat().st_mtime_ns for file in folder.rglob("*.nbi")}


def compare(name: str, ours: Project, theirs: Project, *, smoke: bool) -> None:
    """End with an error if a result is missing or differs, by its bytes or as `ttt verify` sees it."""
    here, there = ours.results(), theirs.results()
    differing = sorted(path for path in {*here, *there} if here.get(path) != there.get(path))
    if differing:
        sys.exit(f"error: not the same on {name} and alone: " + ", ".join(differing))
    if not smoke and (differences := ours.verify(theirs)):
        sys.exit(f"error: {name}: ttt verify: {differences}")
    print(f"{name}: {len(here)} results are the same, byte for byte")


def made(folder: Path) -> Path:
    """The folder, which is new."""
    folder.mkdir(parents=True)
    return folder


def missing() -> str:
    """What a cluster needs that isn't here; empty if it is."""
    if os.geteuid() != 0:
        return "needs root, which starts SLURM's daemons and mounts its configuration"
    if importlib.util.find_spec(PLUGIN) is None:
        return f'Python has no {PLUGIN}; pip install -e ".[cluster]"'
    if lacking := [program for program in PROGRAMS if not shutil.which(program, path=PATH)]:
        return f"{', '.join(lacking)}: not here; apt-get install munge slurm-wlm"
    return unable_to_mount()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("clusters", nargs="*", metavar="CLUSTER", help=f"of {', '.join(CLUSTERS)}; otherwise all")
    parser.add_argument("--studies", nargs="+", choices=SHRINK, default=["ancheta2020"], metavar="STUDY")
    parser.add_argument("--smoke", action="store_true", help="the runs alone, on one node, without faults")
    asked = parser.parse_args()
    if unknown := sorted(set(asked.clusters) - CLUSTERS.keys()):
        parser.error(f"unknown cluster {', '.join(unknown)}; known: {', '.join(CLUSTERS)}")
    end_in_order()
    if lacking := missing():
        sys.exit(f"error: {lacking}")
    try:
        main(["one-node"] if asked.smoke else asked.clusters or [*CLUSTERS], asked.studies, smoke=asked.smoke)
    except ClusterError as error:
        sys.exit(f"error: {error}")
