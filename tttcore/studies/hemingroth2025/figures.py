"""Figures of Hemingroth (2025), each the function of the name that its page uses, with _ for -."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tttcore.pipeline.needs import needs
from tttcore.plots import runs
from tttcore.plots.evidence import Evidence
from tttcore.plots.table_checks import grouped

if TYPE_CHECKING:
    from matplotlib.figure import Figure

READINGS = ("exclusive", "normalised", "independent", "every-child")
"""Treatments by reading of the operators' probabilities."""
ALLELES = {
    "exclusive": "modulo the free cells",
    "legal-alleles": "free cells alone",
    "next-free-cell": "the next free cell",
}
"""Treatments by what an allele means that denotes a taken cell, with their panels' titles."""
EXTENTS = {
    "extent-0001": "0.01%",
    "exclusive": "0.1%",
    "extent-0050": "0.5%",
    "extent-0200": "2%",
    "extent-0500": "5%",
}
"""Treatments by the share of genes that a mutation redraws, with their panels' titles."""
RANKED = (*READINGS, "legal-alleles")
"""Treatments among whose runs the published one is ranked."""
TOGETHER = ["readings", "alleles", "extents", RANKED]
"""Comparisons and treatments that stand in one figure, so that their colours differ."""
LENGTH, CAP = 37, 300
"""Generations of the published run, and at which ours are stopped."""


def figure_1_variants(evidence: Evidence, title: str) -> "Figure":
    """Eight variants of a scenario, and the operations of the listing that make and undo them."""
    from tttcore.studies.hemingroth2025.drawing import variant_boards

    return variant_boards(title=title)


@needs(treatments=["exclusive"], tables=["log_bands"])
def figure_5_training(evidence: Evidence, title: str) -> "Figure":
    """Best and average fitness of the published run among ours of the default reading."""
    return _training(evidence, title=title, treatments=["exclusive"])


@needs(treatments=READINGS, tables=["log_bands"])
def training_readings(evidence: Evidence, title: str) -> "Figure":
    """The same by reading of the operators' probabilities."""
    return _training(evidence, title=title, treatments=READINGS)


@needs(treatments=ALLELES, tables=["log_bands"])
def training_alleles(evidence: Evidence, title: str) -> "Figure":
    """The same by the meaning of a taken cell."""
    return _training(evidence, title=title, treatments=[*ALLELES], labels=[*ALLELES.values()])


@needs(treatments=EXTENTS, tables=["log_bands"])
def training_extents(evidence: Evidence, title: str) -> "Figure":
    """The same by the extent of a mutation."""
    return _training(evidence, title=title, treatments=[*EXTENTS], labels=[*EXTENTS.values()])


@needs(treatments=RANKED, tables=["log_bands"])
def log_percentiles(evidence: Evidence, title: str) -> "Figure":
    """Share of our runs below the published one, by generation."""
    from tttcore.studies.hemingroth2025 import drawing

    bands = grouped(evidence.statistics("log_bands"), RANKED, evidence.styles.called(RANKED))
    return drawing.log_percentiles(bands, styles=evidence.styles.labelled(RANKED), title=title)


@needs(comparisons=["readings"], tables=["survival"])
def survival_readings(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without a perfect player, by reading of the operators' probabilities."""
    return runs.survival(evidence, title=title, set="readings", last_generation=CAP, published_run=LENGTH)


@needs(comparisons=["alleles"], tables=["survival"])
def survival_alleles(evidence: Evidence, title: str) -> "Figure":
    """The same by the meaning of a taken cell."""
    return runs.survival(evidence, title=title, set="alleles", last_generation=CAP, published_run=LENGTH)


@needs(comparisons=["extents"], tables=["survival"])
def survival_extents(evidence: Evidence, title: str) -> "Figure":
    """The same by the extent of a mutation."""
    return runs.survival(evidence, title=title, set="extents", last_generation=CAP, published_run=LENGTH)


@needs(tables=["extents"])
def extents(evidence: Evidence, title: str) -> "Figure":
    """Generations, success and late gap by the extent of a mutation."""
    from tttcore.studies.hemingroth2025.drawing import mutation_extents

    return mutation_extents(evidence.statistics("extents"), title=title)


@needs(treatments=READINGS)
def diversity(evidence: Evidence, title: str) -> "Figure":
    """Share of different genomes by generation, by reading of the operators' probabilities."""
    return runs.diversity(evidence, title=title, treatments=READINGS)


@needs(treatments=["exclusive"])
def champion(evidence: Evidence, title: str) -> "Figure":
    """Some genes of the first player that never loses."""
    return runs.genome(evidence, title=title, treatment="exclusive")


def _training(evidence: Evidence, *, title: str, treatments: Sequence[str], labels: Sequence[str] = ()) -> "Figure":
    """Published training log among our runs, a panel per treatment, by its name or a label."""
    from tttcore.studies.hemingroth2025 import drawing

    bands = grouped(evidence.statistics("log_bands"), treatments, evidence.styles.called(treatments, labels))
    return drawing.training(bands, title=title)
