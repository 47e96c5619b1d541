"""Notation of moves on n^d boards by coordinates, see `notation`."""

from dataclasses import dataclass

from tttcore.games.hypercube import Hypercube
from tttcore.games.hypercube_position import HypercubePosition
from tttcore.play.drawing_hypercube import draw_board
from tttcore.play.notation import quoted, whole_numbers

_NAMES = ("column", "row", "layer")


@dataclass(frozen=True)
class HypercubeNotation:
    """Notation of moves as a number for each dimension, such as ``1 4 2``: column, row, layer, and so on.

    Attributes
    ----------
    count_from : smallest coordinate.
    """

    board: Hypercube
    count_from: int = 1

    @property
    def asks(self) -> str:
        """See `Notation.asks`."""
        low, high = self.count_from, self.board.edge - 1 + self.count_from
        if self.board.dimensions == 1:
            return f"column, from {low} to {high}"
        names = ", ".join(_NAMES[: self.board.dimensions])
        more = " and so on" * (self.board.dimensions > len(_NAMES))
        return f"{self.board.dimensions} numbers from {low} to {high}: {names}{more}"

    def write(self, move: int) -> str:
        """Coordinates of the cell."""
        return " ".join(str(place + self.count_from) for place in self.board.coordinates(move))

    def read(self, text: str, position: HypercubePosition) -> int:
        """Free cell that a text denotes; ValueError explains a mistake."""
        try:
            cell = self.board.cell([number - self.count_from for number in whole_numbers(text)])
        except ValueError:
            raise ValueError(f"{quoted(text)} is no move; a move is {self.asks}") from None
        if cell in position.marked:
            raise ValueError(f"{quoted(text)} is taken; allowed: a free cell, shown as ·")
        return cell

    def draw(self, position: HypercubePosition) -> str:
        """Drawing of the board, see `drawing_hypercube.draw_board`."""
        return draw_board(position, count_from=self.count_from)
