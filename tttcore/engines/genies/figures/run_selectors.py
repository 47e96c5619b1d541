"""Selectors of the single runs that a figure shows: by number, generation of success, or abruptness and pauses."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np
import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.pipeline.registry import Registry


class RunSelector(ABC):
    """Selector of runs of a treatment."""

    @property
    @abstractmethod
    def size(self) -> int:
        """Number of runs that are asked for."""

    @abstractmethod
    def __call__(self, runs: pd.DataFrame, traces: pd.DataFrame, *, window: int) -> list[int]:
        """Replicates to show, in the order of the panels; fewer than asked for if there are fewer.

        Parameters
        ----------
        runs, traces : tables of ``genie_runs`` and ``genie_traces`` of one treatment.
        window : number of generations over which success is judged.
        """


run_selectors: Registry[RunSelector] = Registry("choice of runs")


@run_selectors.register("replicates")
@dataclass(frozen=True, kw_only=True)
class Replicates(RunSelector):
    """Runs by their numbers, as far as they exist; at least one must."""

    numbers: Annotated[list[int], Between(0)]

    @property
    def size(self) -> int:
        """See `RunSelector.size`."""
        return len(self.numbers)

    def __call__(self, runs: pd.DataFrame, traces: pd.DataFrame, *, window: int) -> list[int]:
        """See `RunSelector.__call__`."""
        found = [number for number in self.numbers if number in set(runs["replicate"])]
        if not found:
            raise ValueError(f"none of the runs {', '.join(map(str, self.numbers))} is there; there are {len(runs)}")
        return found


@run_selectors.register("like")
@dataclass(frozen=True, kw_only=True)
class Like(RunSelector):
    """For each generation the run, not taken yet, whose success is nearest to it; ties to the first run.

    Runs without success come last, so that there is something to show even if none succeeds.
    """

    generations: Annotated[list[int], Between(1)]

    @property
    def size(self) -> int:
        """See `RunSelector.size`."""
        return len(self.generations)

    def __call__(self, runs: pd.DataFrame, traces: pd.DataFrame, *, window: int) -> list[int]:
        """See `RunSelector.__call__`."""
        remaining = runs.sort_values("replicate")
        found: list[int] = []
        for generation in self.generations[: len(runs)]:
            distance = (remaining["generations"] - generation).abs().astype(float).mask(remaining["censored"], np.inf)
            found.append(int(remaining["replicate"].iloc[np.argmin(distance)]))
            remaining = remaining[remaining["replicate"] != found[-1]]
        return found


@run_selectors.register("most")
@dataclass(frozen=True, kw_only=True)
class Most(RunSelector):
    """The `count` runs with the most abrupt rise or the longest pause (`stats.success_onset`); ties to the first run.

    Runs without a rise to success come last.
    """

    trait: Literal["abrupt", "pause"]
    count: Annotated[int, Between(1)] = 1
    columns: ClassVar = {"abrupt": "steepest_share", "pause": "longest_pause"}

    @property
    def size(self) -> int:
        """See `RunSelector.size`."""
        return self.count

    def __call__(self, runs: pd.DataFrame, traces: pd.DataFrame, *, window: int) -> list[int]:
        """See `RunSelector.__call__`."""
        from tttcore.engines.genies.stats.success_onset import onset_of_success  # noqa: PLC0415 (statistics libraries are slow to import)

        each = runs.sort_values("replicate")
        # With each run as a treatment of its own, medians over runs are the run's own values.
        numbers = each["replicate"].astype(str)
        onsets = onset_of_success(
            each.assign(treatment=numbers),
            traces.assign(treatment=traces["replicate"].astype(str)),
            {number: {"success": {"window": window}} for number in numbers},
        )
        ranked = onsets.sort_values(self.columns[self.trait], ascending=False, kind="stable")
        return ranked["treatment"].astype(int).tolist()[: self.count]
