"""What positions of all games between two players have in common, so that whoever plays them needs no more."""

from typing import Protocol, Self

CROSS_WINS, NOUGHT_WINS, DRAW = 1, 2, 0
SIGNS = "XO"
"""Of who moves first and second."""


class Position(Protocol):
    """A position: who moves, where, and what comes of it. Moves are whole numbers of the game's own."""

    @property
    def mover(self) -> int:
        """0 if X moves, 1 if O does."""

    @property
    def winner(self) -> int | None:
        """How the game ended: `CROSS_WINS`, `NOUGHT_WINS` or `DRAW`; None while it is open."""

    def moves(self) -> list[int]:
        """Legal moves in rising order; none where the game is over."""

    def after(self, move: int) -> Self:
        """The position after a legal move; ValueError for any other."""
