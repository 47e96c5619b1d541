"""Final average lifeScores of both families, and the share of deaths that are newborns' (turnover)."""

import math
from collections.abc import Callable

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.intervals import COVERAGE, mean_interval

QUANTITIES = ("evolving", "evolving_before", "evolving_without", "static", "static_beaten", "unofficial")
LOWEST = 1.0
"""lifeScore of a Genie that only loses, or draws."""
RESAMPLES = 10_000
MIN_RUNS = 2
"""Fewest runs of which means are compared."""

FINAL_SCORES = {
    "treatment": "Treatment",
    "quantity": "Quantity",
    "n": "Runs",
    **with_interval("mean", "Mean"),
    "sd": "SD",
    "median": "Median",
    "minimum": "Min",
    "maximum": "Max",
    "first_mean": "First runs",
    "of_few_low": "Means of as many runs, low",
    "of_few_high": "high",
    **hidden("of_few"),
}
"""Columns of `final_scores`."""


def final_scores(
    runs: pd.DataFrame, published_replicates: int, stream: Callable[..., np.random.Generator]
) -> pd.DataFrame:
    """Final average lifeScores, a row per treatment and quantity (Post 1999, Results, Table 3).

    Parameters
    ----------
    runs : table of ``genie_runs``, whose schema describes the quantities.
    published_replicates : number of first runs that are also averaged separately, as many as the document had.
    stream : random generator by names; each treatment's resamples have their own.

    Returns
    -------
    treatment, quantity, n : number of runs that have the quantity; a run without unofficial games has no share of them
        won. ``static_beaten`` is 1 where the static family's average is 1, the lowest possible, and 0 elsewhere.
    mean, mean_low, mean_high, sd, median, minimum, maximum : over runs, the mean with Student's 95% interval. NaN
        where there are too few runs.
    first_mean : mean of the first runs.
    of_few, of_few_low, of_few_high : the mean, and the range of 95% of the means of that many runs drawn with
        replacement from ours, 10,000 times: a published mean of as few runs lies there if its runs were like ours.
    """
    rows = []
    for treatment, own in runs.assign(static_beaten=runs["static"] == LOWEST).groupby("treatment", sort=False):
        rng, by_replicate = stream("final_scores", str(treatment)), own.set_index("replicate")
        for quantity in QUANTITIES:
            numbers = by_replicate[quantity].astype(float)
            rows.append(
                {"treatment": treatment, "quantity": quantity, **_final_score(numbers, published_replicates, rng)}
            )
    return pd.DataFrame(rows)


def _final_score(by_run: "pd.Series[float]", first: int, rng: np.random.Generator) -> dict[str, float]:
    """Columns from ``n`` on of `final_scores`, for the values of one quantity by replicate."""
    values = by_run.dropna()
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
    """Mean, and the middle 95% of the means of `few` values drawn with replacement."""
    if not values.size:
        return dict.fromkeys(("of_few", "of_few_low", "of_few_high"), math.nan)
    low, high = np.quantile(rng.choice(values, (RESAMPLES, few)).mean(axis=1), [0.025, 0.975])
    return {"of_few": float(values.mean()), "of_few_low": float(low), "of_few_high": float(high)}


TURNOVER = {
    "treatment": "Treatment",
    **with_interval("newborn_deaths", "Newborn deaths"),
    **with_interval("more", "Excess over the baseline"),
}
"""Columns of `turnover`."""


def turnover(runs: pd.DataFrame, *, baseline: str) -> pd.DataFrame:
    """Share of deaths of Genies born in the generation before, a row per treatment.

    Where nearly all that die are newborn, the rest of the family stays as it is: the static population that the
    document reports for lifetime scores (Post 1999, Results).

    Parameters
    ----------
    runs : table of ``genie_runs``.
    baseline : treatment with which the others are compared.

    Returns
    -------
    treatment, newborn_deaths, newborn_deaths_low, newborn_deaths_high : mean over runs of the share of generations,
        with Student's 95% interval.
    more, more_low, more_high : difference from the baseline's share, with Welch's 95% interval; NaN for the baseline
        itself and where there are too few runs.
    """
    shares = {
        name: own["newborn_deaths"].dropna() for name, own in runs.groupby("treatment", sort=False, observed=True)
    }
    return pd.DataFrame(
        [
            {"treatment": name, **mean_interval("newborn_deaths", own), **_difference(own, shares[baseline])}
            for name, own in shares.items()
        ]
    )


def _difference(own: "pd.Series[float]", baseline: "pd.Series[float]") -> dict[str, float]:
    """Difference of the means with Welch's interval, see `turnover`."""
    if own is baseline or min(len(own), len(baseline)) < MIN_RUNS:
        return dict.fromkeys(("more", "more_low", "more_high"), math.nan)
    interval = scipy.stats.ttest_ind(own, baseline, equal_var=False).confidence_interval(COVERAGE)
    return {"more": own.mean() - baseline.mean(), "more_low": interval.low, "more_high": interval.high}
