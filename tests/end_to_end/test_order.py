"""Studies are finished one after another: what a page waits for comes before what later studies wait for."""

import json
import os
import subprocess
import sys

import pytest
from helpers.project import ROOT

STUDIES = ("michie1963", "ancheta2020", "hemingroth2025", "gardner1962")
"""Two share an engine with one of the others, as do their kernels."""
PLANNED = """
import json, sys
from pathlib import Path
from helpers.planned_jobs import planned
with planned(Path(sys.argv[1]), Path.cwd(), scale=sys.argv[2]) as jobs:
    outputs = {job: job.output[0] for job in jobs}
    waits = {output: [outputs[each] for each in job.dag.dependencies[job]] for job, output in outputs.items()}
    priorities = {output: job.rule.expand_priority(job.wildcards_dict, job.input, 1) for job, output in outputs.items()}
print(json.dumps([waits, priorities]))
"""
"""Tells by first output of each job those that it waits for, and its priority."""


@pytest.mark.parametrize("scale", ["quick", "paper"])
def test_what_a_page_waits_for_comes_first(small, scale):
    command = [sys.executable, "-c", PLANNED, str(ROOT / "Snakefile"), scale]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    folder = small(*STUDIES).folder
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr[-3000:]
    waits, priorities = json.loads(done.stdout.splitlines()[-1])
    left = {*waits}
    for study in STUDIES:
        asked = ["results/report/assets", f"results/report/{study}.html"]
        for output in asked:
            asked += [each for each in waits[output] if each not in asked]
        own = left.intersection(asked)
        left -= own
        assert len(own) > 5
        assert min(map(priorities.get, own)) > max(map(priorities.get, left))
