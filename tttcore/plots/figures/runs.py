"""Kinds of figures of runs: run lengths, fitness and diversity by generation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from tttcore.pipeline.declaration import Between
from tttcore.pipeline.study import PUBLISHED
from tttcore.plots import boxplot, curves
from tttcore.plots import traces as drawing
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import Kind, kinds


@kinds.register("notched_boxes")
@dataclass(frozen=True, kw_only=True)
class NotchedBoxes(Kind):
    """Notched boxes of the run lengths of the document, if given, and of ours.

    Attributes
    ----------
    comparisons : comparisons whose runs are drawn, first as many as the document has, then all.
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
            for runs, which in _first_and_all(evidence.runs, evidence.published.get("replicates")):
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
    """Best fitness by generation, a panel per treatment."""

    treatments: list[str]
    lines: Annotated[int, Between(0)] = 30
    trace_columns: ClassVar = ("generation", "best")

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        panels = _by_treatment(evidence, self.treatments, "best")
        return drawing.best_fitness(panels, lines=self.lines, title=self.title)


@kinds.register("diversity")
@dataclass(frozen=True, kw_only=True)
class Diversity(Kind):
    """Share of distinct genomes by generation, a line per treatment."""

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
    set : name of the set of samples.
    published : whether to draw the document's runs too.
    last_generation : end of the x axis.
    outcome : aim that a solved run has reached.
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
    set : name of the set of samples.
    last_generation : end of the x axis.
    published_run : generations of a single published run, drawn as a step; 0 for none.
    outcome : aim that a solved run has reached.
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
    """Share of runs that have reached each target fitness by each generation."""

    set: str
    last_generation: Annotated[int, Between(1)] = 25
    tables: ClassVar = ("fixed_targets",)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        shown = _of_set(evidence, "fixed_targets", self.set)
        return curves.fixed_targets(shown, title=self.title, last_generation=self.last_generation)


def _first_and_all(runs: pd.DataFrame, published: int | None) -> list[tuple[pd.DataFrame, str]]:
    """Select as many runs of each treatment as the document has, if it has any, and all runs, each with a name."""
    all_runs = [(runs, "all runs")]
    if published is None:
        return all_runs
    first = runs[runs["replicate"] < published]
    return [(first, "first runs"), *(all_runs if len(first) < len(runs) else [])]


def _of_set(evidence: Evidence, statistics: str, name: str) -> pd.DataFrame:
    """Rows of a set of samples in a table of statistics."""
    table = evidence.statistics(statistics)
    return table[table["set"] == name]


def _by_treatment(evidence: Evidence, treatments: Sequence[str], column: str) -> dict[str, pd.DataFrame]:
    return {treatment: evidence.traces_of(treatment, "replicate", "generation", column) for treatment in treatments}
