"""Kinds of figures of experimental designs: power curves and equivalence intervals."""

# ruff: noqa: PLC0415 - see `figure`

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pandas as pd

from tttcore.pipeline.study import PUBLISHED
from tttcore.plots.evidence import Evidence

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def power(evidence: Evidence, *, title: str) -> "Figure":
    """Power of designs of several sizes by effect."""
    from tttcore.plots.power import power_curves

    effects = evidence.statistics("effect_sizes")
    (observed,) = effects.loc[(effects["set"] == PUBLISHED) & (effects["effect"] == "cohen_f"), "value"]
    (per_group, *_) = evidence.statistics("power")["per_group"]
    curves = evidence.statistics("power_curves")
    return power_curves(curves, observed_f=observed, published_per_group=per_group, title=title)


def equivalence(evidence: Evidence, *, title: str, sets: Sequence[str]) -> "Figure":
    """Intervals of differences of means, with the equivalence margins."""
    from tttcore.plots import power

    table = evidence.statistics("equivalence")
    shown = pd.concat([table[table["set"] == name] for name in sets])
    published = shown["set"] == PUBLISHED
    a, b = (shown[column].map(evidence.names.label) for column in ("a", "b"))
    labels = a.where(published, shown["set"].map(evidence.names.set) + ":\n" + a)
    return power.equivalence(shown.assign(a=labels, b=b, published=published), title=title)
