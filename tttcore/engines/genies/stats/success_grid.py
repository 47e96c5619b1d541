"""Success rates by other rules of success: a grid of average lifeScores that are enough, and windows to hold them."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.engines.genies.summary import trailing_means
from tttcore.stats.columns import of_treatments, with_interval
from tttcore.stats.intervals import share_interval

SUCCESS_GRID = {
    "treatment": "Treatment",
    "score": "Average required",
    "window": "over generations",
    "n": "Runs",
    **with_interval("share", "Share that succeeds"),
    **with_interval("held", "Share still successful at the end"),
}
"""Columns of `success_grid`."""


def success_grid(
    traces: pd.DataFrame,
    recipes: Mapping[str, Mapping[str, Any]],
    *,
    treatments: Sequence[str],
    offsets: Sequence[float],
    windows: Sequence[int],
) -> pd.DataFrame:
    """Share of runs that succeed within their last generation, by rule of success (Post 1999 defines none).

    The rule is that of `summary.summarise`; scores are compared as they are stored.

    Parameters
    ----------
    traces : table of ``genie_traces``.
    recipes : parameters of the treatments, of which ``success`` has the score that offsets are added to.
    treatments : those that are counted.
    offsets : points of the average lifeScore that are added to the recipe's.
    windows : generations over which averages are taken; longer ones than a run are left out.

    Returns
    -------
    treatment, score, window, n : average lifeScore that is enough, generations over which it is taken, number of runs.
    share, share_low, share_high : share of runs that succeed, with Wilson's 95% interval.
    held, held_low, held_high : share that is successful in the last generation, likewise.
    """
    rows = []
    for treatment, own in of_treatments(traces, treatments).groupby("treatment", sort=False, observed=True):
        by_run = own.pivot(index="replicate", columns="generation", values=["evolving", "static"]).astype(np.float64)
        evolving: NDArray[np.float64] = by_run["evolving"].to_numpy()
        static: NDArray[np.float64] = by_run["static"].to_numpy()
        base = recipes[str(treatment)]["success"]["score"]
        for window, offset in product(windows, offsets):
            if window > evolving.shape[1]:
                continue
            ours = trailing_means(evolving, window)
            held = (ours >= base + offset) & (ours > trailing_means(static, window))
            rows.append(
                {
                    "treatment": treatment,
                    "score": float(base + offset),
                    "window": window,
                    "n": len(held),
                    **share_interval("share", int(held.any(axis=1).sum()), len(held)),
                    **share_interval("held", int(held[:, -1].sum()), len(held)),
                }
            )
    return pd.DataFrame(rows)
