"""Kills at random moments, of Snakemake alone or of all its processes: nothing is lost, nothing half-written."""

import os
import random
import shutil
import signal
import time

import psutil
from running import assert_whole, jobs_of, planned, until
from tiny import STUDY, TARGETS

RUNS = 8
"""Kills: every second time of Snakemake alone, otherwise of all its processes."""


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
