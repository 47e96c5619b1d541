"""Runs, traces, champions and agents of every study are those that are expected."""

import pytest
from helpers.project import EXPECTED, SHRINK, exact_results

from tttcore.pipeline.manifest import compare, read_manifest


@pytest.mark.parametrize("study", SHRINK)
def test_exact_results(finished, study):
    expected = {path: each for path, each in read_manifest(EXPECTED).items() if path.split("/")[0] in ("tables", study)}
    parted = compare(exact_results(finished, study), expected)
    assert parted == [], "results have changed; if they are meant to, `make expected` and say so in CHANGELOG.md"
