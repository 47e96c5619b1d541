"""Points at which learners are looked at: whole numbers of games, ten per tenfold increase."""

from collections.abc import Sequence

import numpy as np

PER_DECADE = 10
"""Points per tenfold increase of games."""


def decade_points(games: int) -> list[int]:
    """Whole numbers from 1 to `games`, `PER_DECADE` per tenfold increase, and `games` itself.

    Examples
    --------
    >>> decade_points(25)
    [1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25]
    """
    points, step = {games}, 0
    while (point := round(10 ** (step / PER_DECADE))) < games:
        points.add(point)
        step += 1
    return sorted(points)


def last_before_points(totals: Sequence[int]) -> list[int]:
    """Places of the last of some rising `totals` of games before or at each of `decade_points`.

    Examples
    --------
    >>> last_before_points([30, 60, 90, 120, 150])
    [0, 1, 2, 3, 4]
    >>> last_before_points([500, 505, 515, 620, 700])
    [0, 3, 4]
    """
    places = np.searchsorted(totals, decade_points(totals[-1]), side="right") - 1
    return np.unique(places[places >= 0]).tolist()
