"""Runtime distributions: Kaplan-Meier survival, empirical distribution functions, fixed-target curves."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.pipeline.rows import Rows
from tttcore.stats.columns import hidden
from tttcore.stats.comparison import Groups, Sample
from tttcore.stats.intervals import share_interval
from tttcore.stats.samples import labelled

SURVIVAL = hidden("set", "group", "generation", "survival", "low", "high", "at_risk")
"""Columns of `survival`."""


def survival(groups: Groups) -> pd.DataFrame:
    """Kaplan-Meier estimate of the share of runs not yet solved, with censoring.

    Columns: group, generation (0 and each one at which a run ended; a value holds until the next), survival, low
    and high (95%, exponential Greenwood as in `lifelines`), at_risk (runs that reached the generation).
    """
    return pd.concat(
        [_survival(sample).assign(group=group)[_SURVIVAL] for group, sample in groups.items()], ignore_index=True
    )


_SURVIVAL = ["group", "generation", "survival", "low", "high", "at_risk"]


def _survival(sample: Sample) -> pd.DataFrame:
    from lifelines import KaplanMeierFitter

    fitter = KaplanMeierFitter().fit(sample.values, ~sample.censored)
    low, high = fitter.confidence_interval_.to_numpy().T
    curve = fitter.survival_function_
    return pd.DataFrame(
        {
            "generation": curve.index.to_numpy(),
            "survival": curve.iloc[:, 0].to_numpy(),
            "low": low,
            "high": high,
            "at_risk": fitter.event_table["at_risk"].to_numpy(),
        }
    )


ECDF = hidden("set", "group", "generation", "fraction", "fraction_low", "fraction_high")
"""Columns of `ecdf`."""


def ecdf(groups: Groups, cap: int) -> pd.DataFrame:
    """Share of the runs of each group that were solved by each generation; censored runs count as never solved.

    Columns: group, generation (0 to `cap`), fraction with Wilson's interval.
    """
    return pd.concat([_solved(sample, cap).assign(group=group) for group, sample in groups.items()], ignore_index=True)


def _solved(sample: Sample, cap: int) -> pd.DataFrame:
    generations, runs = np.arange(cap + 1), sample.values.size
    solved = np.searchsorted(np.sort(sample.values[~sample.censored]), generations, side="right")
    each = {count: share_interval("fraction", count, runs) for count in np.unique(solved).tolist()}
    shares = pd.DataFrame([each[count] for count in solved.tolist()])
    return shares.assign(generation=generations)[["generation", "fraction", "fraction_low", "fraction_high"]]


FIXED_TARGETS = hidden("set", "group", "target", "generation", "fraction")
"""Columns of `fixed_targets_of_sets`."""


def fixed_targets_of_sets(
    trace_rows: Rows,
    cap: int,
    comparisons: Mapping[str, Mapping[str, str]],
    *,
    targets: Sequence[float],
) -> pd.DataFrame:
    """Fixed-target curves of the treatments of each comparison, see `fixed_target`."""
    found = fixed_target(trace_rows, targets, cap)
    return pd.concat([labelled(found, members).assign(set=name) for name, members in comparisons.items()])


def fixed_target(traces: Rows, targets: Sequence[float], cap: int) -> pd.DataFrame:
    """Fixed-target ECDF: share of runs whose best fitness has been at or below a target by a generation.

    A target is reached for good at its first hit, also by a run that ended before the cap. Every run with a row in
    `traces` counts, whether or not it ever hit. The curves are those of IOHanalyzer (Wang et al. 2022).

    Parameters
    ----------
    traces : a row per run and generation with the columns treatment, replicate, generation (whole, from 0), best.
    targets : fitness values; lower is better.
    cap : last generation of the curves.

    Returns
    -------
    treatment, target, generation (0 to cap), fraction; treatments in order of appearance.
    """
    first_hits: dict[str, NDArray[np.int64]] = {}
    for treatment, own in traces.by_treatment("replicate", "generation", "best"):
        first_hits[treatment] = first_hits.get(treatment, 0) + _first_hits(own, targets, cap)
    fraction = [hits[:, :-1].cumsum(axis=1) / hits.sum(axis=1, keepdims=True) for hits in first_hits.values()]
    names = ["treatment", "target", "generation"]
    index = pd.MultiIndex.from_product([first_hits, targets, range(cap + 1)], names=names)
    return pd.DataFrame({"fraction": np.ravel(fraction)}, index=index).reset_index()


def _first_hits(traces: pd.DataFrame, targets: Sequence[float], cap: int) -> NDArray[np.int64]:
    """(targets, cap + 2) number of runs whose first hit of a target is in each generation; last, runs without one."""
    generation, best = traces["generation"].to_numpy(), traces["best"].to_numpy()
    run, runs = pd.factorize(traces["replicate"])
    hits = np.zeros((len(targets), cap + 2), np.int64)
    for row, target in enumerate(targets):
        hit = (best <= target) & (generation <= cap)
        first = np.full(len(runs), cap + 1)
        np.minimum.at(first, run[hit], generation[hit])
        hits[row] = np.bincount(first, minlength=cap + 2)
    return hits


EXCEEDANCES = hidden("set", "group", "threshold", "runs", "share", "share_low", "share_high")
"""Columns of `exceedances`."""


def exceedances(groups: Groups, *, thresholds: Sequence[int]) -> pd.DataFrame:
    """Number and share of runs longer than each threshold, with exact 95% intervals, a row per group and threshold."""
    rows = []
    for group, sample in groups.items():
        for threshold in thresholds:
            runs = int((sample.values > threshold).sum())
            share = share_interval("share", runs, sample.values.size, method="exact")
            rows.append({"group": group, "threshold": threshold, "runs": runs, **share})
    return pd.DataFrame(rows)
