"""What the workflow plans: studies one after another, many replicates as few jobs, a study alone, all by default."""

import json
import os
import re
import subprocess
import sys

import pytest
import yaml
from helpers.project import ROOT, jobs

STUDY = "studies/ancheta2020.yaml"
STUDIES = ("michie1963", "ancheta2020", "hemingroth2025", "gardner1962")
"""Two share an engine with one of the others, as do their kernels."""
ORDER = """
with planned(Path(sys.argv[1]), Path.cwd(), scale=sys.argv[2]) as jobs:
    outputs = {job: job.output[0] for job in jobs}
    waits = {output: [outputs[each] for each in job.dag.dependencies[job]] for job, output in outputs.items()}
    priorities = {output: job.rule.expand_priority(job.wildcards_dict, job.input, 1) for job, output in outputs.items()}
print(json.dumps([waits, priorities]))
"""
"""Tells by first output of each job those that it waits for, and its priority."""
REQUESTS = """
with planned(Path(sys.argv[1]), Path.cwd(), replicates=1_000_000) as jobs:
    asked = {job.rule.name: [job.resources.get(key) for key in ("mem_mb", "runtime")] for job in reversed(jobs)}
    batches = sum(job.rule.name == "batch" for job in jobs)
print(json.dumps({"asked": asked, "batches": batches, "jobs": len(jobs), "peak": peak_memory()}))
"""
"""Tells megabytes and minutes that the first job of each rule asks for, how many jobs there are, and its own memory."""
IMPORTS = """
import json, sys
from pathlib import Path
from helpers.planned_jobs import planned
from tttcore.pipeline.versions import peak_memory
"""


def told(program, folder, *arguments):
    """What a program prints, as JSON, about the jobs planned in a folder."""
    command = [sys.executable, "-c", IMPORTS + program, str(ROOT / "Snakefile"), *arguments]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("scale", ["quick", "paper"])
def test_what_a_page_waits_for_comes_before_what_later_studies_wait_for(small, scale):
    waits, priorities = told(ORDER, small(*STUDIES).folder, scale)
    first = max(priorities.values())  # of what needs no runs
    left = {output for output in waits if priorities[output] < first}
    for study in STUDIES:
        asked = ["results/report/assets", f"results/report/{study}.html"]
        for output in asked:
            asked += [each for each in waits[output] if each not in asked]
        own = left.intersection(asked)
        left -= own
        assert len(own) > 5
        assert min(map(priorities.get, own)) > max(map(priorities.get, left))


@pytest.mark.slow
def test_a_million_replicates_of_every_treatment_are_few_jobs(small):
    """At full parameters, of which only the plan is made."""
    folder = small("ancheta2020").folder
    (folder / "config" / STUDY).write_bytes((ROOT / "config" / STUDY).read_bytes())
    found = told(REQUESTS, folder)
    assert 1500 <= found["batches"] <= 1600
    assert found["jobs"] <= 2000
    assert found["peak"] <= 1000
    asked = found["asked"]
    assert asked["runs"] == asked["statistics"] == [2000 + 14_000_000 / 5000, 30 + 140]
    assert 15 < asked["batch"][1] < 100


def test_replicates_of_one_study_and_a_study_alone(small):
    """A study's target needs no statistics of others, and makes its players."""
    project = small("ancheta2020", "hemingroth2025")
    project.edit("config.yaml", lambda settings: settings.update(replicates={"ancheta2020": 2}))
    planned = project.snakemake("--dry-run", "hemingroth2025", "results/ancheta2020/runs.parquet")
    assert planned.returncode == 0, planned.stderr
    stops = dict(re.findall(r"Run \S+ of (\w+), replicates 0-(\d+)$", planned.stdout, re.MULTILINE))
    assert stops == {"ancheta2020": "2", "hemingroth2025": "5"}
    counts = jobs(planned.stdout)
    assert [counts[name] for name in ("runs", "agents", "statistics", "verdicts", "study_page")] == [2, 1, 1, 1, 1]


def test_the_workflow_lies_where_the_catalog_of_snakemake_looks(small):
    """And makes by default what the Snakefile above it makes."""
    project = small("osipa2017")
    planned = [
        jobs(project.snakemake("--dry-run", "--snakefile", str(ROOT / file)).stdout)
        for file in ("Snakefile", "workflow/Snakefile")
    ]
    assert planned[0].pop("all") == planned[1].pop("default") == 1
    assert planned[0] == planned[1]
    assert planned[0]["index_page"] == 1


def test_the_catalog_is_told_what_the_rules_use():
    usage = yaml.safe_load((ROOT / ".snakemake-workflow-catalog.yml").read_text(encoding="utf-8"))["usage"]
    assert {key: {*part} for key, part in usage.items()} == {
        "mandatory-flags": {"desc", "flags"},
        "software-stack-deployment": {"conda", "apptainer", "apptainer+conda", "report"},
    }
    deployment = usage["software-stack-deployment"]
    rules = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "workflow" / "rules").glob("*.smk"))
    found = {"conda": "conda:" in rules, "apptainer": "container:" in rules}
    found["report"] = "\nreport:" in (ROOT / "Snakefile").read_text(encoding="utf-8")
    assert found == {key: deployment[key] for key in found}
