"""Selection of the single runs that a figure shows: the first, or by generation of success, abruptness and pauses.

Replicates are in the order of a figure's panels; there are fewer than asked for if a treatment has fewer runs.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import pandas as pd

from tttcore.pipeline.rounding import rounded
from tttcore.plots.evidence import Evidence


def first(evidence: Evidence, treatment: str, count: int) -> list[int]:
    """The first `count` runs."""
    return _in_order(evidence, treatment)["replicate"].tolist()[:count]


def like(evidence: Evidence, treatment: str, generations: Sequence[int]) -> list[int]:
    """For each generation the run, not taken yet, whose success is nearest to it; ties to the first run.

    Runs without success come last, so that there is something to show even if none succeeds.
    """
    remaining = _in_order(evidence, treatment)
    found: list[int] = []
    for generation in generations[: len(remaining)]:
        distance = (remaining["generations"] - generation).abs().astype(float).mask(remaining["censored"], np.inf)
        found.append(int(remaining["replicate"].iloc[np.argmin(distance)]))
        remaining = remaining[remaining["replicate"] != found[-1]]
    return found


def most(
    evidence: Evidence, treatment: str, trait: Literal["steepest_share", "longest_pause"], count: int
) -> list[int]:
    """The `count` runs with the most abrupt rise or the longest pause; ties to the first run.

    Runs without a rise to success come last.

    Parameters
    ----------
    trait : column of `scores.onset_of_success`.
    """
    from tttcore.studies.post1999.scores import onset_of_success  # noqa: PLC0415 - imports scipy

    runs, traces = _in_order(evidence, treatment), evidence.traces_of(treatment)
    # With each run as a treatment of its own, medians over runs are the run's own values.
    numbers = runs["replicate"].astype(str)
    onsets = onset_of_success(
        runs.assign(treatment=numbers),
        traces.assign(treatment=traces["replicate"].astype(str)),
        dict.fromkeys(numbers, evidence.recipes[treatment]),
    )
    ranked = onsets.assign(trait=rounded(onsets[trait])).sort_values("trait", ascending=False, kind="stable")
    return ranked["treatment"].astype(int).tolist()[:count]


def _in_order(evidence: Evidence, treatment: str) -> pd.DataFrame:
    """Runs of a treatment by their numbers."""
    runs = evidence.runs
    return runs[runs["treatment"] == treatment].sort_values("replicate")
