"""How well simulated generations fit published ones."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

from tttcore.stats.comparison import Groups, Sample
from tttcore.stats.pairwise import mann_whitney_p
from tttcore.stats.safe_tests import holm, or_nan

PERMUTED = 10_000
"""Simulated runs that are permuted: many more than any document has, and few enough to be held a thousand times."""


def compare_with_reference(
    reference: Groups, simulated: Mapping[str, Groups], *, resamples: int, rng: np.random.Generator
) -> pd.DataFrame:
    """Two-sample tests and likelihood of the reference, a row per simulated set ("protocol") and reference group.

    Columns
    -------
    protocol, group, n_reference, n_simulated, mean_reference, mean_simulated.
    mann_whitney_p, anderson_darling_p, ks_p : equal distributions, each with a `_holm` twin over all rows.
        Anderson-Darling counts ties by midranks and permutes the runs, since its tabulated p-values end at 0.001
        and 0.25; the least p-value is then ``1 / (resamples + 1)``. It looks at the first `PERMUTED` simulated runs
        at most. Kolmogorov-Smirnov assumes no ties, which
        makes its p-values too large for whole generations.
    log_likelihood : ``sum(log p(v))`` over the reference runs v, natural logarithm, with
        ``p(v) = (c(v) + 1/2) / (n + |S| / 2)`` where c(v) of the n simulated runs took v generations. S holds the
        whole numbers from 1 that were seen, or are next to one seen, in the reference or in any protocol's runs of
        the group. Every protocol shares S, so their likelihoods compare, and none is zero.

    Censored runs count as one generation beyond the cap. NaN where a test is undefined.

    Parameters
    ----------
    reference : group to published runs.
    simulated : protocol to its groups; groups without a reference are left out.
    resamples, rng : permutations of each Anderson-Darling test and their randomness.

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


def likelihood_ratio(table: pd.DataFrame) -> pd.DataFrame:
    """How much better one protocol explains the reference than another, from `compare_with_reference`.

    Columns: protocol, log_likelihood (summed over groups), difference_to_best (0 for the best, else negative; the
    reference is ``exp(-difference_to_best)`` times as likely under the best protocol).
    """
    totals = table.groupby("protocol", sort=False, as_index=False)["log_likelihood"].sum()
    return totals.assign(difference_to_best=totals["log_likelihood"] - totals["log_likelihood"].max())


def _anderson_darling_p(one: Sample, other: Sample, *, resamples: int, rng: np.random.Generator) -> float:
    def test() -> Iterable[float]:
        method = stats.PermutationMethod(n_resamples=resamples, rng=rng)
        return (stats.anderson_ksamp([one.ranked, other.ranked[:PERMUTED]], variant="midrank", method=method).pvalue,)

    return or_nan(test, count=1)[0]


def _ks_p(one: Sample, other: Sample) -> float:
    return or_nan(lambda: (stats.ks_2samp(one.ranked, other.ranked).pvalue,), count=1)[0]


def _support(samples: Sequence[Sample]) -> NDArray[np.float64]:
    """S of `compare_with_reference`, ascending."""
    seen = np.unique(np.concatenate([sample.ranked for sample in samples]))
    if seen[0] < 1 or (seen % 1 != 0).any():
        raise ValueError("generations must be whole numbers from 1")
    near = np.unique([seen - 1, seen, seen + 1])
    return near[near >= 1]


def _log_likelihood(published: Sample, simulated: Sample, support: NDArray[np.float64]) -> float:
    counts = np.bincount(np.searchsorted(support, simulated.ranked), minlength=support.size)
    chances = (counts + 0.5) / (simulated.values.size + 0.5 * support.size)
    return float(np.log(chances[np.searchsorted(support, published.ranked)]).sum())
