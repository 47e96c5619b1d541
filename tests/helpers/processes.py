"""Ends of a test that starts programs: nothing that it has started outlives it."""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil

LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


@contextmanager
def all_ended() -> Iterator[None]:
    """Processes that were started in the block, and what they have started, end with it."""
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)  # what they leave behind becomes ours
    try:
        yield
    finally:
        left = psutil.Process().children(recursive=True)
        for process in left:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(left, timeout=10)


def end_in_order() -> None:
    """Have SIGTERM and SIGHUP end this program as an error does, once."""

    def end(*_: object) -> None:
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        sys.exit("error: ended")

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)


def end_with_parent() -> None:
    """Have this process end when its parent does."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def unable_to_mount() -> str:
    """Why nothing can be mounted here; empty if it can, which is tried where no other process sees it."""
    if os.geteuid() != 0 or not shutil.which("unshare"):
        return "only root can mount, and only on Linux"
    command = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]
    tried = subprocess.run(command, check=False, capture_output=True, text=True)
    return f"nothing can be mounted here: {' '.join(tried.stderr.split())}" if tried.returncode else ""
