"""How people and programs write moves and see positions; here a cell on one board, in `notation_nine` on nine."""

import re
import reprlib
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar

from tttcore.games.classic_position import ClassicPosition
from tttcore.games.position import SIGNS, Position
from tttcore.play.drawing import one_board

P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class Notation(Protocol[P_contra]):
    """A way to write moves and positions of a game."""

    @property
    def asks(self) -> str:
        """What a move consists of."""

    def write(self, move: int) -> str:
        """The move as `read` takes it."""

    def read(self, text: str, position: P_contra) -> int:
        """The legal move that was written; ValueError tells in one line what is wrong and what is allowed."""

    def draw(self, position: P_contra) -> str:
        """The position in a few lines; cells that may be marked show their numbers."""


@dataclass(frozen=True)
class OneBoard:
    """Moves on a single board, such as ``5``; its first cell has the number `count_from`."""

    count_from: int = 1
    asks: ClassVar[str] = "cell"

    def write(self, move: int) -> str:
        """The number of the cell."""
        return str(move + self.count_from)

    def read(self, text: str, position: ClassicPosition) -> int:
        """The free cell that was written; ValueError names those that are free."""
        free = position.moves()
        cells = [number - self.count_from for number in whole_numbers(text)]
        if len(cells) == 1 and cells[0] in free:
            return cells[0]
        raise ValueError(f"{quoted(text)} is no free cell; free are {', '.join(map(self.write, free))}")

    def draw(self, position: ClassicPosition) -> str:
        """The board in five lines; free cells show their numbers."""
        return one_board([SIGNS[mark - 1] if mark else self.write(cell) for cell, mark in enumerate(position.board)])


def whole_numbers(text: str) -> list[int]:
    """Numbers of up to nine digits, separated by commas or spaces; none if there is anything else."""
    words = text.replace(",", " ").split()
    return [int(word) for word in words] if all(re.fullmatch("[0-9]{1,9}", word) for word in words) else []


def quoted(text: str) -> str:
    """What was written, shortened if it is long."""
    return reprlib.repr(text.strip())
