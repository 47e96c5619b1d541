"""Generations, success and gap of runs by the extent of a mutation."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from tttcore.stats.columns import with_interval
from tttcore.stats.intervals import median_interval, share_interval

EXTENTS = {
    "label": "Treatment",
    "value": "Value",
    "n": "Runs",
    **with_interval("generations", "Median generations"),
    **with_interval("solved", "Share solved"),
    "going": "Runs at the gap's generation",
    **with_interval("gap", "Gap"),
}
"""Columns of `mutation_extents`."""


def mutation_extents(
    runs: pd.DataFrame,
    traces: pd.DataFrame,
    recipes: Mapping[str, Mapping[str, Any]],
    *,
    treatments: Mapping[str, str],
    generation: int,
) -> pd.DataFrame:
    """Generations, success and gap of treatments, sorted by the share of genes that a mutation redraws, then by label.

    Parameters
    ----------
    runs, traces : the study's tables.
    recipes : parameters of each treatment.
    treatments : treatments by label.
    generation : generation in which the gap is taken.

    Returns
    -------
    label, value, n : treatment's label, share of genes that a mutation redraws, number of runs.
    generations, generations_low, generations_high : median, infinite if fewer than half of the
        runs are solved, with the order statistics that enclose it with 95% confidence or more.
    solved, solved_low, solved_high : share of runs solved by the cap, with Wilson's 95% interval.
    going, gap, gap_low, gap_high : number of runs that reach `generation`, and the median there of
        best less average share not lost, with an interval of the same kind.
    """
    rows = []
    for label, treatment in treatments.items():
        own = runs[runs["treatment"] == treatment]
        generations = np.where(own["censored"], np.inf, own["generations"])
        reached = traces[(traces["treatment"] == treatment) & (traces["generation"] == generation)]
        rows.append(
            {
                "label": label,
                "value": float(recipes[treatment]["mutate"]["rate"]),
                "n": len(own),
                **median_interval("generations", generations),
                **share_interval("solved", int((~own["censored"]).sum()), len(own)),
                "going": len(reached),
                **median_interval("gap", (reached["mean"] - reached["best"]).to_numpy()),
            }
        )
    return pd.DataFrame(rows).sort_values(["value", "label"], ignore_index=True)
