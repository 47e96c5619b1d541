"""Find the Pythons of this machine that the package says it runs on."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STARTS = "import ensurepip, sys, venv; print(*sys.version_info[:2], sep='.')"
"""Program that tells its version in a Python that can make environments."""
SECONDS = 60


def supported() -> list[str]:
    """Versions that `pyproject.toml` names, such as 3.11, the oldest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = (re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", each) for each in project["classifiers"])
    return sorted((match[1] for match in found if match), key=lambda version: int(version.split(".")[1]))


def pythons() -> dict[str, str]:
    """Commands of supported Pythons that start, by version, the oldest first."""
    found = {}
    for version in supported():
        for command in _candidates(version):
            if _starts(command, version):
                found[version] = str(command)
                break
    return found


def _candidates(version: str) -> list[Path]:
    """Files that may be a Python: in the folders of PATH, and of pyenv, whose commands start chosen versions alone."""
    folders = [Path(folder) for folder in os.get_exec_path()]
    root = os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")
    installed = sorted(Path(root).glob(f"versions/{version}.*/bin"))
    return [file for folder in [*folders, *reversed(installed)] if (file := folder / f"python{version}").is_file()]


def _starts(command: Path, version: str) -> bool:
    try:
        told = subprocess.run(
            [command, "-c", STARTS], check=True, capture_output=True, text=True, timeout=SECONDS, cwd="/"
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return told.stdout.strip() == version
