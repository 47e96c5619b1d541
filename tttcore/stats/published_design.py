"""Power of the document's design, and of designs like it."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from tttcore.stats.columns import hidden
from tttcore.stats.comparison import Groups, effect_sizes
from tttcore.stats.power import design_table, power_curve, power_grid

PER_GROUP = (10, 30, 100, 300, 1000, 3000, 10000)
EFFECTS = tuple(float(effect) for effect in np.geomspace(0.02, 0.5, 33))
Level = float
"""Allowed levels of significance; all below any power that can be asked for."""


POWER = {
    "alpha": "Level",
    "per_group": "Runs per group",
    "detectable_f": "Smallest detectable f",
    "power_at_observed": "Power at the observed f",
    "needed_per_group": "Runs per group needed",
}


def power(reference: Groups, *, alphas: Sequence[Level], power: float = 0.8) -> pd.DataFrame:
    """Detectable effect and power of the document's design, a row per level of significance.

    See `design_table`.

    Parameters
    ----------
    alphas : levels of significance.
    power : wanted power of a design.
    """
    effects = effect_sizes(reference).set_index("effect")["value"]
    return design_table(
        groups=len(reference),
        per_group=min(sample.values.size for sample in reference.values()),
        observed_f=float(effects["cohen_f"]),
        alphas=alphas,
        power=power,
    )


POWER_CURVES = hidden("per_group", "f", "power")


def power_curves(reference: Groups, *, alpha: Level = 0.05) -> pd.DataFrame:
    """Power of designs like the document's by effect and runs per group, at a level of significance."""
    return power_curve(groups=len(reference), per_group=PER_GROUP, f=EFFECTS, alpha=alpha)


POWER_GRID = hidden("alpha", "per_group", "f", "difference", "power")


def power_of_sliders(
    reference: Groups,
    *,
    alphas: Sequence[Level] = (0.05,),
    per_group: Sequence[int] = PER_GROUP,
    largest: float = 0.5,
    steps: int = 50,
) -> pd.DataFrame:
    """Power of designs like the document's at each stop of a page's sliders.

    See `stats.power.power_grid`.

    Parameters
    ----------
    alphas : levels of significance.
    per_group : runs per group.
    largest, steps : effects from Cohen's f of 0 to `largest` in that many equal steps.
    """
    samples = [sample.values for sample in reference.values()]
    squares = np.sum([((values - values.mean()) ** 2).sum() for values in samples])
    return power_grid(
        groups=len(samples),
        per_group=per_group,
        f=[largest * step / steps for step in range(steps + 1)],
        alphas=alphas,
        spread=float(np.sqrt(squares / sum(values.size - 1 for values in samples))),
    )
