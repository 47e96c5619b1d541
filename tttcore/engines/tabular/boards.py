"""Registry of boards for tabular learning: finite, infinite, and infinite with candidates near to marks.

Cells are coordinates (x, y), whole numbers around (0, 0). Source: mrugala2020, sections 2.1 to 2.3.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, Literal

from tttcore.pipeline.declaration import Between
from tttcore.pipeline.registry import Registry

MAX_NEED = 12
"""Longest row on a board without an edge: each further mark doubles the length of games, and nothing stops one."""
LARGEST_LIMITER = 30


class Board(ABC):
    """A board, and the cells on it that players consider."""

    @property
    @abstractmethod
    def reach(self) -> int:
        """Largest coordinate of candidates at first, or their largest distance from a mark."""

    @abstractmethod
    def check(self, need: int) -> None:
        """ValueError if nobody can have `need` marks in a row, or not in games that end."""


boards: Registry[Board] = Registry("board")


@boards.register("finite")
@dataclass(frozen=True)
class Finite(Board):
    """A square board; the document's limiter follows from its size.

    Attributes
    ----------
    size : cells along an edge, an odd number.
    tie : a game is drawn on a ``full`` board, as listed, or as soon as every line holds marks of both players
        (``dead``), as described.
    """

    size: Annotated[int, Between(1, 2 * LARGEST_LIMITER + 1)]
    tie: Literal["full", "dead"] = "full"

    def __post_init__(self) -> None:
        if self.size % 2 == 0:
            raise ValueError(f"size: {self.size} is even; allowed: odd sizes, so that there is a middle")

    @property
    def reach(self) -> int:
        """See `Board.reach`."""
        return self.size // 2

    def check(self, need: int) -> None:
        """See `Board.check`."""
        if need > self.size:
            raise ValueError(
                f"need: {need} in a row don't fit on a board of size {self.size}; allowed: 1 to {self.size}"
            )


class Unbounded(Board):
    """A board without an edge; `limiter` bounds the candidates at first."""

    limiter: int

    @property
    def reach(self) -> int:
        """See `Board.reach`."""
        return self.limiter

    def check(self, need: int) -> None:
        """See `Board.check`."""
        if need > MAX_NEED:
            raise ValueError(f"need: {need} is out of range; allowed: up to {MAX_NEED} without an edge")


@boards.register("infinite")
@dataclass(frozen=True)
class Infinite(Unbounded):
    """A board without an edge; candidates are the free cells of a square area around the middle, which grows.

    Attributes
    ----------
    limiter : largest coordinate of the area at first; it grows by as much.
    grows : when the area is ``full``, as listed, or when a mark lies on its ``edge`` or beyond, as described.
    limits : the size of each player's area is ``reset`` for every game, or ``kept`` for the next ones.
    """

    limiter: Annotated[int, Between(1, LARGEST_LIMITER)]
    grows: Literal["full", "edge"] = "full"
    limits: Literal["reset", "kept"] = "reset"


@boards.register("smarter")
@dataclass(frozen=True)
class Smarter(Unbounded):
    """A board without an edge; candidates are the free cells near to marks.

    Attributes
    ----------
    limiter : largest distance of a candidate from some mark along either axis.
    opening : the first mark is drawn from the middle 3 x 3 (``centred``, as described) or from the 4 x 4 of Python's
        ``randint(0, 3)`` twice (``python``, as listed).
    duplicates : a cell near to several marks is a candidate once for each of them, which weights random moves.
    """

    limiter: Annotated[int, Between(1, LARGEST_LIMITER)]
    opening: Literal["centred", "python"] = "centred"
    duplicates: bool = False
