"""A run under way, as a test sees it: its jobs, which of its tables are whole; and how it is killed at some moment."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
from helpers.project import Project

from tttcore.pipeline.files import PARTIAL
from tttcore.pipeline.store import read


def drafts(project: Project) -> list[str]:
    """Files that were being written."""
    return [file.name for file in _below(project.folder / "results") if file.name.startswith(PARTIAL)]


def assert_whole(project: Project) -> None:
    """Every table with its final name can be read."""
    for file in _below(project.folder / "results"):
        if file.suffix == ".parquet" and not file.name.startswith("."):
            with suppress(FileNotFoundError):  # a run that goes on replaces folders
                file.stat()
                read(file)


def _below(folder: Path) -> Iterator[Path]:
    """Everything below a folder; what a run that goes on removes meanwhile is left out."""
    for place, folders, files in os.walk(folder):
        yield from (Path(place, name) for name in (*folders, *files))


def jobs_of(process: "subprocess.Popen[bytes]") -> list[psutil.Process]:
    """Python processes of the jobs that a Snakemake runs."""
    found = []
    with suppress(psutil.NoSuchProcess):
        for child in psutil.Process(process.pid).children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                command = child.cmdline()
                if command and "python" in Path(command[0]).name and ".snakemake/scripts/" in " ".join(command):
                    found.append(child)
    return found


def until(happens: Callable[[], object], process: "subprocess.Popen[bytes]", seconds: float = 3600) -> bool:
    """Wait until something happens; whether it did before the process ended."""
    last = time.monotonic() + seconds
    while not happens():
        if process.poll() is not None:
            return False
        assert time.monotonic() < last, "it never happened"
        time.sleep(0.02)
    return True


def planned(project: Project) -> bool:
    """True if Snakemake has planned and starts the first job."""
    return "Select jobs to execute" in said(project)


def said(project: Project) -> str:
    """What Snakemake has said since it was last started."""
    return project.said.read_text(encoding="utf-8", errors="replace")


JOB, ALONE, ALL = KINDS = ("a job", "Snakemake alone", "all its processes")
"""What is killed; jobs of a Snakemake that is killed alone go on."""


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
        until(lambda: planned(project) and jobs_of(process), process)
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
    while until(lambda: jobs_of(process), process):
        for job in jobs_of(process)[:1]:
            with suppress(psutil.NoSuchProcess):
                job.suspend()  # so that it can't end by itself meanwhile
                if job.status() != psutil.STATUS_ZOMBIE:
                    job.kill()
                    return True
    return False
