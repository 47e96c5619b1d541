"""Kinds of tables of runtime distributions: survival, shares solved, targets reached."""

# ruff: noqa: PLC0415 - see `Kind`

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.stats.tables.kind import Kind, PerSet, kinds

if TYPE_CHECKING:
    from tttcore.stats.comparison import Groups
    from tttcore.stats.evidence import Evidence


@kinds.register("survival")
@dataclass(frozen=True, kw_only=True)
class Survival(PerSet):
    """Kaplan-Meier estimate of the share of runs not yet solved, with censoring at the cap."""

    caption: str = "Share of runs still without success (Kaplan-Meier)"

    def of(self, groups: "Groups") -> pd.DataFrame:
        """See `PerSet.of`."""
        from tttcore.stats.runtimes import survival

        return survival(groups)


@kinds.register("ecdf")
@dataclass(frozen=True, kw_only=True)
class Ecdf(Kind):
    """Share of runs solved within each number of generations, up to the cap."""

    caption: str = "Share of runs solved by each generation"

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.stats.runtimes import ecdf

        return evidence.per_set(lambda groups: ecdf(groups, range(evidence.cap + 1)))


@kinds.register("fixed_targets")
@dataclass(frozen=True, kw_only=True)
class FixedTargets(Kind):
    """Share of runs whose best fitness is at or below a target by each generation.

    Attributes
    ----------
    targets : fitness values, lower is better.
    """

    caption: str = "Share of runs that have reached each fitness by each generation"
    targets: Annotated[list[float], Between(0, 1)]

    @property
    def trace_columns(self) -> Sequence[str]:
        """See `Kind.trace_columns`."""
        return ("best",)

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.stats.runtimes import fixed_target
        from tttcore.stats.samples import labelled

        found = fixed_target(evidence.trace_rows, self.targets, evidence.cap)
        return pd.concat([labelled(found, members).assign(set=name) for name, members in evidence.comparisons.items()])


@kinds.register("exceedances")
@dataclass(frozen=True, kw_only=True)
class Exceedances(PerSet):
    """Number of runs that took more generations than each threshold.

    Attributes
    ----------
    thresholds : in generations.
    """

    caption: str = "Runs that took more generations than each threshold"
    thresholds: Annotated[list[int], Between(1)]

    def of(self, groups: "Groups") -> pd.DataFrame:
        """See `PerSet.of`."""
        from tttcore.stats.runtimes import exceedances

        return exceedances(groups, self.thresholds)
