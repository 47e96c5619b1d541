"""Kinds of tables that compare the groups of each set: all at once, and pair by pair."""

# ruff: noqa: PLC0415 - see `Kind`

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.pipeline.study import ALL
from tttcore.stats.margins import unit_and_size
from tttcore.stats.tables.kind import Kind, PerSet, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.stats.comparison import Groups
    from tttcore.stats.evidence import Evidence


@kinds.register("summaries")
@dataclass(frozen=True, kw_only=True)
class Summaries(PerSet):
    """Mean, standard deviation and quartiles of each group."""

    caption: str = "Generations to a no-loss player (95% intervals of the mean)"
    columns: ClassVar = {
        "set": "Set",
        "group": "Group",
        "n": "Runs",
        "censored": "Censored",
        **with_interval("mean", "Mean"),
        "sd": "SD",
        "median": "Median",
        "iqr": "IQR",
        "minimum": "Min",
        "maximum": "Max",
    }

    def of(self, groups: "Groups") -> pd.DataFrame:
        """See `PerSet.of`."""
        from tttcore.stats.comparison import summaries

        return summaries(groups)


@kinds.register("anova")
@dataclass(frozen=True, kw_only=True)
class Anova(PerSet):
    """One-way analysis of variance."""

    caption: str = "One-way analysis of variance"
    columns: ClassVar = {
        "set": "Set",
        "source": "Source",
        "df": "df",
        "sum_of_squares": "Sum of squares",
        "mean_square": "Mean square",
        "F": "F",
        "p": "p",
        "eta_squared": "η²",
    }

    def of(self, groups: "Groups") -> pd.DataFrame:
        """See `PerSet.of`."""
        from tttcore.stats.comparison import anova_table

        return anova_table(groups)


@kinds.register("omnibus")
@dataclass(frozen=True, kw_only=True)
class Omnibus(PerSet):
    """Omnibus tests of a difference among the groups."""

    caption: str = "Tests over all groups"
    columns: ClassVar = {
        "set": "Set",
        "test": "Test",
        "question": "Question",
        "statistic": "Statistic",
        "df1": "df",
        "df2": "df",
        "p": "p",
        "p_holm": "p, Holm",
    }

    def of(self, groups: "Groups") -> pd.DataFrame:
        """See `PerSet.of`."""
        from tttcore.stats.comparison import omnibus

        return omnibus(groups)


@kinds.register("effect_sizes")
@dataclass(frozen=True, kw_only=True)
class EffectSizes(PerSet):
    """Share of the variance that the groups explain."""

    caption: str = "Share of the variance that the groups explain, and Cohen's f"
    columns: ClassVar = {"set": "Set", "effect": "Effect", "value": "Value"}

    def of(self, groups: "Groups") -> pd.DataFrame:
        """See `PerSet.of`."""
        from tttcore.stats.comparison import effect_sizes

        return effect_sizes(groups)


@kinds.register("pairwise")
@dataclass(frozen=True, kw_only=True)
class Pairwise(Kind):
    """Differences, tests and effect sizes of each pair of groups.

    Attributes
    ----------
    resamples : bootstrap resamples for each pair.
    overall : whether to compare the set of all treatments too, which can have very many pairs.
    """

    caption: str = (
        "Pairs of groups: difference of means, first minus second, and chance that the first takes longer (A12), "
        "with 95% intervals"
    )
    columns: ClassVar = {
        "set": "Set",
        "a": "First",
        "b": "Second",
        "mean_difference": "Difference",
        "difference_low": "low",
        "difference_high": "high",
        "tukey_p": "Tukey p",
        "mann_whitney_p_holm": "Mann-Whitney p, Holm",
        "logrank_p_holm": "Log-rank p, Holm",
        **with_interval("a12", "A12"),
    }
    resamples: Annotated[int, Between(100)] = 2000
    overall: bool = True

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`; each set has a random stream of its own."""
        from tttcore.stats.pairwise import pairwise

        return pd.concat(
            [
                pairwise(groups, resamples=self.resamples, rng=evidence.stream("pairwise", name)).assign(set=name)
                for name, groups in evidence.sets.items()
                if self.overall or name != ALL
            ]
        )


@kinds.register("equivalence")
@dataclass(frozen=True, kw_only=True)
class Equivalence(PerSet):
    """Equivalence tests of each pair of means within given margins.

    Attributes
    ----------
    margins : greatest differences that count as none, each a name and either ``generations`` or ``sd``.
    """

    caption: str = "Equivalence of means within margins fixed beforehand (90% intervals)"
    columns: ClassVar = {
        "set": "Set",
        "a": "First",
        "b": "Second",
        "margin_name": "Margin",
        "margin": "Generations",
        "tost_p": "TOST p",
        "tost_p_holm": "p, Holm",
        "difference_low": "low",
        "difference_high": "high",
    }
    margins: list[dict]

    def __post_init__(self) -> None:
        for margin in self.margins:
            unit_and_size(margin)

    def of(self, groups: "Groups") -> pd.DataFrame:
        """See `PerSet.of`."""
        from tttcore.stats.pairwise import equivalence

        return equivalence(groups, margins=self.margins)
