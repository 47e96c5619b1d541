"""Beads: whole numbers in proportion to which a stored player of 3x3 draws the cells of each position."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import CELLS, enumerate_states
from tttcore.games.classic_position import ClassicPosition
from tttcore.players.policy import CellSets, Policy, uniform_policy, unpacked

Beads = NDArray[np.uint16]
"""(5478, 9) beads of each cell, 0 where it is never marked, up to `MOST_BEADS`."""
MOST_BEADS = 36**3 - 1
"""Largest number of beads of a cell."""


def drawn_policy(sets: CellSets, beads: Sequence[int] | Beads) -> Policy:
    """Policy of a stored player: in proportion to its `beads`, of (5478 * 9,) or (5478, 9), or uniform without any."""
    if len(beads) == 0:
        return uniform_policy(unpacked(sets))
    numbers = np.asarray(beads, np.float64).reshape(-1, CELLS)
    return np.asarray(numbers / np.maximum(numbers.sum(axis=1, keepdims=True), 1))


def policy_player(policy: Policy, rng: np.random.Generator) -> Callable[[ClassicPosition], int]:
    """Player that draws a cell by the policy's chances; for positions in which these add up to 1."""
    positions = enumerate_states().position_index
    return lambda position: int(rng.choice(CELLS, p=policy[positions[position.board]]))
