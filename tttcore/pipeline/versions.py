"""Versions of Python and of the libraries that results were made with."""

import platform
import re
from collections.abc import Iterable, Mapping
from importlib import metadata

RECORDED_PACKAGES = ("numpy", "numba", "scipy", "pandas", "pyarrow", "pingouin", "lifelines", "statsmodels")
MAKERS = ("numpy", "numba")
"""Packages that make runs: streams and arithmetic are numpy's, compiled code is numba's. Python itself does neither,
and tests hold its versions to the same rows."""
UNKNOWN = "unknown"


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
