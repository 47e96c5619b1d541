"""Another workflow imports this one as a module: some of its rules, or all of them, as the document shows."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from project import ROOT, Project

from tttcore.pipeline.store import provenance_of, read

DOCUMENT = ROOT / "docs" / "other-workflows.md"
SETTINGS = '{"studies": ["ancheta2020"], "seed": 7, "scale": "quick"}'
"""What the first example gives."""


def examples() -> list[str]:
    """The document's examples, with the workflow from here."""
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [re.sub(r"github\(.*\)", f'"{ROOT}/workflow/Snakefile"', block) for block in blocks]


SOME, WHOLE = examples()


def snakemake(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the importing workflow in a folder."""
    command = [sys.executable, "-m", "snakemake", "--cores", "2", *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder)


@pytest.fixture
def importing(finished, tmp_path):
    """`importing(text)`: the small project's configuration below a workflow of somebody else."""

    def write(text: str) -> Path:
        shutil.copytree(finished.folder / "config", tmp_path / "config")
        (tmp_path / "Snakefile").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_some_rules_run_with_other_settings_below_a_prefix(importing):
    folder = importing(SOME)
    made = snakemake(folder)
    assert made.returncode == 0, made.stderr
    runs = folder / "theirs/results/ancheta2020/runs.parquet"
    longest = pd.read_csv(folder / "longest_run.csv").set_index("treatment")["generations"]
    assert longest.to_dict() == read(runs).groupby("treatment")["generations"].max().to_dict()
    assert provenance_of(runs.with_name("runs") / "second-seat/0-5.parquet")["seed"] == 7
    assert not (folder / "results").exists()
    stored = {batch: batch.stat().st_mtime_ns for batch in runs.parent.glob("runs/*/*.parquet")}
    six = SOME.replace(SETTINGS, SETTINGS.replace("}", ', "replicates": 6}'))
    (folder / "Snakefile").write_text(six, encoding="utf-8")
    more = snakemake(folder)
    assert more.returncode == 0, more.stderr
    assert read(runs).groupby("treatment").size().eq(6).all()
    assert {batch: batch.stat().st_mtime_ns for batch in stored} == stored


def test_the_whole_workflow_is_deployed(importing, counted, finished):
    """As ``snakedeploy deploy-workflow`` does it."""
    folder = importing(WHOLE)
    for part in ("results", ".snakemake"):
        shutil.copytree(counted.folder / part, folder / part)
    assert re.search(r"^index_page +1$", snakemake(folder, "--dry-run").stdout, flags=re.MULTILINE)
    made = snakemake(folder, "ancheta2020", "results/ancheta2020/agents.parquet")
    assert made.returncode == 0, made.stderr
    ours = Project(finished.folder).bytes_of("results/ancheta2020/**/*")
    assert Project(folder).bytes_of("results/ancheta2020/**/*") == ours


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('{"studies": ["chess"]}', "error: config/studies/chess.yaml: "),
        ('{"sed": 7}', "error: the module's config: sed: no such key (did you mean 'seed'?)"),
    ],
)
def test_a_mistake_in_what_is_given_is_told_in_one_line(importing, settings, said):
    refused = snakemake(importing(SOME.replace(SETTINGS, settings)), "--dry-run")
    assert refused.returncode != 0
    assert [line for line in refused.stderr.splitlines() if line.startswith(said)], refused.stderr
    assert "Traceback" not in refused.stderr
