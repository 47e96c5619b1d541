"""Kinds of reports on the final genes of a few runs, computed for many pretended documents at once."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
import scipy
from numpy.typing import NDArray

from tttcore.engines.genies.stats.final_genes import combined_genes, gene_labels
from tttcore.engines.genies.stats.genie_reports import Floats, GenieReport, RunsOfTreatment, genie_reports
from tttcore.engines.genies.stats.success_rates import NONE, SIGNIFICANT
from tttcore.pipeline.messages import ConfigError
from tttcore.stats.intervals import Columns
from tttcore.stats.predictions import place_of_outcome


class GeneReport(GenieReport):
    """A report of the final genes, as text."""

    published: str
    outcomes: ClassVar[int]
    """Outcomes that could be reported, on edge 4."""

    @property
    def told(self) -> str:
        """See `GenieReport.told`."""
        return self.published

    def values(self, source: RunsOfTreatment) -> Floats:
        """See `GenieReport.values`; ConfigError if what the document says can't be said of these genes."""
        values = combined_genes(source.runs["genes"])
        labels = gene_labels((values.shape[1] + 1) // 2)
        if not self.fits(labels):
            raise ConfigError(f"{self.treatment}: {self.published!r} can't be reported of {', '.join(labels)}")
        return values

    @abstractmethod
    def fits(self, labels: list[str]) -> bool:
        """Tell whether what the document says is an outcome for genes with these labels."""

    def place(self, reported: NDArray[np.str_], source: RunsOfTreatment) -> Columns:
        """See `GenieReport.place`."""
        return place_of_outcome(reported, self.published, unseen=len(np.unique(reported)) < self.outcomes)


@genie_reports.register("significant_genes")
@dataclass(frozen=True, kw_only=True)
class SignificantGenes(GeneReport):
    """Genes whose mean differs from 0 at 5%, each tested by itself by Student's test, such as ``-3, +3``.

    Attributes
    ----------
    published : those of the document, from most of the opponent's marks to most own ones, or ``none``.
    """

    published: str
    outcomes = 128

    @property
    def words(self) -> str:
        """See `GenieReport.words`."""
        return "genes that differ from zero"

    def fits(self, labels: list[str]) -> bool:
        """See `GeneReport.fits`."""
        named = self.published.split(", ")
        return self.published == NONE or named == [label for label in labels if label in named]

    def reported(self, drawn: Floats) -> NDArray[np.str_]:
        """See `GenieReport.reported`."""
        labels = np.array(gene_labels((drawn.shape[2] + 1) // 2))
        sets, place = np.unique(differs_from_zero(drawn), axis=0, return_inverse=True)
        return np.array([", ".join(labels[differs]) or NONE for differs in sets])[place.ravel()]


@genie_reports.register("gene_differs")
@dataclass(frozen=True, kw_only=True)
class GeneDiffers(GeneReport):
    """Student's test at 5% that the mean of one gene is 0: ``differs`` or ``doesn't``.

    Attributes
    ----------
    gene : label of the gene.
    published : what the document says.
    """

    gene: str
    published: Literal["differs", "doesn't"]
    outcomes = 2

    @property
    def words(self) -> str:
        """See `GenieReport.words`."""
        return f"whether gene {self.gene} differs from zero"

    def fits(self, labels: list[str]) -> bool:
        """See `GeneReport.fits`."""
        return self.gene in labels

    def reported(self, drawn: Floats) -> NDArray[np.str_]:
        """See `GenieReport.reported`."""
        place = gene_labels((drawn.shape[2] + 1) // 2).index(self.gene)
        return np.where(differs_from_zero(drawn)[:, place], "differs", "doesn't")


@genie_reports.register("greatest_genes")
@dataclass(frozen=True, kw_only=True)
class GreatestGenes(GeneReport):
    """Genes of the greatest means, the greatest first, such as ``+3, -3``.

    Attributes
    ----------
    published : as many of them as the document names.
    """

    published: str
    outcomes = 7

    @property
    def words(self) -> str:
        """See `GenieReport.words`."""
        return "greatest gene" if len(self.published.split(", ")) == 1 else "greatest genes"

    def fits(self, labels: list[str]) -> bool:
        """See `GeneReport.fits`."""
        named = self.published.split(", ")
        return {*named} <= {*labels} and len({*named}) == len(named)

    def reported(self, drawn: Floats) -> NDArray[np.str_]:
        """See `GenieReport.reported`."""
        labels = np.array(gene_labels((drawn.shape[2] + 1) // 2))
        count = len(self.published.split(", "))
        order = np.argsort(-drawn.mean(axis=1), axis=1, kind="stable")[:, :count]
        return np.array([", ".join(row) for row in labels[order].tolist()])


def differs_from_zero(drawn: Floats) -> NDArray[np.bool_]:
    """(documents, genes) whether Student's two-sided test over (documents, runs, genes) is significant at 5%."""
    runs = drawn.shape[1]
    with np.errstate(invalid="ignore", divide="ignore"):
        t = drawn.mean(axis=1) / (drawn.std(axis=1, ddof=1) / np.sqrt(runs))
    return np.isfinite(t) & (np.abs(t) > scipy.stats.t.ppf(1 - SIGNIFICANT / 2, runs - 1))
