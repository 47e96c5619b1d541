"""Hexapawn: pawns of chess on 3x3, the first player's on the bottom row, the second player's on the top row.

The players move in turn. A pawn moves one cell ahead if that is empty, or captures on the next row, in a column beside
its own. Whoever brings a pawn to the far row wins, and so does whoever leaves the other player no move, or captures its
last pawn. There are no draws. Source: Gardner 1962, "How to build a game-learning machine and then teach it to play and
to win", Scientific American 206(3), by way of later accounts of the rules.

    cells  0 1 2    O O O
           3 4 5    . . .
           6 7 8    X X X
"""

from dataclasses import dataclass
from typing import Self

from tttcore.games.position import CROSS, EMPTY, NOUGHT, Outcome

EDGE = 3
CELLS = EDGE * EDGE
Board = tuple[int, ...]
START: Board = (NOUGHT,) * EDGE + (EMPTY,) * EDGE + (CROSS,) * EDGE
_WAYS = (-1, 0, 1)
"""Columns that a pawn moves by; those but 0 are captures."""


@dataclass(frozen=True)
class Hexapawn:
    """Position of Hexapawn, see `games.position`; by default the first.

    A move is the cell of the pawn times three, plus 0, 1 or 2 for the column to the left, its own, and that to the
    right, all seen from the first player's side.

    Examples
    --------
    >>> from tttcore.games import Hexapawn
    >>> Hexapawn().legal_moves()
    [19, 22, 25]
    >>> Hexapawn().apply(22).board
    (2, 2, 2, 0, 1, 0, 1, 0, 1)
    """

    board: Board = START
    current_player: int = 0

    @property
    def winner(self) -> Outcome | None:
        """Result of the game; None while it goes on."""
        if CROSS in self.board[:EDGE]:
            return Outcome.CROSS_WON
        if NOUGHT in self.board[-EDGE:]:
            return Outcome.NOUGHT_WON
        if not self._steps():
            return Outcome.NOUGHT_WON if self.current_player == 0 else Outcome.CROSS_WON
        return None

    def legal_moves(self) -> list[int]:
        """Legal moves in ascending order; none if the game is over."""
        return [] if self.winner is not None else self._steps()

    def apply(self, move: int) -> Self:
        """Position after a legal move; ValueError for any other."""
        if move not in self.legal_moves():
            raise ValueError(f"{move!r} is no legal move")
        board = list(self.board)
        board[self.target(move)], board[move // len(_WAYS)] = board[move // len(_WAYS)], EMPTY
        return type(self)(tuple(board), 1 - self.current_player)

    def target(self, move: int) -> int:
        """Cell to which a move leads."""
        cell, way = divmod(move, len(_WAYS))
        return cell + (-EDGE if self.current_player == 0 else EDGE) + _WAYS[way]

    def mirrored(self) -> Self:
        """Position with left and right exchanged."""
        rows = (self.board[start : start + EDGE] for start in range(0, CELLS, EDGE))
        return type(self)(tuple(cell for row in rows for cell in reversed(row)), self.current_player)

    def _steps(self) -> list[int]:
        """Moves of the side to move, in ascending order, whether or not a pawn has reached the far row."""
        own, other = (CROSS, NOUGHT) if self.current_player == 0 else (NOUGHT, CROSS)
        found = []
        for move in range(CELLS * len(_WAYS)):
            cell, way = divmod(move, len(_WAYS))
            target = self.target(move)
            if self.board[cell] == own and 0 <= target < CELLS and 0 <= cell % EDGE + _WAYS[way] < EDGE:
                wanted = EMPTY if _WAYS[way] == 0 else other
                if self.board[target] == wanted:
                    found.append(move)
        return found
