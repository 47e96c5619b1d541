"""Similarity of the genes of different runs: mean correlations within a treatment, between two, beyond a baseline."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations_with_replacement

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.engines.genies.stats.final_genes import combined_genes
from tttcore.stats.bootstrap import percentile_interval, redrawn_counts
from tttcore.stats.columns import with_interval

Floats = NDArray[np.float64]

GENE_SIMILARITY = {
    "a": "Run of",
    "b": "and run of",
    "pairs": "Pairs",
    **with_interval("correlation", "Correlation"),
    **with_interval("more", "Excess over two runs of the baseline"),
}
"""Columns of `gene_similarity`."""


def gene_similarity(
    runs: pd.DataFrame,
    comparisons: Mapping[str, Mapping[str, str]],
    stream: Callable[..., np.random.Generator],
    *,
    comparison: str,
    baseline: str | None = None,
    resamples: int,
) -> pd.DataFrame:
    """Correlation of the combined genes of different runs, a row per pair of treatments and per treatment by itself.

    Pearson's correlation over the genes. Like a Genie's choice of moves, it stays the same when all weights are
    multiplied by a positive number; it is 1 where genes have the same pattern, and about 0 where they have none in
    common. Genes are reproducible (Post 1999, Abstract) as far as different runs correlate.

    Parameters
    ----------
    runs : table of ``genie_runs``.
    comparisons : treatments by label, of each comparison.
    stream : random generator by names; that of the resamples is drawn row after row.
    comparison : name of the comparison whose treatments are taken.
    baseline : treatment that says how alike two runs are for other reasons, such as those of neutral drift.
    resamples : number of resamples of the bootstrap.

    Returns
    -------
    a, b : treatments; the same where runs of one treatment are compared with one another.
    pairs : number of pairs of different runs. A run whose genes are all equal has no correlation and isn't counted.
    correlation, correlation_low, correlation_high : mean over the pairs with the percentile bootstrap's 95%
        interval. Runs are resampled, not pairs, since pairs share runs; a run that is drawn twice is not compared
        with itself. NaN without pairs, and for boards of different edges, whose genes have no common meaning.
    more, more_low, more_high : that correlation less the one between two runs of the baseline, whose runs are
        resampled as well; NaN without a baseline and for itself.
    """
    treatments, rng = list(comparisons[comparison].values()), stream("gene_similarity", comparison)
    patterns = {
        treatment: _unit_patterns(runs.loc[runs["treatment"] == treatment, "genes"])
        for treatment in dict.fromkeys([*treatments, *([baseline] if baseline else [])])
    }
    rows = []
    for a, b in combinations_with_replacement(treatments, 2):
        found = _correlations(patterns[a], patterns[b], within=a == b, resamples=resamples, rng=rng)
        pairs = len(patterns[a]) * (len(patterns[a]) - 1) // 2 if a == b else len(patterns[a]) * len(patterns[b])
        rows.append({"a": a, "b": b, "pairs": pairs if found.size else 0, **_interval("correlation", found)})
        more = np.empty(0)
        if baseline and found.size and not a == b == baseline:
            base = stream("gene_similarity", comparison, a, b, baseline)
            less = _correlations(patterns[baseline], patterns[baseline], within=True, resamples=resamples, rng=base)
            more = found - less if less.size else less
        rows[-1] |= _interval("more", more)
    return pd.DataFrame(rows)


def _unit_patterns(genes: Iterable[Sequence[float]]) -> Floats:
    """(n, G) combined genes of the runs in which they vary, centred and of length 1: dot products are correlations."""
    combined = combined_genes(genes)
    varied = combined[np.ptp(combined, axis=1) > 0]
    centred = varied - varied.mean(axis=1, keepdims=True)
    return centred / np.linalg.norm(centred, axis=1, keepdims=True)


def _correlations(one: Floats, other: Floats, *, within: bool, resamples: int, rng: np.random.Generator) -> Floats:
    """(1 + resamples,) mean correlation of runs by their `_unit_patterns`, and of resampled ones; empty without."""
    enough = len(one) > 1 if within else min(len(one), len(other)) > 0
    if not enough or one.shape[1] != other.shape[1]:
        return np.empty(0)
    weights = _weights(len(one), resamples, rng)
    if within:
        return _mean_within(one, weights)
    return _mean_between(one, weights, other, _weights(len(other), resamples, rng))


def _interval(name: str, found: Floats) -> dict[str, float]:
    """The first value, and the percentile interval of the others; all NaN without any."""
    if not found.size:
        return dict.fromkeys((name, f"{name}_low", f"{name}_high"), math.nan)
    resampled = found[1:]
    low, high = percentile_interval(resampled[np.isfinite(resampled)])
    return {name: float(found[0]), f"{name}_low": float(low), f"{name}_high": float(high)}


def _weights(runs: int, resamples: int, rng: np.random.Generator) -> Floats:
    """(1 + resamples, runs) weight of each run: 1 in the first row, then its number of draws in each resample."""
    return np.vstack([np.ones(runs), redrawn_counts(runs, resamples, rng)])


_OVER_RUNS = "kn,ng->kg"
"""Sum over runs in the same order on any number of cores, which a matrix product doesn't promise."""


def _mean_within(patterns: Floats, weights: Floats) -> Floats:
    """(k,) mean correlation over pairs of different runs, for (k, n) weights; NaN where a single run was drawn.

    The sum over all pairs is the squared length of the sum of patterns; pairs of a run with itself, each 1, are
    subtracted.
    """
    with_itself = (weights**2).sum(axis=1)
    all_pairs = (np.einsum(_OVER_RUNS, weights, patterns) ** 2).sum(axis=1)
    pairs = weights.sum(axis=1) ** 2 - with_itself
    return np.divide(all_pairs - with_itself, pairs, out=np.full(len(weights), math.nan), where=pairs > 0)


def _mean_between(one: Floats, weights: Floats, other: Floats, other_weights: Floats) -> Floats:
    """(k,) mean correlation over pairs of a run of each group, for (k, n) and (k, m) weights."""
    sums = np.einsum(_OVER_RUNS, weights, one) * np.einsum(_OVER_RUNS, other_weights, other)
    return sums.sum(axis=1) / (len(one) * len(other))
