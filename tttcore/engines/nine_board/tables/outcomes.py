"""Kinds of tables about the outcomes of nine-board games."""

# ruff: noqa: PLC0415 - see `Kind`

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.stats.tables.kind import ForTreatments, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


@kinds.register("game_lengths")
@dataclass(frozen=True, kw_only=True)
class GameLengths(ForTreatments):
    """Lengths and results of games.

    Attributes
    ----------
    beyond : games of more moves than each of these are counted.
    """

    caption: str = "Moves of a game, and shares of games that are longer, end one way, or miss a win (95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "quantity": "Quantity",
        "n": "Games",
        **with_interval("mean", "Mean or share"),
        "sd": "SD",
        "median": "Median",
        "minimum": "Min",
        "maximum": "Max",
    }
    beyond: Annotated[list[int], Between(0, 81)] = field(default_factory=lambda: [40, 48])

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.nine_board.stats.outcomes import game_lengths

        return game_lengths(self.chosen(evidence.runs), self.beyond)


@kinds.register("openings")
@dataclass(frozen=True, kw_only=True)
class Openings(ForTreatments):
    """Results by first move."""

    caption: str = (
        "Games that X wins by its first move (95% intervals), each by itself and by class of moves that are alike up "
        "to symmetry; chi-squared tests that all are equally good"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "by": "By",
        "opening": "First move (board-cell)",
        "openings": "Openings",
        "n": "Games",
        **with_interval("won", "X wins"),
        "statistic": "χ²",
        "df": "df",
        "p": "p",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.nine_board.stats.outcomes import openings

        return openings(self.chosen(evidence.runs))


@kinds.register("proofs")
@dataclass(frozen=True, kw_only=True)
class Proofs(ForTreatments):
    """Share of games whose winner is proved, by ply."""

    caption: str = "Games whose winner is proved from each ply on (95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "ply": "Ply",
        "open": "Games still open",
        **with_interval("open_proved", "of these proved"),
        **with_interval("proved", "Of all proved by then"),
        "won_by_x": "of these X wins",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.nine_board.stats.outcomes import proofs, with_proofs

        return proofs(self.chosen(with_proofs(evidence.runs)))


@kinds.register("proof_summary")
@dataclass(frozen=True, kw_only=True)
class ProofSummary(ForTreatments):
    """First ply from which the winner of games is proved."""

    caption: str = "First ply from which the winner of a game is proved (medians and shares with 95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "n": "Games",
        "earliest": "Earliest",
        **with_interval("ply", "Median"),
        "latest": "Latest",
        "before_end": "Moves before the end",
        "won_by_x": "X is proved to win",
        "kept": "Ends as proved",
        "nodes": "Positions looked at",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.nine_board.stats.outcomes import proof_summary, with_proofs

        return proof_summary(self.chosen(with_proofs(evidence.runs)))
