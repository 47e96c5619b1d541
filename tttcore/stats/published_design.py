"""Statistical power of the document's design, and of designs like it."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pandas as pd
import scipy

from tttcore.stats.columns import hidden
from tttcore.stats.comparison import Groups, cohen_f


def design_power(*, groups: int, per_group: int, f: float, alpha: float) -> float:
    """Probability that the F test at level `alpha` finds an effect of Cohen's `f`.

    ``P(F' > F_crit)`` for F' noncentral with ``groups - 1`` and ``groups (per_group - 1)`` degrees of freedom and
    noncentrality ``groups per_group f^2``; assumes normal values and equal variances. From SciPy's distribution,
    because statsmodels 0.14 gives no power at some very large effects; at f = 0, where SciPy's and pingouin's are
    negative, the power is the level.

    Raises
    ------
    ValueError
        If there are fewer than two groups or runs per group, f is negative or alpha is not between 0 and 1.

    Examples
    --------
    >>> from tttcore.stats import design_power
    >>> round(design_power(groups=3, per_group=30, f=0.1, alpha=0.05), 3)
    0.121
    """
    _check(groups=groups, per_group=per_group, alpha=alpha)
    if not f >= 0:
        raise ValueError(f"f must be at least 0, not {f}")
    if f == 0:
        return alpha
    freedom, runs = groups - 1, groups * per_group
    critical = scipy.stats.f.isf(alpha, freedom, runs - groups)
    return float(scipy.stats.ncf.sf(critical, freedom, runs - groups, runs * f**2))


def smallest_detectable(*, groups: int, per_group: int, alpha: float, power: float) -> float:
    """Cohen's f that the design finds with probability `power` (solved by `pingouin.power_anova`).

    Raises
    ------
    ValueError
        As `design_power`, and if the power is not between alpha and 1.
    """
    _check(groups=groups, per_group=per_group, alpha=alpha, power=power)
    import pingouin as pg

    return cohen_f(pg.power_anova(k=groups, n=per_group, power=power, alpha=alpha))


def needed_per_group(*, groups: int, f: float, alpha: float, power: float) -> float:
    """Least whole number of runs per group that find an effect of `f` with probability `power`.

    NaN if f is 0 or so small that more than ten million would be needed. Errors as `smallest_detectable`.

    Examples
    --------
    >>> from tttcore.stats import needed_per_group
    >>> needed_per_group(groups=3, f=0.1, alpha=0.05, power=0.8)
    323.0
    """
    _check(groups=groups, per_group=2, alpha=alpha, power=power)
    if design_power(groups=groups, per_group=2, f=f, alpha=alpha) >= power:
        return 2.0
    import pingouin as pg

    return float(np.ceil(pg.power_anova(k=groups, eta_squared=f**2 / (1 + f**2), power=power, alpha=alpha)))


def design_curve(*, groups: int, per_group: Sequence[int], f: Sequence[float], alpha: float) -> pd.DataFrame:
    """Power of every combination of runs per group and effect, in rows of per_group, f, power.

    Errors as `design_power`.
    """
    rows = [
        {"per_group": n, "f": effect, "power": design_power(groups=groups, per_group=n, f=effect, alpha=alpha)}
        for n, effect in product(per_group, f)
    ]
    return pd.DataFrame(rows, columns=["per_group", "f", "power"])


def design_grid(
    *, groups: int, per_group: Sequence[int], f: Sequence[float], alphas: Sequence[float], spread: float
) -> pd.DataFrame:
    """Power of every combination of level, runs per group and effect.

    Rows of alpha, per_group, f, difference, power. The ``difference`` is that of the outermost means where all other
    means are halfway between them: ``f spread sqrt(2 groups)``. Errors as `design_power`.

    Parameters
    ----------
    spread : standard deviation within groups, in the unit of ``difference``.
    """
    curves = [
        design_curve(groups=groups, per_group=per_group, f=f, alpha=alpha).assign(alpha=alpha) for alpha in alphas
    ]
    grid = pd.concat(curves, ignore_index=True)
    grid["difference"] = grid["f"] * spread * np.sqrt(2 * groups)
    return grid[["alpha", "per_group", "f", "difference", "power"]]


SMALL_EFFECT = 0.1
"""Cohen's f of a small effect, by his convention.

Fixed before any data, since the power at an observed effect only says its p-value again.
"""
WANTED_POWER = 0.8
"""Power that a design should have, by convention."""


def design_table(*, groups: int, per_group: int, f: float, alphas: Sequence[float], power: float) -> pd.DataFrame:
    """Detectable effect, power and runs needed of a design, one row per level of significance.

    Columns
    -------
    alpha, per_group : level of significance, and runs per group of the design.
    detectable_f : effect that the design finds with probability `power`.
    power : with which the design finds an effect of `f`.
    needed_per_group : runs per group that find `f` with probability `power`.

    Errors as `smallest_detectable`.
    """
    return pd.DataFrame(
        [
            {
                "alpha": alpha,
                "per_group": per_group,
                "detectable_f": smallest_detectable(groups=groups, per_group=per_group, alpha=alpha, power=power),
                "power": design_power(groups=groups, per_group=per_group, f=f, alpha=alpha),
                "needed_per_group": needed_per_group(groups=groups, f=f, alpha=alpha, power=power),
            }
            for alpha in alphas
        ]
    )


def _check(*, groups: int, per_group: int, alpha: float, power: float | None = None) -> None:
    if groups < 2 or per_group < 2:
        raise ValueError(f"a design needs at least 2 groups of 2 runs, not {groups} of {per_group}")
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must be between 0 and 1, not {alpha}")
    if power is not None and not alpha < power < 1:
        raise ValueError(f"power must be between alpha ({alpha}) and 1, not {power}")


PER_GROUP = (10, 30, 100, 300, 1000, 3000, 10000)
EFFECTS = tuple(float(effect) for effect in np.geomspace(0.02, 0.5, 33))
"""Runs per group and effects of `power_curves`."""

POWER = {
    "alpha": "Level",
    "per_group": "Runs per group",
    "detectable_f": "Smallest detectable f",
    "power": "Power at f = 0.1",
    "needed_per_group": "Runs per group needed for f = 0.1",
}
"""Columns of `power`."""


def power(reference: Groups, *, alphas: Sequence[float]) -> pd.DataFrame:
    """Effect that the document's design detects with `WANTED_POWER`, and its power at a small one, by level.

    See `design_table`.
    """
    return design_table(
        groups=len(reference),
        per_group=min(sample.values.size for sample in reference.values()),
        f=SMALL_EFFECT,
        alphas=alphas,
        power=WANTED_POWER,
    )


POWER_CURVES = hidden("per_group", "f", "power")
"""Columns of `power_curves`."""


def power_curves(reference: Groups, *, alpha: float) -> pd.DataFrame:
    """Power of designs like the document's by effect and runs per group, at a level of significance."""
    return design_curve(groups=len(reference), per_group=PER_GROUP, f=EFFECTS, alpha=alpha)


POWER_GRID = hidden("alpha", "per_group", "f", "difference", "power")
"""Columns of `power_grid`."""


def power_grid(
    reference: Groups, *, alphas: Sequence[float], per_group: Sequence[int], effects: Sequence[float]
) -> pd.DataFrame:
    """Power of designs like the document's at each level, number of runs per group and effect (Cohen's f).

    See `design_grid`.
    """
    samples = [sample.values for sample in reference.values()]
    squares = np.sum([((values - values.mean()) ** 2).sum() for values in samples])
    return design_grid(
        groups=len(samples),
        per_group=per_group,
        f=effects,
        alphas=alphas,
        spread=float(np.sqrt(squares / sum(values.size - 1 for values in samples))),
    )
