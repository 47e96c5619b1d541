"""Scores that families end with, and how young the Genies are that die."""

import math
from collections.abc import Callable

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

from tttcore.stats.intervals import COVERAGE, mean_interval

QUANTITIES = ("evolving", "evolving_before", "evolving_without", "static", "static_beaten", "unofficial")
LOWEST = 1.0
"""lifeScore of a Genie that only loses, or draws."""


RESAMPLES = 10_000
ENOUGH = 2
"""Runs from which on means can be compared."""


def final_scores(runs: pd.DataFrame, *, first: int, streams: Callable[[str], np.random.Generator]) -> pd.DataFrame:
    """Final average lifeScores, a row per treatment and quantity (Post 1999, Results, Table 3).

    Parameters
    ----------
    runs : table of ``genie_runs``, which says what the quantities are.
    first : runs from the beginning that are averaged by themselves, as many as the document had.
    streams : from a treatment to the stream of its resamples.

    Returns
    -------
    treatment, quantity, n : how many runs have it; a run without unofficial games has no share of them won.
        ``static_beaten`` is 1 where the static family's average is 1, the lowest there is, and 0 elsewhere.
    mean, mean_low, mean_high, sd, median, minimum, maximum : over runs, the mean with Student's 95% interval. NaN
        where there are too few runs.
    first_mean : mean of the first runs.
    of_few, of_few_low, of_few_high : the mean, and what 95% of means of so few runs lie between, by drawing 10,000
        times as many of ours: where a published mean of so few runs lies if its runs were like ours.
    """
    rows = []
    for treatment, own in runs.assign(static_beaten=runs["static"] == LOWEST).groupby("treatment", sort=False):
        rng, by_replicate = streams(str(treatment)), own.set_index("replicate")
        for quantity in QUANTITIES:
            numbers = by_replicate[quantity].astype(float)
            rows.append({"treatment": treatment, "quantity": quantity, **_final_score(numbers, first, rng)})
    return pd.DataFrame(rows)


def _final_score(of_runs: "pd.Series[float]", first: int, rng: np.random.Generator) -> dict[str, float]:
    values = of_runs.dropna()
    return {
        "n": len(values),
        **mean_interval("mean", values),
        "sd": values.std(),
        "median": values.median(),
        "minimum": values.min(),
        "maximum": values.max(),
        "first_mean": values[values.index < first].mean(),
        **_of_few(values.to_numpy(np.float64), first, rng),
    }


def _of_few(values: NDArray[np.floating], few: int, rng: np.random.Generator) -> dict[str, float]:
    """Mean, and the middle 95% of means of a few values drawn with replacement."""
    if not values.size:
        return dict.fromkeys(("of_few", "of_few_low", "of_few_high"), math.nan)
    low, high = np.quantile(rng.choice(values, (RESAMPLES, few)).mean(axis=1), [0.025, 0.975])
    return {"of_few": float(values.mean()), "of_few_low": float(low), "of_few_high": float(high)}


def turnover(runs: pd.DataFrame, *, baseline: str) -> pd.DataFrame:
    """How often the Genie that dies was born in the generation before, a row per treatment.

    Where nearly all who die are newborn, the rest of the family stays as it is: the static population that the
    document saw with lifetime scores (Post 1999, Results).

    Parameters
    ----------
    runs : table of ``genie_runs``.
    baseline : treatment that the others are compared with.

    Returns
    -------
    treatment, newborn_deaths, newborn_deaths_low, newborn_deaths_high : mean over runs of the share of generations,
        with Student's 95% interval.
    more, more_low, more_high : by how much it is more than in the baseline, with Welch's 95% interval; NaN for the
        baseline itself and where there are too few runs.
    """
    shares = {
        name: own["newborn_deaths"].dropna() for name, own in runs.groupby("treatment", sort=False, observed=True)
    }
    return pd.DataFrame(
        [
            {"treatment": name, **mean_interval("newborn_deaths", own), **_more(own, shares[baseline])}
            for name, own in shares.items()
        ]
    )


def _more(own: "pd.Series[float]", baseline: "pd.Series[float]") -> dict[str, float]:
    if own is baseline or min(len(own), len(baseline)) < ENOUGH:
        return dict.fromkeys(("more", "more_low", "more_high"), math.nan)
    interval = stats.ttest_ind(own, baseline, equal_var=False).confidence_interval(COVERAGE)
    return {"more": own.mean() - baseline.mean(), "more_low": interval.low, "more_high": interval.high}
