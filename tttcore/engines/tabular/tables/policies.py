"""Kinds of tables that evaluate learned policies, at the end of training and by games of training."""

# ruff: noqa: PLC0415 - see `Kind`

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import pandas as pd

from tttcore.engines.tabular.schemas import MATCHES, QUALITY
from tttcore.pipeline.declaration import Between
from tttcore.pipeline.messages import choices
from tttcore.stats.tables.kind import ForTreatments, Kind, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


@kinds.register("policies")
@dataclass(frozen=True, kw_only=True)
class Policies(ForTreatments):
    """Results of learned policies against baselines and each other."""

    caption: str = (
        "Shares of games of the policies that training ends with, without exploration (95% intervals over sessions): "
        "against each other, a random player, one that wins or else prevents a win at once, and perfect play"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "seat": "Seat",
        "opponent": "Against",
        "n": "Sessions",
        **with_interval("won", "Won"),
        **with_interval("drawn", "Drawn"),
        **with_interval("lost", "Lost"),
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.tabular.stats.policies import policies

        return policies(self.chosen(evidence.runs))


@kinds.register("unbeatable")
@dataclass(frozen=True, kw_only=True)
class Unbeatable(ForTreatments):
    """Share of sessions with policies that no reply beats, and games of training until then."""

    caption: str = (
        "Sessions whose policies no reply beats, at the end and at any point, games to the first such point, and share "
        "of positions in which the policy gives value away (95% intervals over sessions)"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "seat": "Seat",
        "n": "Sessions",
        **with_interval("unbeatable", "Unbeatable at the end"),
        **with_interval("ever", "at any point"),
        **with_interval("games", "Median games to it"),
        **with_interval("mistakes", "Mistakes"),
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.tabular.stats.policies import rated, unbeatable

        return unbeatable(self.chosen(rated(evidence.traces)))


@kinds.register("gains")
@dataclass(frozen=True, kw_only=True)
class Gains(ForTreatments):
    """Improvement of policies by ten times as much training.

    Attributes
    ----------
    quantities : matches, for their scores, and columns of `schemas.QUALITY`.
    """

    caption: str = (
        "What ten times as many games of training change: score (games won and half of those drawn) or quality of "
        "policies, change per 1,000 games, and by how much that is slower than in the step before (95% intervals over "
        "sessions)"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "quantity": "Quantity",
        "n": "Sessions",
        "before": "From games",
        "after": "to",
        "value": "Then",
        **with_interval("gain", "Change"),
        **with_interval("rate", "per 1,000 games"),
        **with_interval("slowing", "Slower by"),
    }
    quantities: list[str] = field(
        default_factory=lambda: ["first_random", "second_random", "first_careful", "second_careful"]
    )

    def __post_init__(self) -> None:
        for quantity in self.quantities:
            if quantity not in (known := (*MATCHES, *QUALITY)):
                raise ValueError(f"quantities: unknown quantity {quantity!r}{choices(quantity, known)}")

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.tabular.stats.policies import gains

        return gains(self.chosen(evidence.traces), self.quantities)


@kinds.register("paces")
@dataclass(frozen=True, kw_only=True)
class Paces(ForTreatments):
    """Games of training until policies first reach a score.

    Attributes
    ----------
    level : the score, the share of games won and half of those drawn.
    """

    caption: str = "Games of training until policies first reach a score (medians and shares with 95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "seat": "Seat",
        "opponent": "Against",
        "n": "Sessions",
        **with_interval("reached", "Get there"),
        **with_interval("games", "Median games"),
    }
    level: Annotated[float, Between(0, 1)]

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.tabular.stats.policies import paces

        return paces(self.chosen(evidence.traces), self.level)


@kinds.register("contrasts")
@dataclass(frozen=True, kw_only=True)
class Contrasts(Kind):
    """Differences in score between the policies of two treatments.

    Attributes
    ----------
    pairs : by name, the score ``of`` a treatment ``less`` another's, after as many ``games``, or at the end.
    """

    caption: str = (
        "Scores (games won and half of those drawn) of policies against the same opponents, of one treatment less "
        "another (Welch's 95% intervals over sessions)"
    )
    columns: ClassVar = {
        "pair": "Pair",
        "games": "After games",
        "seat": "Seat",
        "opponent": "Against",
        "score_of": "Score",
        "score_less": "of the other",
        **with_interval("difference", "Difference"),
        "p": "p",
    }
    pairs: dict

    def __post_init__(self) -> None:
        if not self.pairs:
            raise ValueError("pairs: needs one or more")
        for name, pair in self.pairs.items():
            known = {"of", "less"}
            if not isinstance(pair, Mapping) or not known <= {*pair} <= known | {"games"}:
                raise ValueError(f"pairs.{name}: {pair!r} is not allowed; needs of, less and perhaps games")
            games = pair.get("games", 1)
            if isinstance(games, bool) or not isinstance(games, int) or games < 1:
                raise ValueError(f"pairs.{name}.games: {games!r} is not allowed; needs a whole number from 1")

    @property
    def treatment_names(self) -> Sequence[str]:
        """See `Kind.treatment_names`."""
        return [pair[part] for pair in self.pairs.values() for part in ("of", "less")]

    def treatments_of(self, row: Mapping[str, Any]) -> Sequence[str]:
        """See `Kind.treatments_of`."""
        pair = self.pairs[row["pair"]]
        return [pair["of"], pair["less"]]

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.tabular.stats.contrasts import Contrast, contrasts

        return contrasts(evidence.traces, {name: Contrast(**pair) for name, pair in self.pairs.items()})
