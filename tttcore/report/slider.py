"""Data of the sliders over a grid of power, rounded for the page's script."""

from typing import Any

import pandas as pd

LIKELY = 0.8
"""Power at the first stop."""


def slider(grid: pd.DataFrame, *, per_group: int) -> dict[str, Any]:
    """Prepare the stops and values of the sliders from a grid of power, see `stats.power.power_grid`.

    Parameters
    ----------
    grid : alpha, per_group, f, difference and power of every point.
    per_group : runs per group of the document; the first stop is the nearest design, at the smallest effect with a
        power of at least `LIKELY`.

    Returns
    -------
    dict
        ``alphas``, ``per_group``, ``f`` and ``difference``: stops; ``power``: by level, runs and effect, rounded
        to four decimals; ``start``: indices of the first two stops to show.
    """
    alphas, sizes, effects = (grid[name].drop_duplicates().tolist() for name in ("alpha", "per_group", "f"))
    power = grid["power"].to_numpy().reshape(len(alphas), len(sizes), len(effects))
    size = min(range(len(sizes)), key=lambda index: abs(sizes[index] - per_group))
    enough = [index for index, found in enumerate(power[0, size]) if found >= LIKELY]
    return {
        "alphas": alphas,
        "per_group": sizes,
        "f": [round(effect, 6) for effect in effects],
        "difference": grid["difference"].iloc[: len(effects)].round(6).tolist(),
        "power": power.round(4).tolist(),
        "start": {"per_group": size, "f": enough[0] if enough else len(effects) - 1},
    }
