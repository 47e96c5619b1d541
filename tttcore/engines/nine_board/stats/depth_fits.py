"""From which move on a deeper search takes no more than a shallower one did at first."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.games.nine_board import MOVES
from tttcore.pipeline.messages import ConfigError
from tttcore.stats.bootstrap import percentile_interval, redrawn_counts
from tttcore.stats.columns import with_interval

Floats = NDArray[np.float64]

HOW: Mapping[str, str] = {
    "allowed": "positions at the first search of the shallower player, on average over games",
    "fits_from": "first step at which the deeper player's search takes no more than that, on average",
}
"""Definitions of the facts."""


DEPTH_FITS = {
    "fact": "Fact",
    **with_interval("value", "Value"),
    "how": "Meaning",
}
"""Columns of `depth_fits`."""


def depth_fits(
    traces: pd.DataFrame,
    stream: Callable[..., np.random.Generator],
    *,
    treatment: str,
    deeper: str,
    depth: int,
    resamples: int = 2000,
) -> pd.DataFrame:
    """First step at which searches to some depth fit into what the first search takes, with bootstrap intervals.

    Parameters
    ----------
    traces : table of ``nine_board_traces``.
    stream : random generator by names.
    treatment : whose first search beyond one ply sets what is allowed.
    deeper : treatment whose searches go to `depth` from early on.
    depth : of the searches of `deeper` that are looked at.

    Returns
    -------
    fact, value, value_low, value_high, how : facts as in `HOW`; games of both treatments are redrawn, and the ends of a
        step are steps. NaN where no search fits, and for ends with a single game of either.

    Raises
    ------
    ConfigError
        If a treatment has no such searches.
    """
    own, other = (traces[traces["treatment"] == name] for name in (treatment, deeper))
    if not (own["depth"] > 1).any():
        raise ConfigError(f"treatment: {treatment!r} has no measured searches beyond one ply")
    other = other[other["depth"] == depth]
    if other.empty:
        raise ConfigError(f"deeper: {deeper!r} has no measured searches to depth {depth}")
    first = own[own["step"] == own.loc[own["depth"] > 1, "step"].min()]["nodes"].to_numpy(float)
    games = pd.factorize(other["replicate"])[0]
    work = np.zeros((games.max() + 1, 2, MOVES))
    work[games, 0, other["step"]] = other["nodes"]
    work[games, 1, other["step"]] = 1
    found = _facts(first.mean(), work.sum(axis=0))
    ends = dict.fromkeys(HOW, (math.nan, math.nan))
    if len(first) > 1 and len(work) > 1:
        rng = stream("depth fits", treatment, deeper)
        means = redrawn_counts(len(first), resamples, rng) @ first / len(first)
        drawn = redrawn_counts(len(work), resamples, rng).astype(np.float64)
        again = [_facts(mean, sums) for mean, sums in zip(means, np.tensordot(drawn, work, 1), strict=True)]
        ends = {name: _ends(np.array([each[name] for each in again])) for name in HOW}
    rows: list[dict[str, Any]] = []
    for name, how in HOW.items():
        low, high = ends[name]
        rows.append({"fact": name, "value": found[name], "value_low": low, "value_high": high, "how": how})
    return pd.DataFrame(rows)


def _facts(allowed: float, sums: Floats) -> dict[str, float]:
    """Facts from the mean of the first searches, and (nodes and searches, steps) sums of the deeper ones."""
    nodes, searches = sums
    fits = (searches > 0) & (nodes <= allowed * searches)
    return {"allowed": float(allowed), "fits_from": float(fits.argmax()) if fits.any() else math.nan}


def _ends(redrawn: Floats) -> tuple[float, float]:
    """Percentile interval by values of the statistic; NaN if it was undefined once."""
    if np.isnan(redrawn).any():
        return math.nan, math.nan
    low, high = percentile_interval(redrawn, method="inverted_cdf")
    return float(low), float(high)
