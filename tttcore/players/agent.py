"""Agents as who plays: from a position to a move."""

from collections.abc import Callable, Sequence

import numpy as np

from tttcore.games.classic import enumerate_states
from tttcore.games.classic_position import ClassicPosition
from tttcore.games.lattice import Lattice
from tttcore.games.lattice_position import LatticePosition
from tttcore.players.linear import DEAD, EVALUATE, Player
from tttcore.players.minmax import best_cell, board_of, eyes_of
from tttcore.players.strategy import CellSets, unpacked


def on_3x3(sets: CellSets, rng: np.random.Generator) -> Callable[[ClassicPosition], int]:
    """Who draws from sets of cells, all as likely, in the positions of its seat."""
    place = {tuple(board): index for index, board in enumerate(enumerate_states().positions.tolist())}
    cells = unpacked(sets)
    return lambda position: int(rng.choice(np.flatnonzero(cells[place[position.board]])))


def on_lattice(lattice: Lattice, weights: Sequence[int]) -> Callable[[LatticePosition], int]:
    """A Genie; ValueError if it can't play on this board."""
    board, eyes = board_of(lattice), eyes_of(Player(EVALUATE, weights), lattice)

    def move(position: LatticePosition) -> int:
        first, second = position.held()
        lines = np.where((first > 0) & (second > 0), DEAD, first - second).astype(np.int8)
        cell, _ = best_cell(board, eyes, lines, position.marks() > 0, position.mover)
        return cell

    return move
