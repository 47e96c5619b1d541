"""Commands that make gives to Snakemake: targets stay targets beside settings."""

import os
import shlex
import subprocess

import pytest
from project import ROOT
from snakemake.cli import get_argument_parser


def make(*arguments: str):
    """A make that runs nothing, and knows nothing of a make that runs these tests."""
    own = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKEOVERRIDES", "ARGS")}
    return subprocess.run(["make", "-n", *arguments], check=False, capture_output=True, text=True, cwd=ROOT, env=own)


def asked(*arguments: str):
    """Snakemake's command line, parsed."""
    (command,) = (line for line in make(*arguments).stdout.splitlines() if "/snakemake " in line)
    return get_argument_parser().parse_args(shlex.split(command)[1:])


@pytest.mark.parametrize(
    ("arguments", "targets"),
    [
        (["run"], []),
        (["post1999"], ["post1999"]),
        (["article"], ["results/article.zip"]),
        (["crate"], ["results/crate.zip"]),
        (["run", "ARGS=post1999"], ["post1999"]),
        (["quick", "ARGS=post1999"], ["post1999"]),
    ],
)
def test_targets_and_settings(arguments, targets):
    parsed = asked(*arguments, "scale=quick", "replicates=3", "CORES=4")
    assert [*parsed.targets] == targets
    assert {"scale=quick", "replicates=3"} <= {*parsed.config}
    assert parsed.cores == 4


def test_what_is_not_known_is_refused():
    refused = make("sed=3")
    assert refused.returncode != 0
    assert "unknown setting sed; known: seed scale" in refused.stderr
