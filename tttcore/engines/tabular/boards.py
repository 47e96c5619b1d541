"""Boards that learners play on, by name: which cells they think of.

Cells are coordinates (x, y), whole numbers around (0, 0). Source: mrugala2020, sections 2.1 to 2.3.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, Literal

from tttcore.pipeline.registry import Between, Registry

LARGEST_LIMITER = 30


class Board(ABC):
    """Where a game is played."""

    @property
    @abstractmethod
    def reach(self) -> int:
        """Largest coordinate, or distance from a mark, of the cells that are thought of at first."""

    @abstractmethod
    def check(self, need: int) -> None:
        """ValueError if nobody can have `need` marks in a row."""


boards: Registry[Board] = Registry("board")


@boards.register("finite")
@dataclass(frozen=True)
class Finite(Board):
    """A square board; the bots' limiter follows from its size.

    Attributes
    ----------
    size : cells along an edge, an odd number.
    tie : a game is drawn on a ``full`` board, as listed, or as soon as no line is left that only one player has marks
        in (``dead``), as described.
    """

    size: Annotated[int, Between(1, 2 * LARGEST_LIMITER + 1)]
    tie: Literal["full", "dead"] = "full"

    def __post_init__(self) -> None:
        if self.size % 2 == 0:
            raise ValueError(f"size: {self.size} is even; allowed: odd sizes, so that there is a middle")

    @property
    def reach(self) -> int:
        """See `Board.reach`; the document's limiter follows from the size."""
        return self.size // 2

    def check(self, need: int) -> None:
        """See `Board.check`."""
        if need > self.size:
            raise ValueError(
                f"need: {need} in a row don't fit on a board of size {self.size}; allowed: 1 to {self.size}"
            )


class Unbounded(Board):
    """Cells in all directions; `limiter` says how far is thought at first."""

    limiter: int

    @property
    def reach(self) -> int:
        """See `Board.reach`."""
        return self.limiter

    def check(self, need: int) -> None:
        """See `Board.check`; there is room for any row."""


@boards.register("infinite")
@dataclass(frozen=True)
class Infinite(Unbounded):
    """A square area without an edge, that grows.

    Attributes
    ----------
    limiter : largest coordinate that is thought of at first; it grows by as much.
    grows : when all of it is ``full``, as listed, or when a mark lies on its ``edge`` or beyond, as described.
    limits : each player's own; ``reset`` at every game, or ``kept`` for the next ones.
    """

    limiter: Annotated[int, Between(1, LARGEST_LIMITER)]
    grows: Literal["full", "edge"] = "full"
    limits: Literal["reset", "kept"] = "reset"


@boards.register("smarter")
@dataclass(frozen=True)
class Smarter(Unbounded):
    """The neighbourhoods of the marks, on a board without an edge.

    Attributes
    ----------
    limiter : how far a cell may be from some mark along either axis.
    opening : the first mark is drawn from the middle 3 x 3 (``centred``, as described) or from the 4 x 4 of Python's
        ``randint(0, 3)`` twice (``python``, as listed).
    duplicates : a cell near to several marks is thought of once for each of them, which weighs random moves.
    """

    limiter: Annotated[int, Between(1, LARGEST_LIMITER)]
    opening: Literal["centred", "python"] = "centred"
    duplicates: bool = False
