"""Notations: write and read moves, and draw positions. Interface, and the notation of moves on a single board."""

import re
import reprlib
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar

from tttcore.games.classic_position import ClassicPosition
from tttcore.games.position import SIGNS, Position

P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


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
