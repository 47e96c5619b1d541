"""Cycles among players who beat one another: A beats B, B beats C, and C beats A."""

from collections import deque

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components


def cycles(beats: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """All cycles of three players, and one of the shortest of each group that has only longer ones.

    A group is of players each of whom is beaten, directly or by way of others, by all others of the group (a strongly
    connected component), so that every cycle lies within one. Cycles begin with their lowest number and are in rising
    order.

    Parameters
    ----------
    beats : (n, n) True where the row's player beats the column's.
    """
    wins = [np.flatnonzero(row).tolist() for row in beats]
    found: list[tuple[int, ...]] = [
        (a, b, c) for a, others in enumerate(wins) for b in others if b > a for c in wins[b] if c > a and beats[c, a]
    ]
    of_three = {place for cycle in found for place in cycle}
    _, groups = connected_components(beats, directed=True, connection="strong")
    for group in range(groups.max() + 1):
        members = np.flatnonzero(groups == group).tolist()
        if len(members) > 1 and not of_three & set(members):
            found.append(min((_shortest(wins, start) for start in members), key=lambda cycle: (len(cycle), cycle)))
    return sorted(found)


def _shortest(wins: list[list[int]], start: int) -> tuple[int, ...]:
    """Shortest cycle through a player of a group, from its lowest number; of equal ones the first by breadth."""
    came_from: dict[int, int] = {}
    queue = deque([start])
    while queue:
        place = queue.popleft()
        for after in wins[place]:
            if after == start:
                path = [place]
                while path[-1] != start:
                    path.append(came_from[path[-1]])
                path.reverse()
                lowest = path.index(min(path))
                return (*path[lowest:], *path[:lowest])
            if after not in came_from:
                came_from[after] = place
                queue.append(after)
    raise AssertionError("every member of a group lies on a cycle")
