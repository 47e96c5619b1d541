"""Kinds of tables of the first player's shares of training games."""

# ruff: noqa: PLC0415 - see `Kind`

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.pipeline.messages import choices
from tttcore.stats.tables.kind import ForTreatments, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence

THEORY = ("draw", "first")
"""Results that best play can have."""


@kinds.register("shares")
@dataclass(frozen=True, kw_only=True)
class Shares(ForTreatments):
    """The first player's share of games."""

    caption: str = (
        "Share of games of the first player (95% intervals over sessions): in all of training, in its last tenth and "
        "with exploration off; draws counted apart, left out, for the first player, or half for each"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "counting": "Draws",
        "when": "Games",
        "n": "Sessions",
        **with_interval("share", "First player"),
        **with_interval("drawn", "Drawn"),
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.tabular.stats.shares import shares

        return shares(self.chosen(evidence.runs))


@kinds.register("trend")
@dataclass(frozen=True, kw_only=True)
class Trend(ForTreatments):
    """Change of the first player's share from the beginning of training to its end.

    Attributes
    ----------
    early : games that the beginning has at most.
    """

    caption: str = (
        "Share of games of the first player early in training and in its last tenth, and by how much it grows in a "
        "session (95% intervals)"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "counting": "Draws",
        "n": "Sessions",
        "games": "Early games",
        **with_interval("early", "Early"),
        **with_interval("last", "Last tenth"),
        **with_interval("difference", "Difference"),
    }
    early: Annotated[int, Between(1)] = 3000

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.tabular.stats.shares import trend

        return trend(self.chosen(evidence.runs), evidence.traces, self.early)


@kinds.register("first_advantage")
@dataclass(frozen=True, kw_only=True)
class FirstAdvantage(ForTreatments):
    """The first player's share of decided games against one half.

    Attributes
    ----------
    theory : result of best play by treatment, ``draw`` or ``first``.
    """

    caption: str = (
        "Share of decided games of the first player against one half (95% intervals and Student's test over sessions, "
        "and sessions in which it is ahead), beside what best play leads to"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "when": "Games",
        "n": "Sessions",
        "share": "First player",
        **with_interval("excess", "above ½"),
        "p_holm": "p, Holm",
        "ahead": "Ahead",
        "behind": "Behind",
        "sign_p": "Sign test p",
        "theory": "Best play",
    }
    theory: dict = field(default_factory=dict)

    def __post_init__(self) -> None:
        for treatment, result in self.theory.items():
            if result not in THEORY:
                raise ValueError(f"theory.{treatment}: {result!r} is not allowed{choices(result, THEORY)}")

    @property
    def treatment_names(self) -> Sequence[str]:
        """See `Kind.treatment_names`."""
        return [*self.treatments, *self.theory]

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.tabular.stats.shares import first_advantage

        return first_advantage(self.chosen(evidence.runs), self.theory)
