"""Generations, success and gap of runs as functions of a parameter."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from tttcore.pipeline.messages import ConfigError, choices
from tttcore.stats.columns import with_interval
from tttcore.stats.intervals import median_interval, share_interval

SWEEP = {
    "label": "Treatment",
    "value": "Value",
    "n": "Runs",
    **with_interval("generations", "Median generations"),
    **with_interval("solved", "Share solved"),
    "going": "Runs at the gap's generation",
    **with_interval("gap", "Gap"),
}
"""Columns of `sweep`."""


def sweep(
    runs: pd.DataFrame,
    traces: pd.DataFrame,
    comparisons: Mapping[str, Mapping[str, str]],
    recipes: Mapping[str, Mapping[str, Any]],
    *,
    comparison: str,
    parameter: str,
    generation: int,
) -> pd.DataFrame:
    """Generations, success and gap of each treatment, sorted by the value of the parameter, then by label.

    Parameters
    ----------
    runs, traces : the study's tables.
    comparisons : treatments by label, of each comparison.
    recipes : the treatments' parameters.
    comparison : comparison whose treatments vary the parameter.
    parameter : place of the parameter in a recipe, such as ``mutate.rate``.
    generation : generation in which the gap is taken.

    Returns
    -------
    label, value, n : treatment's label, value of the parameter, number of runs.
    generations, generations_low, generations_high : median, infinite if fewer than half of the
        runs are solved, with the order statistics that enclose it with 95% confidence or more.
    solved, solved_low, solved_high : share of runs solved by the cap, with Wilson's 95% interval.
    going, gap, gap_low, gap_high : number of runs that reach `generation`, and the median there of
        best less average share not lost, with an interval of the same kind.

    Raises
    ------
    ConfigError
        If a recipe has no such parameter.
    """
    rows = []
    for label, treatment in comparisons[comparison].items():
        own = runs[runs["treatment"] == treatment]
        generations = np.where(own["censored"], np.inf, own["generations"])
        reached = traces[(traces["treatment"] == treatment) & (traces["generation"] == generation)]
        rows.append(
            {
                "label": label,
                "value": _value_of(parameter, recipes[treatment], treatment),
                "n": len(own),
                **median_interval("generations", generations),
                **share_interval("solved", int((~own["censored"]).sum()), len(own)),
                "going": len(reached),
                **median_interval("gap", (reached["mean"] - reached["best"]).to_numpy()),
            }
        )
    return pd.DataFrame(rows).sort_values(["value", "label"], ignore_index=True)


def _value_of(parameter: str, recipe: Mapping[str, Any], treatment: str) -> float:
    """Number at a dotted place of a treatment's recipe."""
    found: Any = recipe
    for key in parameter.split("."):
        if key not in found:
            raise ConfigError(f"treatments.{treatment}: {parameter!r} is not in the recipe{choices(key, [*found])}")
        found = found[key]
    return float(found)
