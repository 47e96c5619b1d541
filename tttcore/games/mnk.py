"""m,n,k-games, as a `Position`.

Players mark free cells in turn, the first one with X; the first with k marks in a row, column or diagonal wins; a full
board is a draw. `MnkPosition` has a square board of odd size, or one that stands for a board without an edge. Its cells
are coordinates (x, y), whole numbers around (0, 0), and a move is a cell's number, the same on every board.
`RectanglePosition` has a board of any size, whose cells are numbered row by row.

Source of the former: mrugala2020, sections 1.2 and 2.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from tttcore.games.position import Outcome

Cell = tuple[int, int]

FAR = 1000
"""Largest coordinate of any board, and that of a board that stands for one without an edge."""

_SIDE = 2 * FAR + 1
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def number_of(cell: Cell) -> int:
    """Number of the move that marks a cell; numbers rise with x, then with y."""
    x, y = cell
    return (x + FAR) * _SIDE + y + FAR


def cell_of(move: int) -> Cell:
    """Cell that a move marks."""
    x, y = divmod(move, _SIDE)
    return x - FAR, y - FAR


@dataclass(frozen=True)
class MnkPosition:
    """Position of an m,n,k-game, see `games.position.Position`.

    Attributes
    ----------
    limiter : largest coordinate of the board, up to `FAR`.
    k : marks in a row that win.
    marks : cells in the order in which the players marked them, in turn.

    Examples
    --------
    >>> from tttcore.games import MnkPosition
    >>> position = MnkPosition(limiter=1, k=3, marks=((0, 0), (1, 1)))
    >>> position.current_player, len(position.legal_moves()), position.holds((2, 0))
    (0, 7, False)
    """

    limiter: int
    k: int
    marks: tuple[Cell, ...] = ()

    @property
    def current_player(self) -> int:
        """0 if X moves, 1 if O does."""
        return len(self.marks) % 2

    @property
    def winner(self) -> Outcome | None:
        """Result of the game; None while it is open."""
        if self.marks and longest_row(self.marks) >= self.k:
            return Outcome.CROSS_WON if self.current_player else Outcome.NOUGHT_WON
        return Outcome.DRAWN if len(self.marks) == (2 * self.limiter + 1) ** 2 else None

    def legal_moves(self) -> list[int]:
        """Numbers of the free cells, ascending; none after the end. There are millions on a board without an edge."""
        if self.winner is not None:
            return []
        span = range(-self.limiter, self.limiter + 1)
        return [number_of((x, y)) for x in span for y in span if (x, y) not in self.marks]

    def apply(self, move: int) -> Self:
        """Position after a legal move; ValueError for any other."""
        cell = cell_of(move)
        if self.winner is not None or cell in self.marks or not self.holds(cell):
            raise ValueError(f"{move!r} is no legal move")
        return type(self)(self.limiter, self.k, (*self.marks, cell))

    def holds(self, cell: Cell) -> bool:
        """True if a cell is on the board."""
        return max(map(abs, cell)) <= self.limiter


LARGEST_EDGE = 100
"""Most rows and columns of a `RectanglePosition`."""


@dataclass(frozen=True)
class RectanglePosition:
    """Position of an m,n,k-game on a board of any size, see `games.position.Position`.

    Attributes
    ----------
    columns, rows : from 1 to `LARGEST_EDGE`.
    k : marks in a row that win, up to the longer edge.
    marked : cells in the order in which the players marked them, in turn; row by row from 0.

    Raises
    ------
    ValueError
        If a number is out of range.

    Examples
    --------
    >>> from tttcore.games import RectanglePosition
    >>> RectanglePosition(columns=4, rows=3, k=3).apply(5).legal_moves()
    [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11]
    """

    columns: int
    rows: int
    k: int
    marked: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        longer = max(self.columns, self.rows)
        if not (min(self.columns, self.rows) >= 1 and longer <= LARGEST_EDGE and 1 <= self.k <= longer):
            told = f"m, n, k: {self.columns}, {self.rows}, {self.k}"
            raise ValueError(f"{told}; allowed: m and n from 1 to {LARGEST_EDGE}, k from 1 to the larger of both")

    @property
    def current_player(self) -> int:
        """0 if X moves, 1 if O does."""
        return len(self.marked) % 2

    @property
    def winner(self) -> Outcome | None:
        """Result of the game; None while it is open."""
        if self.marked and longest_row([divmod(cell, self.columns) for cell in self.marked]) >= self.k:
            return Outcome.CROSS_WON if self.current_player else Outcome.NOUGHT_WON
        return Outcome.DRAWN if len(self.marked) == self.columns * self.rows else None

    def legal_moves(self) -> list[int]:
        """Free cells in rising order; none where the game is over."""
        free = [] if self.winner is not None else {*range(self.columns * self.rows)} - {*self.marked}
        return sorted(free)

    def apply(self, move: int) -> Self:
        """Position after a legal move; ValueError for any other."""
        if move not in self.legal_moves():
            raise ValueError(f"{move!r} is no legal move")
        return type(self)(self.columns, self.rows, self.k, (*self.marked, move))


def longest_row(marks: Sequence[Cell]) -> int:
    """Length of the longest row through the last of the players' `marks`, which alone can have won just now."""
    own, last = set(marks[::-1][::2]), marks[-1]
    return max(1 + _run(own, last, (x, y)) + _run(own, last, (-x, -y)) for x, y in _DIRECTIONS)


def _run(own: set[Cell], start: Cell, step: Cell) -> int:
    """Number of a player's consecutive marks after one, in one direction."""
    (x, y), (right, up) = start, step
    length = 0
    while (x + (length + 1) * right, y + (length + 1) * up) in own:
        length += 1
    return length
