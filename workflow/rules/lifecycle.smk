"""Hooks at the start and end of a run: lock the folder, check results, remove partial files."""

import gc
import os
import sys
from pathlib import Path

from tttcore.pipeline.files import PARTIAL
from tttcore.pipeline.jobs import hold_run_lock
from tttcore.pipeline.store import StoreError
from tttcore.pipeline.system_errors import describe_os_error
from tttcore.pipeline.job_digests import check_as_written, read_digests

for folder in ("results", ".snakemake"):
    if Path(folder).exists() and not Path(folder).is_dir():
        sys.exit(f"error: {folder}: is a file; move it away, for a folder of that name")

RUN_LOCK = hold_run_lock(Path(".snakemake")) if workflow.is_main_process else None


onstart:
    gc.enable()
    if Path("results").exists() and not os.access("results", os.W_OK):
        sys.exit(
            "error: results: can't be written to; make it writable and run again"
        )
    kept = [job for job in workflow.dag.jobs if not workflow.dag.needrun(job)]
    outputs = [file for job in kept for file in job.output]
    results = modified_path("results")
    try:
        known = read_digests(f"{results}/logs", f"{results}/MANIFEST.sha256")
        check_as_written(outputs, known)
    except (StoreError, OSError) as error:
        sys.exit(f"error: {describe_os_error(error) or error}")
    if workflow.local_exec:
        # A limit of jobs per second wakes Snakemake every second for each job that has ended: minutes in a long run.
        workflow.scheduler.job_rate_limiter = None


onsuccess:
    for file in Path("results").rglob(f"{PARTIAL}*"):  # of runs that were killed
        file.unlink(missing_ok=True)
    if any(
        job.rule.name == "index_page"
        for job in workflow.dag.needrun_jobs(exclude_finished=False)
    ):
        report_page = os.path.abspath("results/report/index.html")
        print(f"The report is made: open {report_page}", file=sys.stderr)


onerror:
    print(
        "The run ended early. What it finished is kept, and the same command goes on from there.",
        file=sys.stderr,
    )
