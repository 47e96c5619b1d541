"""Kinds of tables about success: rates, samples of a few runs, and the rise to it."""

# ruff: noqa: PLC0415 - see `Kind`

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.stats.tables.kind import Kind, kinds

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


@dataclass(frozen=True, kw_only=True)
class SuccessWithin(Kind):
    """Base of kinds of tables about success within some numbers of generations.

    Attributes
    ----------
    within : numbers of generations; each applies to the treatments whose runs last as long.
    """

    within: Annotated[list[int], Between(1)]

    def success_rates(self, evidence: "Evidence") -> pd.DataFrame:
        """Table of `stats.success_rates.success_rates`."""
        from tttcore.engines.genies.stats.success_rates import success_rates

        return success_rates(
            evidence.runs, _of_recipes(evidence, "generations"), self.within, first=evidence.published["replicates"]
        )


@kinds.register("successes")
@dataclass(frozen=True, kw_only=True)
class Successes(SuccessWithin):
    """Share of runs that succeed within each number of generations."""

    caption: str = "Runs that succeed within so many generations (95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "within": "Within",
        "n": "Runs",
        "successes": "Succeed",
        "share": "Share",
        "share_low": "low",
        "share_high": "high",
        "held": "Share still in the end",
        "held_low": "low",
        "held_high": "high",
        "first": "of the first runs",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        return self.success_rates(evidence)


@kinds.register("small_samples")
@dataclass(frozen=True, kw_only=True)
class SmallSamples(SuccessWithin):
    """Distribution of the number of successes among as few runs as the document's."""

    caption: str = "How many of as few runs as the document's succeed by chance, and p of each number"
    columns: ClassVar = {
        "treatment": "Treatment",
        "within": "Within",
        "successes": "Succeed",
        "of": "of",
        "chance": "Chance",
        "p": "p",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genies.stats.success_rates import small_samples

        return small_samples(self.success_rates(evidence), of=evidence.published["replicates"])


@kinds.register("first_runs")
@dataclass(frozen=True, kw_only=True)
class FirstRuns(Kind):
    """Results of as many first runs of each treatment as the document had, beside those of all runs."""

    caption: str = "What as few runs as the document's show: when they succeed, and which genes differ from zero at 5%"
    columns: ClassVar = {
        "treatment": "Treatment",
        "successes": "Succeed",
        "of": "of",
        "generations": "after generations",
        "significant": "Genes that differ",
        "significant_all": "over all runs, Holm",
        "missed": "missed",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genies.stats.success_rates import first_runs

        return first_runs(evidence.runs, first=evidence.published["replicates"])


@kinds.register("rises")
@dataclass(frozen=True, kw_only=True)
class OnsetOfSuccess(Kind):
    """Abruptness of the rise to success, and pauses during it."""

    caption: str = "How averages rise to success (medians and shares with 95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "n": "Runs with a rise",
        "steepest_share": "Part of it in 50 generations",
        "steepest_share_low": "low",
        "steepest_share_high": "high",
        "duration": "Generations of the last climb",
        "pause": "Pause",
        "longest_pause": "Longest",
        "paused": "Share that pauses for 100",
        "paused_low": "low",
        "paused_high": "high",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genies.stats.success_onset import onset_of_success

        windows = {name: success["window"] for name, success in _of_recipes(evidence, "success").items()}
        return onset_of_success(evidence.runs, evidence.traces, windows)


def _of_recipes(evidence: "Evidence", key: str) -> Mapping:
    """Value of a parameter by treatment."""
    return {treatment: recipe[key] for treatment, recipe in evidence.recipes.items()}
