"""Play 3x3 with a stored agent: choose moves from its sets of cells."""

from collections.abc import Callable

import numpy as np

from tttcore.games.classic import enumerate_states
from tttcore.games.classic_position import ClassicPosition
from tttcore.players.policy import CellSets, unpacked


def uniform_player(sets: CellSets, rng: np.random.Generator) -> Callable[[ClassicPosition], int]:
    """Player that draws a cell uniformly from the set of the position; for positions of the agent's seat."""
    positions, cells = enumerate_states().position_index, unpacked(sets)
    return lambda position: int(rng.choice(np.flatnonzero(cells[positions[position.board]])))
