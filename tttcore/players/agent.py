"""Stored agents of 3x3 as players: from a position to a move."""

from collections.abc import Callable

import numpy as np

from tttcore.games.classic import enumerate_states
from tttcore.games.classic_position import ClassicPosition
from tttcore.players.policy import CellSets, unpacked


def uniform_player(sets: CellSets, rng: np.random.Generator) -> Callable[[ClassicPosition], int]:
    """Who draws from sets of cells, all as likely, in the positions of its seat."""
    place = {tuple(board): index for index, board in enumerate(enumerate_states().positions.tolist())}
    cells = unpacked(sets)
    return lambda position: int(rng.choice(np.flatnonzero(cells[place[position.board]])))
