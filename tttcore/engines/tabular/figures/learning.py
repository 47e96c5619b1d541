"""Figures of policies that learn in training: who wins there, what they store, how good they become."""

from dataclasses import dataclass, field
from typing import Annotated, Literal, get_args

import pandas as pd
from matplotlib.figure import Figure

from tttcore.engines.tabular.plots import learning, shares
from tttcore.engines.tabular.plots import versus as meetings
from tttcore.engines.tabular.stats.draw_counting import Counting, When
from tttcore.pipeline.registry import Between, choices
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import OfTable, OfTreatments, kinds


@dataclass(frozen=True, kw_only=True)
class OfTabular(OfTreatments):
    """A kind of figure about some treatments of a study of tabular learning."""

    def windows(self, evidence: Evidence, *columns: str) -> pd.DataFrame:
        """Windows of the treatments' sessions in which `columns` are known, see `grouped`."""
        traces = pd.concat([evidence.traces_of(treatment) for treatment in self.treatments])
        return self.grouped(traces.dropna(subset=[*columns]))


@kinds.register("learning_curves")
@dataclass(frozen=True, kw_only=True)
class LearningCurves(OfTabular):
    """Who wins in each window of training, a line per treatment.

    Attributes
    ----------
    counting : what becomes of draws, a panel each; ``drawn`` for their own share.
    published : the first player's shares in the document.
    """

    counting: list[Literal[Counting, "drawn"]] = field(default_factory=lambda: ["apart", "decided", "drawn"])
    published: Annotated[list[float], Between(0, 1)] = field(default_factory=list)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return learning.learning_curves(
            self.windows(evidence), curves=self.counting, published=self.published, title=self.title
        )


@kinds.register("table_growth")
@dataclass(frozen=True, kw_only=True)
class TableGrowth(OfTabular):
    """Stored estimates by games of training, a line per treatment.

    Attributes
    ----------
    positions : whether all positions of 3x3 are marked.
    """

    positions: bool = False

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        reachable = len(evidence.states.positions) - 1 if self.positions else None
        return learning.table_growth(self.windows(evidence), positions=reachable, title=self.title)


@kinds.register("policy_quality")
@dataclass(frozen=True, kw_only=True)
class PolicyQuality(OfTabular):
    """How often policies fail by games of training, a line per treatment.

    Attributes
    ----------
    measures : what tells how often, a row of panels each.
    """

    measures: list[Literal["random", "careful", "perfect", "beatable", "mistakes"]] = field(
        default_factory=lambda: ["random", "careful", "perfect", "beatable"]
    )

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        known = self.windows(evidence, *learning.needed(self.measures))
        return learning.policy_quality(known, measures=self.measures, title=self.title)


@dataclass(frozen=True, kw_only=True)
class OfShares(OfTabular, OfTable):
    """A kind of figure of a table of the first player's shares.

    Attributes
    ----------
    when : games of all training, of its last tenth, or without exploration.
    """

    when: list[When] = field(default_factory=lambda: [*get_args(When)])


@kinds.register("shares_forest")
@dataclass(frozen=True, kw_only=True)
class SharesForest(OfShares):
    """The first player's share of games, a row for each treatment.

    Attributes
    ----------
    counting : what becomes of draws, a panel each.
    published : shares in the document.
    """

    table: str = "shares"
    counting: list[Counting] = field(default_factory=lambda: [*get_args(Counting)])
    published: Annotated[list[float], Between(0, 1)] = field(default_factory=list)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        table = self.grouped(evidence.statistics(self.table))
        return shares.shares_forest(
            table, countings=self.counting, when=self.when, published=self.published, title=self.title
        )


@kinds.register("first_advantage")
@dataclass(frozen=True, kw_only=True)
class FirstAdvantage(OfShares):
    """The first player's share of decided games beside what best play leads to, a row for each treatment.

    Attributes
    ----------
    published : shares in the document, by label.
    """

    table: str = "first_advantage"
    published: dict = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        labels = self.labels or self.treatments
        for label, share in self.published.items():
            if label not in labels:
                raise ValueError(f"published: unknown label {label!r}{choices(label, labels)}")
            if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
                raise ValueError(f"published.{label}: {share!r} is not allowed; needs a number from 0 to 1")

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        table = self.grouped(evidence.statistics(self.table))
        return shares.first_advantage(table, when=self.when, published=self.published, title=self.title)


@kinds.register("versus")
@dataclass(frozen=True, kw_only=True)
class Versus(OfTabular, OfTable):
    """What policies make of games against others, a bar for each treatment.

    Attributes
    ----------
    opponents : whom they meet, a row of panels each.
    """

    table: str = "policies"
    opponents: list[Literal["random", "careful", "perfect"]] = field(default_factory=lambda: ["random", "careful"])

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        table = self.grouped(evidence.statistics(self.table))
        return meetings.versus(table, opponents=self.opponents, title=self.title)
