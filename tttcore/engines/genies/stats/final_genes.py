"""Final genes of runs: means tested against zero, quantiles, defence against offence, correlation between runs.

A gene is the weight of lines with a number of marks of one player and none of the other. Lines without marks are
counted for both players, so that their two weights act as one and are added (Post 1999, Methods). An edge of E makes 2E
genes and 2E - 1 combined ones: for 4 from ``-3``, three of the opponent's marks, over ``0`` to ``+3``, three own ones.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations_with_replacement

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.pipeline.names import Comparison
from tttcore.stats.bootstrap import TAILS, Resamples, percentile_interval, redrawn_counts
from tttcore.stats.hypothesis_tests import holm, or_nan
from tttcore.stats.intervals import mean_interval
from tttcore.stats.table_kind import table_kind

Floats = NDArray[np.float64]


def gene_labels(edge: int) -> list[str]:
    """Labels of the 2 edge - 1 combined genes, from most of the opponent's marks to most own ones."""
    return [f"{marks:+}" if marks else "0" for marks in range(1 - edge, edge)]


def combined_genes(genes: Iterable[Sequence[float]]) -> Floats:
    """(n, 2E - 1) combined genes in the order of `gene_labels`, from (n, 2E) genes: own ones, then theirs."""
    own, theirs = np.split(np.array([np.asarray(each, np.float64) for each in genes]), 2, axis=1)
    return np.hstack([theirs[:, :0:-1], own[:, :1] + theirs[:, :1], own[:, 1:]])


@table_kind(
    "Mean genes at the end (95% intervals), tested against zero: all runs, and as many as the document had",
    {
        "treatment": "Treatment",
        "gene": "Gene",
        "n": "Runs",
        "mean": "Mean",
        "mean_low": "low",
        "mean_high": "high",
        "sd": "SD",
        "t": "t",
        "p_holm": "p, Holm",
        "first_mean": "First runs",
        "first_low": "low",
        "first_high": "high",
        "first_p": "p",
    },
    further=("place", "p"),
)
def final_genes(runs: pd.DataFrame, published_replicates: int) -> pd.DataFrame:
    """Mean combined genes of the final families, tested against zero (Post 1999, Results, Figure 9 and Table 3).

    A run counts once, with the mean over its family. ``t = mean / (sd / sqrt(n))`` is referred to Student's
    distribution with n - 1 degrees of freedom; assumes independent runs and a normal mean. The document names no test.

    Parameters
    ----------
    runs : table of ``genie_runs``.
    published_replicates : number of first runs that are also tested separately, as many as the document had.

    Returns
    -------
    treatment, gene, place : label of the gene, and its place among the others, from 0.
    n, mean, mean_low, mean_high, sd : number of runs, mean with Student's 95% interval, standard deviation.
    t, p, p_holm : two-sided test that the mean is 0, and p corrected over the genes of the treatment. NaN where
        nothing varies.
    first_mean, first_low, first_high, first_p : the same for the first runs, uncorrected as in the document.
    """
    tables = []
    for treatment, own in runs.groupby("treatment", sort=False, observed=True):
        values = combined_genes(own["genes"])
        is_first = (own["replicate"] < published_replicates).to_numpy()
        labels = gene_labels((values.shape[1] + 1) // 2)
        rows = [_final_gene(gene, gene[is_first]) for gene in values.T]
        table = pd.DataFrame(rows).assign(treatment=treatment, gene=labels, place=range(len(labels)))
        tables.append(table.assign(p_holm=holm(table["p"]))[_FINAL_GENES])
    return pd.concat(tables, ignore_index=True)


_FINAL_GENES = [
    *("treatment", "gene", "place", "n", "mean", "mean_low", "mean_high", "sd", "t", "p", "p_holm"),
    *("first_mean", "first_low", "first_high", "first_p"),
]


def _final_gene(values: Floats, first: Floats) -> dict[str, float]:
    """Columns from ``n`` on of `final_genes`, except ``p_holm``, for the values of one gene."""
    t, p = _against_zero(values)
    first_mean, first_low, first_high = mean_interval("", first).values()
    return {
        "n": values.size,
        **mean_interval("mean", values),
        "sd": float(values.std(ddof=1)) if values.size > 1 else math.nan,
        "t": t,
        "p": p,
        "first_mean": first_mean,
        "first_low": first_low,
        "first_high": first_high,
        "first_p": _against_zero(first)[1],
    }


def _against_zero(values: Floats) -> tuple[float, ...]:
    """Statistic and p of the one-sample t-test against 0."""
    return or_nan(lambda: scipy.stats.ttest_1samp(values, 0.0), count=2)


@table_kind(
    "Genes at the end: quantiles over runs",
    further=("treatment", "gene", "place", "n", "low", "lower", "median", "upper", "high"),
)
def gene_quantiles(runs: pd.DataFrame) -> pd.DataFrame:
    """Quantiles over runs of the final families' mean combined genes, linear between order statistics.

    Parameters
    ----------
    runs : table of ``genie_runs``.

    Returns
    -------
    treatment, gene, place : as in `final_genes`.
    n, low, lower, median, upper, high : number of runs, and the quantiles 2.5%, 25%, 50%, 75% and 97.5%.
    """
    tables = []
    for treatment, own in runs.groupby("treatment", sort=False, observed=True):
        values = combined_genes(own["genes"])
        labels = gene_labels((values.shape[1] + 1) // 2)
        found = dict(zip(_QUANTILES, np.quantile(values, list(_QUANTILES.values()), axis=0), strict=True))
        table = pd.DataFrame({"gene": labels, "place": range(len(labels)), "n": len(own), **found})
        tables.append(table.assign(treatment=treatment)[["treatment", *table.columns]])
    return pd.concat(tables, ignore_index=True)


_QUANTILES = {"low": TAILS[0], "lower": 0.25, "median": 0.5, "upper": 0.75, "high": TAILS[1]}


@table_kind(
    "Mean weight of blocking (lines with the opponent's marks) and of attacking (own marks), 95% intervals",
    {
        "treatment": "Treatment",
        "defence": "Blocking",
        "offence": "Attacking",
        "difference": "Difference",
        "difference_low": "low",
        "difference_high": "high",
    },
)
def defence_and_offence(runs: pd.DataFrame) -> pd.DataFrame:
    """Mean weights of lines with the opponent's marks and of lines with own marks (Post 1999, Results, draw goal).

    Parameters
    ----------
    runs : table of ``genie_runs``.

    Returns
    -------
    treatment, defence, offence : means over runs and over the genes of lines with marks.
    difference, difference_low, difference_high : defence minus offence, with Student's 95% interval over runs.
    """
    rows = []
    for treatment, own in runs.groupby("treatment", sort=False, observed=True):
        values = combined_genes(own["genes"])
        middle = values.shape[1] // 2
        defence, offence = values[:, :middle].mean(axis=1), values[:, middle + 1 :].mean(axis=1)
        rows.append(
            {
                "treatment": treatment,
                "defence": defence.mean(),
                "offence": offence.mean(),
                **mean_interval("difference", defence - offence),
            }
        )
    return pd.DataFrame(rows)


@table_kind(
    "How alike the genes of two runs are: mean correlation (95% intervals)",
    {
        "a": "Run of",
        "b": "and run of",
        "pairs": "Pairs",
        "correlation": "Correlation",
        "correlation_low": "low",
        "correlation_high": "high",
    },
)
def gene_similarity(
    runs: pd.DataFrame,
    comparisons: Mapping[str, Mapping[str, str]],
    stream: Callable[..., np.random.Generator],
    *,
    comparison: Comparison,
    resamples: Resamples = 2000,
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
    resamples : number of resamples of the bootstrap.

    Returns
    -------
    a, b : treatments; the same where runs of one treatment are compared with one another.
    pairs : number of pairs of different runs. A run whose genes are all equal has no correlation and isn't counted.
    correlation, correlation_low, correlation_high : mean over the pairs with the percentile bootstrap's 95%
        interval. Runs are resampled, not pairs, since pairs share runs; a run that is drawn twice is not compared
        with itself. NaN without pairs, and for boards of different edges, whose genes have no common meaning.
    """
    treatments, rng = list(comparisons[comparison].values()), stream("gene_similarity", comparison)
    patterns = {
        treatment: _unit_patterns(runs.loc[runs["treatment"] == treatment, "genes"]) for treatment in treatments
    }
    return pd.DataFrame(
        [
            {"a": a, "b": b, **_similarity(patterns[a], patterns[b], within=a == b, resamples=resamples, rng=rng)}
            for a, b in combinations_with_replacement(treatments, 2)
        ]
    )


def _unit_patterns(genes: Iterable[Sequence[float]]) -> Floats:
    """(n, G) combined genes of the runs in which they vary, centred and of length 1: dot products are correlations."""
    combined = combined_genes(genes)
    varied = combined[np.ptp(combined, axis=1) > 0]
    centred = varied - varied.mean(axis=1, keepdims=True)
    return centred / np.linalg.norm(centred, axis=1, keepdims=True)


def _similarity(
    one: Floats, other: Floats, *, within: bool, resamples: int, rng: np.random.Generator
) -> dict[str, float]:
    """Pairs and mean correlation with its interval, see `gene_similarity`, of runs by their `_unit_patterns`."""
    pairs = len(one) * (len(one) - 1) // 2 if within else len(one) * len(other)
    if pairs == 0 or one.shape[1] != other.shape[1]:
        return {"pairs": 0, **dict.fromkeys(("correlation", "correlation_low", "correlation_high"), math.nan)}
    weights = _weights(len(one), resamples, rng)
    if within:
        correlations = _mean_within(one, weights)
    else:
        correlations = _mean_between(one, weights, other, _weights(len(other), resamples, rng))
    mean, resampled = correlations[0], correlations[1:]
    low, high = percentile_interval(resampled[np.isfinite(resampled)])
    return {"pairs": pairs, "correlation": mean, "correlation_low": low, "correlation_high": high}


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
