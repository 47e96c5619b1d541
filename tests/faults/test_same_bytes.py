"""The same bytes on any number of cores, with batches of any size, in another order, and after fewer replicates."""

import pytest
from tiny import MADE, STUDY, TARGETS

RUNS = f"{STUDY}/runs/control-listed"
SEPARATE = [pattern for pattern in MADE if "/runs/" not in pattern]
"""Patterns of all results but batches, whose names say which runs they hold."""


@pytest.mark.parametrize(
    ("cores", "arguments"),
    [
        (1, []),
        (8, []),
        (2, ["--prioritize", f"{RUNS}/1-2.parquet"]),
    ],
    ids=["one core", "eight cores", "the last run first"],
)
def test_cores_and_order(unrun, undisturbed, cores, arguments):
    made = unrun.snakemake(*TARGETS, *arguments, cores=cores)
    assert made.returncode == 0, made.stderr
    assert unrun.bytes_of(*MADE) == undisturbed.results


def test_batches_of_another_size(unrun, undisturbed):
    made = unrun.snakemake(*TARGETS, "--config", "batch_seconds=1000")
    assert made.returncode == 0, made.stderr
    assert [file.stem for file in (unrun.folder / RUNS).iterdir()] == ["0-2"]
    found = unrun.bytes_of(*SEPARATE)
    assert found == {path: content for path, content in undisturbed.results.items() if path in found}


def test_more_replicates_than_before(unrun, goes_on):
    """What is there isn't made again."""
    few = unrun.snakemake(*TARGETS, "--config", "replicates=1")
    assert few.returncode == 0, few.stderr
    first = unrun.folder / RUNS / "0-1.parquet"
    made = first.stat()
    goes_on(unrun)
    assert first.stat().st_mtime_ns == made.st_mtime_ns
