"""Selectors of the single runs that a figure shows: by number, generation of success, or abruptness and pauses."""

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
import pandas as pd

from tttcore.pipeline.rounding import rounded

SORTED_BY = {"abrupt": "steepest_share", "pause": "longest_pause"}
"""Column of `stats.success_onset` for each trait."""


Select = Callable[[pd.DataFrame, pd.DataFrame, int], list[int]]
"""Function from the runs and traces of one treatment, and the window over which success is judged, to the replicates to
show, in the order of the panels; fewer than asked for if there are fewer."""


def replicates(runs: pd.DataFrame, traces: pd.DataFrame, window: int, *, numbers: Sequence[int]) -> list[int]:
    """Runs by their numbers, as far as they exist; at least one must."""
    found = [number for number in numbers if number in set(runs["replicate"])]
    if not found:
        raise ValueError(f"none of the runs {', '.join(map(str, numbers))} is there; there are {len(runs)}")
    return found


def like(runs: pd.DataFrame, traces: pd.DataFrame, window: int, *, generations: Sequence[int]) -> list[int]:
    """For each generation the run, not taken yet, whose success is nearest to it; ties to the first run.

    Runs without success come last, so that there is something to show even if none succeeds.
    """
    remaining = runs.sort_values("replicate")
    found: list[int] = []
    for generation in generations[: len(runs)]:
        distance = (remaining["generations"] - generation).abs().astype(float).mask(remaining["censored"], np.inf)
        found.append(int(remaining["replicate"].iloc[np.argmin(distance)]))
        remaining = remaining[remaining["replicate"] != found[-1]]
    return found


def most(
    runs: pd.DataFrame,
    traces: pd.DataFrame,
    window: int,
    *,
    trait: Literal["abrupt", "pause"],
    count: int = 1,
) -> list[int]:
    """The `count` runs with the most abrupt rise or the longest pause (`stats.success_onset`); ties to the first run.

    Runs without a rise to success come last.
    """
    from tttcore.engines.genies.stats.success_onset import onset_of_success  # noqa: PLC0415 (statistics libraries are slow to import)

    each = runs.sort_values("replicate")
    # With each run as a treatment of its own, medians over runs are the run's own values.
    numbers = each["replicate"].astype(str)
    onsets = onset_of_success(
        each.assign(treatment=numbers),
        traces.assign(treatment=traces["replicate"].astype(str)),
        {number: {"success": {"window": window}} for number in numbers},
    )
    by_trait = onsets.assign(trait=rounded(onsets[SORTED_BY[trait]]))
    ranked = by_trait.sort_values("trait", ascending=False, kind="stable")
    return ranked["treatment"].astype(int).tolist()[:count]
