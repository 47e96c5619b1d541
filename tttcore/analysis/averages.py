"""Scores that families end with, and how young the Genies are that die."""

import math

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.analysis.intervals import mean_interval

QUANTITIES = ("evolving", "evolving_before", "evolving_without", "static", "unofficial")


RESAMPLES = 10_000


def final_scores(runs: pd.DataFrame, *, first: int, rng: np.random.Generator) -> pd.DataFrame:
    """Final average lifeScores, a row per treatment and quantity (Post 1999, Results, Table 3).

    Parameters
    ----------
    runs : table of ``genie_runs``, which says what the quantities are.
    first : runs from the beginning that are averaged by themselves, as many as the document had.

    Returns
    -------
    treatment, quantity, n : how many runs have it; a run without unofficial games has no share of them won.
    mean, mean_low, mean_high, sd, median, minimum, maximum : over runs, the mean with Student's 95% interval. NaN
        where there are too few runs.
    first_mean : mean of the first runs.
    of_few, of_few_low, of_few_high : the mean, and what 95% of means of so few runs lie between, by drawing 10,000
        times as many of ours: where a published mean of so few runs lies if its runs were like ours.
    """
    return pd.DataFrame(
        [
            {
                "treatment": treatment,
                "quantity": quantity,
                **_final_score(own.set_index("replicate")[quantity], first, rng),
            }
            for treatment, own in runs.groupby("treatment", sort=False, observed=True)
            for quantity in QUANTITIES
        ]
    )


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


def turnover(runs: pd.DataFrame) -> pd.DataFrame:
    """How often the Genie that dies was born in the generation before, a row per treatment.

    Where nearly all who die are newborn, the rest of the family stays as it is: the static population that the
    document saw with lifetime scores (Post 1999, Results).

    Parameters
    ----------
    runs : table of ``genie_runs``.

    Returns
    -------
    treatment, newborn_deaths, newborn_deaths_low, newborn_deaths_high : mean over runs of the share of generations,
        with Student's 95% interval.
    """
    return pd.DataFrame(
        [
            {"treatment": treatment, **mean_interval("newborn_deaths", own["newborn_deaths"].dropna())}
            for treatment, own in runs.groupby("treatment", sort=False, observed=True)
        ]
    )
