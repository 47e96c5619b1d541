"""What a parameter does to runs, treatment by treatment."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.genetic_algorithm.stats.recipe_parameters import parameter_of
from tttcore.stats.intervals import median_interval, share_interval


def sweep(
    runs: pd.DataFrame,
    traces: pd.DataFrame,
    members: Mapping[str, str],
    recipes: Mapping[str, Mapping[str, Any]],
    *,
    parameter: str,
    generation: int,
) -> pd.DataFrame:
    """A row per treatment of a comparison, by rising value of the parameter.

    Parameters
    ----------
    runs, traces : the study's tables.
    members : treatments by label.
    recipes : the treatments' parameters.
    parameter : place of the parameter in a recipe, such as ``mutate.rate``.
    generation : where the gap is taken.

    Returns
    -------
    label, value, n : of the parameter, and how many runs.
    generations, generations_low, generations_high : median, infinite where fewer than half of the
        runs are solved, with the order statistics that enclose it with 95% confidence or more.
    solved, solved_low, solved_high : share of runs solved by the cap, with Wilson's 95% interval.
    going, gap, gap_low, gap_high : runs that get to `generation`, and the median of best less
        average share not lost there, with the like interval.

    Raises
    ------
    ConfigError
        If a recipe has no such parameter or no number there.
    """
    rows = []
    for label, treatment in members.items():
        own = runs[runs["treatment"] == treatment]
        taken = np.where(own["censored"], np.inf, own["generations"])
        there = traces[(traces["treatment"] == treatment) & (traces["generation"] == generation)]
        rows.append(
            {
                "label": label,
                "value": parameter_of(recipes[treatment], parameter),
                "n": len(own),
                **median_interval("generations", taken),
                **share_interval("solved", int((~own["censored"]).sum()), len(own)),
                "going": len(there),
                **median_interval("gap", (there["mean"] - there["best"]).to_numpy()),
            }
        )
    return pd.DataFrame(rows).sort_values("value", ignore_index=True)
