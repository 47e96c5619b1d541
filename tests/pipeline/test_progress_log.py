"""Snakemake's display of a run, with and without a terminal."""

import os
import pty
import subprocess
import sys

import pytest

SNAKEFILE = """
from tttcore.pipeline.progress import PROGRESS
from tttcore.pipeline.progress_log import show_progress

if workflow.is_main_process:
    show_progress(short=not workflow.dryrun)

rule all:
    input: "long", "short"

rule long:
    output: "long"
    shell: "touch {output}"

rule short:
    input: "long"
    output: "short"
    shell: "FAIL touch {output}"

onstart:
    PROGRESS.expect({job.jobid: 90 if job.rule.name == "long" else 5 for job in workflow.dag.needrun_jobs()})
"""


@pytest.fixture
def command(tmp_path):
    """Command that runs a workflow of a long and a short job, which fails if a file says so."""
    (tmp_path / "Snakefile").write_text(SNAKEFILE.replace("FAIL", "test ! -e fail &&"), encoding="utf-8")
    return [sys.executable, "-m", "snakemake", "--cores", "1", "--nocolor"]


def in_terminal(command, folder):
    """What a terminal receives, and the exit code."""
    own, theirs = pty.openpty()
    with subprocess.Popen(command, cwd=folder, stdout=theirs, stderr=theirs, stdin=theirs) as process:
        os.close(theirs)
        said = b""
        try:
            while part := os.read(own, 10_000):
                said += part
        except OSError:  # the other end is closed
            pass
    os.close(own)
    return said.decode(), process.returncode


def stays(said):
    """Lines that are left after all that is erased."""
    return [line for part in said.split("\r\n") if (line := part.rsplit("\x1b[K", maxsplit=1)[-1].strip("\r"))]


def test_a_log_tells_the_share_with_each_count_of_jobs(command, tmp_path):
    made = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert "rule long:\n" in made.stderr
    counts = [line for line in made.stderr.splitlines() if " steps (" in line]
    assert counts[0].startswith("1 of 3 steps (33%) done, 90% of the work, about 10 s left")
    assert counts[-1].endswith("done, 100% of the work")
    again = subprocess.run([*command, "--dry-run"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert (again.stderr, "Nothing to be done" in again.stdout) == ("", True)


def test_a_terminal_shows_one_line_and_what_came_of_it(command, tmp_path):
    said, code = in_terminal(command, tmp_path)
    assert code == 0
    assert "0% of about 2 min of computing, 0 of 3 jobs: long" in said
    assert "90% of the work, about 10 s left, 1 of 3 jobs: short" in said
    kept = stays(said)
    assert kept[0] == "3 of 3 jobs done in 10 s"
    assert [line.split(":")[0] for line in kept[1:]] == ["Complete log(s)", "Elapsed time"]
    again, _ = in_terminal(command, tmp_path)
    assert stays(again) == ["Nothing to be done (all requested files are present and up to date)."]


def test_a_terminal_keeps_errors(command, tmp_path):
    (tmp_path / "fail").touch()
    said, code = in_terminal(command, tmp_path)
    assert code == 1
    kept = stays(said)
    assert "Error in rule short:" in kept
    assert not [line for line in kept if " jobs: " in line or line == "None"]
