"""Many replicates: asked for in one key and planned as few jobs."""

import json
import os
import re
import subprocess
import sys

import psutil
import pytest
from project import ROOT, Project, jobs, small_project

from tttcore.pipeline.messages import ConfigError
from tttcore.project import checked_studies

STUDY = "studies/ancheta2020.yaml"


def peak_megabytes(project: Project, *arguments: str) -> float:
    """Highest memory of a Snakemake that succeeds."""
    process, peak = project.start(*arguments), 0
    watched = psutil.Process(process.pid)
    while process.poll() is None:
        peak = max(peak, watched.memory_info().rss)
        try:
            process.wait(0.1)
        except subprocess.TimeoutExpired:
            continue
    assert process.returncode == 0, project.said.read_text()
    return peak / 2**20


RESOURCES = """
import json, sys
from pathlib import Path
from planned_jobs import planned
with planned(Path(sys.argv[1]), Path.cwd(), replicates=1_000_000) as jobs:
    asked = {job.rule.name: [job.resources.get(key) for key in ("mem_mb", "runtime")] for job in reversed(jobs)}
print(json.dumps(asked))
"""


def resources(project: Project) -> dict[str, tuple[int, int]]:
    """Megabytes and minutes that the first job of each rule asks for, with a million replicates."""
    command = [sys.executable, "-c", RESOURCES, str(ROOT / "Snakefile")]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    done = subprocess.run(command, cwd=project.folder, check=True, capture_output=True, text=True, env=env)
    return {rule: tuple(asked) for rule, asked in json.loads(done.stdout.splitlines()[-1]).items()}


def made(*variables: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What `make run` would do, also where the tests are run by make."""
    command = ["make", "--dry-run", "run", *variables]
    env = {"PATH": os.environ["PATH"], **environment}
    return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, env=env)


@pytest.mark.slow
def test_a_million_replicates_of_every_treatment_are_planned(tmp_path):
    """At full parameters, of which only the plan is made."""
    project = small_project(tmp_path, "ancheta2020")
    (project.folder / "config" / STUDY).write_bytes((ROOT / "config" / STUDY).read_bytes())
    peak = peak_megabytes(project, "--dry-run", "--config", "replicates=1000000")
    planned = jobs(project.said.read_text())
    assert 1500 <= planned["batch"] <= 1600
    assert sum(planned.values()) <= 2000
    assert peak <= 1000
    asked = resources(project)
    assert asked["runs"] == asked["statistics"] == (2000 + 14_000_000 / 5000, 30 + 140)
    assert 15 < asked["batch"][1] < 100


def test_replicates_of_one_study(small):
    project = small("ancheta2020", "hemingroth2025")
    project.edit("config.yaml", lambda settings: settings.update(replicates={"ancheta2020": 2}))
    planned = project.snakemake("--dry-run", "results/hemingroth2025/runs.parquet", "results/ancheta2020/runs.parquet")
    assert planned.returncode == 0, planned.stderr
    stops = dict(re.findall(r"Run \S+ of (\w+), replicates 0-(\d+)$", planned.stdout, re.MULTILINE))
    assert stops == {"ancheta2020": "2", "hemingroth2025": "5"}


def test_replicates_of_a_study_that_is_not_made(small):
    project = small("ancheta2020")
    project.edit("config.yaml", lambda settings: settings.update(replicates={"hemingroth2025": 2}))
    refused = project.snakemake("--dry-run")
    assert refused.returncode != 0
    told = "config/config.yaml: replicates, there or by --config: no study 'hemingroth2025' is made; known: ancheta2020"
    assert told in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize(
    ("variables", "settings"),
    [
        ([], ""),
        (["replicates=1000000"], "--config replicates=1000000"),
        (["replicates=9", "seed=3", "scale=paper"], "--config seed=3 scale=paper replicates=9"),
        (["batch_seconds=60", "most_batches=100"], "--config batch_seconds=60 most_batches=100"),
    ],
)
def test_make_hands_settings_on(variables, settings):
    shown = made("CORES=3", *variables)
    assert shown.returncode == 0, shown.stderr
    command = " ".join(shown.stdout.splitlines()[-1].split())
    assert command.partition(" --cores 3")[1:] == (" --cores 3", f" {settings}".rstrip())


def test_make_takes_settings_from_the_environment():
    shown = made("replicates=9", scale="quick")
    assert " ".join(shown.stdout.splitlines()[-1].split()).endswith("--config scale=quick replicates=9")


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        (["replicate=1000000"], "unknown setting replicate; known: seed scale replicates"),
        (["scales=quick", "seed=3"], "unknown setting scales; known: "),
        (["replicates=9", "ARGS=--config scale=paper"], "give settings either as replicates=9 or by --config in ARGS"),
        (["scale=quick", "ARGS=-C seed=3"], "give settings either as scale=quick or by --config in ARGS"),
        (["scale=quick", "ARGS=-Cseed=3"], "give settings either as scale=quick or by --config in ARGS"),
    ],
)
def test_make_refuses_what_would_be_lost(variables, said):
    refused = made(*variables)
    assert refused.returncode != 0
    assert said in refused.stderr


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"replicates": 3_000_000_000}, "replicates: 3000000000 is out of range; allowed: from 1 to 2,147,483,647"),
        ({"replicates": 0}, "replicates: 0 is out of range; allowed: from 1 to 2,147,483,647"),
        ({"batch_seconds": 1e300}, "batch_seconds: 1e+300 is out of range; allowed: from 1e-06 to 31,536,000"),
        (
            {"most_batches": 0},
            "most_batches: 0 is out of range; allowed: from 1 to 100,000 (planning takes time for each)",
        ),
    ],
)
def test_numbers_that_no_plan_can_hold(change, said):
    with pytest.raises(ConfigError, match=f"^config/config.yaml: {re.escape(said)}"):
        checked_studies({"studies": ["osipa2017"], **change}, folder="config")


def test_a_study_alone_needs_no_runs_of_others(tmp_path):
    planned = jobs(small_project(tmp_path, "ancheta2020", "post1999").snakemake("post1999", "--dry-run").stdout)
    assert {name: planned[name] for name in ("runs", "statistics", "verdicts", "multiverse_figure", "study_page")} == {
        "runs": 1, "statistics": 1, "verdicts": 1, "multiverse_figure": 1, "study_page": 1,
    }  # fmt: skip
