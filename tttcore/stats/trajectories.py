"""Trajectories: median and middle 95% over a treatment's runs of a traced quantity, step by step."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.pipeline.store import Rows
from tttcore.stats.intervals import TAILS

LEAST_RUNNING = 0.01
"""A trajectory ends where a smaller proportion of the treatment's runs is still running."""
_MOST_PARTS = 50
"""Counts of parts that are held before they are added up."""
_QUANTILES = np.array([TAILS[0], 0.5, TAILS[1]])


def trajectories(trace_rows: Rows, column: str, *, points: int) -> pd.DataFrame:
    """Median and middle 95% of a column of the traces, over the runs that reach each step.

    Quantiles are linear between order statistics. The band is the spread of the runs, not a confidence interval of the
    median. Runs whose value is unknown are left out.

    Parameters
    ----------
    trace_rows : a row per run and step of it; the step is the column after treatment and replicate.
    column : the quantity.
    points : most steps of a trajectory, spread evenly over those of the runs, with the first and the last.

    Returns
    -------
    treatment, step, going (runs that reach the step), median, low, high; a treatment without known values has no rows.
    """
    step = trace_rows.columns[2]
    counted: dict[str, _Counts] = {}
    for treatment, own in trace_rows.by_treatment(step, column):
        values = own[[step]].assign(value=own[column].astype(np.float64))
        counted.setdefault(treatment, _Counts()).add(values.groupby([step, "value"]).size())
    tables = [
        _trajectory(counts, points).assign(treatment=treatment)
        for treatment, counts in ((name, each.total()) for name, each in counted.items())
        if len(counts)
    ]
    return pd.concat(tables, ignore_index=True)[_COLUMNS] if tables else pd.DataFrame(columns=_COLUMNS)


_COLUMNS = ["treatment", "step", "going", "median", "low", "high"]


class _Counts:
    """Occurrences of each value at each step, added up from counts of parts."""

    def __init__(self) -> None:
        self._parts: list[pd.Series[int]] = []

    def add(self, counts: "pd.Series[int]") -> None:
        """Add the counts of a part: a series by step and value."""
        self._parts.append(counts)
        if len(self._parts) == _MOST_PARTS:
            self._parts = [self.total()]

    def total(self) -> "pd.Series[int]":
        """Counts of all parts, sorted by step and value."""
        return pd.concat(self._parts).groupby(level=[0, 1]).sum()


def _trajectory(counts: "pd.Series[int]", points: int) -> pd.DataFrame:
    """Trajectory from the number of runs with each value at each step: a sorted series by step and value."""
    going = counts.groupby(level=0).sum()
    steps = going.index[going >= LEAST_RUNNING * going.max()].to_numpy()
    shown = steps[np.unique(np.linspace(0, len(steps) - 1, min(points, len(steps))).round().astype(int))]
    low, median, high = np.transpose([_quantiles(counts.loc[at]) for at in shown])
    return pd.DataFrame({"step": shown, "going": going[shown].to_numpy(), "median": median, "low": low, "high": high})


def _quantiles(counts: "pd.Series[int]") -> NDArray[np.float64]:
    """Quantiles of a sample from the occurrences of its values, which are in ascending order."""
    values, ends = counts.index.to_numpy(np.float64), counts.cumsum().to_numpy()
    ranks = (ends[-1] - 1) * _QUANTILES
    below, above = (values[np.searchsorted(ends, nearest(ranks), side="right")] for nearest in (np.floor, np.ceil))
    return np.asarray(below + (above - below) * (ranks - np.floor(ranks)))
