"""A small project on a real SLURM, held against the same project on this machine alone, byte for byte.

Run as root on Debian: `python tests/cluster/run.py [CLUSTER ...] [--studies STUDY ...]`. Packages that are missing are
installed by apt and stay; daemons, their configuration and all files are gone when it ends.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from accounting import accounted
from cluster import Cluster, cluster
from configuration import Shape
from daemons import ClusterError
from fault_injection import FaultInjection
from install import install
from processes import all_ended, end_in_order
from project import ROOT, SHRINK, Project, small_project

ALONE = "alone"
CLUSTERS = {
    "one-node": Shape(),
    "two-nodes": Shape(nodes=2),
    "requeueing": Shape(nodes=2, requeue=True),
    "accounting": Shape(nodes=2, accounting=True, status="sacct"),
    "requeueing-accounting": Shape(nodes=2, accounting=True, requeue=True),
}
PROFILE = ["--workflow-profile", str(ROOT / "profiles" / "slurm")]
SOON = ["--slurm-init-seconds-before-status-checks", "1"]


def main(clusters: list[str], studies: list[str]) -> None:
    """Run the same project on each of these clusters and without any, and compare."""
    install(accounting=any(CLUSTERS[name].accounting for name in clusters))
    with tempfile.TemporaryDirectory(prefix="ttt-cluster-") as name, all_ended():
        folder = Path(name)
        folder.chmod(0o755)
        kernels = folder / "kernels"
        os.environ["NUMBA_CACHE_DIR"] = str(kernels)
        projects = {each: small_project(made(folder / each), *studies) for each in (*clusters, ALONE)}
        for each in clusters:
            print(f"{each}:", flush=True)
            with cluster(made(folder / "daemons" / each), CLUSTERS[each]) as slurm:
                on_slurm(projects[each], slurm, CLUSTERS[each])
        before = compiled(kernels)
        started = time.monotonic()
        check(projects[ALONE].start(cores=2), projects[ALONE])
        print(f"the same on this machine alone in {time.monotonic() - started:.0f} s", flush=True)
        for each in clusters:
            compare(each, projects[each], projects[ALONE])
        again = sorted(file for file, written in compiled(kernels).items() if before.get(file) != written)
        if again:
            sys.exit("error: compiled again, though jobs of SLURM had left it: " + ", ".join(again))
        print(f"{len(before)} compiled kernels, none of them compiled again")


def on_slurm(project: Project, slurm: Cluster, shape: Shape) -> None:
    """Make everything, while one fault follows another."""
    started = time.monotonic()
    process = project.start(*PROFILE, *options(shape), *SOON, cores=None)
    faults = FaultInjection(shape)
    while process.poll() is None:
        faults.inject(slurm)
        time.sleep(0.5)
    check(process, project)
    jobs = slurm.jobs()
    print(f"{len(jobs)} jobs of SLURM, and what is local, in {time.monotonic() - started:.0f} s", flush=True)
    errors = [f"{name}: never happened" for name in faults.left] + faults.errors(jobs)
    if shape.accounting and (untold := {job.number for job in jobs} - accounted()):
        errors.append(f"sacct does not tell of {', '.join(sorted(untold))}")
    if errors:
        sys.exit("error: " + "; ".join(errors))


def options(shape: Shape) -> list[str]:
    """Options that the profile leaves to the cluster."""
    without_accounts = [] if shape.accounting else ["--slurm-no-account"]
    return without_accounts + (["--slurm-status-command", shape.status] if shape.status else [])


def check(process: "subprocess.Popen[bytes]", project: Project) -> None:
    """Wait for Snakemake; end with what it said if it failed."""
    if process.wait():
        sys.exit(f"error: Snakemake failed\n{project.said.read_text(encoding='utf-8')}")


def compiled(folder: Path) -> dict[str, int]:
    """When each kernel was last compiled: its index is written with each of its signatures."""
    return {file.name: file.stat().st_mtime_ns for file in folder.rglob("*.nbi")}


def compare(name: str, ours: Project, theirs: Project) -> None:
    """End with an error if a result is missing or differs, by its bytes or as `ttt verify` sees it."""
    here, there = ours.results(), theirs.results()
    differing = sorted(path for path in {*here, *there} if here.get(path) != there.get(path))
    if differing:
        sys.exit(f"error: not the same on {name} and alone: " + ", ".join(differing))
    if differences := ours.verify(theirs):
        sys.exit(f"error: {name}: ttt verify: {differences}")
    print(f"{name}: {len(here)} results are the same, byte for byte")


def made(folder: Path) -> Path:
    """The folder, which is new."""
    folder.mkdir(parents=True)
    return folder


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("clusters", nargs="*", metavar="CLUSTER", help=f"of {', '.join(CLUSTERS)}; otherwise all")
    parser.add_argument("--studies", nargs="+", choices=SHRINK, default=["ancheta2020"], metavar="STUDY")
    asked = parser.parse_args()
    if unknown := sorted(set(asked.clusters) - CLUSTERS.keys()):
        parser.error(f"unknown cluster {', '.join(unknown)}; known: {', '.join(CLUSTERS)}")
    end_in_order()
    try:
        main(asked.clusters or list(CLUSTERS), asked.studies)
    except ClusterError as error:
        sys.exit(f"error: {error}")
