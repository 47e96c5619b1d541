"""The same bytes on any number of cores, with batches of any size, in another order, and after fewer replicates."""

import re

from tiny import MADE, STUDY, TARGETS

RUNS = f"{STUDY}/runs/control-listed"
SEPARATE = [pattern for pattern in MADE if "/runs/" not in pattern]
"""Patterns of all results but batches, whose names say which runs they hold."""


def test_one_core_with_the_last_run_first(unrun, undisturbed):
    """Snakemake looks for jobs to start as often as one ends, rather than every second for each that has ended."""
    made = unrun.snakemake(*TARGETS, "--prioritize", f"{RUNS}/1-2.parquet", "--verbose", cores=1)
    assert made.returncode == 0, made.stderr
    assert unrun.bytes_of(*MADE) == undisturbed.results
    ended = len(re.findall("^Finished jobid", made.stderr, flags=re.MULTILINE))
    assert 4 < ended <= len(re.findall("^Ready jobs", made.stderr, flags=re.MULTILINE)) <= ended + 2


def test_eight_cores_with_batches_of_another_size(unrun, undisturbed):
    made = unrun.snakemake(*TARGETS, "--config", "batch_seconds=1000", cores=8)
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
