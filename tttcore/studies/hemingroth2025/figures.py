"""Figures of Hemingroth (2025), each the function of the name that its page uses, with _ for -."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tttcore.engines.genetic_algorithm import figures
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures import runs
from tttcore.plots.table_checks import grouped

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TOGETHER = [
    ["exclusive"],
    ["exclusive", "normalised", "independent", "every-child"],
    ["exclusive", "legal-alleles", "next-free-cell"],
    ["extent-0001", "exclusive", "extent-0050", "extent-0200", "extent-0500"],
    ["exclusive", "normalised", "independent", "every-child", "legal-alleles"],
    ["exclusive", "normalised", "independent", "every-child"],
]
"""Treatments that one figure shows, whose colours differ therefore; those of a comparison differ anyway."""


def figure_1_variants(evidence: Evidence, title: str) -> "Figure":
    """Eight variants of a scenario, and the operations of the listing that make and undo them."""
    return _variants(evidence, title=title)


def figure_5_training(evidence: Evidence, title: str) -> "Figure":
    """Published training log among our runs, a panel per treatment."""
    return _training(evidence, title=title, treatments=["exclusive"])


def training_readings(evidence: Evidence, title: str) -> "Figure":
    """Published training log among our runs, a panel per treatment."""
    return _training(evidence, title=title, treatments=["exclusive", "normalised", "independent", "every-child"])


def training_alleles(evidence: Evidence, title: str) -> "Figure":
    """Published training log among our runs, a panel per treatment."""
    return _training(
        evidence,
        title=title,
        treatments=["exclusive", "legal-alleles", "next-free-cell"],
        labels=["modulo the free cells", "free cells alone", "the next free cell"],
    )


def training_extents(evidence: Evidence, title: str) -> "Figure":
    """Published training log among our runs, a panel per treatment."""
    return _training(
        evidence,
        title=title,
        treatments=["extent-0001", "exclusive", "extent-0050", "extent-0200", "extent-0500"],
        labels=["0.01%", "0.1%", "0.5%", "2%", "5%"],
    )


def log_percentiles(evidence: Evidence, title: str) -> "Figure":
    """Percentile of the published training log among the runs of each treatment, by generation."""
    return _log_percentiles(
        evidence, title=title, treatments=["exclusive", "normalised", "independent", "every-child", "legal-alleles"]
    )


def survival_readings(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without success, with censoring at the cap; options as of `ecdf`."""
    return runs.survival(evidence, title=title, set="readings", last_generation=300, published_run=37)


def survival_alleles(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without success, with censoring at the cap; options as of `ecdf`."""
    return runs.survival(evidence, title=title, set="alleles", last_generation=300, published_run=37)


def survival_extents(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without success, with censoring at the cap; options as of `ecdf`."""
    return runs.survival(evidence, title=title, set="extents", last_generation=300, published_run=37)


def extents(evidence: Evidence, title: str) -> "Figure":
    """Generations, success and late gap as functions of a parameter."""
    return figures.parameter_effect(
        evidence, title=title, table="extents", parameter="Share of genes that a mutation redraws"
    )


def diversity(evidence: Evidence, title: str) -> "Figure":
    """Share of distinct genomes by generation, a line per treatment."""
    return runs.diversity(evidence, title=title, treatments=["exclusive", "normalised", "independent", "every-child"])


def champion(evidence: Evidence, title: str) -> "Figure":
    """Some genes of the first no-loss champion of a treatment, or of its first run if none is solved."""
    return figures.genome(evidence, title=title, treatment="exclusive")


def _variants(evidence: Evidence, *, title: str) -> "Figure":
    """Eight variants of a scenario, and the operations of the listing that make and undo them."""
    from tttcore.studies.hemingroth2025.draw_variants import variant_boards

    return variant_boards(title=title)


def _training(evidence: Evidence, *, title: str, treatments: Sequence[str], labels: Sequence[str] = ()) -> "Figure":
    """Published training log among our runs, a panel per treatment."""
    from tttcore.studies.hemingroth2025 import draw_training_log

    bands = grouped(evidence.statistics("log_bands"), treatments, evidence.looks.called(treatments, labels))
    return draw_training_log.training(bands, title=title)


def _log_percentiles(evidence: Evidence, *, title: str, treatments: Sequence[str]) -> "Figure":
    """Percentile of the published training log among the runs of each treatment, by generation."""
    from tttcore.studies.hemingroth2025 import draw_training_log

    bands = grouped(evidence.statistics("log_bands"), treatments, evidence.looks.called(treatments))
    return draw_training_log.log_percentiles(bands, looks=evidence.looks.labelled(treatments), title=title)
