"""Many replicates: asked for in one key and planned as few jobs."""

import json
import os
import re
import subprocess
import sys

import pytest
from helpers.project import ROOT, jobs

STUDY = "studies/ancheta2020.yaml"
PLANNED = """
import json, sys
from pathlib import Path
from helpers.planned_jobs import planned
from tttcore.pipeline.versions import peak_memory
with planned(Path(sys.argv[1]), Path.cwd(), replicates=1_000_000) as jobs:
    asked = {job.rule.name: [job.resources.get(key) for key in ("mem_mb", "runtime")] for job in reversed(jobs)}
    batches = sum(job.rule.name == "batch" for job in jobs)
print(json.dumps({"asked": asked, "batches": batches, "jobs": len(jobs), "peak": peak_memory()}))
"""
"""Tells megabytes and minutes that the first job of each rule asks for, how many jobs there are, and its own memory."""


@pytest.mark.slow
def test_a_million_replicates_of_every_treatment_are_planned(small):
    """At full parameters, of which only the plan is made."""
    folder = small("ancheta2020").folder
    (folder / "config" / STUDY).write_bytes((ROOT / "config" / STUDY).read_bytes())
    command = [sys.executable, "-c", PLANNED, str(ROOT / "Snakefile")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, env=env)
    found = json.loads(done.stdout.splitlines()[-1])
    assert 1500 <= found["batches"] <= 1600
    assert found["jobs"] <= 2000
    assert found["peak"] <= 1000
    asked = found["asked"]
    assert asked["runs"] == asked["statistics"] == [2000 + 14_000_000 / 5000, 30 + 140]
    assert 15 < asked["batch"][1] < 100


def test_replicates_of_one_study_and_a_study_alone(small):
    """A study's target needs no statistics of others."""
    project = small("ancheta2020", "hemingroth2025")
    project.edit("config.yaml", lambda settings: settings.update(replicates={"ancheta2020": 2}))
    planned = project.snakemake("--dry-run", "hemingroth2025", "results/ancheta2020/runs.parquet")
    assert planned.returncode == 0, planned.stderr
    stops = dict(re.findall(r"Run \S+ of (\w+), replicates 0-(\d+)$", planned.stdout, re.MULTILINE))
    assert stops == {"ancheta2020": "2", "hemingroth2025": "5"}
    counts = jobs(planned.stdout)
    assert [counts[name] for name in ("runs", "statistics", "verdicts", "study_page")] == [2, 1, 1, 1]
