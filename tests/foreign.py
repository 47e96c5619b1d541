"""Packages that bring engines and operators, put into a folder of the search path as an installer does."""

import os
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path

from project import ROOT

COIN = ROOT / "tests" / "coin_package"
"""The example."""


def install(site: Path, package: str, points: Mapping[str, Mapping[str, str]], files: Mapping[str, str]) -> None:
    """Put files into a folder, and beside them what makes them the version 1.0 of a package with entry points."""
    for name, text in files.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    told = site / f"{package.replace('-', '_')}-1.0.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    groups = (
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in own.items()) for group, own in points.items()
    )
    (told / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")


def install_coin(site: Path) -> Path:
    """Install a copy of the example; folder of its modules."""
    project = tomllib.loads((COIN / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    install(site, project["name"], project["entry-points"], {})
    return shutil.copytree(COIN / "coin_engine", site / "coin_engine", ignore=shutil.ignore_patterns("__pycache__"))


def with_installed(site: Path) -> dict[str, str]:
    """Environment in which what a folder holds is installed."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH")]))}
