"""Benchmarks, which tests don't run: all of them are measured, and their own recipes can be built."""

import json
import subprocess
import sys

from project import ROOT

FOLDER = ROOT / "benchmarks"
CODE = """
import json, genies, run
from tttcore.engines.genies.recipe import build_recipe
build_recipe(genies.RECIPE, "genies")
print(json.dumps([work.__name__ for work in (*run.WORKS, run.scale)]))
"""


def test_benchmarks_are_all_measured_and_build_their_recipes():
    made = subprocess.run([sys.executable, "-c", CODE], cwd=FOLDER, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    assert {file.stem for file in FOLDER.glob("*.py")} - {*json.loads(made.stdout)} == {"run", "timing", "costs"}
