"""Kinds of figures of experimental designs: power curves and equivalence intervals."""

from dataclasses import dataclass
from typing import ClassVar

import pandas as pd
from matplotlib.figure import Figure

from tttcore.pipeline.study import PUBLISHED
from tttcore.plots import power
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import Kind, kinds


@kinds.register("power")
@dataclass(frozen=True, kw_only=True)
class Power(Kind):
    """Power of designs of several sizes by effect."""

    tables: ClassVar = ("effect_sizes", "power", "power_curves")

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        effects = evidence.statistics("effect_sizes")
        (observed,) = effects.loc[(effects["set"] == PUBLISHED) & (effects["effect"] == "cohen_f"), "value"]
        (per_group, *_) = evidence.statistics("power")["per_group"]
        return power.power_curves(
            evidence.statistics("power_curves"), observed_f=observed, published_per_group=per_group, title=self.title
        )


@kinds.register("equivalence")
@dataclass(frozen=True, kw_only=True)
class Equivalence(Kind):
    """Intervals of differences of means, with the equivalence margins."""

    sets: list[str]
    tables: ClassVar = ("equivalence",)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        table = evidence.statistics("equivalence")
        shown = pd.concat([table[table["set"] == name] for name in self.sets])
        published = shown["set"] == PUBLISHED
        labels = shown["a"].where(published, shown["set"] + ": " + shown["a"])
        return power.equivalence(shown.assign(a=labels, published=published), title=self.title)
