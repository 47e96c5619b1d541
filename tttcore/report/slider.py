"""A slider over a grid of power: what the page's script needs, rounded for people."""

from typing import Any

import pandas as pd

LIKELY = 0.8
"""Power at which the slider begins."""


def slider(grid: pd.DataFrame, *, per_group: int) -> dict[str, Any]:
    """What a slider needs, from a table of the kind `power_grid`.

    Parameters
    ----------
    grid : alpha, per_group, f, difference and power of every point.
    per_group : the document's design; the slider begins at the nearest one, at the smallest effect that it finds
        with a power of `LIKELY`.

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
