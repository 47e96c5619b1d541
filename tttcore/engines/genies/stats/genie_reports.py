"""Numbers and counts that a document can report of a few runs of Genies, for many pretended documents at once."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.engines.genies.reproduction import BEST, WORST
from tttcore.engines.genies.stats.final_genes import combined_genes, defence_and_offence_of_runs
from tttcore.engines.genies.stats.final_scores import LOWEST
from tttcore.engines.genies.stats.success_onset import shapes_of_rises
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rooms import registered_in
from tttcore.stats.intervals import Columns
from tttcore.stats.predictions import place_of_count, place_of_number

Floats = NDArray[np.float64]
Event = Literal["solved", "held", "static_beaten", "defensive"]
UnitOfRounding = float


@dataclass(frozen=True, eq=False)
class RunsOfTreatment:
    """Runs of one treatment that pretended documents draw from.

    Attributes
    ----------
    runs : their rows of ``genie_runs``.
    traces, recipes : their rows of ``genie_traces``, and the parameters of the treatments, for the shapes of rises.
    """

    runs: pd.DataFrame
    traces: pd.DataFrame
    recipes: Mapping[str, Mapping[str, Any]]

    @cached_property
    def pauses(self) -> Floats:
        """(rises,) longest pause of each, see `success_onset.onset_of_success`; early successes have none."""
        ((_, shapes),) = shapes_of_rises(self.runs, self.traces, self.recipes)
        return shapes[:, 2]


def _is_defensive(runs: pd.DataFrame) -> NDArray[np.bool_]:
    defence, offence = defence_and_offence_of_runs(combined_genes(runs["genes"]))
    return defence > offence


EVENTS: dict[str, tuple[str, Callable[[pd.DataFrame], NDArray[np.bool_]]]] = {
    "solved": ("that succeed", lambda runs: ~runs["censored"].to_numpy(bool)),
    "held": ("that are successful in the end", lambda runs: runs["held"].to_numpy(bool)),
    "static_beaten": ("whose static Genie ends at 1", lambda runs: runs["static"].to_numpy() == LOWEST),
    "defensive": ("whose blocking weights exceed attacking ones", _is_defensive),
}
"""Countable properties of runs: their description, and a function of each run."""


@dataclass(frozen=True, kw_only=True)
class GenieReport(ABC):
    """Something that a document reports of its runs of a treatment.

    Attributes
    ----------
    treatment : the treatment.
    runs : number of runs; as many as the document usually has if there is no number.
    successful : whether the document speaks of successful runs only.
    """

    treatment: str
    runs: int | None = None
    successful: bool = False

    @property
    @abstractmethod
    def words(self) -> str:
        """Reported quantity."""

    @property
    @abstractmethod
    def told(self) -> float | str:
        """Return the document's own report."""

    @abstractmethod
    def values(self, source: RunsOfTreatment) -> NDArray[Any]:
        """(n, ...) what each run contributes."""

    @abstractmethod
    def reported(self, drawn: NDArray[Any]) -> NDArray[Any]:
        """(documents,) what each document reports, from (documents, runs, ...) contributions."""

    @abstractmethod
    def place(self, reported: NDArray[Any], source: RunsOfTreatment) -> Columns:
        """Place of what the document says among what pretended ones do, see `stats.predictions`."""


genie_reports: Registry[GenieReport] = Registry("report of Genies", registered_in(None, "stats"))


@genie_reports.register("count")
@dataclass(frozen=True, kw_only=True)
class Count(GenieReport):
    """Number of runs of which something is true.

    Attributes
    ----------
    of : what is counted.
    published : the document's number.
    """

    of: Event
    published: int

    @property
    def words(self) -> str:
        """See `GenieReport.words`."""
        return f"runs {EVENTS[self.of][0]}"

    @property
    def told(self) -> float:
        """See `GenieReport.told`."""
        return self.published

    def values(self, source: RunsOfTreatment) -> NDArray[np.bool_]:
        """See `GenieReport.values`."""
        return EVENTS[self.of][1](source.runs)

    def reported(self, drawn: NDArray[np.bool_]) -> Floats:
        """See `GenieReport.reported`."""
        return drawn.sum(axis=1).astype(np.float64)

    def place(self, reported: Floats, source: RunsOfTreatment) -> Columns:
        """See `GenieReport.place`."""
        return place_of_count(reported, self.published, most=self.runs or 0)


class NumberReport(GenieReport):
    """A report of a number that the document rounds."""

    published: float
    to: float

    @property
    def told(self) -> float:
        """See `GenieReport.told`."""
        return self.published

    @abstractmethod
    def possible(self, source: RunsOfTreatment) -> tuple[float, float]:
        """Least and greatest number that could be reported."""

    def place(self, reported: Floats, source: RunsOfTreatment) -> Columns:
        """See `GenieReport.place`."""
        numbers = self._rounded(reported)
        low, high = self._rounded(np.array(self.possible(source)))
        return place_of_number(numbers, self.published, possible=(low, high))

    def _rounded(self, numbers: Floats) -> Floats:
        """Numbers as the document rounds them, halves upwards."""
        return np.floor(numbers / self.to + 0.5) * self.to


@genie_reports.register("mean")
@dataclass(frozen=True, kw_only=True)
class Mean(NumberReport):
    """Mean over runs of a final average lifeScore.

    Attributes
    ----------
    of : the family.
    published : the document's number.
    to : unit to which it is rounded.
    """

    of: Literal["evolving", "static"]
    published: float
    to: UnitOfRounding = 1.0

    @property
    def words(self) -> str:
        """See `GenieReport.words`."""
        return f"mean final lifeScore of the {self.of} family"

    def values(self, source: RunsOfTreatment) -> Floats:
        """See `GenieReport.values`."""
        return source.runs[self.of].to_numpy(np.float64)

    def reported(self, drawn: Floats) -> Floats:
        """See `GenieReport.reported`."""
        return drawn.mean(axis=1)

    def possible(self, source: RunsOfTreatment) -> tuple[float, float]:
        """See `NumberReport.possible`."""
        return WORST, BEST


@genie_reports.register("ranked")
@dataclass(frozen=True, kw_only=True)
class Ranked(NumberReport):
    """The least number of runs, the second least and so on: of generations to success, or of a longest pause.

    Attributes
    ----------
    of : the number; pauses are of runs that succeed, and not early, see `RunsOfTreatment.pauses`.
    rank : place of the run, from 1 for the least.
    published : the document's number.
    to : unit to which it is rounded.
    """

    of: Literal["generations", "pause"]
    rank: int
    published: float
    to: UnitOfRounding = 1.0

    @property
    def words(self) -> str:
        """See `GenieReport.words`."""
        what = {"generations": "generations to success", "pause": "generations of the longest pause"}[self.of]
        return f"{what}, place {self.rank} from the least"

    def values(self, source: RunsOfTreatment) -> Floats:
        """See `GenieReport.values`."""
        return source.pauses if self.of == "pause" else source.runs["generations"].to_numpy(np.float64)

    def reported(self, drawn: Floats) -> Floats:
        """See `GenieReport.reported`."""
        return np.sort(drawn, axis=1)[:, min(self.rank, drawn.shape[1]) - 1]

    def possible(self, source: RunsOfTreatment) -> tuple[float, float]:
        """See `NumberReport.possible`; nobody reports a success after no generations."""
        return (0.0 if self.of == "pause" else self.to), float(source.recipes[self.treatment]["generations"])
