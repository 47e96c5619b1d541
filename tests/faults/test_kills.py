"""Kills at random moments, of jobs, of Snakemake alone, of all its processes: nothing is lost, nothing half-written."""

import os
import random
import shutil
import signal
import time
from contextlib import suppress

import psutil
from running import assert_whole, jobs_of, planned, until
from tiny import STUDY, TARGETS

JOBS, RUNS = 4, 8
"""Kills of single jobs, and of runs: every second time of Snakemake alone, otherwise of all its processes."""


def test_killed_jobs_are_made_again(unrun, goes_on):
    """Retries make them again in the same run, of which the rest goes on."""
    moments = random.Random(1)
    process = unrun.start(*TARGETS, "--retries", str(JOBS))
    killed = 0
    while killed < JOBS and until(lambda: jobs_of(process), process):
        time.sleep(moments.uniform(0, 1.5))
        for job in jobs_of(process)[:1]:
            with suppress(psutil.NoSuchProcess):
                job.kill()
                killed += 1
            assert_whole(unrun)
    assert process.wait() == 0, unrun.said.read_text()
    assert killed == JOBS
    goes_on(unrun)


def test_a_killed_job_fails_the_run_and_nothing_else(unrun, goes_on):
    process = unrun.start(*TARGETS)
    jobs: list[psutil.Process] = []
    assert until(lambda: jobs.extend(jobs_of(process)) or jobs, process)
    jobs[0].kill()
    assert process.wait() != 0
    said = unrun.said.read_text()
    assert "Error in rule" in said
    assert "the same command goes on from there" in said
    assert "Traceback" not in said
    assert_whole(unrun)
    goes_on(unrun)


def test_killed_runs_go_on_where_they_stopped(unrun, goes_on, no_orphans):
    """A run is killed again and again: Snakemake alone, whose jobs go on while the next one starts, or everything."""
    moments = random.Random(2)
    killed = orphans = 0
    while killed < RUNS:
        alone = killed % 2 == 0
        process = unrun.start(*TARGETS)
        if killed < RUNS - 4:  # the last ones while it plans, or a little later
            until(lambda: planned(unrun), process)
        time.sleep(moments.uniform(0, 4))
        if process.poll() is not None:  # all is made: there must be work
            assert process.returncode == 0, unrun.said.read_text()
            shutil.rmtree(unrun.folder / STUDY)
            continue
        jobs = jobs_of(process)
        if alone:
            process.kill()
            no_orphans += jobs
            orphans += sum(job.is_running() for job in jobs)
        else:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        killed += 1
        assert_whole(unrun)
    assert orphans > 0
    goes_on(unrun)
    psutil.wait_procs(no_orphans, timeout=60)
    goes_on(unrun)
