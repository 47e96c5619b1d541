"""Lock of the workflow's folder that is released when a run is killed, so that its successor may unlock Snakemake's.

Snakemake's locks are files, which outlive a killed process. Every process therefore holds an advisory lock of the
operating system (`flock`) as well, which ends with the process. A process that obtains this lock exclusively knows that
no other run of this machine is alive, and has Snakemake unlock the folder, as ``snakemake --unlock`` does by hand.
"""

import fcntl
import os
import socket
import subprocess
import sys
from pathlib import Path

LOCK_FILE = "held_by"
"""Locked file in Snakemake's folder; holds the host name of the last run."""


def acquire_run_lock(folder: str | Path) -> int | None:
    """Join the run lock; have Snakemake unlock the folder if a killed run left it locked.

    The folder stays locked, and Snakemake decides, if another process (also a dry run) holds `LOCK_FILE`, or if the
    last run was on another host, whose `flock` some network file systems don't show.

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
        _unlock_after_kill(folder, handle)
    except BlockingIOError:
        pass
    except OSError:
        os.close(handle)
        return None
    fcntl.flock(handle, fcntl.LOCK_SH)
    return handle


def _unlock_after_kill(folder: Path, handle: int) -> None:
    """Unlock the folder, unless another host left it locked, and write this host's name to the lock file."""
    here, locks = socket.gethostname().encode(), folder / "locks"
    if locks.exists() and any(locks.iterdir()):
        if os.pread(handle, len(here) + 1, 0) != here:
            return
        # A workflow without rules is enough to unlock the folder, and doesn't come here again.
        command = [sys.executable, "-m", "snakemake", "--unlock", "--snakefile", os.devnull]
        subprocess.run(command, cwd=folder.parent, check=False)
    os.ftruncate(handle, 0)
    os.pwrite(handle, here, 0)
