"""How a quantity goes on the way: its median over a treatment's runs, and where 95% of them are, step by step."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.pipeline.rows import Rows
from tttcore.stats.intervals import COVERAGE

GOING = 0.01
"""A course ends where a smaller share of a treatment's runs goes on."""
_TOGETHER = 50
"""Parts that are put together at once."""
_QUANTILES = np.array([(1 - COVERAGE) / 2, 0.5, (1 + COVERAGE) / 2])


def courses(
    traces: Rows, column: str, *, of: Sequence[str] = (), points: int = 200, treatments: Sequence[str] = ()
) -> pd.DataFrame:
    """Median and middle 95% of a column of the traces, over the runs that reach a step.

    Quantiles are linear between order statistics. The band is where runs are, not how well the median is known. Runs in
    which the value is unknown are left out.

    Parameters
    ----------
    traces : a row per run and step of it; the step is the column after treatment and replicate.
    column : the quantity.
    of : columns that add up to what it is a share of; none to take it as it is. Where they add up to 0 it is unknown.
    points : steps of each course at most, spread evenly over those that runs have; the first and the last among them.
    treatments : whose courses; none for those of all.

    Returns
    -------
    treatment, step, going (runs), median, low, high; a treatment of whose runs nothing is known has no rows.
    """
    step = traces.columns[2]
    counted: dict[str, _Counts] = {}
    for treatment, own in traces.by_treatment(*dict.fromkeys([step, column, *of])):
        if not treatments or treatment in treatments:
            whole = own[list(of)].sum(axis=1).replace(0, np.nan) if of else 1.0
            values = own[[step]].assign(value=own[column].astype(np.float64) / whole)
            counted.setdefault(treatment, _Counts()).add(values.groupby([step, "value"]).size())
    tables = [
        _course(counts, points).assign(treatment=treatment)
        for treatment, counts in ((name, each.total()) for name, each in counted.items())
        if len(counts)
    ]
    return pd.concat(tables, ignore_index=True)[_COURSE] if tables else pd.DataFrame(columns=_COURSE)


_COURSE = ["treatment", "step", "going", "median", "low", "high"]


class _Counts:
    """How often each value occurs at each step, put together from counts of parts."""

    def __init__(self) -> None:
        self._parts: list[pd.Series[int]] = []

    def add(self, counts: "pd.Series[int]") -> None:
        """Take the counts of a part: a series by step and value."""
        self._parts.append(counts)
        if len(self._parts) == _TOGETHER:
            self._parts = [self.total()]

    def total(self) -> "pd.Series[int]":
        """Counts of all parts, in order."""
        return pd.concat(self._parts).groupby(level=[0, 1]).sum()


def _course(counts: "pd.Series[int]", points: int) -> pd.DataFrame:
    """Course from how many runs have each value at each step: a series by step and value, in order."""
    going = counts.groupby(level=0).sum()
    steps = going.index[going >= GOING * going.max()].to_numpy()
    shown = steps[np.unique(np.linspace(0, len(steps) - 1, min(points, len(steps))).round().astype(int))]
    low, median, high = np.transpose([_quantiles(counts.loc[at]) for at in shown])
    return pd.DataFrame({"step": shown, "going": going[shown].to_numpy(), "median": median, "low": low, "high": high})


def _quantiles(counts: "pd.Series[int]") -> NDArray[np.float64]:
    """Quantiles of values in ascending order, by how often each occurs."""
    values, ends = counts.index.to_numpy(np.float64), counts.cumsum().to_numpy()
    places = (ends[-1] - 1) * _QUANTILES
    below, above = (values[np.searchsorted(ends, place(places), side="right")] for place in (np.floor, np.ceil))
    return np.asarray(below + (above - below) * (places - np.floor(places)))
