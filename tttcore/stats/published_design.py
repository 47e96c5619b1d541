"""Power of the document's design, and of designs like it."""

from collections.abc import Sequence
from typing import Annotated

import numpy as np
import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.stats.comparison import Groups, effect_sizes
from tttcore.stats.power import design_table, power_curve, power_grid
from tttcore.stats.table_kind import table_kind

PER_GROUP = (10, 30, 100, 300, 1000, 3000, 10000)
EFFECTS = tuple(float(effect) for effect in np.geomspace(0.02, 0.5, 33))
Level = Annotated[float, Between(0.001, 0.2)]
"""Allowed levels of significance; all below any power that can be asked for."""


@table_kind(
    "Power of the document's design",
    {
        "alpha": "Level",
        "per_group": "Runs per group",
        "detectable_f": "Smallest detectable f",
        "power_at_observed": "Power at the observed f",
        "needed_per_group": "Runs per group needed",
    },
    needs_published=True,
)
def power(
    reference: Groups, *, alphas: Sequence[Level], power: Annotated[float, Between(0.5, 0.999)] = 0.8
) -> pd.DataFrame:
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


@table_kind(
    "Power by the size of the effect and the runs per group", needs_published=True, further=("per_group", "f", "power")
)
def power_curves(reference: Groups, *, alpha: Level = 0.05) -> pd.DataFrame:
    """Power of designs like the document's by effect and runs per group, at a level of significance."""
    return power_curve(groups=len(reference), per_group=PER_GROUP, f=EFFECTS, alpha=alpha)


@table_kind(
    "Power by level, runs per group and effect",
    name="power_grid",
    needs_published=True,
    further=("alpha", "per_group", "f", "difference", "power"),
)
def power_of_sliders(
    reference: Groups,
    *,
    alphas: Sequence[Level] = (0.05,),
    per_group: Annotated[Sequence[int], Between(2, 1_000_000)] = PER_GROUP,
    largest: Annotated[float, Between(0.01, 10)] = 0.5,
    steps: Annotated[int, Between(1, 1000)] = 50,
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
