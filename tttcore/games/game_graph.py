"""Finite games as arrays of nodes, positions or classes of positions equal up to symmetry, with their exact values.

Nodes are in the order of plies, so that successors come later and one pass forwards or backwards is enough.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import enumerate_states
from tttcore.games.hexapawn import Hexapawn
from tttcore.games.position import CROSS_WON, NOUGHT_WON, OPEN


@dataclass(frozen=True, eq=False)
class GameGraph:
    """A finite game of N nodes with at most M moves.

    Attributes
    ----------
    boards : (N, cells) board of each node, or of one position of its class.
    plies : (N,) moves made before.
    results : (N,) how the game stands, see `position.Outcome`.
    successors : (N, M) node after each legal move, in ascending order of moves, -1 beyond the last; several moves may
        lead to one node.
    """

    boards: NDArray[np.uint8]
    plies: NDArray[np.int8]
    results: NDArray[np.int8]
    successors: NDArray[np.int16]

    @cached_property
    def seat(self) -> NDArray[np.int8]:
        """(N,) seat to move, 0 or 1."""
        return (self.plies % 2).astype(np.int8)

    @cached_property
    def counts(self) -> NDArray[np.int8]:
        """(N,) number of legal moves."""
        return np.count_nonzero(self.successors >= 0, axis=1).astype(np.int8)

    @cached_property
    def distinct(self) -> NDArray[np.int16]:
        """(N, M) different nodes that can follow, in ascending order, -1 beyond the last."""
        found = np.full_like(self.successors, -1)
        for node, after in enumerate(self.successors):
            nodes = np.unique(after[after >= 0])
            found[node, : nodes.size] = nodes
        return found

    @cached_property
    def values(self) -> NDArray[np.int8]:
        """(N,) value under perfect play: 1 if the first player wins, 0 for a draw, -1 if the second wins."""
        values = np.select([self.results == CROSS_WON, self.results == NOUGHT_WON], [1, -1]).astype(np.int8)
        for node in range(len(values) - 1, -1, -1):
            if self.results[node] == OPEN:
                after = values[self.successors[node, : self.counts[node]]]
                values[node] = after.max() if self.seat[node] == 0 else after.min()
        return values

    @property
    def keeping(self) -> NDArray[np.bool_]:
        """(N, M) True for moves that keep the value."""
        return (self.successors >= 0) & (self.values[self.successors] == self.values[:, None])

    @property
    def winning(self) -> NDArray[np.bool_]:
        """(N, M) True for moves that win at once."""
        won = np.where(self.seat == 0, CROSS_WON, NOUGHT_WON)
        return (self.successors >= 0) & (self.results[self.successors] == won[:, None])


def enumerate_graph(start: Any, images: Callable[[Any], Sequence[Any]]) -> GameGraph:
    """Enumerate a game from its first position, breadth first; every position must come at one ply only.

    Parameters
    ----------
    start : `games.position.Position`, a frozen dataclass with ``board``.
    images : the positions that count as the same as one, itself among them; the one with the least board stands for
        all.
    """
    levels: list[list[Any]] = [[start]]
    after: dict[Any, list[Any]] = {}
    while levels[-1]:
        for position in levels[-1]:
            assert position not in after, f"{position} comes at several plies"
            after[position] = [_least(images(position.apply(move))) for move in position.legal_moves()]
        reached = {each for position in levels[-1] for each in after[position]}
        levels.append(sorted(reached, key=lambda position: position.board))
    nodes = [position for level in levels for position in level]
    numbers = {position: number for number, position in enumerate(nodes)}
    successors = np.full((len(nodes), max(map(len, after.values()))), -1, np.int16)
    for number, position in enumerate(nodes):
        successors[number, : len(after[position])] = [numbers[each] for each in after[position]]
    return GameGraph(
        np.array([position.board for position in nodes], np.uint8),
        np.array([ply for ply, level in enumerate(levels) for _ in level], np.int8),
        np.array([OPEN if position.winner is None else position.winner for position in nodes], np.int8),
        successors,
    )


@cache
def hexapawn_graph(*, merged: bool) -> GameGraph:
    """Hexapawn; if `merged`, a position and its mirror image are one node."""
    return enumerate_graph(Hexapawn(), lambda position: [position, position.mirrored()] if merged else [position])


@cache
def classic_graph(*, merged: bool) -> GameGraph:
    """3x3, its nodes the states of `classic.StateTables` if `merged`, else its positions."""
    tables = enumerate_states()
    boards, moves = (tables.states, tables.next_state) if merged else (tables.positions, tables.next_position)
    plies = np.count_nonzero(boards, axis=1).astype(np.int8)
    outcomes = tables.outcomes if merged else tables.outcomes[tables.state_of]
    return GameGraph(boards, plies, outcomes, packed_left(moves, moves >= 0))


def packed_left(nodes: NDArray[np.int16], kept: NDArray[np.bool_]) -> NDArray[np.int16]:
    """(N, M) nodes that are kept, in their order, -1 beyond the last of each row."""
    order = np.argsort(~kept, axis=1, kind="stable")
    return np.take_along_axis(np.where(kept, nodes, np.int16(-1)), order, axis=1)


def _least(positions: Sequence[Any]) -> Any:
    return min(positions, key=lambda position: position.board)
