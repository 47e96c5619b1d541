"""Kinds of tables about the course of runs and about their champions."""

# ruff: noqa: PLC0415 - see `Kind`

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pandas as pd

from tttcore.engines.genetic_algorithm.stats.loci import loci
from tttcore.games.classic import enumerate_states
from tttcore.stats.tables.kind import Kind, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


@kinds.register("behaviour")
@dataclass(frozen=True, kw_only=True)
class Behaviour(Kind):
    """Initial fitness, rises of the best fitness and diversity, a row per treatment."""

    caption: str = "Course of the runs (95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "initial_mean": "Initial mean fitness",
        "rises": "Rises of the best fitness",
        "steps": "of steps",
        "largest_rise": "Largest rise",
        "runs_with_rise": "Runs with a rise ≥ 0.01",
        **with_interval("distinct_share", "Different genomes"),
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        return evidence.once(_behaviour)


@kinds.register("behaviour_by_set")
@dataclass(frozen=True, kw_only=True)
class BehaviourBySet(Kind):
    """Table `Behaviour` repeated for every comparison that a treatment is in, under its label there."""

    caption: str = "Course of the runs, by comparison"

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genetic_algorithm.stats.behaviour import by_set

        return by_set(evidence.once(_behaviour), evidence.comparisons)


@kinds.register("champions")
@dataclass(frozen=True, kw_only=True)
class Champions(Kind):
    """Number, diversity and strength of no-loss champions, a row per treatment."""

    caption: str = "Champions"
    columns: ClassVar = {
        "treatment": "Treatment",
        "champions": "No-loss champions",
        "different": "Different",
        "distance": "Mean distance",
        "beat_umg": "Share that can beat the UMG",
        "beat_listed_umg": "… its listed port",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genetic_algorithm.stats.champions import champions

        return champions(evidence.run_rows, evidence.states)


@kinds.register("alleles")
@dataclass(frozen=True, kw_only=True)
class Alleles(Kind):
    """Share of no-loss champions that mark each cell of some positions.

    Attributes
    ----------
    boards : positions, nine digits each: 0 empty, 1 X, 2 O.
    """

    caption: str = "Cells that no-loss champions mark (95% intervals)"
    boards: list[str]

    def __post_init__(self) -> None:
        loci(self.boards, enumerate_states())

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genetic_algorithm.stats.alleles import alleles

        return alleles(evidence.run_rows, evidence.states, self.boards)


def _behaviour(evidence: "Evidence") -> pd.DataFrame:
    from tttcore.engines.genetic_algorithm.stats.behaviour import behaviour

    populations = {name: recipe["population"] for name, recipe in evidence.recipes.items()}
    return behaviour(evidence.trace_rows, populations=populations)
