"""Another workflow imports this one as a module: some of its rules, or all of them, as the document shows."""

import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from helpers.project import ROOT, TINY, Project, tiny_project

from tttcore.pipeline.store import provenance_of, read

DOCUMENT = ROOT / "docs" / "how-to" / "other-workflows.md"
SETTINGS = '{"studies": ["ancheta2020"], "seed": 7, "scale": "quick"}'
"""What the first example gives."""


def examples() -> list[str]:
    """The document's examples, with the workflow from here."""
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [re.sub(r"github\(.*\)", f'"{ROOT}/workflow/Snakefile"', block) for block in blocks]


SOME, WHOLE = examples()


@pytest.fixture
def importing(tmp_path):
    """`importing(text)`: the tiny project's configuration below a workflow of somebody else."""

    def write(text: str) -> Path:
        tiny_project(tmp_path)
        (tmp_path / "Snakefile").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def snakemake(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the importing workflow in a folder."""
    command = [sys.executable, "-m", "snakemake", "--cores", "2", *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder)


def test_some_rules_run_with_other_settings_below_a_prefix(importing):
    """More replicates than before recompute none."""
    folder = importing(SOME)
    made = snakemake(folder)
    assert made.returncode == 0, made.stderr
    runs = folder / "theirs" / TINY / "runs.parquet"
    longest = pd.read_csv(folder / "longest_run.csv").set_index("treatment")["generations"]
    assert longest.to_dict() == read(runs).groupby("treatment")["generations"].max().to_dict()
    (batch,) = (runs.parent / "runs" / "control-listed").iterdir()
    assert provenance_of(batch)["seed"] == 7
    assert not (folder / "results").exists()
    stamp = batch.stat().st_mtime_ns
    three = SOME.replace(SETTINGS, SETTINGS.replace("}", ', "replicates": 3}'))
    (folder / "Snakefile").write_text(three, encoding="utf-8")
    more = snakemake(folder)
    assert more.returncode == 0, more.stderr
    assert read(runs).groupby("treatment").size().eq(3).all()
    assert batch.stat().st_mtime_ns == stamp


def test_the_whole_workflow_is_deployed(importing, tiny):
    """As ``snakedeploy deploy-workflow`` does it."""
    folder = importing(WHOLE)
    assert re.search(r"^index_page +1$", snakemake(folder, "--dry-run").stdout, flags=re.MULTILINE)
    made = snakemake(folder, f"{TINY}/tables")
    assert made.returncode == 0, made.stderr
    assert Project(folder).bytes_of(f"{TINY}/**/*") == tiny.bytes_of(f"{TINY}/**/*")


def test_a_mistake_in_what_is_given_is_told_in_one_line(importing):
    refused = snakemake(importing(SOME.replace(SETTINGS, '{"sed": 7}')), "--dry-run")
    assert refused.returncode != 0
    said = "error: the module's config: sed: no such key (did you mean 'seed'?)"
    assert [line for line in refused.stderr.splitlines() if line.startswith(said)], refused.stderr
    assert "Traceback" not in refused.stderr
