"""Disks that are full or can't be written to: told with the file and what to do, and nothing half-written."""

import re
import subprocess
import warnings

import pytest
from helpers.processes import unable_to_mount
from helpers.project import TINY
from running import assert_whole, refused


@pytest.fixture
def mount():
    """`mount("-t", "tmpfs", ..., folder)`; undone at the end. Skipped, with a warning, where nothing can be mounted."""
    if lacking := unable_to_mount():
        warnings.warn(f"a fault of disks is NOT tried: {lacking}", stacklevel=1)
        pytest.skip(lacking)
    mounted = []

    def mounting(*arguments: str) -> None:
        subprocess.run(["mount", *arguments], check=True)
        if "remount" not in arguments[1]:
            mounted.append(arguments[-1])

    yield mounting
    for folder in reversed(mounted):
        subprocess.run(["umount", "--lazy", folder], check=False)


def test_a_full_disk(unrun, mount, goes_on):
    folder = unrun.folder / TINY
    folder.mkdir()
    mount("-t", "tmpfs", "-o", "size=36k", "tmpfs", str(folder))
    assert re.search(rf"error: {TINY}/runs/.*No space left on device; make room and run again", refused(unrun))
    assert_whole(unrun)
    mount("-o", "remount,size=64m", str(folder))
    goes_on(unrun)


def test_results_that_cannot_be_written_to(unrun, mount, goes_on):
    results = str(unrun.folder / "results")
    mount("--bind", results, results)
    mount("-o", "remount,ro,bind", results)
    assert "error: results: can't be written to; make it writable and run again" in refused(unrun)
    mount("-o", "remount,rw,bind", results)
    goes_on(unrun)
