"""Measure the memory of this process."""

import resource
import sys
from pathlib import Path

STATUS = Path("/proc/self/status")
BYTES_OF_MAXRSS = 1 if sys.platform == "darwin" else 1024


def peak_memory() -> float:
    """Peak resident memory of this process so far, in MB (10^6 bytes).

    Linux reports it in ``/proc``. There `getrusage` would start from the memory of the parent process, so that it is
    used only on other systems.
    """
    lines = STATUS.read_text().splitlines() if STATUS.exists() else []
    for line in lines:
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024 / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * BYTES_OF_MAXRSS / 1e6
