"""Disks that are full or can't be written to: told with the file and what to do, and nothing half-written."""

import os
import shutil
import subprocess

import pytest
from project import ROOT, Project
from running import assert_whole, lines_of
from tiny import PROFILE, STUDY, TARGETS


@pytest.fixture
def mount():
    """`mount("-t", "tmpfs", ..., folder)`; undone at the end. Skipped where nobody may mount."""
    mounted = []

    def mounting(*arguments: str) -> None:
        if os.geteuid() != 0 or not shutil.which("mount"):
            pytest.skip("only root can mount a small or a read-only disk: this fault was NOT tried")
        done = subprocess.run(["mount", *arguments], check=False, capture_output=True, text=True)
        if done.returncode != 0:
            pytest.skip(f"mounting isn't possible here: this fault was NOT tried ({done.stderr.strip()})")
        if "remount" not in arguments[1]:
            mounted.append(arguments[-1])

    yield mounting
    for folder in reversed(mounted):
        subprocess.run(["umount", "--lazy", folder], check=False)


def test_a_full_disk(unrun, mount, goes_on):
    folder = unrun.folder / STUDY
    folder.mkdir()
    mount("-t", "tmpfs", "-o", "size=36k", "tmpfs", str(folder))
    full = unrun.snakemake(*TARGETS)
    assert full.returncode != 0
    assert lines_of(full.stderr, f"error: {STUDY}/runs/", "No space left on device; make room and run again")
    assert "Traceback" not in full.stderr
    assert_whole(unrun)
    mount("-o", "remount,size=64m", str(folder))
    goes_on(unrun)


def test_results_that_cannot_be_written_to(unrun, mount, goes_on):
    results = str(unrun.folder / "results")
    mount("--bind", results, results)
    mount("-o", "remount,ro,bind", results)
    refused = unrun.snakemake(*TARGETS)
    assert refused.returncode != 0
    assert lines_of(refused.stderr, "error: results: can't be written to; make it writable and run again")
    assert "Traceback" not in refused.stderr
    mount("-o", "remount,rw,bind", results)
    goes_on(unrun)


def test_a_home_that_cannot_be_written_to(tmp_path, monkeypatch):
    """Each process compiles the few kernels that it needs, and says why."""
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/dev/null/home")
    shutil.copytree(ROOT / "config", tmp_path / "config")
    made = Project(tmp_path).snakemake("results/tables/states.txt", *PROFILE)
    assert made.returncode == 0, made.stderr
    assert lines_of(made.stderr, "warning: /dev/null/home/.cache/tttcore/", "; kernels are compiled each time")
    assert (tmp_path / "results" / "tables" / "states.txt").exists()
