"""A run under way, as a test sees it: its jobs, and which of its tables are whole."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
from helpers.project import TINY, Project

from tttcore.pipeline.files import PARTIAL
from tttcore.pipeline.store import read

MADE = ("results/tables/*", f"{TINY}/runs/*/*", f"{TINY}/*.*", f"{TINY}/tables/*")
PLANNED = "Select jobs to execute"
"""What Snakemake says when it has planned and starts the first job."""


def drafts(project: Project) -> list[str]:
    """Files that were being written."""
    return [file.name for file in below(project.folder / "results") if file.name.startswith(PARTIAL)]


def assert_whole(project: Project) -> None:
    """Every table with its final name can be read."""
    for file in below(project.folder / "results"):
        if file.suffix == ".parquet" and not file.name.startswith("."):
            with suppress(FileNotFoundError):  # a run that goes on replaces folders
                file.stat()
                read(file)


def below(folder: Path) -> Iterator[Path]:
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


def until(happens: Callable[[], object], process: "subprocess.Popen[bytes]", seconds: float = 120) -> bool:
    """Wait until something happens; whether it did before the process ended."""
    last = time.monotonic() + seconds
    while not happens():
        if process.poll() is not None:
            return False
        assert time.monotonic() < last, "it never happened"
        time.sleep(0.02)
    return True


def planned(project: Project) -> bool:
    """True if Snakemake has started the first job."""
    return PLANNED in said(project)


def said(project: Project) -> str:
    """What Snakemake has said since it was last started."""
    return project.said.read_text(encoding="utf-8", errors="replace")
