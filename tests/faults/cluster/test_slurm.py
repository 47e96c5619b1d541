"""Runs of the first study, shrunk, on a real SLURM, where there is one; `make test-cluster` goes further."""

import subprocess
import sys

import pytest
from helpers.project import ROOT
from run import missing


@pytest.mark.skipif(missing() != "", reason="no SLURM here, or nobody who may start it and mount")
def test_runs_on_slurm_are_those_of_this_machine():
    command = [sys.executable, str(ROOT / "tests" / "faults" / "cluster" / "run.py"), "--smoke"]
    made = subprocess.run(command, check=False, capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr
