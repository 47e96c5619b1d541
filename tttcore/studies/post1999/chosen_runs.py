"""Selection of the single runs that a figure shows, by their generation of success."""

import numpy as np

from tttcore.plots.evidence import Evidence


def like(evidence: Evidence, treatment: str, generation: int) -> int:
    """The run whose success is nearest to a generation; ties to the first run.

    Runs without success come last, so that there is something to show even if none succeeds.
    """
    runs = evidence.runs
    own = runs[runs["treatment"] == treatment].sort_values("replicate")
    distance = (own["generations"] - generation).abs().astype(float).mask(own["censored"], np.inf)
    return int(own["replicate"].iloc[np.argmin(distance)])
