"""Hold the newest Python of this machine to the results of all others: `make test-newest`.

The environment that it needs is set up from the lock and stays.
"""

import subprocess
import sys

from helpers.pythons import ROOT, pythons

TESTS = [
    "tests/unit/engines/tabular/test_keys.py",
    "tests/unit/engines/test_collect.py",
    "tests/unit/exact/test_enumeration.py",
    *(f"tests/unit/pipeline/test_{name}.py" for name in ("config", "declaration", "registry", "rng", "store")),
]
"""Fast tests of what rests on Python itself: its hashes, numbers and types, and what it reads and writes."""


def main() -> None:
    """Run the small configuration, whose results must be the expected ones, and some tests."""
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = {here: sys.executable} | pythons()
    version = max(found, key=lambda each: int(each.split(".")[1]))
    if version == here:
        print(f"Python {here} is the newest one here that starts; no other is tested")
        return
    print(f"testing Python {version}, the newest one here that starts: {found[version]}", flush=True)
    environment = f".venv-{version}"
    python = f"{environment}/bin/python"
    for step in (
        ["make", f"{environment}/ready-dev", f"PYTHON={found[version]}", f"VENV={environment}"],
        [python, "tests/end_to_end/expected/renew.py", "--check"],
        [python, "-m", "pytest", "-n0", *TESTS],
    ):
        done = subprocess.run(step, check=False, cwd=ROOT)
        if done.returncode:
            sys.exit(done.returncode)


if __name__ == "__main__":
    main()
