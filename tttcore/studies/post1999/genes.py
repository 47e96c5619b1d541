"""Final genes of runs: tests against zero and a baseline, weights of defence and offence, similarity of runs."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations_with_replacement

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.stats.columns import OneOf, hidden, of_treatments, with_interval
from tttcore.stats.hypothesis_tests import holm, or_nan
from tttcore.stats.intervals import COVERAGE, bootstrap_interval, error_of_means, mean_interval, redrawn_counts

Floats = NDArray[np.float64]


def gene_labels(edge: int) -> list[str]:
    """Labels of the 2 edge - 1 combined genes, from most of the opponent's marks to most own ones."""
    return [f"{marks:+}" if marks else "0" for marks in range(1 - edge, edge)]


def labels_of(values: Floats) -> list[str]:
    """Labels of (..., 2E - 1) combined genes."""
    return gene_labels((values.shape[-1] + 1) // 2)


def combined_genes(genes: Iterable[Sequence[float]]) -> Floats:
    """(n, 2E - 1) combined genes in the order of `gene_labels`, from (n, 2E) genes: own ones, then theirs."""
    own, theirs = np.split(np.array([np.asarray(each, np.float64) for each in genes]), 2, axis=1)
    return np.hstack([theirs[:, :0:-1], own[:, :1] + theirs[:, :1], own[:, 1:]])


FINAL_GENES = {
    "treatment": "Treatment",
    "gene": "Gene",
    **hidden("place"),
    "n": "Runs",
    **with_interval("mean", "Mean"),
    "sd": "SD",
    "t": "t",
    **hidden("p"),
    "p_holm": "p, Holm",
    "first_mean": "First runs",
    "first_low": "low",
    "first_high": "high",
    "first_p": "p",
}
"""Columns of `final_genes`."""


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
        labels = labels_of(values)
        rows = [_final_gene(gene, gene[is_first]) for gene in values.T]
        table = pd.DataFrame(rows).assign(treatment=treatment, gene=labels, place=range(len(labels)))
        tables.append(table.assign(p_holm=holm(table["p"]))[[*FINAL_GENES]])
    return pd.concat(tables, ignore_index=True)


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


GENES_BESIDE = {
    "treatment": "Treatment",
    "gene": "Gene",
    "mean": "Mean",
    "baseline_mean": "Baseline",
    **with_interval("difference", "Difference", tells="error"),
    **hidden("place"),
}
"""Columns of `genes_beside`."""


def genes_beside(runs: pd.DataFrame, *, treatments: Sequence[str], baseline: str) -> pd.DataFrame:
    """Mean combined genes of the final families less those of a baseline, such as neutral drift from the same start.

    That a weight differs from zero shows no selection where genes don't start at zero; that it differs from what drift
    makes of the same genes does.

    Parameters
    ----------
    runs : table of ``genie_runs``.
    treatments : those that are compared with the baseline.
    baseline : treatment on a board of the same edge.

    Returns
    -------
    treatment, gene, place : as in `final_genes`.
    mean, baseline_mean : means over runs.
    difference, difference_low, difference_high : mean less that of the baseline, with Welch's 95% interval; assumes
        independent runs and normal means. NaN where there are too few runs or nothing varies.
    """
    beside = combined_genes(of_treatments(runs, [baseline])["genes"])
    tables = []
    for treatment, own in of_treatments(runs, treatments).groupby("treatment", sort=False, observed=True):
        values = combined_genes(own["genes"])
        labels = labels_of(values)
        ends = [_welch_interval(*pair) for pair in zip(values.T, beside.T, strict=True)]
        table = pd.DataFrame({"gene": labels, "place": range(len(labels))})
        table["mean"], table["baseline_mean"] = values.mean(axis=0), beside.mean(axis=0)
        table["difference"] = table["mean"] - table["baseline_mean"]
        table[["difference_low", "difference_high"]] = ends
        errors = [error_of_means("difference", *pair) for pair in zip(values.T, beside.T, strict=True)]
        table = table.join(pd.DataFrame(errors))
        tables.append(table.assign(treatment=treatment)[["treatment", *table.columns]])
    return pd.concat(tables, ignore_index=True)


def _welch_interval(values: Floats, others: Floats) -> tuple[float, ...]:
    """Ends of Welch's 95% interval of the difference of two means."""
    return or_nan(lambda: scipy.stats.ttest_ind(values, others, equal_var=False).confidence_interval(COVERAGE), count=2)


DEFENCE_AND_OFFENCE = {
    "treatment": "Treatment",
    "defence": "Blocking",
    "offence": "Attacking",
    **with_interval("difference", "Difference"),
}
"""Columns of `defence_and_offence`."""


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
        defence, offence = defence_and_offence_of_runs(combined_genes(own["genes"]))
        rows.append(
            {
                "treatment": treatment,
                "defence": defence.mean(),
                "offence": offence.mean(),
                **mean_interval("difference", defence - offence),
            }
        )
    return pd.DataFrame(rows)


def defence_and_offence_of_runs(values: Floats) -> tuple[Floats, Floats]:
    """(n,) mean weights of blocking and of attacking, from (n, 2E - 1) combined genes."""
    middle = values.shape[1] // 2
    return values[:, :middle].mean(axis=1), values[:, middle + 1 :].mean(axis=1)


GENE_SIMILARITY = {
    "a": OneOf("Run of", lambda study: study.treatments),
    "b": OneOf("and run of", lambda study: study.treatments),
    "pairs": "Pairs",
    **with_interval("correlation", "Correlation", tells="error"),
    **with_interval("more", "Excess over two runs of the baseline", tells="error"),
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
        fewest = min(len(patterns[a]), len(patterns[b]))
        rows.append({"a": a, "b": b, "pairs": pairs if found.size else 0, **_interval("correlation", found, fewest)})
        more = np.empty(0)
        if baseline and found.size and not a == b == baseline:
            base = stream("gene_similarity", comparison, a, b, baseline)
            less = _correlations(patterns[baseline], patterns[baseline], within=True, resamples=resamples, rng=base)
            more = found - less if less.size else less
        rows[-1] |= _interval("more", more, fewest)
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


def _interval(name: str, found: Floats, runs: int) -> dict[str, float]:
    """The first value, with the interval of the others; all NaN without any."""
    value, resampled = (float(found[0]), found[1:]) if found.size else (math.nan, found)
    return bootstrap_interval(name, value, resampled[np.isfinite(resampled)], observations=runs)


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
