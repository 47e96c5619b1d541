"""Goodness of fit of simulated run lengths to published ones: two-sample tests and likelihoods."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.stats.columns import hidden
from tttcore.stats.comparison import Groups, Sample
from tttcore.stats.hypothesis_tests import holm, or_nan
from tttcore.stats.pairwise import mann_whitney_p

PERMUTED = 10_000
"""Most simulated runs in a permutation test: far more than a document has, few enough for a thousand permutations."""


AGAINST_PUBLISHED = {
    "protocol": "Protocol",
    "group": "Group",
    "n_simulated": "Our runs",
    "mean_reference": "Published mean",
    "mean_simulated": "Our mean",
    "mann_whitney_p_holm": "Mann-Whitney p, Holm",
    "anderson_darling_p_holm": "Anderson-Darling p, Holm",
    "ks_p_holm": "Kolmogorov-Smirnov p, Holm",
    "log_likelihood": "Log-likelihood",
    **hidden("n_reference", "mann_whitney_p", "anderson_darling_p", "ks_p"),
}
"""Columns of `compare_with_reference`."""


def compare_with_reference(
    reference: Groups, simulated: Mapping[str, Groups], *, resamples: int, rng: np.random.Generator
) -> pd.DataFrame:
    """Test the reference against each simulated set ("protocol"), a row per protocol and reference group.

    Columns
    -------
    protocol, group, n_reference, n_simulated, mean_reference, mean_simulated.
    mann_whitney_p, anderson_darling_p, ks_p : equal distributions, each with a `_holm` twin over all rows.
        Anderson-Darling counts ties by midranks and permutes the runs, since its tabulated p-values end at 0.001
        and 0.25; the least p-value is then ``1 / (resamples + 1)``. It takes at most the first `PERMUTED` simulated
        runs. Kolmogorov-Smirnov assumes no ties, which makes its p-values too large for whole generations.
    log_likelihood : ``sum(log p(v))`` over the reference runs v, natural logarithm, with
        ``p(v) = (c(v) + 1/2) / (n + |S| / 2)`` where c(v) of the n simulated runs took v generations. S holds the
        whole numbers from 1 that occur, or are next to one that occurs, in the reference or in any protocol's runs
        of the group. All protocols share S, so their likelihoods are comparable, and none is zero.

    Censored runs count as one generation beyond the cap. NaN where a test is undefined.

    Parameters
    ----------
    reference : published samples by group.
    simulated : groups of each protocol; groups without a reference are left out.
    resamples, rng : permutations of each Anderson-Darling test, and their random generator.

    Raises
    ------
    ValueError
        If a protocol lacks a group of the reference or a value is no whole number from 1.
    """
    for protocol, groups in simulated.items():
        for group in reference:
            if group not in groups:
                raise ValueError(f"no simulated runs of {group!r} in {protocol!r}; there are {', '.join(groups)}")
    supports = {
        group: _support([published, *(groups[group] for groups in simulated.values())])
        for group, published in reference.items()
    }
    table = pd.DataFrame(
        [
            {
                "protocol": protocol,
                "group": group,
                "n_reference": published.values.size,
                "n_simulated": groups[group].values.size,
                "mean_reference": published.values.mean(),
                "mean_simulated": groups[group].values.mean(),
                "mann_whitney_p": mann_whitney_p(published, groups[group]),
                "anderson_darling_p": _anderson_darling_p(published, groups[group], resamples=resamples, rng=rng),
                "ks_p": _ks_p(published, groups[group]),
                "log_likelihood": _log_likelihood(published, groups[group], supports[group]),
            }
            for protocol, groups in simulated.items()
            for group, published in reference.items()
        ]
    )
    tests = ["mann_whitney_p", "anderson_darling_p", "ks_p"]
    return table.assign(**{f"{test}_holm": holm(table[test]) for test in tests})


LIKELIHOOD = {
    "protocol": "Protocol",
    "log_likelihood": "Log-likelihood of the document's runs",
    "difference_to_best": "Difference to the best",
}
"""Columns of `likelihood_ratio`."""


def likelihood_ratio(against_published: pd.DataFrame) -> pd.DataFrame:
    """Log-likelihood of the reference under each protocol of `compare_with_reference`, and its difference to the best.

    Columns: protocol, log_likelihood (summed over groups), difference_to_best (0 for the best, else negative; the
    reference is ``exp(-difference_to_best)`` times as likely under the best protocol).
    """
    totals = against_published.groupby("protocol", sort=False, as_index=False)["log_likelihood"].sum()
    return totals.assign(difference_to_best=totals["log_likelihood"] - totals["log_likelihood"].max())


def _anderson_darling_p(one: Sample, other: Sample, *, resamples: int, rng: np.random.Generator) -> float:
    def test() -> Iterable[float]:
        method = scipy.stats.PermutationMethod(n_resamples=resamples, rng=rng)
        return (
            scipy.stats.anderson_ksamp([one.ranked, other.ranked[:PERMUTED]], variant="midrank", method=method).pvalue,
        )

    return or_nan(test, count=1)[0]


def _ks_p(one: Sample, other: Sample) -> float:
    return or_nan(lambda: (scipy.stats.ks_2samp(one.ranked, other.ranked).pvalue,), count=1)[0]


def _support(samples: Sequence[Sample]) -> NDArray[np.float64]:
    """Support S of `compare_with_reference`, ascending."""
    lengths = np.unique(np.concatenate([sample.ranked for sample in samples]))
    if lengths[0] < 1 or (lengths % 1 != 0).any():
        raise ValueError("generations must be whole numbers from 1")
    support = np.unique([lengths - 1, lengths, lengths + 1])
    return support[support >= 1]


def _log_likelihood(published: Sample, simulated: Sample, support: NDArray[np.float64]) -> float:
    counts = np.bincount(np.searchsorted(support, simulated.ranked), minlength=support.size)
    chances = (counts + 0.5) / (simulated.values.size + 0.5 * support.size)
    return float(np.log(chances[np.searchsorted(support, published.ranked)]).sum())
