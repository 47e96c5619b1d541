"""Runs of the workflow in one folder take turns, and a run that was killed leaves no lock behind.

Snakemake's locks are files, which outlive a process that is killed. Beside them every process holds a lock of the
system's, which ends with it: whoever can have that one alone knows that Snakemake's are nobody's.
"""

import fcntl
import os
import shutil
import socket
from pathlib import Path

HELD = "held_by"
"""File in Snakemake's folder that is locked; it names the machine of the last process."""


def take_turn(folder: str | Path) -> int | None:
    """Remove locks that a killed run has left; the handle to keep for as long as the process lives.

    Locks stay if another process holds `HELD`, also for a dry run, or if the last one was on another machine, whose
    locks can't be seen on some networks. Then Snakemake decides.

    Parameters
    ----------
    folder : Snakemake's own, ``.snakemake``.

    Returns
    -------
    int | None
        None where nothing can be locked.
    """
    folder = Path(folder)
    try:
        folder.mkdir(exist_ok=True)
        handle = os.open(folder / HELD, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _clear(folder / "locks", handle)
    except BlockingIOError:
        pass
    except OSError:
        os.close(handle)
        return None
    fcntl.flock(handle, fcntl.LOCK_SH)
    return handle


def _clear(locks: Path, handle: int) -> None:
    here = socket.gethostname().encode()
    if locks.exists() and any(locks.iterdir()):
        if os.pread(handle, len(here) + 1, 0) != here:
            return
        shutil.rmtree(locks)
    os.ftruncate(handle, 0)
    os.pwrite(handle, here, 0)
