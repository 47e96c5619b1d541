"""Behaviour of runs by generation: rises of the best fitness, and diversity."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.pipeline.store import Rows
from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.intervals import mean_interval

BEHAVIOUR = {
    "treatment": "Treatment",
    "initial_mean": "Initial mean proportion of games lost",
    "rises": "Rises of the best player's proportion lost",
    "steps": "of steps",
    "largest_rise": "Largest rise",
    "runs_with_rise": "Runs with a rise ≥ 0.01",
    **with_interval("distinct_share", "Different genomes"),
    **hidden("initial_mean_low", "initial_mean_high"),
}
"""Columns of `behaviour_of_runs`."""


def behaviour_of_runs(trace_rows: Rows, recipes: Mapping[str, Mapping[str, Any]]) -> pd.DataFrame:
    """Initial fitness, rises of the best fitness and diversity of runs, a row per treatment.

    Parameters
    ----------
    trace_rows : rows of ``traces``.
    recipes : parameters of the treatments; their populations are read.

    Returns
    -------
    initial_mean : mean proportion of games that the initial populations lose, with a 95% interval over runs.
    steps, rises, largest_rise : number of pairs of successive generations in all runs, of those in which the best
        fitness gets worse, and the largest rise.
    runs_with_rise : proportion of runs with a rise of at least 0.01.
    distinct_share : mean proportion of different genomes after the initial population, averaged over
        runs, with a 95% interval.
    """
    gathered: dict[str, _TraceSums] = {}
    for treatment, own in trace_rows.by_treatment("replicate", "generation", "best", "mean", "distinct"):
        gathered.setdefault(treatment, _TraceSums()).add(own)
    rows = [{"treatment": name, **found.row(recipes[name]["population"])} for name, found in gathered.items()]
    return pd.DataFrame(rows)


class _TraceSums:
    """Sums over a treatment's traces, gathered part by part."""

    def __init__(self) -> None:
        self.initial: list[NDArray[np.float64]] = []
        self.distinct: list[NDArray[np.float64]] = []
        self.steps = self.rises = self.runs_with_rise = 0
        self.largest_rise = 0.0

    def add(self, own: pd.DataFrame) -> None:
        """Add the traces of some more runs."""
        best, replicate = own["best"].to_numpy(), own["replicate"].to_numpy()
        same_run = replicate[1:] == replicate[:-1]
        changes = np.diff(best)[same_run]
        self.steps += changes.size
        self.rises += int((changes > 0).sum())
        self.largest_rise = float(changes.max(initial=self.largest_rise))
        self.runs_with_rise += np.unique(replicate[1:][same_run][changes >= 0.01]).size
        is_initial = own["generation"] == own["generation"].min()
        self.initial.append(own.loc[is_initial, "mean"].to_numpy())
        self.distinct.append(own[~is_initial].groupby("replicate")["distinct"].mean().to_numpy())

    def row(self, population: int) -> dict[str, float]:
        """Columns of `behaviour_of_runs`."""
        initial = np.concatenate(self.initial)
        return {
            **mean_interval("initial_mean", initial),
            "steps": self.steps,
            "rises": self.rises,
            "largest_rise": self.largest_rise,
            "runs_with_rise": self.runs_with_rise / initial.size,
            **mean_interval("distinct_share", np.concatenate(self.distinct) / population),
        }
