"""Figures of this study alone: the listing that reduces boards to base cases."""

from dataclasses import dataclass

from matplotlib.figure import Figure

from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import Kind, kinds
from tttcore.studies.hemingroth2025 import draw_variants


@kinds.register("variants")
@dataclass(frozen=True, kw_only=True)
class Variants(Kind):
    """The eight variants of a scenario with the listing that makes and undoes them."""

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return draw_variants.variant_boards(title=self.title)
