"""Success rates of runs: within some generations, by other rules of success, and in small samples."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.engines.genies.summary import trailing_means
from tttcore.stats.columns import OneOf, hidden, of_treatments, with_interval
from tttcore.stats.intervals import share_interval
from tttcore.stats.predictions import CONTRARY_SHARE, chances_of_counts, is_contrary
from tttcore.studies.post1999.genes import final_genes

SIGNIFICANT = 0.05
"""The document's level of significance (Post 1999, Results), and the p-value below which a report differs."""
NONE = "none"
"""In place of the labels of genes that differ from zero."""

AT_END, ANY_TIME = "in the end", "at any time"
"""Times at which a run must be successful to count as one: the document assesses success by final lifeScores."""

SUCCESSES = {
    "treatment": "Treatment",
    "success": OneOf("Successful", (AT_END, ANY_TIME)),
    "within": "Within",
    "n": "Runs",
    "successes": "Succeed",
    **with_interval("share", "Proportion"),
    "first": "of the first runs",
    **hidden("share_trials"),
}
"""Columns of `success_rates`."""


def success_rates(
    runs: pd.DataFrame, recipes: Mapping[str, Mapping[str, Any]], published_replicates: int, *, within: Sequence[int]
) -> pd.DataFrame:
    """Proportion of runs that succeed within each of some numbers of generations (Post 1999, Results and Discussion).

    A run that does not succeed goes on to the last generation, so that up to there no run is censored and the
    proportion is one of independent trials.

    Parameters
    ----------
    runs : table of ``genie_runs``.
    recipes : parameters of the treatments, of which ``generations`` is the length of a run.
    within : numbers of generations; each applies to the treatments whose runs last as long.
    published_replicates : number of first runs that are also counted separately, as many as the document had.

    Returns
    -------
    treatment, success, within, n : whether runs count that are successful ``in the end``, too, after they were within
        that many generations, or ``at any time`` within them; number of runs.
    successes, share, share_low, share_high : number and share that succeed, with the exact 95% interval.
    share_trials : number of runs, too.
    first : number of successes among the first runs.
    """
    rows = []
    for treatment, own in runs.groupby("treatment", sort=False, observed=True):
        for last in within:
            if last > recipes[str(treatment)]["generations"]:
                continue
            in_time = ~own["censored"] & (own["generations"] <= last)
            for success, counted in ((AT_END, in_time & own["held"]), (ANY_TIME, in_time)):
                count = int(counted.sum())
                rows.append(
                    {
                        "treatment": treatment,
                        "success": success,
                        "within": last,
                        "n": len(own),
                        "successes": count,
                        **share_interval("share", count, len(own), tells_trials=True),
                        "first": int((counted & (own["replicate"] < published_replicates)).sum()),
                    }
                )
    return pd.DataFrame(rows, columns=[*SUCCESSES])


SMALL_SAMPLES = {
    "treatment": "Treatment",
    "success": OneOf("Successful", (AT_END, ANY_TIME)),
    "within": "Within",
    "successes": "Succeed",
    "of": "of",
    "probability": "Probability",
    "chance": "p of the exact test",
    **hidden("chance_least", "wrong", "contrary", "power", "alternative"),
}
"""Columns of `small_samples`."""


def small_samples(shares: pd.DataFrame, *, of: int) -> pd.DataFrame:
    """Distribution of the number of successes among a few runs, if each succeeds with the proportion of ours.

    The number is binomial. `chance` is that of `predictions.chances_of_counts`, which takes ours for a sample, too.

    Parameters
    ----------
    shares : table of `success_rates`.
    of : number of runs in the small sample.

    Returns
    -------
    treatment, success, within, successes, of, probability, chance : a row for every number of successes from 0 to `of`.
    chance_least : least p-value of any number that could be reported.
    wrong : probability of all numbers whose p-value is below 5%; power: the same under the `alternative`.
    contrary : see `predictions.is_contrary`.
    """
    counts = range(of + 1)
    rows = []
    for row in shares.to_dict("records"):
        probabilities = scipy.stats.binom.pmf(counts, of, row["share"])
        chances = chances_of_counts(of, successes=row["successes"], runs=row["n"])
        distribution = pd.DataFrame({"successes": counts, "probability": probabilities, "chance": chances})
        rows.append(
            distribution.assign(
                treatment=row["treatment"],
                success=row["success"],
                within=row["within"],
                of=of,
                chance_least=chances.min(),
                wrong=probabilities[chances < SIGNIFICANT].sum(),
                contrary=[is_contrary(count / of, row["share_low"], row["share_high"]) for count in counts],
                power=scipy.stats.binom.pmf(counts, of, 1 - row["share"])[chances < SIGNIFICANT].sum(),
                alternative=CONTRARY_SHARE,
            )
        )
    columns = [*SMALL_SAMPLES]
    return pd.concat(rows, ignore_index=True)[columns] if rows else pd.DataFrame(columns=columns)


FIRST_RUNS = {
    "treatment": "Treatment",
    "successes": "Succeed",
    "of": "of",
    "generations": "after generations",
    "significant": "Genes that differ",
    "significant_all": "over all runs, Holm",
    "missed": "missed",
}
"""Columns of `first_runs`."""


def first_runs(runs: pd.DataFrame, published_replicates: int) -> pd.DataFrame:
    """Results of the first runs of each treatment, as many as the document had, beside those of all runs.

    Parameters
    ----------
    runs : table of ``genie_runs``.
    published_replicates : number of runs that are taken.

    Returns
    -------
    treatment, successes, of : number of first runs that succeed, and number of first runs.
    generations : generations to success of each first run, or ``>`` and the last generation where there is none.
    significant : combined genes whose mean over the first runs differs from 0 at 5%, each tested by itself as in
        the document, see `final_genes`.
    significant_all, missed : genes that do so over all runs, corrected over the genes of the treatment, and those of
        them that are missing from `significant`.
    """
    genes = final_genes(runs, published_replicates)
    rows = []
    in_order = runs[runs["replicate"] < published_replicates].sort_values("replicate", kind="stable")
    for treatment, own in in_order.groupby("treatment", sort=False, observed=True):
        tested = genes[genes["treatment"] == treatment]
        by_first, by_all = tested["first_p"] < SIGNIFICANT, tested["p_holm"] < SIGNIFICANT
        rows.append(
            {
                "treatment": treatment,
                "successes": int(own["held"].sum()),
                "of": len(own),
                "generations": ", ".join(own["censored"].map({False: "", True: ">"}) + own["generations"].astype(str)),
                "significant": ", ".join(tested.loc[by_first, "gene"]) or NONE,
                "significant_all": ", ".join(tested.loc[by_all, "gene"]) or NONE,
                "missed": ", ".join(tested.loc[by_all & ~by_first, "gene"]),
            }
        )
    return pd.DataFrame(rows)


SUCCESS_GRID = {
    "treatment": "Treatment",
    "score": "Average required",
    "window": "over generations",
    "n": "Runs",
    **with_interval("share", "Proportion that succeeds"),
    **with_interval("held", "Proportion still successful at the end"),
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
    """Proportion of runs that succeed within their last generation, by rule of success (Post 1999 defines none).

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
    share, share_low, share_high : proportion of runs that succeed, with the exact 95% interval.
    held, held_low, held_high : share that is successful in the last generation, likewise.
    """
    rows = []
    for treatment, own in of_treatments(traces, treatments).groupby("treatment", sort=False, observed=True):
        by_run = own.pivot(index="replicate", columns="generation", values=["evolving", "static"]).astype(np.float64)
        evolving: NDArray[np.float64] = by_run["evolving"].to_numpy()
        static: NDArray[np.float64] = by_run["static"].to_numpy()
        base = recipes[str(treatment)]["success"]["score"]
        means = {each: trailing_means(evolving, each) for each in windows if each <= evolving.shape[1]}
        ahead = {each: ours > trailing_means(static, each) for each, ours in means.items()}
        for window, offset in product(means, offsets):
            held = (means[window] >= base + offset) & ahead[window]
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
