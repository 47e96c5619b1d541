"""Kill a run of a project at some moment: a job of it, Snakemake alone, whose jobs go on, or all its processes."""

import os
import signal
import subprocess
from contextlib import suppress

import psutil
from project import Project
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
    if process.poll() is not None:
        assert process.returncode == 0, said(project)
        return None
    jobs = jobs_of(process)
    if kind == JOB:
        for job in jobs[:1]:
            with suppress(psutil.NoSuchProcess):
                job.kill()
    elif kind == ALONE:
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert_whole(project)
    return [job for job in jobs if job.is_running()]
