"""Tables of how runs behave on the way, and of the players that they find."""

# ruff: noqa: PLC0415 - see `Kind`

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pandas as pd

from tttcore.analysis.kinds.kind import Kind, kinds
from tttcore.analysis.loci import loci
from tttcore.games.classic import enumerate_states

if TYPE_CHECKING:
    from tttcore.analysis.evidence import Evidence


@kinds.register("behaviour")
@dataclass(frozen=True, kw_only=True)
class Behaviour(Kind):
    """Rises of the best fitness, diversity and spread, a row per treatment."""

    caption: str = "On the way (95% intervals)"
    engine: ClassVar = "genetic_algorithm"
    columns: ClassVar = {
        "treatment": "Treatment",
        "initial_mean": "Initial mean fitness",
        "rises": "Rises of the best fitness",
        "steps": "of steps",
        "largest_rise": "Largest rise",
        "runs_with_rise": "Runs with a rise ≥ 0.01",
        "distinct_share": "Different genomes",
        "distinct_share_low": "low",
        "distinct_share_high": "high",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        return evidence.behaviour


@kinds.register("behaviour_by_set")
@dataclass(frozen=True, kw_only=True)
class BehaviourBySet(Kind):
    """The same for every comparison that a treatment is in, under its label there."""

    caption: str = "On the way, by comparison"
    engine: ClassVar = "genetic_algorithm"

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.analysis.behaviour import by_set

        return by_set(evidence.behaviour, evidence.comparisons)


@kinds.register("champions")
@dataclass(frozen=True, kw_only=True)
class Champions(Kind):
    """The no-loss players that runs end with, a row per treatment."""

    caption: str = "Champions"
    engine: ClassVar = "genetic_algorithm"
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
        from tttcore.analysis.champions import champions

        return champions(evidence.run_rows, evidence.states)


@kinds.register("alleles")
@dataclass(frozen=True, kw_only=True)
class Alleles(Kind):
    """What champions that never lose mark in some positions.

    Attributes
    ----------
    boards : positions, nine digits each: 0 empty, 1 X, 2 O.
    """

    caption: str = "Cells that no-loss champions mark (95% intervals)"
    engine: ClassVar = "genetic_algorithm"
    boards: list[str]

    def __post_init__(self) -> None:
        loci(self.boards, enumerate_states())

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.analysis.alleles import alleles

        return alleles(evidence.run_rows, evidence.states, self.boards)
