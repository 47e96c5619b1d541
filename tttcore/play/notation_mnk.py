"""Notation of moves on two-dimensional boards of any size by coordinates, see `notation`."""

from dataclasses import dataclass

from tttcore.games.mnk import MnkPosition, cell_of, number_of
from tttcore.games.position import SIGNS
from tttcore.play.notation import quoted, whole_numbers

_FREE = "·"
_MARGIN = 2
"""Number of free cells shown beyond the outermost marks."""


@dataclass(frozen=True)
class MnkNotation:
    """Notation of moves as x and y, such as ``-1 0``; x grows to the right, y upwards.

    Attributes
    ----------
    limiter : largest coordinate of a move.
    shown : largest coordinate that is always drawn; cells beyond are drawn near marks.
    """

    limiter: int
    shown: int

    @property
    def asks(self) -> str:
        """See `Notation.asks`."""
        return f"x and y, {self._allowed}"

    def write(self, move: int) -> str:
        """Coordinates of the cell."""
        return "{} {}".format(*cell_of(move))

    def read(self, text: str, position: MnkPosition) -> int:
        """Free cell that a text denotes; ValueError explains a mistake."""
        numbers = whole_numbers(text, signed=True)
        if len(numbers) != 2:
            raise ValueError(f"{quoted(text)} is no move; a move is two whole numbers, {self.asks}")
        x, y = numbers
        if max(abs(x), abs(y)) > self.limiter:
            raise ValueError(f"{quoted(text)} is outside the board; allowed: {self.asks}")
        if (x, y) in position.marks:
            raise ValueError(f"{quoted(text)} is taken; allowed: a free cell, shown as {_FREE}")
        return number_of((x, y))

    def draw(self, position: MnkPosition) -> str:
        """Drawing of the board, or of its part around the middle and the marks, with coordinates."""
        columns, rows = (self._span([cell[axis] for cell in position.marks]) for axis in (0, 1))
        width = max(len(str(number)) for span in (columns, rows) for number in span) + 1
        signs = {cell: SIGNS[turn % 2] for turn, cell in enumerate(position.marks)}
        lines = [[str(y), *(signs.get((x, y), _FREE) for x in columns)] for y in reversed(rows)]
        axis = ["", *map(str, columns)]
        drawn = ["".join(f"{sign:>{width}}" for sign in line) for line in (["y"], *lines, axis)]
        return "\n".join(drawn) + "  x"

    @property
    def _allowed(self) -> str:
        return f"from {-self.limiter} to {self.limiter}"

    def _span(self, marked: list[int]) -> range:
        """Coordinates that are drawn along an axis."""
        low = min([-self.shown, *(number - _MARGIN for number in marked)])
        high = max([self.shown, *(number + _MARGIN for number in marked)])
        return range(max(low, -self.limiter), min(high, self.limiter) + 1)
