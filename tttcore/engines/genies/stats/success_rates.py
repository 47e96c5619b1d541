"""Success rates of runs within a number of generations, and what samples of a few runs can show of them."""

from collections.abc import Mapping, Sequence

import pandas as pd
from scipy import stats

from tttcore.engines.genies.stats.final_genes import final_genes
from tttcore.stats.intervals import share_interval

SIGNIFICANT = 0.05
"""The document's level of significance (Post 1999, Results)."""
NONE = "none"
"""In place of the labels of genes that differ from zero."""


def success_rates(
    runs: pd.DataFrame, generations: Mapping[str, int], within: Sequence[int], *, first: int
) -> pd.DataFrame:
    """Share of runs that succeed within each of some numbers of generations (Post 1999, Results and Discussion).

    A run that does not succeed goes on to the last generation, so that up to there no run is censored and the share
    is one of independent trials.

    Parameters
    ----------
    runs : table of ``genie_runs``.
    generations : length of a run of each treatment.
    within : numbers of generations; each applies to the treatments whose runs last as long.
    first : number of first runs that are also counted separately, as many as the document had.

    Returns
    -------
    treatment, within, n : number of runs.
    successes, share, share_low, share_high : number and share that succeed, with Wilson's 95% interval.
    held, held_low, held_high : share that is still successful at the end, with Wilson's 95% interval.
    first : number of successes among the first runs.
    """
    rows = []
    for treatment, own in runs.groupby("treatment", sort=False, observed=True):
        for last in within:
            if last > generations[str(treatment)]:
                continue
            in_time = ~own["censored"] & (own["generations"] <= last)
            count = int(in_time.sum())
            rows.append(
                {
                    "treatment": treatment,
                    "within": last,
                    "n": len(own),
                    "successes": count,
                    **share_interval("share", count, len(own)),
                    **share_interval("held", int((in_time & own["held"]).sum()), len(own)),
                    "first": int((in_time & (own["replicate"] < first)).sum()),
                }
            )
    return pd.DataFrame(rows, columns=_SUCCESSES)


_SUCCESSES = [
    *("treatment", "within", "n", "successes", "share", "share_low", "share_high"),
    *("held", "held_low", "held_high", "first"),
]


def small_samples(shares: pd.DataFrame, *, of: int) -> pd.DataFrame:
    """Distribution of the number of successes among a few runs, if each succeeds with the share of ours.

    The number is binomial. `p` is the two-sided exact test of that share: the probability of all numbers that are no
    likelier than this one (`scipy.stats.binomtest`). It takes the share as known; ours rests on many more runs.

    Parameters
    ----------
    shares : table of `success_rates`.
    of : number of runs in the small sample.

    Returns
    -------
    treatment, within, successes, of, chance, p : a row for every number of successes from 0 to `of`.
    """
    rows = [
        {
            "treatment": row["treatment"],
            "within": row["within"],
            "successes": count,
            "of": of,
            "chance": stats.binom.pmf(count, of, row["share"]),
            "p": stats.binomtest(count, of, row["share"]).pvalue,
        }
        for row in shares.to_dict("records")
        for count in range(of + 1)
    ]
    return pd.DataFrame(rows, columns=["treatment", "within", "successes", "of", "chance", "p"])


def first_runs(runs: pd.DataFrame, *, first: int) -> pd.DataFrame:
    """Results of the first runs of each treatment, as many as the document had, beside those of all runs.

    Parameters
    ----------
    runs : table of ``genie_runs``.
    first : number of runs that are taken.

    Returns
    -------
    treatment, successes, of : number of first runs that succeed, and number of first runs.
    generations : generations to success of each first run, or ``>`` and the last generation where there is none.
    significant : combined genes whose mean over the first runs differs from 0 at 5%, each tested by itself as in
        the document, see `final_genes`.
    significant_all, missed : genes that do so over all runs, corrected over the genes of the treatment, and those of
        them that are missing from `significant`.
    """
    genes = final_genes(runs, first=first)
    rows = []
    in_order = runs[runs["replicate"] < first].sort_values("replicate", kind="stable")
    for treatment, own in in_order.groupby("treatment", sort=False, observed=True):
        tested = genes[genes["treatment"] == treatment]
        by_first, by_all = tested["first_p"] < SIGNIFICANT, tested["p_holm"] < SIGNIFICANT
        rows.append(
            {
                "treatment": treatment,
                "successes": int((~own["censored"]).sum()),
                "of": len(own),
                "generations": ", ".join(own["censored"].map({False: "", True: ">"}) + own["generations"].astype(str)),
                "significant": ", ".join(tested.loc[by_first, "gene"]) or NONE,
                "significant_all": ", ".join(tested.loc[by_all, "gene"]) or NONE,
                "missed": ", ".join(tested.loc[by_all & ~by_first, "gene"]),
            }
        )
    return pd.DataFrame(rows)
