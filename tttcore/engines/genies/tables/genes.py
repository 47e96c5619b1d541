"""Kinds of tables about final genes: means, quantiles, defence and offence, correlation between runs."""

# ruff: noqa: PLC0415 - see `Kind`

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.stats.tables.kind import Kind, kinds

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
        "mean": "Mean",
        "mean_low": "low",
        "mean_high": "high",
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

        return final_genes(evidence.runs, first=evidence.published["replicates"])


@kinds.register("gene_quantiles")
@dataclass(frozen=True, kw_only=True)
class GeneQuantiles(Kind):
    """Quantiles over runs of the final combined genes."""

    caption: str = "Genes at the end: quantiles over runs"

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genies.stats.final_genes import gene_quantiles

        return gene_quantiles(evidence.runs)


@kinds.register("sides")
@dataclass(frozen=True, kw_only=True)
class DefenceAndOffence(Kind):
    """Mean weights of blocking and of attacking lines, and their difference."""

    caption: str = (
        "Mean weight of blocking (lines with the opponent's marks) and of attacking (own marks), 95% intervals"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "defence": "Blocking",
        "offence": "Attacking",
        "difference": "Difference",
        "difference_low": "low",
        "difference_high": "high",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genies.stats.final_genes import defence_and_offence

        return defence_and_offence(evidence.runs)


@kinds.register("gene_similarity")
@dataclass(frozen=True, kw_only=True)
class GeneSimilarity(Kind):
    """Correlation of genes between runs, within the treatments of a comparison and between them.

    Attributes
    ----------
    comparison : name of the comparison whose treatments are taken.
    resamples : number of resamples of the bootstrap.
    """

    caption: str = "How alike the genes of two runs are: mean correlation (95% intervals)"
    columns: ClassVar = {
        "a": "Run of",
        "b": "and run of",
        "pairs": "Pairs",
        "correlation": "Correlation",
        "correlation_low": "low",
        "correlation_high": "high",
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
