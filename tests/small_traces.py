"""Traces of runs made by hand."""

import pandas as pd


def traces(runs, treatment="a"):
    """Traces of shares lost from (best, average) shares not lost of each generation of each run."""
    return pd.DataFrame(
        [
            {"treatment": treatment, "replicate": run, "generation": generation, "best": 1 - best, "mean": 1 - mean}
            for run, trace in enumerate(runs)
            for generation, (best, mean) in enumerate(trace, start=1)
        ]
    )
