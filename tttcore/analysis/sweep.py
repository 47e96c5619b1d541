"""What a parameter does to runs, treatment by treatment."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from tttcore.analysis.intervals import median_interval, share_interval
from tttcore.base.registry import ConfigError, choices


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


def parameter_of(recipe: Mapping[str, Any], parameter: str) -> float:
    """Number at a dotted place of a recipe; ConfigError if there is none."""
    found: Any = recipe
    for key in parameter.split("."):
        if not isinstance(found, Mapping) or key not in found:
            known = list(found) if isinstance(found, Mapping) else []
            raise ConfigError(f"parameter: {parameter!r} is not in the recipe{choices(key, known)}")
        found = found[key]
    if not isinstance(found, int | float) or isinstance(found, bool):
        raise ConfigError(f"parameter: {parameter!r} is {found!r}, no number")
    return float(found)
