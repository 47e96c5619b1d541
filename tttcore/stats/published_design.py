"""Power of the document's design, and of designs like it."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from tttcore.stats import power as designs
from tttcore.stats.columns import hidden
from tttcore.stats.comparison import Groups, effect_sizes

PER_GROUP = (10, 30, 100, 300, 1000, 3000, 10000)
EFFECTS = tuple(float(effect) for effect in np.geomspace(0.02, 0.5, 33))
"""Runs per group and effects of `power_curves`."""

POWER = {
    "alpha": "Level",
    "per_group": "Runs per group",
    "detectable_f": "Smallest detectable f",
    "power_at_observed": "Power at the observed f",
    "needed_per_group": "Runs per group needed",
}
"""Columns of `power`."""


def power(reference: Groups, *, alphas: Sequence[float], power: float) -> pd.DataFrame:
    """Detectable effect and power of the document's design, a row per level of significance, see `design_table`.

    Parameters
    ----------
    alphas : levels of significance.
    power : wanted power of a design.
    """
    effects = effect_sizes(reference).set_index("effect")["value"]
    return designs.design_table(
        groups=len(reference),
        per_group=min(sample.values.size for sample in reference.values()),
        observed_f=float(effects["cohen_f"]),
        alphas=alphas,
        power=power,
    )


POWER_CURVES = hidden("per_group", "f", "power")
"""Columns of `power_curves`."""


def power_curves(reference: Groups, *, alpha: float) -> pd.DataFrame:
    """Power of designs like the document's by effect and runs per group, at a level of significance."""
    return designs.power_curve(groups=len(reference), per_group=PER_GROUP, f=EFFECTS, alpha=alpha)


POWER_GRID = hidden("alpha", "per_group", "f", "difference", "power")
"""Columns of `power_grid`."""


def power_grid(
    reference: Groups, *, alphas: Sequence[float], per_group: Sequence[int], effects: Sequence[float]
) -> pd.DataFrame:
    """Power of designs like the document's at each level, number of runs per group and effect (Cohen's f).

    See `stats.power.power_grid`.
    """
    samples = [sample.values for sample in reference.values()]
    squares = np.sum([((values - values.mean()) ** 2).sum() for values in samples])
    return designs.power_grid(
        groups=len(samples),
        per_group=per_group,
        f=effects,
        alphas=alphas,
        spread=float(np.sqrt(squares / sum(values.size - 1 for values in samples))),
    )
