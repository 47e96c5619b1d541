"""Operators and opponents in a file of one's own as in the guide: an edit reruns what names it, and nothing else."""

import re
from textwrap import dedent

import pytest
import yaml
from helpers.project import ROOT, TINY

from tttcore.pipeline.store import read

GUIDE = (ROOT / "docs" / "how-to" / "operator.md").read_text(encoding="utf-8")
FILE, TREATMENTS = (
    dedent(re.search(rf"^ *```{language}\n(.*?)^ *```", GUIDE, re.MULTILINE | re.DOTALL)[1])
    for language in ("python", "yaml")
)
RUNS = f"{TINY}/runs.parquet"


@pytest.mark.slow
def test_they_run_and_an_edit_of_their_file_reruns_their_treatments_alone(tiny, tmp_path):
    """A comment reruns nothing."""
    project = tiny.copied(tmp_path / "project")
    own = yaml.safe_load(TREATMENTS)
    project.edit("studies/ancheta2020.yaml", lambda settings: settings["treatments"].update(own))
    file = project.folder / "config" / "my_ga.py"
    file.write_text(FILE)
    made = project.snakemake(RUNS)
    assert made.returncode == 0, made.stderr
    assert sorted(re.findall(r"Run (\S+) of", made.stderr)) == sorted([*own] * 2)
    assert read(project.folder / RUNS).groupby("treatment", observed=True).size().to_dict() == {
        "control-described": 2, "control-listed": 2, "perfect": 2, "ranked": 2,
    }  # fmt: skip
    file.write_text(f"# mine\n{FILE}")
    assert "Nothing to be done" in project.snakemake("--dry-run", RUNS).stdout
    file.write_text(FILE.replace("linspace(1, 0", "linspace(1, 0.5"))
    assert {*re.findall(r"Run (\S+) of", project.snakemake("--dry-run", RUNS).stdout)} == {*own}
