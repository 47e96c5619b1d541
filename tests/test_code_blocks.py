"""Python in the README and on the pages about operators and tables runs as it stands."""

import re
import subprocess
import sys
from textwrap import dedent

import pytest
from project import ROOT


def blocks(name: str) -> list[str]:
    """Blocks of Python in a document, those in lists among them."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return [dedent(block) for block in re.findall(r"^ *```python\n(.*?)^ *```", text, flags=re.MULTILINE | re.DOTALL)]


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
    "Ranked": "print(Ranked(pressure=1.5).pressure == 1.5, 'ranked' in selections.names())",
    "machines": """
from types import SimpleNamespace
from tttcore.engines.matchboxes.engine import EXACT
traces = pd.DataFrame({"replicate": [0, 1] * 2, "games": [36, 36, 50, 50], "empty": 1} | dict.fromkeys(EXACT, 0.5))
rows = SimpleNamespace(by_treatment=lambda *columns: [(each, traces[[*columns]]) for each in ("perfect", "random")])
found = machines(SimpleNamespace(trace_rows=rows))
print(found["games"].tolist() == [36, 50] * 2, sorted(found) == sorted(machines.columns))
""",
}


@pytest.mark.parametrize(("page", "name"), [("operator", "Ranked"), ("table", "machines")])
def test_snippets_for_contributors(page, name):
    """What they define is registered or computes a table with the columns that it declares."""
    (block,) = blocks(f"docs/how-to/{page}.md")
    assert run(f"{block}\n{USED[name]}").split()[-2:] == ["True", "True"]
