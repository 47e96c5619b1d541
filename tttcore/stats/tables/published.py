"""Kinds of tables about the document's own runs: power of its design, and fit of our runs to them."""

# ruff: noqa: PLC0415 - see `Kind`

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np
import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.stats.tables.kind import Kind, kinds

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence

PER_GROUP = (10, 30, 100, 300, 1000, 3000, 10000)
EFFECTS = tuple(float(effect) for effect in np.geomspace(0.02, 0.5, 33))
LEVEL = Between(0.001, 0.2)
"""Allowed levels of significance; all below any power that can be asked for."""


@kinds.register("power")
@dataclass(frozen=True, kw_only=True)
class Power(Kind):
    """Detectable effect and power of the document's design, a row per level of significance.

    Attributes
    ----------
    alphas : levels of significance.
    power : wanted power of a design.
    """

    caption: str = "What the document's design could have shown"
    columns: ClassVar = {
        "alpha": "Level",
        "per_group": "Runs per group",
        "detectable_f": "Smallest detectable f",
        "power_at_observed": "Power at the observed f",
        "needed_per_group": "Runs per group needed",
    }
    needs_published: ClassVar = True
    alphas: Annotated[list[float], LEVEL]
    power: Annotated[float, Between(0.5, 0.999)] = 0.8

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.stats.comparison import effect_sizes
        from tttcore.stats.power import design_table

        effects = effect_sizes(evidence.reference).set_index("effect")["value"]
        return design_table(
            groups=len(evidence.reference),
            per_group=min(sample.values.size for sample in evidence.reference.values()),
            observed_f=float(effects["cohen_f"]),
            alphas=self.alphas,
            power=self.power,
        )


@kinds.register("power_curves")
@dataclass(frozen=True, kw_only=True)
class PowerCurves(Kind):
    """Power of designs like the document's by effect and runs per group.

    Attributes
    ----------
    alpha : level of significance.
    """

    caption: str = "Power by the size of the effect and the runs per group"
    needs_published: ClassVar = True
    alpha: Annotated[float, LEVEL] = 0.05

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.stats.power import power_curve

        return power_curve(groups=len(evidence.reference), per_group=PER_GROUP, f=EFFECTS, alpha=self.alpha)


@kinds.register("power_grid")
@dataclass(frozen=True, kw_only=True)
class PowerGrid(Kind):
    """Power of designs like the document's at each stop of a page's sliders; see `stats.power.power_grid`.

    Attributes
    ----------
    alphas : levels of significance.
    per_group : runs per group.
    largest, steps : effects from Cohen's f of 0 to `largest` in that many equal steps.
    """

    caption: str = "Power by level, runs per group and effect"
    needs_published: ClassVar = True
    alphas: Annotated[list[float], LEVEL] = field(default_factory=lambda: [0.05])
    per_group: Annotated[list[int], Between(2, 1_000_000)] = field(default_factory=lambda: [*PER_GROUP])
    largest: Annotated[float, Between(0.01, 10)] = 0.5
    steps: Annotated[int, Between(1, 1000)] = 50

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.stats.power import power_grid

        samples = [sample.values for sample in evidence.reference.values()]
        squares = sum(((values - values.mean()) ** 2).sum() for values in samples)
        return power_grid(
            groups=len(samples),
            per_group=self.per_group,
            f=[self.largest * step / self.steps for step in range(self.steps + 1)],
            alphas=self.alphas,
            spread=float(np.sqrt(squares / sum(values.size - 1 for values in samples))),
        )


@kinds.register("against_published")
@dataclass(frozen=True, kw_only=True)
class AgainstPublished(Kind):
    """Two-sample tests of the document's runs against those of each protocol."""

    caption: str = "The document's runs under each protocol (small p: they don't come from it)"
    columns: ClassVar = {
        "protocol": "Protocol",
        "group": "Group",
        "n_simulated": "Our runs",
        "mean_reference": "Published mean",
        "mean_simulated": "Our mean",
        "mann_whitney_p_holm": "Mann-Whitney p, Holm",
        "anderson_darling_p_holm": "Anderson-Darling p, Holm",
        "ks_p_holm": "Kolmogorov-Smirnov p, Holm",
        "log_likelihood": "Log-likelihood",
    }
    needs_published: ClassVar = True

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        return evidence.against_published


@kinds.register("likelihood")
@dataclass(frozen=True, kw_only=True)
class Likelihood(Kind):
    """Log-likelihood of the document's runs under each comparison that repeats its design."""

    caption: str = "Which protocol produced the document's numbers?"
    columns: ClassVar = {
        "protocol": "Protocol",
        "log_likelihood": "Log-likelihood of the document's runs",
        "difference_to_best": "Difference to the best",
    }
    needs_published: ClassVar = True

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.stats.fit_to_published import likelihood_ratio

        return likelihood_ratio(evidence.against_published)
