"""Commands that make gives to Snakemake: targets stay targets beside settings, and no setting is lost."""

import os
import shlex
import subprocess

import pytest
from helpers.project import ROOT
from snakemake.cli import get_argument_parser


def make(*arguments: str, **environment: str):
    """A make that runs nothing, and knows nothing of a make that runs these tests."""
    env = {"PATH": os.environ["PATH"], **environment}
    return subprocess.run(["make", "-n", *arguments], check=False, capture_output=True, text=True, cwd=ROOT, env=env)


def asked(*arguments: str, **environment: str):
    """Snakemake's command line, parsed."""
    (command,) = (line for line in make(*arguments, **environment).stdout.splitlines() if "/snakemake " in line)
    return get_argument_parser().parse_args(shlex.split(command)[1:])


@pytest.mark.parametrize(
    ("arguments", "targets"),
    [
        (["run"], []),
        (["post1999"], ["post1999"]),
        (["crate"], ["results/crate.zip"]),
        (["quick", "ARGS=post1999"], ["post1999"]),
    ],
)
def test_targets_and_settings(arguments, targets):
    settings = ["scale=quick", "replicates=3", "batch_seconds=2", "most_batches=7"]
    parsed = asked(*arguments, *settings, "CORES=4", seed="9")
    assert [*parsed.targets] == targets
    assert {*settings, "seed=9"} <= {*parsed.config}
    assert parsed.cores == 4


def test_without_settings_none_is_passed():
    assert not asked("run").config


def test_a_user_without_a_home_and_a_name_is_given_them():
    """Snakemake asks for both."""
    told = subprocess.run(
        ["make", "-f", "-", "shown"], input=f"include {ROOT}/Makefile\nshown:\n\t@echo $$HOME $$USER\n", check=True,
        capture_output=True, text=True, cwd=ROOT, env={"PATH": os.environ["PATH"]},
    )  # fmt: skip
    assert told.stdout == f"{ROOT}/.snakemake/home nobody\n"


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        (["replicate=1000000"], "unknown setting replicate; known: seed scale replicates"),
        (["replicates=9", "ARGS=--config scale=paper"], "give settings either as replicates=9 or by --config in ARGS"),
        (["scale=quick", "ARGS=-Cseed=3"], "give settings either as scale=quick or by --config in ARGS"),
        (["scale=quick", "ARGS=-C seed=3"], "give settings either as scale=quick or by --config in ARGS"),
        (["quick", "ARGS=--config seed=3"], "give settings of make quick as seed=1, not by --config in ARGS"),
        (["quick", "scale=paper"], "make quick has the scale quick; leave scale out"),
    ],
)
def test_make_refuses_what_would_be_lost(variables, said):
    refused = make(*variables)
    assert refused.returncode != 0
    assert said in refused.stderr


@pytest.mark.parametrize("target", ["run", "post1999", "demo", "quick", "crate", "lock"])
def test_what_runs_installs_what_runs_need(target):
    told = make(target, "VENV=nowhere").stdout
    assert "-r requirements.lock" in told
    assert "-r requirements-dev.lock" not in told


@pytest.mark.parametrize("target", ["test", "test-all", "test-newest", "soak", "lint", "bench", "expected"])
def test_tests_and_tools_install_theirs_on_top(target):
    lines = make(target, "VENV=nowhere").stdout.splitlines()
    installed = [line.partition("-r ")[2] for line in lines if "--require-hashes" in line]
    assert installed == ["requirements.lock", "requirements-dev.lock"]
