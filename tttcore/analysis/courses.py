"""How a quantity goes on the way: its median over a treatment's runs, and where 95% of them are, step by step."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from tttcore.analysis.intervals import COVERAGE

GOING = 0.01
"""A course ends where a smaller share of a treatment's runs goes on."""
_QUANTILES = np.array([(1 - COVERAGE) / 2, 0.5, (1 + COVERAGE) / 2])


def courses(traces: pd.DataFrame, column: str, *, of: Sequence[str] = (), points: int = 200) -> pd.DataFrame:
    """Median and middle 95% of a column of the traces, over the runs that reach a step.

    Quantiles are linear between order statistics. The band is where runs are, not how well the median is known. Runs in
    which the value is unknown are left out.

    Parameters
    ----------
    traces : a row per run and step of it; the step is the column after treatment and replicate.
    column : the quantity.
    of : columns that add up to what it is a share of; none to take it as it is. Where they add up to 0 it is unknown.
    points : steps of each course at most, spread evenly over those that runs have; the first and the last among them.

    Returns
    -------
    treatment, step, going (runs), median, low, high; a treatment of whose runs nothing is known has no rows.
    """
    step = traces.columns[2]
    whole = traces[list(of)].sum(axis=1).replace(0, np.nan) if of else 1.0
    values = traces[["treatment", step]].assign(value=traces[column].astype(np.float64) / whole).dropna(subset="value")
    tables = [
        _course(own.set_index(step)["value"], points).assign(treatment=treatment)
        for treatment, own in values.groupby("treatment", sort=False, observed=True)
    ]
    return pd.concat(tables, ignore_index=True)[_COURSE] if tables else pd.DataFrame(columns=_COURSE)


_COURSE = ["treatment", "step", "going", "median", "low", "high"]


def _course(values: "pd.Series[float]", points: int) -> pd.DataFrame:
    """Course of the values of all runs, indexed by their steps."""
    going = values.groupby(level=0).size()
    steps = going.index[going >= GOING * going.max()].to_numpy()
    shown = steps[np.unique(np.linspace(0, len(steps) - 1, min(points, len(steps))).round().astype(int))]
    low, median, high = values[values.index.isin(shown)].groupby(level=0).quantile(_QUANTILES).unstack().to_numpy().T
    return pd.DataFrame({"step": shown, "going": going[shown].to_numpy(), "median": median, "low": low, "high": high})
