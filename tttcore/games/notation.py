"""Notations of moves on all boards: they write and read moves and draw positions, for people and programs."""

import re
import reprlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic_position import ClassicPosition
from tttcore.games.hypercube import Hypercube, empty_cell_lines, find_lines_through
from tttcore.games.hypercube_position import HypercubePosition
from tttcore.games.mnk import MnkPosition, cell_of, number_of
from tttcore.games.nine_board import BOARDS, CELLS, NineBoard
from tttcore.games.position import SIGNS, Position
from tttcore.games.super_board import SuperBoard

P_contra = TypeVar("P_contra", bound=Position, contravariant=True)
_GAP = "   "
"""Space between layers of n^d boards that stand beside each other."""
_NAMES = ("column", "row", "layer")
FREE = "·"
"""Sign of a free cell whose number isn't shown."""
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
        free = position.moves()
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


def draw_board(position: HypercubePosition, *, count_from: int = 1) -> str:
    """Draw a position: columns and rows carry numbers, layers of the third dimension stand beside each other.

    Layers of further dimensions follow below, each group under a header with its coordinates. The cells of all lines
    that the last mark has completed are in brackets.

    Parameters
    ----------
    count_from : number of the first column, row and layer.
    """
    board = position.board
    signs = [f" {SIGNS[mark - 1] if mark else FREE} " for mark in position.marks().tolist()]
    for cell in winning_cells(position):
        signs[cell] = f"[{signs[cell].strip()}]"
    size = board.edge ** min(board.dimensions, 3)
    groups = []
    for start in range(0, board.cells, size):
        lines = [*_heading(board, start, count_from), *_group(board, signs[start : start + size], count_from)]
        groups.append("\n".join(line.rstrip() for line in lines))
    return "\n\n".join(groups)


def drawn_lines(board: Hypercube) -> int:
    """Number of lines that `draw_board` returns."""
    rows = (board.edge if board.dimensions > 1 else 1) + 1 + (board.dimensions > 2) + (board.dimensions > 3)
    groups: int = board.edge ** max(board.dimensions - 3, 0)
    return groups * (rows + 1) - 1


def winning_cells(position: HypercubePosition) -> list[int]:
    """Cells of all lines that the last mark has completed, in rising order; none if it has completed none."""
    if not position.marked:
        return []
    board, last, marks = position.board, position.marked[-1], position.marks()
    found = empty_cell_lines(board)
    count = find_lines_through(last, board.edge, board.dimensions, found)
    start, step = found.start[:count, None], found.step[:count, None]
    lines: NDArray[np.int64] = start + np.arange(board.edge) * step
    own = (marks[lines] == marks[last]).all(axis=1)
    return sorted({*lines[own].ravel().tolist()})


def _heading(board: Hypercube, start: int, count_from: int) -> list[str]:
    """Header of a group of layers, which names its coordinates beyond the third."""
    if board.dimensions <= 3:
        return []
    places = enumerate(board.coordinates(start)[3:], start=4)
    return [", ".join(f"dimension {axis} at {place + count_from}" for axis, place in places) + ":"]


def _group(board: Hypercube, signs: list[str], count_from: int) -> Iterator[str]:
    """Lines of layers beside each other, from the signs of their cells, three characters each."""
    edge = board.edge
    numbers = [str(number) for number in range(count_from, count_from + edge)]
    margin = max(map(len, numbers)) + 1
    columns = " " * margin + "".join(f"{number:^3}" for number in numbers)
    area = edge * edge if board.dimensions > 1 else edge
    layers = range(0, len(signs), area)
    if board.dimensions > 2:
        yield _GAP.join(f"{'layer ' + number:<{len(columns)}}" for number in numbers)
    yield _GAP.join(columns for _ in layers)
    for row in range(area // edge):
        label = f"{numbers[row] if board.dimensions > 1 else '':<{margin}}"
        begin = row * edge
        yield _GAP.join(label + "".join(signs[layer + begin : layer + begin + edge]) for layer in layers)


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
        """Drawing of the board, see `draw_board`."""
        return draw_board(position, count_from=self.count_from)


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


@dataclass(frozen=True)
class NineBoardNotation:
    """Notation of moves such as ``3 5``, a board and its cell; the first of each has the number `count_from`."""

    count_from: int = 1
    asks: ClassVar[str] = "board and cell"

    def write(self, move: int) -> str:
        """Numbers of the board and of the cell."""
        board, cell = divmod(move, CELLS)
        return f"{self._number(board)} {self._number(cell)}"

    def read(self, text: str, position: Position) -> int:
        """Legal move that a text denotes; ValueError names boards or cells that are allowed."""
        board, cell = self._board_and_cell(text)
        moves = position.moves()
        if board * CELLS + cell in moves:
            return board * CELLS + cell
        allowed = sorted({move // CELLS for move in moves})
        if board not in allowed:
            instead = ", ".join(map(self._number, allowed))
            raise ValueError(f"{quoted(text)}: board {self._number(board)} may not be marked now; allowed: {instead}")
        free = ", ".join(self._number(move % CELLS) for move in moves if move // CELLS == board)
        where = f"cell {self._number(cell)} of board {self._number(board)}"
        raise ValueError(f"{quoted(text)}: {where} is taken; free there: {free}")

    def draw(self, position: NineBoard | SuperBoard) -> str:
        """Drawing of the boards below their numbers and winners.

        The numbers of boards that may be marked are in brackets; only there do free cells show their numbers.
        """
        moves = position.moves()
        allowed = {move // CELLS for move in moves}
        titles = [self._title(position, board, board in allowed) for board in range(BOARDS)]
        signs = [[self._sign(position, board, cell, moves) for cell in range(CELLS)] for board in range(BOARDS)]
        rows = [_row_of_boards(titles[row : row + 3], signs[row : row + 3]) for row in (0, 3, 6)]
        return "\n-------+-------+-------\n".join(rows)

    def _title(self, position: NineBoard | SuperBoard, board: int, allowed: bool) -> str:
        number = f"[{self._number(board)}]" if allowed else self._number(board)
        won = position.won if isinstance(position, SuperBoard) else (0, 0)
        winners = [sign for sign, own in zip(SIGNS, won, strict=True) if own >> board & 1]
        return " ".join([number, *winners])

    def _sign(self, position: NineBoard | SuperBoard, board: int, cell: int, moves: list[int]) -> str:
        for sign, marks in zip(SIGNS, (position.crosses, position.noughts), strict=True):
            if marks[board] >> cell & 1:
                return sign
        return self._number(cell) if board * CELLS + cell in moves else FREE

    def _number(self, index: int) -> str:
        return str(index + self.count_from)

    def _board_and_cell(self, text: str) -> tuple[int, int]:
        indices = [number - self.count_from for number in whole_numbers(text)]
        if len(indices) != 2 or not all(0 <= index < BOARDS for index in indices):
            allowed = f"{self._number(0)} to {self._number(BOARDS - 1)}"
            raise ValueError(f"{quoted(text)} is no move; a move is a board and a cell, {allowed} each")
        return indices[0], indices[1]


def _row_of_boards(titles: list[str], signs: list[list[str]]) -> str:
    """Draw boards beside each other, from their titles of up to six characters and the signs of their cells."""
    rows = [[" ".join(board[row : row + 3]) for board in signs] for row in (0, 3, 6)]
    lines = [[f"{title:^6}" for title in titles], *rows]
    return "\n".join("|".join(f" {part:<6}" for part in line).rstrip() for line in lines)
