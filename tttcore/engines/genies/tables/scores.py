"""Kinds of tables about average lifeScores: at the end, after success, and deaths of newborns."""

# ruff: noqa: PLC0415 - see `Kind`

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

import pandas as pd

from tttcore.stats.tables.kind import Kind, kinds

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


@kinds.register("final_scores")
@dataclass(frozen=True, kw_only=True)
class FinalScores(Kind):
    """Final average lifeScores of both families, and games won against the random player."""

    caption: str = "Average lifeScores at the end, and share of unofficial games won (95% intervals of the mean)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "quantity": "Quantity",
        "n": "Runs",
        "mean": "Mean",
        "mean_low": "low",
        "mean_high": "high",
        "sd": "SD",
        "median": "Median",
        "minimum": "Min",
        "maximum": "Max",
        "first_mean": "First runs",
        "of_few_low": "Means of so few, low",
        "of_few_high": "high",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genies.stats.final_scores import final_scores

        return final_scores(
            evidence.runs, first=evidence.published["replicates"], streams=partial(evidence.stream, "final_scores")
        )


@kinds.register("plateau")
@dataclass(frozen=True, kw_only=True)
class Plateau(Kind):
    """Level and variation of the average lifeScore after success."""

    caption: str = "Average lifeScores after success (95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "n": "Runs",
        "level": "Level",
        "level_low": "low",
        "level_high": "high",
        "top": "97.5% of generations below",
        "sd": "SD over generations",
        "step_sd": "SD of changes",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genies.stats.success_onset import plateau

        return plateau(evidence.runs, evidence.traces)


@kinds.register("turnover")
@dataclass(frozen=True, kw_only=True)
class Turnover(Kind):
    """Share of deaths that are those of newborns.

    Attributes
    ----------
    baseline : treatment with which the others are compared.
    """

    caption: str = "Share of generations in which the Genie that dies was born in the one before (95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "newborn_deaths": "Newborn deaths",
        "newborn_deaths_low": "low",
        "newborn_deaths_high": "high",
        "more": "More than in the baseline",
        "more_low": "low",
        "more_high": "high",
    }
    baseline: str

    @property
    def treatment_names(self) -> tuple[str, ...]:
        """See `Kind.treatment_names`."""
        return (self.baseline,)

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genies.stats.final_scores import turnover

        return turnover(evidence.runs, baseline=self.baseline)
