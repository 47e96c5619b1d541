"""Positions of hypercube tic-tac-toe with the interface of `games.position`; a move is the number of a cell."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tttcore.games.hypercube import EMPTY, FIRST, SECOND, Hypercube, all_lines
from tttcore.games.position import CROSS_WINS, DRAW, NOUGHT_WINS


@dataclass(frozen=True)
class HypercubePosition:
    """A position on a board with few lines, see `games.position.Position`; drawn as soon as nobody can win any more.

    Attributes
    ----------
    marked : cells in the order in which the two players marked them, X first.
    """

    board: Hypercube
    marked: tuple[int, ...] = ()

    @property
    def mover(self) -> int:
        """0 if X moves, 1 if O does."""
        return len(self.marked) % 2

    @property
    def winner(self) -> int | None:
        """Result of the game, see `games.position.Position`; None while it is open."""
        first, second = self.line_counts()
        if (first == self.board.edge).any():
            return CROSS_WINS
        if (second == self.board.edge).any():
            return NOUGHT_WINS
        return DRAW if (first * second > 0).all() else None

    def moves(self) -> list[int]:
        """Free cells in rising order; none where the game is over."""
        return [] if self.winner is not None else np.flatnonzero(self.marks() == EMPTY).tolist()

    def after(self, move: int) -> Self:
        """The position after a legal move; ValueError for any other."""
        if move not in self.moves():
            raise ValueError(f"{move!r} is no legal move")
        return type(self)(self.board, (*self.marked, move))

    def marks(self) -> NDArray[np.int8]:
        """(cells,) contents of the cells: `EMPTY`, `FIRST` or `SECOND`."""
        marks = np.full(self.board.cells, EMPTY, np.int8)
        marks[list(self.marked[::2])], marks[list(self.marked[1::2])] = FIRST, SECOND
        return marks

    def line_counts(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """(lines,) numbers of the first player's marks in each line, and of the second player's."""
        marks = self.marks()[all_lines(self.board)]
        return np.count_nonzero(marks == FIRST, axis=1), np.count_nonzero(marks == SECOND, axis=1)
