"""Loaded by Python at start where this folder is on its path: tells which modules of the package ran in a job's script.

Functions count that run, not modules that are imported, since kinds and engines are found by importing all of them. The
names are written to a file in the folder ``RAN_MODULES``, named by the job's first output.
"""

import atexit
import os
import sys
from pathlib import Path

ran = set()
being_imported = []


def note(frame, event, _):
    """Note the module of a function that is called, unless another module is being imported."""
    module = frame.f_globals.get("__name__", "")
    if frame.f_code.co_name == "<module>" and module != "__main__":
        if event == "call":
            being_imported.append(module)
        elif event == "return":
            being_imported.pop()
    elif event == "call" and not being_imported and module.startswith("tttcore."):
        ran.add(module)


def tell():
    """Write the names, if this process ran a job's script."""
    sys.setprofile(None)
    job = getattr(sys.modules["__main__"], "snakemake", None)
    if job is not None:
        file = Path(os.environ["RAN_MODULES"]) / job.output[0].replace("/", "|")
        file.write_text("\n".join(sorted(ran)), encoding="utf-8")


atexit.register(tell)
sys.setprofile(note)
