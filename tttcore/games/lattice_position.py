"""Boards of any edge and dimensions as a `Position`, for those who play any game. A move is a cell, see `lattice`."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tttcore.games.lattice import EMPTY, FIRST, SECOND, Lattice, all_lines
from tttcore.games.position import CROSS_WINS, DRAW, NOUGHT_WINS


@dataclass(frozen=True)
class LatticePosition:
    """A position of a board with few lines, see `games.position`. Once nobody can win any more it is drawn.

    Attributes
    ----------
    marked : cells in the order in which the players marked them in turn.
    """

    lattice: Lattice
    marked: tuple[int, ...] = ()

    @property
    def mover(self) -> int:
        """0 if X moves, 1 if O does."""
        return len(self.marked) % 2

    @property
    def winner(self) -> int | None:
        """How the game ended; None while it is open."""
        first, second = self.held()
        if (first == self.lattice.edge).any():
            return CROSS_WINS
        if (second == self.lattice.edge).any():
            return NOUGHT_WINS
        return DRAW if (first * second > 0).all() else None

    def moves(self) -> list[int]:
        """Free cells in rising order; none where the game is over."""
        return [] if self.winner is not None else np.flatnonzero(self.marks() == EMPTY).tolist()

    def after(self, move: int) -> Self:
        """The position after a legal move; ValueError for any other."""
        if move not in self.moves():
            raise ValueError(f"{move!r} is no legal move")
        return type(self)(self.lattice, (*self.marked, move))

    def marks(self) -> NDArray[np.int8]:
        """(cells,) `EMPTY`, `FIRST` or `SECOND`."""
        marks = np.full(self.lattice.cells, EMPTY, np.int8)
        marks[list(self.marked[::2])], marks[list(self.marked[1::2])] = FIRST, SECOND
        return marks

    def held(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """(lines,) marks of the first player in each line, and of the second."""
        marks = self.marks()[all_lines(self.lattice)]
        return np.count_nonzero(marks == FIRST, axis=1), np.count_nonzero(marks == SECOND, axis=1)
