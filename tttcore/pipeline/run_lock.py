"""Unlock Snakemake's folder after a killed run: lock files outlive a process, `flock` doesn't."""

import fcntl
import socket
from contextlib import suppress
from pathlib import Path
from typing import IO

LOCK_FILE = "held_by"
"""File that every process locks (`flock`), in Snakemake's folder; holds the host name of the last run."""


def hold_run_lock(folder: Path) -> IO[str] | None:
    """Lock Snakemake's folder for as long as the file that is returned is open; None where nothing can be locked.

    If no other process holds it, its lock files are those of a killed run, and are removed. They stay if the last run
    was on another host, since some network file systems don't show its `flock`.
    """
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
        file = (folder / LOCK_FILE).open("a", encoding="utf-8")
        with suppress(BlockingIOError):  # another process is alive, so that Snakemake's own lock files decide
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            here, locks = socket.gethostname(), [*folder.glob("locks/*")]
            if not locks or (folder / LOCK_FILE).read_text(encoding="utf-8") == here:
                for lock in locks:
                    lock.unlink()
                (folder / LOCK_FILE).write_text(here, encoding="utf-8")
        fcntl.flock(file, fcntl.LOCK_SH)
        return file
    return None
