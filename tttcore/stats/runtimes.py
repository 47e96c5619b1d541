"""Distributions of run lengths: medians and spreads, survival, shares solved by a step, fixed-target curves."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.pipeline.store import Rows
from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.comparison import Groups, Sample
from tttcore.stats.intervals import percentile_interval, share_interval

SPREADS = {
    "set": "Set",
    "group": "Group",
    "n": "Runs",
    **with_interval("median", "Median"),
    **with_interval("sd", "SD"),
    **with_interval("iqr", "IQR"),
}
"""Columns of `spreads`."""


def spreads(groups: Groups, *, resamples: int, rng: np.random.Generator) -> pd.DataFrame:
    """Median, standard deviation (n - 1) and quartile range of each group, with 95% percentile bootstrap intervals.

    Quartiles interpolate linearly, as those of `summaries`. Censored runs count with the generation at which they were
    stopped. All are functions of how often each value occurs, and redrawing n values makes these counts multinomial, so
    that the cost doesn't grow with the number of runs. NaN where one run is too few.

    Parameters
    ----------
    resamples : bootstrap resamples of each group.
    rng : random generator of the resamples, drawn group after group.

    Returns
    -------
    group, n, and median, sd and iqr, each with its low and high.
    """
    return pd.DataFrame([{"group": group, **_row(sample, resamples, rng)} for group, sample in groups.items()])


def _row(sample: Sample, resamples: int, rng: np.random.Generator) -> dict[str, float]:
    values, counts = np.unique(sample.values, return_counts=True)
    n = int(counts.sum())
    redrawn = _statistics(values, rng.multinomial(n, counts / n, size=resamples))
    found = _statistics(values, counts[None])
    row: dict[str, float] = {"n": n}
    for name, estimate in found.items():
        low, high = percentile_interval(redrawn[name])
        row |= {name: float(estimate[0]), f"{name}_low": float(low), f"{name}_high": float(high)}
    return row


def _statistics(values: NDArray[np.float64], counts: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
    """(samples,) statistics of samples that are given by (samples, values) counts of ascending values."""
    n = int(counts[0].sum())
    ends = counts.cumsum(axis=1)
    low, median, high = (_quantile(values, ends, share * (n - 1)) for share in (0.25, 0.5, 0.75))
    centred = values - values.mean()
    mean = counts @ centred / n
    squares = np.maximum(counts @ centred**2 - n * mean**2, 0.0)
    sd = np.sqrt(squares / (n - 1)) if n > 1 else np.full(len(counts), np.nan)
    return {"median": median, "sd": sd, "iqr": high - low}


def _quantile(values: NDArray[np.float64], ends: NDArray[np.int64], rank: float) -> NDArray[np.float64]:
    """(samples,) value at a rank from 0, linear between order statistics, from cumulated counts of ascending values."""
    below, above = (values[(ends <= whole).sum(axis=1)] for whole in (np.floor(rank), np.ceil(rank)))
    return np.asarray(below + (above - below) * (rank - np.floor(rank)))


SURVIVAL = hidden("set", "group", "generation", "survival", "low", "high", "at_risk")
"""Columns of `survival`."""


def survival(groups: Groups) -> pd.DataFrame:
    """Kaplan-Meier estimate of the share of runs not yet solved, with censoring.

    Columns: group, generation (0 and each one at which a run ended; a value holds until the next), survival, low
    and high (95%, exponential Greenwood as in `lifelines`), at_risk (runs that reached the generation).
    """
    curves = [_survival(sample).assign(group=group) for group, sample in groups.items()]
    return pd.concat(curves, ignore_index=True)[[*SURVIVAL][1:]]


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
    return pd.concat([of_comparison(found, members).assign(set=name) for name, members in comparisons.items()])


def of_comparison(table: pd.DataFrame, members: Mapping[str, str]) -> pd.DataFrame:
    """Rows of a comparison's treatments, with the column ``treatment`` replaced by their labels as ``group``."""
    own = table[table["treatment"].isin(list(members.values()))]
    labels = {treatment: label for label, treatment in members.items()}
    return own.assign(treatment=own["treatment"].map(labels)).rename(columns={"treatment": "group"})


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
