"""Slow fixtures that are made once per test session, in the process that needs them first."""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """Folder that `make` has filled; others wait for the process that does, and find it there.

    Parameters
    ----------
    factory : of the session's temporary folders, below which that of pytest-xdist's processes are.
    name : of the folder.
    make : fills it; what it raises is raised here, and the next one who needs the folder tries again.
    """
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder, done = base / name, base / f"{name}.done"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            make(folder)
            done.touch()
    return folder
