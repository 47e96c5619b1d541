"""Genies as move functions: from a position on an n^d board to a cell."""

from collections.abc import Callable, Sequence

import numpy as np

from tttcore.engines.genies.players.linear import EVALUATE, Player
from tttcore.engines.genies.players.lookahead import incidence, line_evaluator
from tttcore.engines.genies.players.minmax_search import best_cell
from tttcore.engines.genies.players.workspace import DEAD
from tttcore.games.hypercube import Hypercube
from tttcore.games.hypercube_position import HypercubePosition


def move_function(board: Hypercube, weights: Sequence[int]) -> Callable[[HypercubePosition], int]:
    """Move function of a Genie with these genes; ValueError if it can't play on this board."""
    lines_and_cells, evaluator = incidence(board), line_evaluator(Player(EVALUATE, weights), board)

    def move(position: HypercubePosition) -> int:
        first, second = position.line_counts()
        lines = np.where((first > 0) & (second > 0), DEAD, first - second).astype(np.int8)
        cell, _ = best_cell(lines_and_cells, evaluator, lines, position.marks() > 0, position.mover)
        return cell

    return move
