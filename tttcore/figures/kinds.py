"""The kinds of figures that a study's file can ask for, each with the options that it takes."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from tttcore.base.registry import Registry
from tttcore.figures import boards, boxplot, curves, power, traces
from tttcore.figures.evidence import Evidence
from tttcore.games.classic import EMPTY, OPEN, Board, free_cells, marked, outcome
from tttcore.games.tables import boards as from_digits
from tttcore.studies.study import PUBLISHED

LATE_POSITION: Board = (1, 2, 1, 2, 1, 0, 0, 0, 2)
"""X to move with three cells free: a root whose whole tree fits on a page."""


@dataclass(frozen=True, kw_only=True)
class Kind(ABC):
    """A kind of figure with its options.

    Attributes
    ----------
    title : stands above the figure.
    caption : says in the report what is seen.
    """

    title: str
    caption: str

    @abstractmethod
    def draw(self, evidence: Evidence) -> Figure:
        """Draw the figure from a study's results."""


kinds: Registry[Kind] = Registry("kind of figure")


@kinds.register("game_tree")
@dataclass(frozen=True, kw_only=True)
class GameTree(Kind):
    """A late position with all that can follow from it."""

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return boards.game_tree(LATE_POSITION, depth=LATE_POSITION.count(EMPTY), children=_children, title=self.title)


@kinds.register("genome")
@dataclass(frozen=True, kw_only=True)
class Genome(Kind):
    """Some genes of the first champion of a treatment."""

    treatment: str

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        states = evidence.states.states
        champion = evidence.runs.loc[evidence.runs["treatment"] == self.treatment, "champion"].iloc[:1]
        return boards.genome(states, from_digits(champion)[0], loci=boards.sample_loci(states), title=self.title)


@kinds.register("notched_boxes")
@dataclass(frozen=True, kw_only=True)
class NotchedBoxes(Kind):
    """Generations of the document's runs beside ours.

    Attributes
    ----------
    comparisons : whose runs are shown after the document's, its size first, then all.
    replicates : runs per treatment in the document.
    data : the document's runs.
    """

    comparisons: list
    replicates: int
    data: str

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        published = pd.read_csv(self.data).drop(columns="run")
        values = {str(group): published[group].to_numpy() for group in published}
        sources = [boxplot.Source(f"published (n = {len(published)})", values, published=True)]
        for comparison in self.comparisons:
            for runs, which in self._selections(evidence.runs):
                values = {
                    label: runs.loc[runs["treatment"] == treatment, "generations"].to_numpy()
                    for label, treatment in evidence.comparisons[comparison].items()
                }
                count = min(len(group) for group in values.values())
                sources.append(boxplot.Source(f"{comparison}, {which} (n = {count:,})", values))
        return boxplot.notched(sources, title=self.title, top=26.0)

    def _selections(self, runs: pd.DataFrame) -> list[tuple[pd.DataFrame, str]]:
        first = runs[runs["replicate"] < self.replicates]
        return [(first, "first runs")] if len(first) == len(runs) else [(first, "first runs"), (runs, "all runs")]


@kinds.register("best_fitness")
@dataclass(frozen=True, kw_only=True)
class BestFitness(Kind):
    """Best fitness per generation, a panel per treatment."""

    treatments: list
    lines: int = 30

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return traces.best_fitness_panels(_by_treatment(evidence, self.treatments), lines=self.lines, title=self.title)


@kinds.register("diversity")
@dataclass(frozen=True, kw_only=True)
class Diversity(Kind):
    """Share of different genomes per generation, a line per treatment."""

    treatments: list

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        population = evidence.populations[self.treatments[0]]
        return traces.diversity(_by_treatment(evidence, self.treatments), population=population, title=self.title)


@kinds.register("ecdf")
@dataclass(frozen=True, kw_only=True)
class Ecdf(Kind):
    """Share of runs solved by each generation.

    Attributes
    ----------
    set : which set of samples.
    published : whether the document's runs are shown beside.
    last_generation : end of the x axis.
    """

    set: str
    published: bool = False
    last_generation: int = 25

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        reference = _of_set(evidence, "ecdf", PUBLISHED) if self.published else None
        shown = _of_set(evidence, "ecdf", self.set)
        return curves.ecdf(shown, reference, title=self.title, last_generation=self.last_generation)


@kinds.register("survival")
@dataclass(frozen=True, kw_only=True)
class Survival(Kind):
    """Share of runs still without success, with censoring at the cap.

    Attributes
    ----------
    set : which set of samples.
    last_generation : end of the x axis.
    """

    set: str
    last_generation: int

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        shown = _of_set(evidence, "survival", self.set)
        return curves.survival(shown, title=self.title, last_generation=self.last_generation)


@kinds.register("fixed_targets")
@dataclass(frozen=True, kw_only=True)
class FixedTargets(Kind):
    """Share of runs that have reached each of some fitness values."""

    set: str
    last_generation: int = 25

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        shown = _of_set(evidence, "fixed_targets", self.set)
        return curves.fixed_targets(shown, title=self.title, last_generation=self.last_generation)


@kinds.register("power")
@dataclass(frozen=True, kw_only=True)
class Power(Kind):
    """What designs of several sizes could detect."""

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        effects = evidence.statistics("effect_sizes")
        (observed,) = effects.loc[(effects["set"] == PUBLISHED) & (effects["effect"] == "cohen_f"), "value"]
        (per_group, *_) = evidence.statistics("power")["per_group"]
        return power.power_curves(
            evidence.statistics("power_curves"), observed_f=observed, published_per_group=per_group, title=self.title
        )


@kinds.register("equivalence")
@dataclass(frozen=True, kw_only=True)
class Equivalence(Kind):
    """Differences of means against the margins within which they count as none."""

    sets: list

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        table = evidence.statistics("equivalence")
        shown = pd.concat([table[table["set"] == name] for name in self.sets])
        published = shown["set"] == PUBLISHED
        labels = shown["a"].where(published, shown["set"] + ": " + shown["a"])
        return power.equivalence(shown.assign(a=labels, published=published), title=self.title)


def _of_set(evidence: Evidence, statistics: str, name: str) -> pd.DataFrame:
    """Rows of one set of samples in a table of statistics."""
    table = evidence.statistics(statistics)
    return table[table["set"] == name]


def _by_treatment(evidence: Evidence, treatments: Sequence[str]) -> dict[str, pd.DataFrame]:
    table = evidence.traces
    return {treatment: table[table["treatment"] == treatment] for treatment in treatments}


def _children(board: Board) -> list[Board]:
    if outcome(board) != OPEN:
        return []
    return [marked(board, cell) for cell in free_cells(board)]


def build(figures: dict[str, Any], where: str) -> dict[str, Kind]:
    """Every figure that a study's file asks for, by name; ConfigError for the first that can't be."""
    return {name: kinds.build(figure, f"{where}: figures.{name}") for name, figure in figures.items()}
