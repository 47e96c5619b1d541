"""Figures of games on nine boards: what searches take, how games end, how strong players are."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

import pandas as pd
from matplotlib.figure import Figure

from tttcore.base.registry import Between, ConfigError, choices
from tttcore.figures import outcomes, search
from tttcore.figures import ratings as strengths
from tttcore.figures.evidence import Evidence
from tttcore.figures.kinds.kind import Kind, kinds, one_each


@dataclass(frozen=True, kw_only=True)
class OfTable(Kind):
    """A kind of figure that draws a table, which may have any name.

    Attributes
    ----------
    table : its name.
    """

    table: str
    engine: ClassVar = "nine_board"

    @property
    def draws(self) -> Sequence[str]:
        """See `Kind.draws`."""
        return (self.table,)


@dataclass(frozen=True, kw_only=True)
class OfTreatment(OfTable):
    """A kind of figure that draws the rows of a `treatment`."""

    treatment: str

    def rows(self, evidence: Evidence) -> pd.DataFrame:
        """Rows of the treatment; ConfigError if there are none."""
        table = evidence.statistics(self.table)
        there = table["treatment"].unique().tolist()
        if self.treatment not in there:
            raise ConfigError(f"treatment: {self.treatment!r} is not in {self.table}{choices(self.treatment, there)}")
        return table[table["treatment"] == self.treatment]


@kinds.register("work_by_move")
@dataclass(frozen=True, kw_only=True)
class WorkByMove(OfTreatment):
    """Positions looked at for each move, with pruning and without."""

    table: str = "work_by_move"

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return search.work_by_move(self.rows(evidence), title=self.title)


@kinds.register("openings")
@dataclass(frozen=True, kw_only=True)
class Openings(OfTreatment):
    """Share of games that X wins, by its first move."""

    table: str = "openings"

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return outcomes.openings(self.rows(evidence), title=self.title)


@kinds.register("proofs")
@dataclass(frozen=True, kw_only=True)
class Proofs(OfTreatment):
    """Share of games whose winner is proved by each ply."""

    table: str = "proofs"

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return outcomes.proofs(self.rows(evidence), title=self.title)


@kinds.register("ratings")
@dataclass(frozen=True, kw_only=True)
class Ratings(OfTable):
    """Ratings by depth, a line for each heuristic, and of other players."""

    table: str = "ratings"

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return strengths.ratings(evidence.statistics(self.table), title=self.title)


@kinds.register("crosstable")
@dataclass(frozen=True, kw_only=True)
class Crosstable(OfTable):
    """Score of every player against every other."""

    table: str = "crosstable"

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return strengths.crosstable(evidence.statistics(self.table), title=self.title)


@kinds.register("game_lengths")
@dataclass(frozen=True, kw_only=True)
class GameLengths(Kind):
    """Share of games that take more than so many moves, a line for each of some treatments.

    Attributes
    ----------
    labels : what these are called, one each; by their names if none is given.
    published : lengths of games that the document mentions.
    """

    treatments: list[str]
    labels: list[str] = field(default_factory=list)
    published: Annotated[list[int], Between(1, 81)] = field(default_factory=list)
    engine: ClassVar = "nine_board"

    def __post_init__(self) -> None:
        one_each(self.treatments, labels=self.labels or self.treatments)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        games = evidence.runs
        parts = [
            games[games["treatment"] == treatment].assign(group=label)
            for treatment, label in zip(self.treatments, self.labels or self.treatments, strict=True)
        ]
        return outcomes.game_lengths(pd.concat(parts), published=self.published, title=self.title)
