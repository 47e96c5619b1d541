"""Which runs of a treatment a figure shows one by one: by number, or by what happens in them."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np
import pandas as pd

from tttcore.pipeline.registry import Between, Registry


class Pick(ABC):
    """A choice of runs."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many runs are asked for."""

    @abstractmethod
    def __call__(self, runs: pd.DataFrame, traces: pd.DataFrame, *, window: int) -> list[int]:
        """Replicates to show, in the order of the panels; fewer than asked for if there aren't so many.

        Parameters
        ----------
        runs, traces : tables of ``genie_runs`` and ``genie_traces`` of one treatment.
        window : generations that success is judged by.
        """


picks: Registry[Pick] = Registry("choice of runs")


@picks.register("replicates")
@dataclass(frozen=True, kw_only=True)
class Replicates(Pick):
    """The runs of these numbers, as far as there are so many; at least one must be there."""

    numbers: Annotated[list[int], Between(0)]

    @property
    def size(self) -> int:
        """See `Pick.size`."""
        return len(self.numbers)

    def __call__(self, runs: pd.DataFrame, traces: pd.DataFrame, *, window: int) -> list[int]:
        """See `Pick`."""
        found = [number for number in self.numbers if number in set(runs["replicate"])]
        if not found:
            raise ValueError(f"none of the runs {', '.join(map(str, self.numbers))} is there; there are {len(runs)}")
        return found


@picks.register("like")
@dataclass(frozen=True, kw_only=True)
class Like(Pick):
    """For each of some generations another run, the one whose success is nearest to it; ties to the first run.

    Runs without success come last, so that there is something to show even if none succeeds.
    """

    generations: Annotated[list[int], Between(1)]

    @property
    def size(self) -> int:
        """See `Pick.size`."""
        return len(self.generations)

    def __call__(self, runs: pd.DataFrame, traces: pd.DataFrame, *, window: int) -> list[int]:
        """See `Pick`."""
        left = runs.sort_values("replicate")
        found: list[int] = []
        for generation in self.generations[: len(runs)]:
            distance = (left["generations"] - generation).abs().astype(float).mask(left["censored"], np.inf)
            found.append(int(left["replicate"].iloc[np.argmin(distance)]))
            left = left[left["replicate"] != found[-1]]
        return found


@picks.register("most")
@dataclass(frozen=True, kw_only=True)
class Most(Pick):
    """The `count` runs that rise most abruptly or pause for longest, see `stats.success_onset`; ties to the first run.

    Runs that don't rise to success come last.
    """

    trait: Literal["abrupt", "pause"]
    count: Annotated[int, Between(1)] = 1
    columns: ClassVar = {"abrupt": "steepest_share", "pause": "longest_pause"}

    @property
    def size(self) -> int:
        """See `Pick.size`."""
        return self.count

    def __call__(self, runs: pd.DataFrame, traces: pd.DataFrame, *, window: int) -> list[int]:
        """See `Pick`."""
        from tttcore.engines.genies.stats.success_onset import rises  # noqa: PLC0415 (statistics libraries are slow to import)

        each = runs.sort_values("replicate")
        # Medians over a single run are that run's: each stands for a treatment of its own.
        numbers = each["replicate"].astype(str)
        shapes = rises(
            each.assign(treatment=numbers),
            traces.assign(treatment=traces["replicate"].astype(str)),
            dict.fromkeys(numbers, window),
        )
        ranked = shapes.sort_values(self.columns[self.trait], ascending=False, kind="stable")
        return ranked["treatment"].astype(int).tolist()[: self.count]
