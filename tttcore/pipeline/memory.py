"""How much memory this process has taken."""

import resource
import sys
from pathlib import Path

STATUS = Path("/proc/self/status")
BYTES_OF_MAXRSS = 1 if sys.platform == "darwin" else 1024


def peak_memory() -> float:
    """Highest resident memory of this process so far, in MB (10^6 bytes).

    What `getrusage` says starts, on Linux, from the memory of the process that started this one, so it is asked only
    where the kernel does not say.
    """
    lines = STATUS.read_text().splitlines() if STATUS.exists() else []
    for line in lines:
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024 / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * BYTES_OF_MAXRSS / 1e6
