"""Kinds of figures for this study: the variants of its listing, and its published training log."""

# ruff: noqa: PLC0415 - see `figure`

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import figure, grouped

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@figure()
def variants(evidence: Evidence, *, title: str) -> "Figure":
    """Eight variants of a scenario, and the operations of the listing that make and undo them."""
    from tttcore.studies.hemingroth2025.draw_variants import variant_boards

    return variant_boards(title=title)


@figure(tables=("log_bands",))
def training(evidence: Evidence, *, title: str, treatments: Sequence[str], labels: Sequence[str] = ()) -> "Figure":
    """Published training log among our runs, a panel per treatment."""
    from tttcore.studies.hemingroth2025 import draw_training_log

    bands = grouped(evidence.statistics("log_bands"), treatments, evidence.looks.called(treatments, labels))
    return draw_training_log.training(bands, title=title)


@figure(tables=("log_bands",))
def log_percentiles(evidence: Evidence, *, title: str, treatments: Sequence[str]) -> "Figure":
    """Percentile of the published training log among the runs of each treatment, by generation."""
    from tttcore.studies.hemingroth2025 import draw_training_log

    bands = grouped(evidence.statistics("log_bands"), treatments, evidence.looks.called(treatments))
    return draw_training_log.log_percentiles(bands, looks=evidence.looks.labelled(treatments), title=title)
