"""Lock of the workflow's folder that is released when a run is killed, to clear Snakemake's stale lock files.

Snakemake's locks are files, which outlive a killed process. Every process therefore holds an advisory lock of the
operating system (`flock`) as well, which ends with the process. A process that obtains this lock exclusively knows that
no other run is alive and that Snakemake's lock files are stale.
"""

import fcntl
import os
import shutil
import socket
from pathlib import Path

LOCK_FILE = "held_by"
"""Locked file in Snakemake's folder; holds the host name of the last run."""


def acquire_run_lock(folder: str | Path) -> int | None:
    """Join the run lock and remove stale locks of Snakemake.

    Snakemake's locks stay, and Snakemake decides, if another process (also a dry run) holds `LOCK_FILE`, or if the last
    run was on another host, whose `flock` some network file systems don't show.

    Parameters
    ----------
    folder : Snakemake's own, ``.snakemake``.

    Returns
    -------
    int | None
        File descriptor to keep open while the process lives; None where nothing can be locked.
    """
    folder = Path(folder)
    try:
        folder.mkdir(exist_ok=True)
        handle = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _clear_stale(folder / "locks", handle)
    except BlockingIOError:
        pass
    except OSError:
        os.close(handle)
        return None
    fcntl.flock(handle, fcntl.LOCK_SH)
    return handle


def _clear_stale(locks: Path, handle: int) -> None:
    """Remove Snakemake's locks, unless another host left them, and write this host's name to the lock file."""
    here = socket.gethostname().encode()
    if locks.exists() and any(locks.iterdir()):
        if os.pread(handle, len(here) + 1, 0) != here:
            return
        shutil.rmtree(locks)
    os.ftruncate(handle, 0)
    os.pwrite(handle, here, 0)
