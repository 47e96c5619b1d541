"""Runtime distributions: survival curves, shares solved by a generation, fixed-target curves."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from lifelines import KaplanMeierFitter

from tttcore.analysis.compare import Groups, Sample


def survival(groups: Groups) -> pd.DataFrame:
    """Kaplan-Meier estimate of the share of runs not yet solved, censored runs taken into account.

    Columns: group, generation (0 and each one at which a run ended; a step holds until the next), survival, low
    and high (95%, exponential Greenwood as in `lifelines`), at_risk (runs that got that far).
    """
    return pd.concat(
        [_survival(sample).assign(group=group)[_SURVIVAL] for group, sample in groups.items()], ignore_index=True
    )


_SURVIVAL = ["group", "generation", "survival", "low", "high", "at_risk"]


def _survival(sample: Sample) -> pd.DataFrame:
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


def ecdf(groups: Groups, generations: Sequence[int] | None = None) -> pd.DataFrame:
    """Share of all runs of a group that were solved within that many generations; censored runs never are.

    Columns: group, generation, fraction. Without `generations`, every one from 0 to the last that any run reached.
    """
    if generations is None:
        generations = range(int(max(sample.values.max() for sample in groups.values())) + 1)
    return pd.concat(
        [
            pd.DataFrame({"group": group, "generation": generations, "fraction": _solved(sample, generations)})
            for group, sample in groups.items()
        ],
        ignore_index=True,
    )


def _solved(sample: Sample, generations: Sequence[int]) -> np.ndarray:
    solved_at = np.sort(sample.values[~sample.censored])
    return np.searchsorted(solved_at, generations, side="right") / sample.values.size


def fixed_target(traces: pd.DataFrame, targets: Sequence[float], cap: int) -> pd.DataFrame:
    """Share of runs whose best fitness has been at or below a target by a generation (fixed-target ECDF).

    A target counts as reached for good at its first hit, also for a run that ended before the cap. Every run with
    a row in `traces` counts, whether or not it ever hit. The curves are those of IOHanalyzer (Wang et al. 2022).

    Parameters
    ----------
    traces : a row per run and generation with the columns group, replicate, generation (whole, from 0), best.
    targets : fitness values; lower is better.
    cap : last generation of the curves.

    Returns
    -------
    group, target, generation (0 to cap), fraction; groups in order of appearance.
    """
    generation = traces["generation"].to_numpy()
    best = traces["best"].to_numpy()
    run = traces.groupby(["group", "replicate"], sort=False, observed=True).ngroup().to_numpy()
    codes, groups = pd.factorize(traces["group"])
    runs, example = np.unique(run, return_index=True)
    group_of_run = codes[example]
    sizes = np.bincount(group_of_run, minlength=len(groups))

    fraction = np.zeros((len(groups), len(targets), cap + 1))
    for column, target in enumerate(targets):
        hit = (best <= target) & (generation <= cap)
        first = np.full(runs.size, cap + 1)
        np.minimum.at(first, run[hit], generation[hit])
        reached = first <= cap
        np.add.at(fraction[:, column], (group_of_run[reached], first[reached]), 1.0)
    fraction = fraction.cumsum(axis=-1) / sizes[:, None, None]

    index = pd.MultiIndex.from_product([groups, targets, range(cap + 1)], names=["group", "target", "generation"])
    return pd.DataFrame({"fraction": fraction.ravel()}, index=index).reset_index()
