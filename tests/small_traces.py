"""Traces of runs made by hand, and lines of a log."""

import re

import pandas as pd

LOG_LINE = re.compile(r"time=(\d+)s,gen=(\d+),best=([01]\.\d{5}),avg=([01]\.\d{5})")
"""Pattern of a line; its groups are seconds, generation, best and average."""


def traces(runs, treatment="a"):
    """Traces of shares lost from (best, average) shares not lost of each generation of each run."""
    return pd.DataFrame(
        [
            {"treatment": treatment, "replicate": run, "generation": generation, "best": 1 - best, "mean": 1 - mean}
            for run, trace in enumerate(runs)
            for generation, (best, mean) in enumerate(trace, start=1)
        ]
    )
