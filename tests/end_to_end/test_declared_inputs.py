"""Every rule runs in a folder that holds its declared inputs and the configuration, and nothing else.

And the digest of its code, which decides what is made again after an edit, covers all functions that ran.
"""

import json
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.project import ROOT, SHRINK, Project, telling_modules

from tttcore.pipeline.code_digests import with_imported

FACTS = "results/tables/facts.parquet"
BESIDE = {"tttcore.pipeline.jobs"}
"""Modules of which no result depends."""


@pytest.fixture(scope="module")
def planned(finished, tmp_path_factory) -> Path:
    """Folder with the first job of each rule and what the digests of all jobs cover, see `planned_jobs`."""
    folder = tmp_path_factory.mktemp("planned")
    program = ROOT / "tests" / "helpers" / "planned_jobs.py"
    command = [sys.executable, program, ROOT / "Snakefile", finished.folder, folder]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def copied(source: Project, folder: Path, inputs: list[str]) -> Path:
    """A new folder with the configuration and some files or folders of a project."""
    shutil.copytree(source.folder / "config", folder / "config")
    for name in inputs:
        path, target = source.folder / name, folder / name
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if path.is_dir() else shutil.copy2)(path, target)
    return folder


def run_alone(file: Path, folder: Path, told: Path) -> subprocess.CompletedProcess[str]:
    """Run the script of a planned job; the folder `told` gets a file with the modules that ran."""
    command = [sys.executable, ROOT / "tests" / "helpers" / "job_alone.py", file]
    return subprocess.run(command, cwd=folder, env=telling_modules(told), check=False, capture_output=True, text=True)


def test_every_rule_runs_on_its_declared_inputs_and_its_digest_covers_its_code(
    counted, finished, planned, tmp_path_factory
):
    """`counted` has made the facts already, from tables and nothing else."""
    jobs = {file.stem: file for file in sorted(planned.glob("*.pickle"))}
    assert len(jobs) > 25
    assert {f"figures_{study}" for study in SHRINK} < {*jobs}
    assert pickle.loads(jobs.pop("facts").read_bytes())["snakemake"].output[0] == FACTS
    failed, told = {}, tmp_path_factory.mktemp("told")
    for rule, file in jobs.items():
        job: SimpleNamespace = pickle.loads(file.read_bytes())["snakemake"]
        inputs = [name for name in job.input if not name.startswith("/")]
        folder = copied(finished, tmp_path_factory.mktemp(rule), inputs)
        made = run_alone(file, folder, told)
        if made.returncode or not all((folder / name).exists() for name in job.output):
            failed[rule] = made.stderr[-2000:]
        shutil.rmtree(folder)
    assert failed == {}
    files = [counted.folder / "ran" / FACTS.replace("/", "|"), *told.iterdir()]
    ran = {file.name.replace("|", "/"): {*file.read_text(encoding="utf-8").split()} for file in files}
    assert len(ran) == len(jobs) + 1
    covered = json.loads((planned / "covered.json").read_text(encoding="utf-8"))
    uncovered = {output: modules - {*with_imported(*covered[output])} - BESIDE for output, modules in ran.items()}
    assert {output: modules for output, modules in uncovered.items() if modules} == {}
