"""Base class of your own learner of 3x3, and functions of boards for it, see docs/how-to/your-learner.md.

A board is a text of nine characters, row by row: ``X``, ``O``, or ``.`` for a free cell. X moves first. Cells are 0 to
8. Nothing but Python itself is imported.
"""

import random
from collections.abc import Iterable, Mapping
from functools import cache

__all__ = ["Learner", "after", "free"]

EMPTY = "." * 9
"""The board before the first move."""


class Learner:
    """A learner of 3x3; every run of a training makes one of its own, in a process of its own.

    A subclass declares its parameters as annotated attributes with defaults (``step: float = 0.1``), which studies and
    commands set, and defines `cells` and `end`; the rest is as it likes.

    Attributes
    ----------
    rng : source of all chance, with a seed of its own in each run. It can't be drawn from in `cells`.

    Examples
    --------
    A learner that marks each cell in proportion to the games that it has won with it:

    >>> from tttcore.learner import Learner, free
    >>> class Counter(Learner):
    ...     def start(self):
    ...         self.won = [1] * 9
    ...     def cells(self, board):
    ...         return {cell: self.won[cell] for cell in free(board)}
    ...     def end(self, moves, board, result):
    ...         for _, cell in moves:
    ...             self.won[cell] += result == 1
    """

    rng: random.Random

    def start(self) -> None:
        """Begin a run: called once, before the first game."""

    def cells(self, board: str) -> int | Iterable[int] | Mapping[int, float]:
        """Tell what it would play on a board, without exploration; this is what is evaluated.

        Returns
        -------
        A cell, or cells among which it would draw, all equally likely (one that is there twice is twice as likely), or
        weights by cell, numbers from 0 in proportion to which it would draw.
        """
        raise NotImplementedError

    def move(self, board: str) -> int:
        """Choose a cell in training; drawn by what `cells` tells, unless a subclass explores."""
        told = self.cells(board)
        if isinstance(told, Mapping):
            return self.rng.choices([*told], [*told.values()])[0]
        return self.rng.choice([*told]) if isinstance(told, Iterable) else told

    def end(self, moves: list[tuple[str, int]], board: str, result: int) -> None:
        """Learn from a game that is over; of one with itself called for X, then for O.

        Parameters
        ----------
        moves : its own moves in their order: the board before each, and the cell.
        board : the last board.
        result : 1 if it has won, 0 for a draw, -1 if it has lost.
        """
        raise NotImplementedError


def free(board: str) -> list[int]:
    """Free cells of a board, ascending.

    Examples
    --------
    >>> from tttcore.learner import free
    >>> free("X.O.X..OX")
    [1, 3, 5, 6]
    """
    return [cell for cell in range(9) if board[cell] == "."]


@cache
def after(board: str, cell: int) -> str:
    """Board after the side to move has marked a cell.

    Examples
    --------
    >>> from tttcore.learner import after
    >>> after("X........", 4)
    'X...O....'
    """
    return board[:cell] + "OX"[board.count(".") % 2] + board[cell + 1 :]
