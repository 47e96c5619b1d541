"""Kinds of figures of tabular learning: shares of games, table growth, policy quality, results against baselines."""

# ruff: noqa: PLC0415 - statistics libraries are slow to import, and options are checked without them

from dataclasses import dataclass, field
from typing import Annotated, Literal, get_args

import pandas as pd
from matplotlib.figure import Figure

from tttcore.engines.tabular.plots import learning, shares, versus
from tttcore.engines.tabular.stats.draw_counting import Counting, When
from tttcore.pipeline.declaration import Between
from tttcore.pipeline.messages import choices
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import OfTable, OfTreatments, kinds


@dataclass(frozen=True, kw_only=True)
class OfTabular(OfTreatments):
    """A kind of figure about the sessions of some treatments."""

    def windows(self, evidence: Evidence, *columns: str) -> pd.DataFrame:
        """Windows of the treatments' sessions in which `columns` are known, with their groups."""
        traces = pd.concat([evidence.traces_of(treatment) for treatment in self.treatments])
        return self.grouped(traces.dropna(subset=[*columns]))


@kinds.register("learning_curves")
@dataclass(frozen=True, kw_only=True)
class LearningCurves(OfTabular):
    """Shares of games in each window of training, a line per treatment.

    Attributes
    ----------
    counting : readings of draws, a panel each; ``drawn`` for the share of drawn games.
    published : the first player's shares in the document.
    """

    counting: list[Literal[Counting, "drawn"]] = field(default_factory=lambda: ["apart", "decided", "drawn"])
    published: Annotated[list[float], Between(0, 1)] = field(default_factory=list)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        from tttcore.engines.tabular.stats.learning_curves import share_curves

        curves = share_curves(self.windows(evidence), self.counting)
        return learning.learning_curves(curves, published=self.published, title=self.title)


@kinds.register("table_growth")
@dataclass(frozen=True, kw_only=True)
class TableGrowth(OfTabular):
    """Stored values by games of training, a line per treatment.

    Attributes
    ----------
    positions : whether the number of all positions of 3x3 is marked.
    """

    positions: bool = False

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        from tttcore.engines.tabular.stats.learning_curves import mean_curve

        curve = mean_curve(self.windows(evidence).rename(columns={"entries": "value"}))
        reachable = len(evidence.states.positions) - 1 if self.positions else None
        return learning.table_growth(curve, positions=reachable, title=self.title)


@kinds.register("policy_quality")
@dataclass(frozen=True, kw_only=True)
class PolicyQuality(OfTabular):
    """Rates of failure of policies by games of training, a line per treatment.

    Attributes
    ----------
    measures : games lost to an opponent, policies that can be beaten, or mistakes; a row of panels each.
    """

    measures: list[Literal["random", "careful", "perfect", "beatable", "mistakes"]] = field(
        default_factory=lambda: ["random", "careful", "perfect", "beatable"]
    )

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        from tttcore.engines.tabular.stats.learning_curves import failure_columns, failure_curves

        windows = self.windows(evidence, *failure_columns(self.measures))
        return learning.policy_quality(failure_curves(windows, self.measures), title=self.title)


@dataclass(frozen=True, kw_only=True)
class OfShares(OfTabular, OfTable):
    """A kind of figure of a table of the first player's shares of games.

    Attributes
    ----------
    when : games of ``all`` training, of its ``last`` tenth, or with exploration ``off``.
    """

    when: list[When] = field(default_factory=lambda: [*get_args(When)])


@kinds.register("shares_forest")
@dataclass(frozen=True, kw_only=True)
class SharesForest(OfShares):
    """The first player's share of games, a row for each treatment.

    Attributes
    ----------
    counting : readings of draws, a panel each.
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
    """The first player's share of decided games beside the result of best play, a row for each treatment.

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
    """Results of greedy policies against baselines, a bar for each treatment.

    Attributes
    ----------
    opponents : baselines, a row of panels each.
    """

    table: str = "policies"
    opponents: list[Literal["random", "careful", "perfect"]] = field(default_factory=lambda: ["random", "careful"])

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        table = self.grouped(evidence.statistics(self.table))
        return versus.versus(table, opponents=self.opponents, title=self.title)
