"""Write the conda environment with the versions that the lock has."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEAD = """\
# The pinned environment for conda and mamba, the same versions as requirements.lock.
# Written by `make lock`. In the environment: pip install --no-deps -e .
name: tttcore
channels: [conda-forge, bioconda]
dependencies:
"""


def locked_versions() -> dict[str, str]:
    """Name to version of every package in the lock."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", text, flags=re.MULTILINE))


def direct_dependencies() -> list[str]:
    """Names of the packages that the project itself asks for, without the development tools."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return sorted(re.split(r"[^A-Za-z0-9._-]", requirement)[0].lower() for requirement in project["dependencies"])


def environment() -> str:
    """Text of envs/tttcore.yaml."""
    versions = locked_versions()
    pins = ["python>=3.11", "pip", "setuptools", *(f"{name}={versions[name]}" for name in direct_dependencies())]
    return HEAD + "".join(f"  - {pin}\n" for pin in pins)


if __name__ == "__main__":
    (ROOT / "envs" / "tttcore.yaml").write_text(environment(), encoding="utf-8")
