"""Code in the README and for contributors runs as it stands."""

import re
import subprocess
import sys

import pytest
from project import ROOT


def blocks(name: str) -> list[str]:
    """Blocks of Python in a document."""
    return re.findall(
        r"^```python\n(.*?)^```", (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )


def run(code: str) -> str:
    """What code prints that runs in a process of its own."""
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.needs_jit
@pytest.mark.parametrize("block", blocks("README.md"), ids=lambda block: block.split("import ")[1].split()[0])
def test_examples_of_the_readme(block):
    """Each by itself, as a reader copies it."""
    assert run(block).strip()


USED = {
    "Ranked": "print(len(Ranked(pressure=1.5).by.__class__.__name__), 'ranked' in selections.names())",
    "medians": "print('medians' in kinds.names())",
}


@pytest.mark.parametrize(
    "block", blocks("CONTRIBUTING.md"), ids=lambda block: re.findall(r"class \w+|def \w+", block)[0]
)
def test_snippets_for_contributors(block):
    """What they define is registered and can be used."""
    name = next(name for name in USED if name in block)
    assert "True" in run(f"{block}\n{USED[name]}")
