"""Versions of Python and the libraries that make results, the machine, and the memory of this process."""

import os
import platform
import re
import resource
import sys
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path

RECORDED_PACKAGES = ("numpy", "numba", "scipy", "pandas", "pyarrow", "pingouin", "statsmodels")
MAKERS = ("numpy", "numba")
"""Packages that make runs: streams and arithmetic are numpy's, compiled code is numba's. Python itself does neither,
and tests hold its versions to the same rows."""
UNKNOWN = "unknown"
STATUS = Path("/proc/self/status")
BYTES_OF_MAXRSS = 1 if sys.platform == "darwin" else 1024


def package_versions() -> dict[str, str]:
    """Versions of Python and of the libraries that can change results."""
    return {"python": platform.python_version(), **{name: metadata.version(name) for name in RECORDED_PACKAGES}}


def all_versions(made: Iterable[Mapping[str, str]]) -> dict[str, list[str]]:
    """All versions of each package, the oldest first, among the versions that several files were made with."""
    made = list(made)
    names = sorted({name for each in made for name in each})
    return {name: sorted({each.get(name, UNKNOWN) for each in made}, key=_age) for name in names}


def major(version: str) -> str:
    """Part of a version in which a change may break what worked: its first number, of 0.x also the second."""
    first, _, rest = version.partition(".")
    return f"0.{rest.partition('.')[0]}" if first == "0" else first


def _age(version: str) -> tuple[list[int], str]:
    """Key by which versions sort from old to new."""
    return [*map(int, re.findall(r"\d+", version))], version


def cpu_model() -> str:
    """Name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def describe_machine() -> dict[str, str | int | None]:
    """Processor, cores, operating system and versions that affect speed."""
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        **{package: metadata.version(package) for package in ("numpy", "numba")},
    }


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
