"""Kill a run of a project at some moment: a job of it, Snakemake alone, whose jobs go on, or all its processes."""

import os
import re
import signal
import subprocess
from contextlib import suppress

import psutil
from helpers.project import Project
from running import assert_whole, jobs_of, planned, said, until

JOB, ALONE, ALL = KINDS = ("a job", "Snakemake alone", "all its processes")


def killed(
    project: Project, arguments: tuple[str, ...], kind: str, seconds: float, *, early: bool = False
) -> list[psutil.Process] | None:
    """Start a run and kill it; processes that go on without it, None if it had completed by then.

    Parameters
    ----------
    seconds : until the kill, from the first job, or from the start if it is to be `early`.
    """
    process = project.start(*arguments)
    if not early:
        until(lambda: planned(project) and jobs_of(process), process, seconds=3600)
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    struck = kind == JOB and struck_job(process)
    if process.poll() is not None and not struck:
        assert process.returncode == 0, said(project)
        return None
    jobs = jobs_of(process)
    if kind == JOB:
        assert process.wait() != 0
        assert re.search(r"Error in rule \w+", said(project)), said(project)
    elif kind == ALONE:
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert_whole(project)
    return [job for job in jobs if job.is_running()]


def struck_job(process: "subprocess.Popen[bytes]") -> bool:
    """Kill a job, once there is one; False if the run ended before."""
    while until(lambda: jobs_of(process), process, seconds=3600):
        for job in jobs_of(process)[:1]:
            with suppress(psutil.NoSuchProcess):
                job.suspend()  # so that it can't end by itself meanwhile
                if job.status() != psutil.STATUS_ZOMBIE:
                    job.kill()
                    return True
    return False
