"""The wings are optional: without them the core's tests are found, and some pass, and the workflow makes a study."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from helpers.project import ROOT, jobs, small_project

from tttcore.wings import WINGS

pytestmark = pytest.mark.slow

ALONE = """
import sys
sys.meta_path = [each for each in sys.meta_path if not getattr(each, "__module__", "").startswith("__editable__")]
"""
"""What Python runs at its start in the copy, so that it doesn't find the wings of the project that is installed."""
FAST = ("tests/unit/report", "tests/unit/claims/test_claims_file.py", "tests/unit/pipeline/test_config.py")


def without_wings(folder, *wings):
    """Copy the project, and remove wings, their rules, and the scripts and tests that import them."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "__pycache__", "results"))
    for wing in wings:
        for part in ("tttcore", "tests/unit"):
            shutil.rmtree(folder / part / wing, ignore_errors=True)
        for rules in (folder / "workflow" / "rules").glob(f"*{wing}.smk"):
            rules.unlink()
    gone = {f"tttcore.{wing}" for wing in wings}
    while gone:  # tests also import modules of helpers, which are on their path by name
        pattern = re.compile(r"(?m)^\s*(?:from|import) (?:" + "|".join(map(re.escape, gone)) + r")\b")
        files = [file for part in ("workflow", "tests", "benchmarks") for file in (folder / part).rglob("*.py")]
        leaving = [file for file in files if pattern.search(file.read_text(encoding="utf-8"))]
        for file in leaving:
            file.unlink()
        inside = [file.relative_to(folder / "tests") for file in leaving if file.is_relative_to(folder / "tests")]
        gone = {f"helpers.{file.stem}" if file.parts[0] == "helpers" else file.stem for file in inside}
    (folder / "sitecustomize.py").write_text(ALONE, encoding="utf-8")
    return folder


def runner(folder):
    """`run("pytest", ...)`: what a module of Python prints in a folder."""

    def start(*arguments):
        command, environment = [sys.executable, "-m", *map(str, arguments)], os.environ | {"PYTHONPATH": str(folder)}
        done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder, env=environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return start


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Runs modules of Python in a copy of the project without wings."""
    return runner(without_wings(tmp_path_factory.mktemp("wings") / "core", *WINGS))


def test_the_commands_are_those_of_the_core(run):
    listed = re.findall(r"(?m)^ +(?:ttt )?([a-z-]+) ", run("tttcore", "--help").partition("Options:")[2])
    assert {"agents", "evaluate", "genies", "verify"} <= {*listed}
    assert {"demo", "enter", "league", "play", "referee", "rl"}.isdisjoint(listed)


def test_the_tests_of_the_core_are_found_and_some_pass(run):
    run("pytest", "-q", "-n0", "--collect-only")
    run("pytest", "-q", "-n0", *FAST)


def test_the_workflow_makes_a_study(run, counted, tmp_path):
    project = small_project(tmp_path, "ancheta2020")
    for part in ("results", ".snakemake"):
        shutil.copytree(counted.folder / part, tmp_path / part)
    snakemake = ("snakemake", "--snakefile", "Snakefile", "--directory", tmp_path, "--cores", 2)
    run(*snakemake, "ancheta2020")
    page = (project.folder / "results" / "report" / "ancheta2020.html").read_text(encoding="utf-8")
    assert 'href="audit.html"' in page
    assert 'href="play.html"' not in page
    planned = jobs(run(*snakemake, "--dry-run", "all"))
    assert planned["index_page"] == planned["provenance_page"] == 1
    assert {"play_page", "learn_page", "worksheet"}.isdisjoint(planned)


def test_a_crate_is_planned_without_the_classroom(tmp_path):
    run = runner(without_wings(tmp_path / "core", "classroom"))
    project = small_project(tmp_path / "project", "ancheta2020")
    planned = jobs(run("snakemake", "--directory", project.folder, "--cores", 2, "--dry-run", "results/crate.zip"))
    assert planned["crate"] == 1
    assert {"play_page", "learn_page", "worksheet"}.isdisjoint(planned)
