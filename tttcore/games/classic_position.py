"""Classic 3x3 under the interface of `games.position`. A move is a cell, 0 to 8."""

from dataclasses import dataclass
from typing import Self

from tttcore.games.classic import (
    CROSS_WON,
    DRAWN,
    NOUGHT,
    NOUGHT_WON,
    OPEN,
    START,
    Board,
    free_cells,
    marked,
    outcome,
    to_move,
)
from tttcore.games.position import CROSS_WINS, DRAW, NOUGHT_WINS

_WINNERS = {OPEN: None, CROSS_WON: CROSS_WINS, NOUGHT_WON: NOUGHT_WINS, DRAWN: DRAW}


@dataclass(frozen=True)
class ClassicPosition:
    """Position of 3x3, see `games.position`; by default the empty board."""

    board: Board = START

    @property
    def mover(self) -> int:
        """0 if X moves, 1 if O does."""
        return int(to_move(self.board) == NOUGHT)

    @property
    def winner(self) -> int | None:
        """Result of the game; None while it goes on."""
        return _WINNERS[outcome(self.board)]

    def moves(self) -> list[int]:
        """Free cells in ascending order; none if the game is over."""
        return free_cells(self.board) if outcome(self.board) == OPEN else []

    def after(self, move: int) -> Self:
        """Position after a legal move; ValueError for any other."""
        if move not in self.moves():
            raise ValueError(f"{move!r} is no legal move")
        return type(self)(marked(self.board, move))
