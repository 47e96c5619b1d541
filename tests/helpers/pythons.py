"""Find the Pythons of this machine that the package can run on; as a program, run `make test` on the newest of them.

The environment that it needs is set up from the lock and stays.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OLDEST = (3, 11)
"""As `requires-python` in pyproject.toml has it."""
STARTS = "import ensurepip, sys, venv; print(*sys.version_info[:2], sep='.')"
"""Program that prints its version in a Python that can make environments."""
SECONDS = 60


def pythons() -> dict[str, str]:
    """Commands of all Pythons that start, by version such as 3.11, the oldest first."""
    folders = [Path(folder) for folder in os.get_exec_path()]  # where pyenv's commands start chosen versions alone
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders += sorted(root.glob("versions/3.*/bin"), reverse=True)
    found: dict[tuple[int, int], str] = {}
    for file in (file for folder in folders for file in sorted(folder.glob("python3.*"))):
        named = re.fullmatch(r"python3\.(\d+)", file.name)
        version = (3, int(named[1])) if named else (0, 0)
        if version >= OLDEST and version not in found and _starts(file, version):
            found[version] = str(file)
    return {f"{major}.{minor}": found[major, minor] for major, minor in sorted(found)}


def _starts(command: Path, version: tuple[int, int]) -> bool:
    try:
        printed = subprocess.run(
            [command, "-c", STARTS], check=True, capture_output=True, text=True, timeout=SECONDS, cwd="/"
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return printed.stdout.strip() == "{}.{}".format(*version)


def main() -> None:
    """Run the tests on the newest Python, unless it is this one."""
    version, command = [*pythons().items()][-1]
    if version == "{}.{}".format(*sys.version_info):
        print(f"Python {version} is the newest one here that starts; no other is tested")
        return
    print(f"testing Python {version}, the newest one here that starts: {command}", flush=True)
    tested = subprocess.run(["make", "test", f"PYTHON={command}", f"VENV=.venv-{version}"], check=False, cwd=ROOT)
    sys.exit(tested.returncode)


if __name__ == "__main__":
    main()
