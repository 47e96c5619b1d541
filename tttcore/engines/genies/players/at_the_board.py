"""Genies as players of whole games: from a position on an n^d board to a move."""

from collections.abc import Callable, Sequence

import numpy as np

from tttcore.engines.genies.players.linear import DEAD, EVALUATE, Player
from tttcore.engines.genies.players.lookahead import best_cell, board_of, eyes_of
from tttcore.games.lattice import Lattice
from tttcore.games.lattice_position import LatticePosition


def on_lattice(lattice: Lattice, weights: Sequence[int]) -> Callable[[LatticePosition], int]:
    """A Genie; ValueError if it can't play on this board."""
    board, eyes = board_of(lattice), eyes_of(Player(EVALUATE, weights), lattice)

    def move(position: LatticePosition) -> int:
        first, second = position.held()
        lines = np.where((first > 0) & (second > 0), DEAD, first - second).astype(np.int8)
        cell, _ = best_cell(board, eyes, lines, position.marks() > 0, position.mover)
        return cell

    return move
