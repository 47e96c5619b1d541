"""Notation of moves on nine boards as a board and a cell, see `notation`."""

from dataclasses import dataclass
from typing import ClassVar

from tttcore.games.nine_board import BOARDS, CELLS, NineBoard
from tttcore.games.position import SIGNS, Position
from tttcore.games.super_board import SuperBoard
from tttcore.play.notation import quoted, whole_numbers

_CLOSED = "·"
"""Sign of a free cell that can't be marked now."""


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
        return self._number(cell) if board * CELLS + cell in moves else _CLOSED

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
