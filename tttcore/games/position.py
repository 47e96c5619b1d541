"""Interface of positions of any game between two players."""

from typing import Protocol, Self

CROSS_WINS, NOUGHT_WINS, DRAW = 1, 2, 0
SIGNS = "XO"
"""Signs of the first and the second player."""


class Position(Protocol):
    """Position of a game: side to move, legal moves, successors and result. Moves are numbers defined by the game."""

    @property
    def mover(self) -> int:
        """0 if X moves, 1 if O does."""

    @property
    def winner(self) -> int | None:
        """Result of the game: `CROSS_WINS`, `NOUGHT_WINS` or `DRAW`; None while it goes on."""

    def moves(self) -> list[int]:
        """Legal moves in ascending order; none if the game is over."""

    def after(self, move: int) -> Self:
        """Position after a legal move; ValueError for any other."""
