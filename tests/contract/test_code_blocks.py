"""Python in the README and on the pages about operators, figures and tables runs as it stands."""

import re
import subprocess
import sys
from textwrap import dedent

import pytest
from helpers.project import ROOT


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
    """Each by itself, as a reader copies it; a comment says what it prints."""
    assert f": {run(block).strip()}\n" in block


USED = {
    "Ranked": """
parents = Ranked(pressure=2)(np.array([0.5, 0.1, 0.9]), 999, np.random.default_rng(1))
print(np.bincount(parents, minlength=3).argsort().tolist() == [2, 0, 1], "ranked" in selections.names())
""",
    "ecdf_seat": """
from pathlib import Path
from tempfile import TemporaryDirectory
import pandas as pd
from tttcore.engines.genetic_algorithm.engine import STORED
from tttcore.pipeline.table_files import write_study_tables
from tttcore.plots.evidence import Files
shares = {"generation": [1, 2], "fraction": [0.5, 1], "fraction_low": [0.2, 1], "fraction_high": 1.0}
table = pd.concat([pd.DataFrame(shares).assign(set="seat", group=label) for label in ("first", "second")])
with TemporaryDirectory() as folder:
    write_study_tables({"ecdf": table}, folder, provenance={})
    files = Files(runs=Path(), traces=Path(), tables=Path(folder), states=Path(), batches=[])
    sets = {"seat": {"first": "a", "second": "b"}}
    evidence = Evidence(files=files, stored=STORED, comparisons=sets, recipes={"a": {}, "b": {}}, published={})
    figure = ecdf_seat(evidence, "By seat")
print(len(figure.axes[0].lines) >= 2, ("tables", "ecdf") in ecdf_seat.needs)
""",
    "machines": """
from types import SimpleNamespace
from tttcore.engines.matchboxes.engine import EXACT
traces = pd.DataFrame({"replicate": [0, 1] * 2, "games": [36, 36, 50, 50], "empty": 1} | dict.fromkeys(EXACT, 0.5))
rows = SimpleNamespace(by_treatment=lambda *columns: [(each, traces[[*columns]]) for each in ("perfect", "random")])
found = machines(SimpleNamespace(trace_rows=rows))
print(found["games"].tolist() == [36, 50] * 2, sorted(found) == sorted(machines.columns))
""",
}


@pytest.mark.parametrize(("page", "name"), [("operator", "Ranked"), ("figure", "ecdf_seat"), ("table", "machines")])
def test_snippets_for_contributors(page, name):
    """What they define is registered and chooses, draws, or computes a table with the columns that it declares."""
    (block,) = blocks(f"docs/how-to/{page}.md")
    assert run(f"{block}\n{USED[name]}").split()[-2:] == ["True", "True"]
