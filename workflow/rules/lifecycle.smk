"""Before the first job and after the last: runs take turns, results can be written, and no drafts are left."""

import os
import sys
from pathlib import Path

from tttcore.pipeline.partial_files import remove_drafts
from tttcore.pipeline.mtimes import bring_back
from tttcore.pipeline.run_lock import take_turn

for folder in ("results", ".snakemake"):
    if Path(folder).exists() and not Path(folder).is_dir():
        sys.exit(f"error: {folder}: is a file; move it away, for a folder of that name")

TURN = take_turn(".snakemake") if workflow.is_main_process else None


def check_writable(folder):
    """End with one line if nothing can be written to a folder."""
    if Path(folder).exists() and not os.access(folder, os.W_OK):
        sys.exit(
            f"error: {folder}: can't be written to; make it writable and run again"
        )


onstart:
    check_writable("results")
    bring_back("results")


onsuccess:
    remove_drafts("results")


onerror:
    print(
        "The run ended early. What it finished is kept, and the same command goes on from there.",
        file=sys.stderr,
    )
