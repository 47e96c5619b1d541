"""Games between two players: their seats, how a game stands, and the interface of positions of any game."""

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Literal, Protocol, Self, get_args

OneSeat = Literal["first", "second"]
Seat = Literal[OneSeat, "both"]

SEATS: tuple[OneSeat, ...] = get_args(OneSeat)
"""Names of the seats by index."""
SEAT_INDICES: Mapping[Seat, tuple[int, ...]] = MappingProxyType({"first": (0,), "second": (1,), "both": (0, 1)})
"""Indices of the seats in which a player plays."""
EMPTY, CROSS, NOUGHT = 0, 1, 2
"""Contents of a cell."""
SIGNS = "XO"
"""Signs of the first and the second player."""
RESULTS = ("won", "drawn", "lost")
"""Results of a game as a player sees them."""


class Outcome(IntEnum):
    """State of a game of any kind: it goes on, is drawn, or is won by X, who moves first, or by O.

    The `winner` of a `Position` is None while the game is OPEN.

    Examples
    --------
    >>> from tttcore.games import RectanglePosition
    >>> RectanglePosition(columns=3, rows=3, k=3, marked=(0, 3, 1, 4, 2)).winner
    <Outcome.CROSS_WON: 1>
    """

    OPEN = -1
    DRAWN = 0
    CROSS_WON = CROSS
    NOUGHT_WON = NOUGHT


OPEN, DRAWN, CROSS_WON, NOUGHT_WON = (outcome.value for outcome in Outcome)
"""Outcomes as plain numbers, for kernels and arrays."""


class Position(Protocol):
    """Position of a game: side to move, legal moves, successors and result. Moves are numbers defined by the game."""

    @property
    def current_player(self) -> int:
        """0 if X moves, 1 if O does."""

    @property
    def winner(self) -> Outcome | None:
        """Result of the game; None while it goes on."""

    def legal_moves(self) -> list[int]:
        """Legal moves in ascending order; none if the game is over."""

    def apply(self, move: int) -> Self:
        """Position after a legal move; ValueError for any other."""
