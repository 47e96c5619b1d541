"""Runs that end early: interrupted by the user, or because another run is under way."""

import os
import signal

from running import assert_whole, lines_of, planned, until
from tiny import MADE, STUDY, TARGETS


def test_an_interrupted_run_says_how_to_go_on(unrun, goes_on):
    logs = unrun.folder / "results" / "logs" / "ancheta2020" / "runs"
    for log in logs.rglob("*.log"):
        log.unlink()
    process = unrun.start(*TARGETS, cores=1)
    assert until(lambda: list(logs.rglob("*.log")), process)  # a job is past its imports
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(timeout=60) != 0
    said = unrun.said.read_text()
    assert lines_of(said, "What it finished is kept, and the same command goes on from there.")
    assert "Traceback" not in said
    assert_whole(unrun)
    goes_on(unrun)


def test_a_second_run_is_refused_and_the_first_unharmed(unrun, undisturbed):
    first = unrun.start(*TARGETS)
    assert until(lambda: planned(unrun), first)
    os.killpg(first.pid, signal.SIGSTOP)  # so that it is under way for as long as the second one takes
    second = unrun.snakemake(*TARGETS)
    os.killpg(first.pid, signal.SIGCONT)
    assert second.returncode != 0
    assert lines_of(second.stderr, "Error: Directory cannot be locked")
    assert "Traceback" not in second.stderr
    assert first.wait() == 0, unrun.said.read_text()
    assert unrun.bytes_of(*MADE) == undisturbed.results


def test_an_old_time_makes_again_and_changes_nothing(finished, goes_on):
    """As after a copy."""
    os.utime(finished.folder / STUDY / "runs.parquet", (1e9, 1e9))
    goes_on(finished)
