"""Describe the machine, for measurements that depend on it."""

import os
import platform
from importlib import metadata
from pathlib import Path


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
