"""Kinds of figures about nine-board games: work of searches, outcomes, ratings."""

from dataclasses import dataclass, field
from typing import Annotated

import pandas as pd
from matplotlib.figure import Figure

from tttcore.engines.nine_board.plots import outcomes, ratings, searches
from tttcore.pipeline.declaration import Between
from tttcore.pipeline.messages import ConfigError, choices
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import OfTable, OfTreatments, kinds


@dataclass(frozen=True, kw_only=True)
class OfTreatment(OfTable):
    """Kind of figure that draws a treatment's rows of a table."""

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
    """Positions searched for each move, with pruning and without."""

    table: str = "work_by_move"

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return searches.work_by_move(self.rows(evidence), title=self.title)


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
        return ratings.ratings(evidence.statistics(self.table), title=self.title)


@kinds.register("crosstable")
@dataclass(frozen=True, kw_only=True)
class Crosstable(OfTable):
    """Score of every player against every other."""

    table: str = "crosstable"

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return ratings.crosstable(evidence.statistics(self.table), title=self.title)


@kinds.register("game_lengths")
@dataclass(frozen=True, kw_only=True)
class GameLengths(OfTreatments):
    """Share of games that take more than so many moves, a line per treatment.

    Attributes
    ----------
    published : lengths of games that the document mentions, marked by vertical lines.
    """

    published: Annotated[list[int], Between(1, 81)] = field(default_factory=list)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return outcomes.game_lengths(self.grouped(evidence.runs), published=self.published, title=self.title)
