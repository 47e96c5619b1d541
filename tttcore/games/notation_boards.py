"""Notations of moves on n^d boards and on nine boards; separate from `notation`, since their rules import slowly."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tttcore.games.hypercube import Hypercube, HypercubePosition, empty_cell_lines, find_lines_through
from tttcore.games.nine_board import BOARDS, CELLS, NineBoard
from tttcore.games.notation import FREE, quoted, whole_numbers
from tttcore.games.position import SIGNS, Position
from tttcore.games.super_board import SuperBoard

_GAP = "   "
"""Space between layers of n^d boards that stand beside each other."""
_NAMES = ("column", "row", "layer")


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
        moves = position.legal_moves()
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
        moves = position.legal_moves()
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


@dataclass(frozen=True)
class GridNotation:
    """Notation of moves on nine boards as row and column of the grid of 9x9 cells, such as ``3 5``.

    Programming contests write moves so, with 0 as the first row and column.

    Attributes
    ----------
    count_from : number of the first row and column.
    """

    count_from: int = 1
    asks: ClassVar[str] = "row and column"

    def write(self, move: int) -> str:
        """Row and column of the cell."""
        return " ".join(str(place + self.count_from) for place in _place(move))

    def read(self, text: str, position: Position) -> int:
        """Legal move that a text denotes; ValueError names some that are allowed."""
        places = tuple(number - self.count_from for number in whole_numbers(text))
        moves = position.legal_moves()
        for move in moves:
            if _place(move) == places:
                return move
        if len(places) != 2 or not all(0 <= place < BOARDS for place in places):
            allowed = f"{self.count_from} to {self.count_from + BOARDS - 1}"
            raise ValueError(f"{quoted(text)} is no move; a move is a row and a column, {allowed} each")
        instead = ", ".join(map(self.write, moves[:CELLS])) + ", ..." * (len(moves) > CELLS)
        raise ValueError(f"{quoted(text)} may not be marked now; allowed: {instead}")

    def draw(self, position: NineBoard | SuperBoard) -> str:
        """Drawing of the grid with the numbers of rows and columns, and below it the owners of the boards, from 1 to 9.

        Only cells that may be marked are shown as free.
        """
        moves = {_place(move) for move in position.legal_moves()}
        marks = {
            _place(board * CELLS + cell): sign
            for sign, own in zip(SIGNS, (position.crosses, position.noughts), strict=True)
            for board, cell in product(range(BOARDS), range(CELLS))
            if own[board] >> cell & 1
        }
        signs = [
            [marks.get((row, column), FREE if (row, column) in moves else " ") for column in range(BOARDS)]
            for row in range(BOARDS)
        ]
        numbers = [str(number + self.count_from) for number in range(BOARDS)]
        lines = [_in_threes(" ", numbers)]
        for row, number in enumerate(numbers):
            lines += ["  " + "-+-".join(["-" * 6, "-" * 5, "-" * 5])] * (row in (3, 6))
            lines.append(_in_threes(number, signs[row]))
        for sign, own in zip(SIGNS, position.won if isinstance(position, SuperBoard) else (0, 0), strict=True):
            if own:
                owned = ", ".join(str(board + 1) for board in range(BOARDS) if own >> board & 1)
                lines.append(f"{sign} owns board {owned}")
        return "\n".join(lines)


def _place(move: int) -> tuple[int, int]:
    """Row and column of a move in the grid of 9x9 cells."""
    board, cell = divmod(move, CELLS)
    return board // 3 * 3 + cell // 3, board % 3 * 3 + cell % 3


def _in_threes(label: str, signs: list[str]) -> str:
    """Line of the grid."""
    return f"{label}  " + " | ".join(" ".join(signs[first : first + 3]) for first in (0, 3, 6)).rstrip()


def _row_of_boards(titles: list[str], signs: list[list[str]]) -> str:
    """Draw boards beside each other, from their titles of up to six characters and the signs of their cells."""
    rows = [[" ".join(board[row : row + 3]) for board in signs] for row in (0, 3, 6)]
    lines = [[f"{title:^6}" for title in titles], *rows]
    return "\n".join("|".join(f" {part:<6}" for part in line).rstrip() for line in lines)
