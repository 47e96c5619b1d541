"""Figures of runs on the way, and of how long they take."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from tttcore.pipeline.registry import Between
from tttcore.pipeline.study import PUBLISHED
from tttcore.plots import boxplot, curves
from tttcore.plots import traces as drawing
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import Kind, kinds


@kinds.register("notched_boxes")
@dataclass(frozen=True, kw_only=True)
class NotchedBoxes(Kind):
    """Generations of the document's runs, where they are given, beside ours.

    Attributes
    ----------
    comparisons : whose runs are shown after the document's, its size first, then all.
    """

    comparisons: list[str]

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        sources = []
        published = evidence.reference
        if len(published):
            values = {str(group): published[group].to_numpy() for group in published}
            sources.append(boxplot.Source(f"published (n = {len(published)})", values, published=True))
        for comparison in self.comparisons:
            for runs, which in _selections(evidence.runs, evidence.published.get("replicates")):
                values = {
                    label: runs.loc[runs["treatment"] == treatment, evidence.stored.length].to_numpy()
                    for label, treatment in evidence.comparisons[comparison].items()
                }
                count = min(len(group) for group in values.values())
                sources.append(boxplot.Source(f"{comparison}, {which} (n = {count:,})", values))
        return boxplot.notched(sources, title=self.title, top=26.0)


@kinds.register("best_fitness")
@dataclass(frozen=True, kw_only=True)
class BestFitness(Kind):
    """Best fitness per generation, a panel per treatment."""

    treatments: list[str]
    lines: Annotated[int, Between(0)] = 30
    trace_columns: ClassVar = ("generation", "best")

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        panels = _by_treatment(evidence, self.treatments, "best")
        return drawing.best_fitness_panels(panels, lines=self.lines, title=self.title)


@kinds.register("diversity")
@dataclass(frozen=True, kw_only=True)
class Diversity(Kind):
    """Share of different genomes per generation, a line per treatment."""

    treatments: list[str]
    trace_columns: ClassVar = ("generation", "distinct")

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        population = evidence.recipes[self.treatments[0]]["population"]
        panels = _by_treatment(evidence, self.treatments, "distinct")
        return drawing.diversity(panels, population=population, title=self.title)


@kinds.register("ecdf")
@dataclass(frozen=True, kw_only=True)
class Ecdf(Kind):
    """Share of runs solved by each generation.

    Attributes
    ----------
    set : which set of samples.
    published : whether the document's runs are shown beside.
    last_generation : end of the x axis.
    outcome : what a solved run has found.
    """

    set: str
    published: bool = False
    last_generation: Annotated[int, Between(1)] = 25
    outcome: str = curves.NO_LOSS
    tables: ClassVar = ("ecdf",)

    @property
    def needs_published(self) -> bool:
        """See `Kind.needs_published`."""
        return self.published

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        reference = _of_set(evidence, "ecdf", PUBLISHED) if self.published else None
        shown = _of_set(evidence, "ecdf", self.set)
        return curves.ecdf(
            shown, reference, title=self.title, outcome=self.outcome, last_generation=self.last_generation
        )


@kinds.register("survival")
@dataclass(frozen=True, kw_only=True)
class Survival(Kind):
    """Share of runs still without success, with censoring at the cap.

    Attributes
    ----------
    set : which set of samples.
    last_generation : end of the x axis.
    published_run : generations of a single published run, shown as a step; 0 for none.
    outcome : what a solved run has found.
    """

    set: str
    last_generation: Annotated[int, Between(1)]
    published_run: Annotated[int, Between(0)] = 0
    outcome: str = curves.NO_LOSS
    tables: ClassVar = ("survival",)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        shown = _of_set(evidence, "survival", self.set)
        if self.published_run:
            step = {"group": PUBLISHED, "generation": [0, self.published_run], "survival": [1.0, 0.0]}
            shown = pd.concat([pd.DataFrame(step).assign(low=np.nan, high=np.nan), shown])
        return curves.survival(
            shown,
            published=[PUBLISHED],
            title=self.title,
            outcome=self.outcome,
            last_generation=self.last_generation,
        )


@kinds.register("fixed_targets")
@dataclass(frozen=True, kw_only=True)
class FixedTargets(Kind):
    """Share of runs that have reached each of some fitness values."""

    set: str
    last_generation: Annotated[int, Between(1)] = 25
    tables: ClassVar = ("fixed_targets",)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        shown = _of_set(evidence, "fixed_targets", self.set)
        return curves.fixed_targets(shown, title=self.title, last_generation=self.last_generation)


def _selections(runs: pd.DataFrame, published: int | None) -> list[tuple[pd.DataFrame, str]]:
    """As many runs of each treatment as the document has, if it has any, and all."""
    everything = [(runs, "all runs")]
    if published is None:
        return everything
    first = runs[runs["replicate"] < published]
    return [(first, "first runs"), *(everything if len(first) < len(runs) else [])]


def _of_set(evidence: Evidence, statistics: str, name: str) -> pd.DataFrame:
    """Rows of one set of samples in a table of statistics."""
    table = evidence.statistics(statistics)
    return table[table["set"] == name]


def _by_treatment(evidence: Evidence, treatments: Sequence[str], column: str) -> dict[str, pd.DataFrame]:
    return {treatment: evidence.traces_of(treatment, "replicate", "generation", column) for treatment in treatments}
