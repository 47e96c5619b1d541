"""Tables about Genies: their genes and scores, how often and how abruptly they succeed, what a few runs can show."""

# ruff: noqa: PLC0415 - see `Kind`

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.pipeline.registry import Between
from tttcore.stats.tables.kind import Kind, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


@kinds.register("final_genes")
@dataclass(frozen=True, kw_only=True)
class FinalGenes(Kind):
    """Mean combined genes of the final families, tested against zero."""

    caption: str = (
        "Mean genes at the end (95% intervals), tested against zero: all runs, and as many as the document had"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "gene": "Gene",
        "n": "Runs",
        **with_interval("mean", "Mean"),
        "sd": "SD",
        "t": "t",
        "p_holm": "p, Holm",
        "first_mean": "First runs",
        "first_low": "low",
        "first_high": "high",
        "first_p": "p",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genies.stats.final_genes import final_genes

        return final_genes(evidence.runs, first=_first(evidence))


@kinds.register("gene_quantiles")
@dataclass(frozen=True, kw_only=True)
class GeneQuantiles(Kind):
    """Where the genes of different runs are."""

    caption: str = "Genes at the end: quantiles over runs"

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genies.stats.final_genes import gene_quantiles

        return gene_quantiles(evidence.runs)


@kinds.register("sides")
@dataclass(frozen=True, kw_only=True)
class Sides(Kind):
    """Whether defence or offence weighs more."""

    caption: str = (
        "Mean weight of blocking (lines with the opponent's marks) and of attacking (own marks), 95% intervals"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "defence": "Blocking",
        "offence": "Attacking",
        **with_interval("difference", "Difference"),
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genies.stats.final_genes import sides

        return sides(evidence.runs)


@kinds.register("gene_similarity")
@dataclass(frozen=True, kw_only=True)
class GeneSimilarity(Kind):
    """Correlation of genes between runs, within the treatments of a comparison and between them.

    Attributes
    ----------
    comparison : which treatments.
    resamples : of the bootstrap.
    """

    caption: str = "How alike the genes of two runs are: mean correlation (95% intervals)"
    columns: ClassVar = {
        "a": "Run of",
        "b": "and run of",
        "pairs": "Pairs",
        **with_interval("correlation", "Correlation"),
    }
    comparison: str
    resamples: Annotated[int, Between(100)] = 2000

    @property
    def comparison_names(self) -> tuple[str, ...]:
        """See `Kind.comparison_names`."""
        return (self.comparison,)

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genies.stats.final_genes import gene_similarity

        return gene_similarity(
            evidence.runs,
            list(evidence.comparisons[self.comparison].values()),
            resamples=self.resamples,
            rng=evidence.stream("gene_similarity", self.comparison),
        )


@kinds.register("final_scores")
@dataclass(frozen=True, kw_only=True)
class FinalScores(Kind):
    """Final average lifeScores of both families, and games won against the random player."""

    caption: str = "Average lifeScores at the end, and share of unofficial games won (95% intervals of the mean)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "quantity": "Quantity",
        "n": "Runs",
        **with_interval("mean", "Mean"),
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

        return final_scores(evidence.runs, first=_first(evidence), streams=partial(evidence.stream, "final_scores"))


@kinds.register("turnover")
@dataclass(frozen=True, kw_only=True)
class Turnover(Kind):
    """How often it is the newborn that dies.

    Attributes
    ----------
    baseline : treatment that the others are compared with.
    """

    caption: str = "Share of generations in which the Genie that dies was born in the one before (95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        **with_interval("newborn_deaths", "Newborn deaths"),
        **with_interval("more", "More than in the baseline"),
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


@dataclass(frozen=True, kw_only=True)
class Within(Kind):
    """A kind of table about success within so many generations.

    Attributes
    ----------
    within : numbers of generations; each is taken for the treatments that last so long.
    """

    within: Annotated[list[int], Between(1)]

    def successes(self, evidence: "Evidence") -> pd.DataFrame:
        """Share of runs that succeed, see `tttcore.engines.genies.stats.success_rates`."""
        from tttcore.engines.genies.stats.success_rates import successes

        return successes(evidence.runs, _of_recipes(evidence, "generations"), self.within, first=_first(evidence))


@kinds.register("successes")
@dataclass(frozen=True, kw_only=True)
class Successes(Within):
    """Share of runs that succeed within so many generations."""

    caption: str = "Runs that succeed within so many generations (95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "within": "Within",
        "n": "Runs",
        "successes": "Succeed",
        **with_interval("share", "Share"),
        **with_interval("held", "Share still in the end"),
        "first": "of the first runs",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        return self.successes(evidence)


@kinds.register("small_samples")
@dataclass(frozen=True, kw_only=True)
class SmallSamples(Within):
    """How many of as few runs as the document's could have succeeded."""

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

        return small_samples(self.successes(evidence), of=_first(evidence))


@kinds.register("first_runs")
@dataclass(frozen=True, kw_only=True)
class FirstRuns(Kind):
    """As many runs of each treatment as the document had, and what they show, beside all."""

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

        return first_runs(evidence.runs, first=_first(evidence))


@kinds.register("rises")
@dataclass(frozen=True, kw_only=True)
class Rises(Kind):
    """How abruptly runs become successful, and whether they pause on the way."""

    caption: str = "How averages rise to success (medians and shares with 95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "n": "Runs with a rise",
        **with_interval("steepest_share", "Part of it in 50 generations"),
        "duration": "Generations of the last climb",
        "pause": "Pause",
        "longest_pause": "Longest",
        **with_interval("paused", "Share that pauses for 100"),
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genies.stats.success_onset import rises

        windows = {name: success["window"] for name, success in _of_recipes(evidence, "success").items()}
        return rises(evidence.runs, evidence.traces, windows)


@kinds.register("plateau")
@dataclass(frozen=True, kw_only=True)
class Plateau(Kind):
    """The average lifeScore after success."""

    caption: str = "Average lifeScores after success (95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "n": "Runs",
        **with_interval("level", "Level"),
        "top": "97.5% of generations below",
        "sd": "SD over generations",
        "step_sd": "SD of changes",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genies.stats.success_onset import plateau

        return plateau(evidence.runs, evidence.traces)


def _first(evidence: "Evidence") -> int:
    """How many runs the document had."""
    return evidence.published["replicates"]


def _of_recipes(evidence: "Evidence", key: str) -> Mapping:
    """A parameter's value by treatment."""
    return {treatment: recipe[key] for treatment, recipe in evidence.recipes.items()}
