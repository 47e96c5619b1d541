"""What it costs that searches look further ahead from some step of the game on."""

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.analysis.intervals import COVERAGE
from tttcore.games.nine_board import MOVES

Floats = NDArray[np.float64]

HOW: Mapping[str, str] = {
    "busiest": "step at which most positions are looked at, on average over the games that get there",
    "busiest_unpruned": "the same without pruning",
    "first_two_over_later": "positions at the easier of the first two searched moves, times those at the busiest later step",
    "after_over_first": "positions at the first deeper search, times those at the first search",
    "jump": "positions that pruning saves at the first deeper search, times those at the last one before",
    "saved_after_over_before": "positions that pruning saves per deeper search, times those per search before",
    "pruned_after_over_unpruned_before": "positions per deeper search with pruning, times those per search before "
    "without",
}
"""What each fact is."""
FIRST = 1
"""The first step that is searched further than one ply."""


def deepening(traces: pd.DataFrame, last: int, *, resamples: int, rng: np.random.Generator) -> pd.DataFrame:
    """Facts of the work at each step, with percentile bootstrap intervals over games.

    Parameters
    ----------
    traces : rows of ``nine_board_traces`` of one treatment.
    last : step after which searches go deeper.

    Returns
    -------
    fact, value, value_low, value_high, how : names are those of `HOW`; NaN where no game gets so far, or, of interval
        ends, with a single game.
    """
    games = pd.factorize(traces["replicate"])[0]
    count = games.max() + 1
    work = {}
    for name in ("nodes", "unpruned"):
        work[name] = np.full((count, MOVES), np.nan)
        work[name][games, traces["step"]] = traces[name]
    found = _facts(work, np.ones(count), last)
    drawn = rng.multinomial(count, np.full(count, 1 / count), size=resamples)
    again = [_facts(work, weights, last) for weights in drawn] if count > 1 else []
    tails = [(1 - COVERAGE) / 2, (1 + COVERAGE) / 2]
    rows = []
    for name, value in found.items():
        low, high = math.nan, math.nan
        if again and not math.isnan(value):
            low, high = np.nanquantile([other[name] for other in again], tails)
        rows.append({"fact": name, "value": value, "value_low": low, "value_high": high, "how": HOW[name]})
    return pd.DataFrame(rows)


def _facts(work: Mapping[str, Floats], weights: Floats, last: int) -> dict[str, float]:
    """Facts of games that count so often each."""
    there = weights @ ~np.isnan(work["nodes"])
    sums = {name: weights @ np.nan_to_num(counts) for name, counts in work.items()}
    with np.errstate(invalid="ignore", divide="ignore"):
        nodes, unpruned = (sums[name] / there for name in ("nodes", "unpruned"))
        saved = unpruned - nodes
        before, after = slice(FIRST, last + 1), slice(last + 1, None)
        per_search = {
            (name, when): sums[name][span].sum() / there[span].sum()
            for name in sums
            for when, span in (("before", before), ("after", after))
        }
        saved_per = {when: per_search["unpruned", when] - per_search["nodes", when] for when in ("before", "after")}
        return {
            "busiest": float(np.nanargmax(nodes)),
            "busiest_unpruned": float(np.nanargmax(unpruned)),
            "first_two_over_later": nodes[FIRST : FIRST + 2].min() / np.nanmax(nodes[FIRST + 2 :]),
            "after_over_first": nodes[last + 1] / nodes[FIRST],
            "jump": saved[last + 1] / saved[last],
            "saved_after_over_before": saved_per["after"] / saved_per["before"],
            "pruned_after_over_unpruned_before": per_search["nodes", "after"] / per_search["unpruned", "before"],
        }
