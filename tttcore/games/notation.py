"""Notations of moves, which write and read moves and draw positions: the interface, and notations of 2-D boards."""

import re
import reprlib
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar

from tttcore.games.classic import ClassicPosition
from tttcore.games.mnk import MnkPosition, RectanglePosition, cell_of, number_of
from tttcore.games.position import SIGNS, Position

P_contra = TypeVar("P_contra", bound=Position, contravariant=True)
FREE = "·"
"""Character for a free cell whose number isn't shown."""
_MARGIN = 2
"""Number of free cells shown beyond the outermost marks of a board without an edge."""


class Notation(Protocol[P_contra]):
    """Notation of moves and positions of a game."""

    @property
    def asks(self) -> str:
        """Parts of a move in words, for prompts."""

    def write(self, move: int) -> str:
        """Text of a move, the inverse of `read`."""

    def read(self, text: str, position: P_contra) -> int:
        """Legal move that a text denotes; ValueError explains a mistake and names what is allowed, in one line."""

    def draw(self, position: P_contra) -> str:
        """Drawing of a position; cells that may be marked show their numbers."""


@dataclass(frozen=True)
class CellNotation:
    """Notation of moves on a single board, such as ``5``; the first cell has the number `count_from`."""

    count_from: int = 1
    asks: ClassVar[str] = "cell"

    def write(self, move: int) -> str:
        """Number of the cell."""
        return str(move + self.count_from)

    def read(self, text: str, position: ClassicPosition) -> int:
        """Free cell that a text denotes; ValueError names the free cells."""
        free = position.legal_moves()
        cells = [number - self.count_from for number in whole_numbers(text)]
        if len(cells) == 1 and cells[0] in free:
            return cells[0]
        raise ValueError(f"{quoted(text)} is no free cell; free are {', '.join(map(self.write, free))}")

    def draw(self, position: ClassicPosition) -> str:
        """Drawing of the board in five lines; free cells show their numbers."""
        signs = [SIGNS[mark - 1] if mark else self.write(cell) for cell, mark in enumerate(position.board)]
        return "\n---+---+---\n".join(" " + " | ".join(signs[row : row + 3]) for row in (0, 3, 6))


def whole_numbers(text: str, *, signed: bool = False) -> list[int]:
    """Numbers of up to nine digits in a text, separated by commas or spaces; empty if there is anything else."""
    words = text.replace(",", " ").split()
    number = "[+-]?[0-9]{1,9}" if signed else "[0-9]{1,9}"
    return [int(word) for word in words] if all(re.fullmatch(number, word) for word in words) else []


def quoted(text: str) -> str:
    """Input in quotes for messages, shortened if it is long."""
    return reprlib.repr(text.strip())


@dataclass(frozen=True)
class RectangleNotation:
    """Notation of moves on a board of any size as column and row, such as ``4 2``.

    Attributes
    ----------
    columns, rows : of the board.
    count_from : number of the first column and row.
    """

    columns: int
    rows: int
    count_from: int = 1

    @property
    def asks(self) -> str:
        """See `Notation.asks`."""
        last = self.count_from - 1
        columns, rows = self.columns + last, self.rows + last
        return f"column from {self.count_from} to {columns} and row from {self.count_from} to {rows}"

    def write(self, move: int) -> str:
        """Column and row of the cell."""
        row, column = divmod(move, self.columns)
        return f"{column + self.count_from} {row + self.count_from}"

    def read(self, text: str, position: RectanglePosition) -> int:
        """Free cell that a text denotes; ValueError explains a mistake."""
        places = [number - self.count_from for number in whole_numbers(text)]
        if len(places) != 2 or not (0 <= places[0] < self.columns and 0 <= places[1] < self.rows):
            raise ValueError(f"{quoted(text)} is no move; a move is {self.asks}")
        move = places[1] * self.columns + places[0]
        if move in position.marked:
            raise ValueError(f"{quoted(text)} is taken; allowed: a free cell, shown as {FREE}")
        return move

    def draw(self, position: RectanglePosition) -> str:
        """Drawing of the board with the numbers of columns and rows."""
        signs = {cell: SIGNS[turn % 2] for turn, cell in enumerate(position.marked)}
        columns, rows = range(self.columns), range(self.rows)
        lines = [["", *(str(column + self.count_from) for column in columns)]]
        lines += [
            [str(row + self.count_from), *(signs.get(row * self.columns + column, FREE) for column in columns)]
            for row in rows
        ]
        return "\n".join("".join(f"{sign:>4}" for sign in line) for line in lines)


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
            raise ValueError(f"{quoted(text)} is taken; allowed: a free cell, shown as {FREE}")
        return number_of((x, y))

    def draw(self, position: MnkPosition) -> str:
        """Drawing of the board, or of its part around the middle and the marks, with coordinates."""
        columns, rows = (self._span([cell[axis] for cell in position.marks]) for axis in (0, 1))
        width = max(len(str(number)) for span in (columns, rows) for number in span) + 1
        signs = {cell: SIGNS[turn % 2] for turn, cell in enumerate(position.marks)}
        lines = [[str(y), *(signs.get((x, y), FREE) for x in columns)] for y in reversed(rows)]
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
