"""The kinds of figures that a study's file can ask for, each with the options that it takes."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from tttcore.base.registry import Between, ConfigError, Registry, choices
from tttcore.figures import boards, boxplot, curves, power, traces, training, variants
from tttcore.figures.evidence import Evidence
from tttcore.games.classic import EMPTY, OPEN, Board, free_cells, marked, outcome
from tttcore.games.tables import boards as from_digits
from tttcore.studies.study import ALL, PUBLISHED

LATE_POSITION: Board = (1, 2, 1, 2, 1, 0, 0, 0, 2)
"""X to move with three cells free: a root whose whole tree fits on a page."""


@dataclass(frozen=True, kw_only=True)
class Kind(ABC):
    """A kind of figure with its options.

    Attributes
    ----------
    title : stands above the figure.
    caption : says in the report what is seen.
    tables : names of the tables of statistics that every figure of the kind draws.
    """

    title: str
    caption: str
    tables: ClassVar[Sequence[str]] = ()

    @property
    def draws(self) -> Sequence[str]:
        """Names of the tables of statistics that it draws, where an option names them too."""
        return self.tables

    @property
    def needs_published(self) -> bool:
        """Whether it can't be drawn without the document's runs."""
        return False

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
    """Some genes of a treatment's first champion that never loses, or of its first if none does."""

    treatment: str

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        states = evidence.states.states
        own = evidence.runs[evidence.runs["treatment"] == self.treatment]
        champion = own.sort_values("censored", kind="stable")["champion"].iloc[:1]
        return boards.genome(states, from_digits(champion)[0], loci=boards.sample_loci(states), title=self.title)


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
                    label: runs.loc[runs["treatment"] == treatment, "generations"].to_numpy()
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
    lines: int = 30

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return traces.best_fitness_panels(_by_treatment(evidence, self.treatments), lines=self.lines, title=self.title)


@kinds.register("diversity")
@dataclass(frozen=True, kw_only=True)
class Diversity(Kind):
    """Share of different genomes per generation, a line per treatment."""

    treatments: list[str]

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
    tables: ClassVar = ("ecdf",)

    @property
    def needs_published(self) -> bool:
        """See `Kind.needs_published`."""
        return self.published

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
    published_run : generations of a single published run, shown as a step; 0 for none.
    """

    set: str
    last_generation: int
    published_run: Annotated[int, Between(0)] = 0
    tables: ClassVar = ("survival",)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        shown = _of_set(evidence, "survival", self.set)
        if self.published_run:
            step = {"group": PUBLISHED, "generation": [0, self.published_run], "survival": [1.0, 0.0]}
            shown = pd.concat([pd.DataFrame(step).assign(low=np.nan, high=np.nan), shown])
        return curves.survival(shown, published=[PUBLISHED], title=self.title, last_generation=self.last_generation)


@kinds.register("fixed_targets")
@dataclass(frozen=True, kw_only=True)
class FixedTargets(Kind):
    """Share of runs that have reached each of some fitness values."""

    set: str
    last_generation: int = 25
    tables: ClassVar = ("fixed_targets",)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        shown = _of_set(evidence, "fixed_targets", self.set)
        return curves.fixed_targets(shown, title=self.title, last_generation=self.last_generation)


@kinds.register("power")
@dataclass(frozen=True, kw_only=True)
class Power(Kind):
    """What designs of several sizes could detect."""

    tables: ClassVar = ("effect_sizes", "power", "power_curves")

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

    sets: list[str]
    tables: ClassVar = ("equivalence",)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        table = evidence.statistics("equivalence")
        shown = pd.concat([table[table["set"] == name] for name in self.sets])
        published = shown["set"] == PUBLISHED
        labels = shown["a"].where(published, shown["set"] + ": " + shown["a"])
        return power.equivalence(shown.assign(a=labels, published=published), title=self.title)


@kinds.register("variants")
@dataclass(frozen=True, kw_only=True)
class Variants(Kind):
    """The eight variants of a scenario with the listing that makes and undoes them."""

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return variants.variant_boards(title=self.title)


@kinds.register("training")
@dataclass(frozen=True, kw_only=True)
class Training(Kind):
    """A published training log among our runs, a column per treatment."""

    treatments: list[str]
    tables: ClassVar = ("log_bands",)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return training.training(_in_order(evidence.statistics("log_bands"), self.treatments), title=self.title)


@kinds.register("log_percentiles")
@dataclass(frozen=True, kw_only=True)
class LogPercentiles(Kind):
    """Where a published training log lies among the runs of each treatment, generation by generation."""

    treatments: list[str]
    tables: ClassVar = ("log_bands",)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return training.log_percentiles(_in_order(evidence.statistics("log_bands"), self.treatments), title=self.title)


@kinds.register("parameter_effect")
@dataclass(frozen=True, kw_only=True)
class ParameterEffect(Kind):
    """What a parameter does to generations, success and the last gap.

    Attributes
    ----------
    table : name of a table of the kind ``sweep``.
    parameter : what to call the parameter.
    """

    table: str
    parameter: str

    @property
    def draws(self) -> Sequence[str]:
        """See `Kind.draws`."""
        return (self.table,)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        table = evidence.statistics(self.table).assign(group="runs")
        return training.parameter_effect(table, parameter=self.parameter, title=self.title)


def _in_order(table: pd.DataFrame, treatments: Sequence[str]) -> pd.DataFrame:
    """Rows of some treatments, in the order in which they are asked for."""
    return pd.concat([table[table["treatment"] == treatment] for treatment in treatments])


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


def _by_treatment(evidence: Evidence, treatments: Sequence[str]) -> dict[str, pd.DataFrame]:
    table = evidence.traces
    return {treatment: table[table["treatment"] == treatment] for treatment in treatments}


def _children(board: Board) -> list[Board]:
    if outcome(board) != OPEN:
        return []
    return [marked(board, cell) for cell in free_cells(board)]


def build(study: Mapping[str, Any], where: str) -> dict[str, Kind]:
    """Every figure that a study's file asks for, by name.

    Parameters
    ----------
    study : its ``figures``, ``tables``, ``treatments``, ``comparisons`` and ``published``.
    where : the file, for messages.

    Raises
    ------
    ConfigError
        For the first that can't be drawn.
    """
    found = {name: kinds.build(figure, f"{where}: figures.{name}") for name, figure in study["figures"].items()}
    for name, kind in found.items():
        for table in kind.draws:
            if table not in study["tables"]:
                raise ConfigError(f"{where}: figures.{name}: needs the table {table!r}, which is not in tables")
        if kind.needs_published and "data" not in study["published"]:
            raise ConfigError(f"{where}: figures.{name}: needs published.data")
        _check_names(kind, study, f"{where}: figures.{name}")
    return found


def _check_names(kind: Kind, study: Mapping[str, Any], where: str) -> None:
    """ConfigError for an option that names a treatment, a comparison or a set that isn't there."""
    comparisons = list(study["comparisons"])
    sets = [*comparisons, ALL, *([PUBLISHED] if "data" in study["published"] else [])]
    known = {
        "treatment": list(study["treatments"]),
        "treatments": list(study["treatments"]),
        "comparisons": comparisons,
        "set": sets,
        "sets": sets,
    }
    for option in set(known) & {field.name for field in fields(kind)}:
        asked = getattr(kind, option)
        for name in [asked] if isinstance(asked, str) else asked:
            if name not in known[option]:
                raise ConfigError(f"{where}.{option}: unknown {name!r}{choices(name, known[option])}")
