"""Selectors of the single runs that a figure shows: by number, generation of success, or abruptness and pauses."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Literal

import numpy as np
import pandas as pd

from tttcore.pipeline.declaration import COUNT, INDEX, Between
from tttcore.pipeline.function_kinds import registering
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rounding import rounded

SORTED_BY = {"abrupt": "steepest_share", "pause": "longest_pause"}
"""Column of `stats.success_onset` for each trait."""


class RunSelector(ABC):
    """Selector of runs of a treatment.

    Attributes
    ----------
    size : number of runs that are asked for.
    """

    size: int

    @abstractmethod
    def __call__(self, runs: pd.DataFrame, traces: pd.DataFrame, window: int) -> list[int]:
        """Replicates to show, in the order of the panels; fewer than asked for if there are fewer.

        Parameters
        ----------
        runs, traces : tables of ``genie_runs`` and ``genie_traces`` of one treatment.
        window : number of generations over which success is judged.
        """


run_selectors: Registry[RunSelector] = Registry("choice of runs")

selector = partial(registering, run_selectors, RunSelector, "__call__")
"""Decorator: register a function as a `RunSelector`, see `registering`."""


@selector(size=property(lambda self: len(self.numbers)))
def replicates(
    runs: pd.DataFrame, traces: pd.DataFrame, window: int, *, numbers: Annotated[Sequence[int], INDEX]
) -> list[int]:
    """Runs by their numbers, as far as they exist; at least one must."""
    found = [number for number in numbers if number in set(runs["replicate"])]
    if not found:
        raise ValueError(f"none of the runs {', '.join(map(str, numbers))} is there; there are {len(runs)}")
    return found


@selector(size=property(lambda self: len(self.generations)))
def like(
    runs: pd.DataFrame, traces: pd.DataFrame, window: int, *, generations: Annotated[Sequence[int], COUNT]
) -> list[int]:
    """For each generation the run, not taken yet, whose success is nearest to it; ties to the first run.

    Runs without success come last, so that there is something to show even if none succeeds.
    """
    remaining = runs.sort_values("replicate")
    found: list[int] = []
    for generation in generations[: len(runs)]:
        distance = (remaining["generations"] - generation).abs().astype(float).mask(remaining["censored"], np.inf)
        found.append(int(remaining["replicate"].iloc[np.argmin(distance)]))
        remaining = remaining[remaining["replicate"] != found[-1]]
    return found


@selector(size=property(lambda self: self.count))
def most(
    runs: pd.DataFrame,
    traces: pd.DataFrame,
    window: int,
    *,
    trait: Literal["abrupt", "pause"],
    count: Annotated[int, Between(1, 100, "each is a panel")] = 1,
) -> list[int]:
    """The `count` runs with the most abrupt rise or the longest pause (`stats.success_onset`); ties to the first run.

    Runs without a rise to success come last.
    """
    from tttcore.engines.genies.stats.success_onset import onset_of_success  # noqa: PLC0415 (statistics libraries are slow to import)

    each = runs.sort_values("replicate")
    # With each run as a treatment of its own, medians over runs are the run's own values.
    numbers = each["replicate"].astype(str)
    onsets = onset_of_success(
        each.assign(treatment=numbers),
        traces.assign(treatment=traces["replicate"].astype(str)),
        {number: {"success": {"window": window}} for number in numbers},
    )
    by_trait = onsets.assign(trait=rounded(onsets[SORTED_BY[trait]]))
    ranked = by_trait.sort_values("trait", ascending=False, kind="stable")
    return ranked["treatment"].astype(int).tolist()[:count]
