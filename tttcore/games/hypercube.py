"""Hypercube tic-tac-toe: boards of edge^dimensions cells, their winning lines and their display.

The n^d game of Golomb and Hales (2002) and of Post (1999, Methods; Appendix C, Board): the cells are one array, and the
first straight line of `edge` cells, along an axis or any diagonal, wins. Stored tables call such a game ``lattice``.

Along a line each coordinate stays at one of `edge` values, rises from 0, or falls from edge - 1, and at least one
moves. Read backwards it is the same line, so the highest coordinate that moves is taken to rise. With j that
coordinate, those above it are a number in base `edge` and those below a number in base edge + 2 (values, then rising,
then falling). That numbers the lines without gaps and without a table:

    index = (lines whose highest moving coordinate is lower) + above * (edge + 2)^j + below

so that there are sum over j of edge^(dimensions - 1 - j) (edge + 2)^j = ((edge + 2)^dimensions - edge^dimensions) / 2.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tttcore.games.position import Outcome
from tttcore.pipeline.jit import kernel

EMPTY, FIRST, SECOND = 0, 1, 2
SIGNS = "·XO"
MIN_EDGE, MAX_EDGE = 2, 126
"""Bounds of the edge; the marks of a line are counted in a signed byte."""
MAX_DIMENSIONS = 100
"""Far more than fit into any memory, yet few enough to compute how much memory they would need."""


@dataclass(frozen=True)
class Hypercube:
    """A board of `edge` cells along each of `dimensions` axes; cells are numbered, the first coordinate fastest.

    Attributes
    ----------
    edge : cells along an edge, from 2 to 126.
    dimensions : from 1 to 100.

    Raises
    ------
    ValueError
        If either is out of range.

    Examples
    --------
    >>> from tttcore.games import Hypercube
    >>> cube = Hypercube(4, 3)
    >>> cube.cells, cube.line_count, cube.line(75).tolist()
    (64, 76, [15, 26, 37, 48])
    >>> print(Hypercube(3, 2).show([1, 2, 0, 0, 1, 0, 0, 0, 0]))
    X O ·
    · X ·
    · · ·
    """

    edge: int
    dimensions: int

    def __post_init__(self) -> None:
        if not MIN_EDGE <= self.edge <= MAX_EDGE:
            raise ValueError(f"edge: {self.edge!r} is out of range; allowed: from {MIN_EDGE} to {MAX_EDGE}")
        if not 1 <= self.dimensions <= MAX_DIMENSIONS:
            raise ValueError(f"dimensions: {self.dimensions!r} is out of range; allowed: from 1 to {MAX_DIMENSIONS}")

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.edge**self.dimensions

    @property
    def line_count(self) -> int:
        """Number of lines (Post 1999, Results)."""
        return ((self.edge + 2) ** self.dimensions - self.edge**self.dimensions) // 2

    @property
    def largest_degree(self) -> int:
        """Most lines through any cell: those through a corner, or with an odd edge through the centre."""
        return (3**self.dimensions - 1) // 2 if self.edge % 2 else 2**self.dimensions - 1

    def coordinates(self, cell: int) -> tuple[int, ...]:
        """Coordinates of a cell; neighbours along the first differ by 1 in number (`Unsite`, Appendix C)."""
        self._check(cell, self.cells, "cell")
        return tuple(cell // self.edge**axis % self.edge for axis in range(self.dimensions))

    def cell(self, coordinates: Sequence[int]) -> int:
        """Number of the cell with these coordinates (`Site`, Appendix C)."""
        if len(coordinates) != self.dimensions or not all(0 <= place < self.edge for place in coordinates):
            raise ValueError(
                f"coordinates: {tuple(coordinates)}; allowed: {self.dimensions} numbers from 0 to {self.edge - 1}"
            )
        return sum(place * self.edge**axis for axis, place in enumerate(coordinates))

    def lines_through(self, cell: int) -> NDArray[np.int64]:
        """(degree,) numbers of the lines through a cell."""
        self._check(cell, self.cells, "cell")
        found = empty_cell_lines(self)
        return found.line[: find_lines_through(cell, self.edge, self.dimensions, found)]

    def line(self, index: int) -> NDArray[np.int64]:
        """(edge,) cells of a line, in the direction in which its highest moving coordinate rises."""
        self._check(index, self.line_count, "line")
        base = self.edge + 2
        top = 0  # the highest moving coordinate
        while index >= self.edge ** (self.dimensions - 1 - top) * base**top:
            index -= self.edge ** (self.dimensions - 1 - top) * base**top
            top += 1
        above, below = divmod(index, base**top)
        along = np.arange(self.edge, dtype=np.int64)
        cells = above * self.edge ** (top + 1) + along * self.edge**top
        for axis in range(top):
            kind = below // base**axis % base
            places = {self.edge: along, self.edge + 1: along[::-1]}.get(kind, kind)
            cells = cells + places * self.edge**axis
        return cells

    def degrees(self) -> NDArray[np.int32]:
        """(cells,) lines through each cell.

        In each cell of a line the moving coordinates are all equal, or mirror images of each other: all have the same
        distance from the nearer end of the edge. So m coordinates at the same distance move along 2^m - 1 lines, one
        for each choice of some of them, or along (3^m - 1) / 2 where both ends are equally near.
        """
        places = np.arange(self.edge)
        nearer = np.minimum(places, places[::-1])
        degrees = np.zeros(self.cells, np.int32)
        for distance in range(nearer.max() + 1):
            ways = np.count_nonzero(nearer == distance)
            subsets = np.ones(1, np.int32)
            for _ in range(self.dimensions):
                subsets = np.multiply.outer(np.where(nearer == distance, 4 - ways, 1).astype(np.int32), subsets).ravel()
            degrees += (subsets - 1) // (3 - ways)
        return degrees

    def show(self, marks: Sequence[int]) -> str:
        """Draw the board as text (`Display`, Appendix C): rows down, columns and the third dimension across the page.

        Layers of further dimensions follow below each other, each under a header with its coordinates, counted from 1.

        Parameters
        ----------
        marks : (cells,) `EMPTY`, `FIRST` or `SECOND`, shown as ``·``, ``X`` and ``O``.
        """
        if len(marks) != self.cells:
            raise ValueError(f"marks: {len(marks)}; allowed: {self.cells}, one for each cell")
        return "\n".join(self._layers(np.asarray(marks)))

    def _layers(self, marks: NDArray[np.integer]) -> Iterator[str]:
        size = self.edge ** min(self.dimensions, 3)
        for start in range(0, self.cells, size):
            if self.dimensions > 3:
                places = self.coordinates(start)[3:]
                named = ", ".join(f"dimension {axis} at {place + 1}" for axis, place in enumerate(places, start=4))
                yield f"{named}:" if start == 0 else f"\n{named}:"
            yield from self._slab(marks[start : start + size])

    def _slab(self, marks: NDArray[np.integer]) -> Iterator[str]:
        planes = marks.reshape(-1, self.edge if self.dimensions > 1 else 1, self.edge)
        for row in range(planes.shape[1]):
            yield "   ".join(" ".join(SIGNS[mark] for mark in plane[row]) for plane in planes)

    @staticmethod
    def _check(number: int, count: int, what: str) -> None:
        if not 0 <= number < count:
            raise ValueError(f"{what}: {number!r} is out of range; allowed: from 0 to {count - 1}")


@cache
def all_lines(board: Hypercube) -> NDArray[np.int64]:
    """(lines, edge) cells of each line, for boards with few lines."""
    return np.stack([board.line(index) for index in range(board.line_count)])


class CellLines(NamedTuple):
    """Buffer for the lines through a cell: the cells of line i are start[i] + k step[i], k from 0 to edge - 1."""

    line: NDArray[np.int64]
    """Numbers of the lines."""
    start: NDArray[np.int64]
    step: NDArray[np.int64]
    places: NDArray[np.int64]
    """(dimensions,) coordinates of the cell."""


def empty_cell_lines(board: Hypercube) -> CellLines:
    """Buffer that is large enough for the lines through any cell of a board."""
    degree, axes = board.largest_degree, board.dimensions
    return CellLines(*(np.empty(size, np.int64) for size in (degree, degree, degree, axes)))


@kernel
def find_lines_through(cell, edge, dimensions, found):
    """Write the lines through a cell into `found`, see `CellLines`, and return how many there are.

    For each highest moving coordinate `top`, the lines found so far are copied for every lower coordinate that can move
    along: one that is as far from 0 as `top` rises with it, one that is as far from the other end falls.
    """
    # Numbers of the eight lines of 3x3, whose first coordinate runs along the rows:
    #    6  3  4  5  7      0 to 2: the first coordinate rises, `above` is the second one
    #    0  .  .  .         3 to 5: the second one rises, the first one stays at 0, 1 or 2
    #    1  .  .  .         6: both rise
    #    2  .  .  .         7: the second one rises and the first one falls
    left = cell
    for axis in range(dimensions):
        found.places[axis] = left % edge
        left //= edge
    count = 0
    passed, power, wide = 0, 1, 1  # lines with a lower `top`; edge^top; (edge + 2)^top
    above = edge**dimensions
    for top in range(dimensions):
        above //= edge  # edge^(dimensions - 1 - top), the choices for the coordinates above
        place = found.places[top]
        begin = count
        # The line along the axis `top` alone. The digits of the lower coordinates are added to its number below.
        found.line[count] = passed + cell // (power * edge) * wide
        found.start[count] = cell - place * power
        found.step[count] = power
        count += 1
        lower_power, lower_wide = 1, 1  # edge^axis, (edge + 2)^axis
        for axis in range(top):
            at = found.places[axis]
            # The lines from `begin` on all have `top` as their highest moving coordinate. In those that are there
            # already the coordinate `axis` stays; the copies, behind `end`, are those in which it moves.
            end = count
            for i in range(begin, end):
                # Digits in base edge + 2: a coordinate's place if it stays, edge if it rises, edge + 1 if it falls.
                # In the middle of an odd edge both conditions hold: one copy rises, one falls.
                if at == place:
                    found.line[count] = found.line[i] + edge * lower_wide
                    found.start[count] = found.start[i] - at * lower_power
                    found.step[count] = found.step[i] + lower_power
                    count += 1
                if at == edge - 1 - place:
                    found.line[count] = found.line[i] + (edge + 1) * lower_wide
                    # A falling coordinate begins at edge - 1, which is `place` more than it is in this cell.
                    found.start[count] = found.start[i] + place * lower_power
                    found.step[count] = found.step[i] - lower_power
                    count += 1
                # Only now, since the copies above replace this digit.
                found.line[i] += at * lower_wide
            lower_power *= edge
            lower_wide *= edge + 2
        passed += above * wide
        power *= edge
        wide *= edge + 2
    return count


@dataclass(frozen=True)
class HypercubePosition:
    """A position on a board with few lines, see `games.position.Position`; drawn as soon as nobody can win any more.

    Attributes
    ----------
    marked : cells in the order in which the two players marked them, X first.

    Examples
    --------
    >>> from tttcore.games import Hypercube, HypercubePosition
    >>> position = HypercubePosition(Hypercube(3, 3)).apply(13).apply(0)
    >>> position.current_player, len(position.legal_moves()), position.winner
    (0, 25, None)
    """

    board: Hypercube
    marked: tuple[int, ...] = ()

    @property
    def current_player(self) -> int:
        """0 if X moves, 1 if O does."""
        return len(self.marked) % 2

    @property
    def winner(self) -> Outcome | None:
        """Result of the game, see `games.position.Position`; None while it is open."""
        first, second = self.line_counts()
        if (first == self.board.edge).any():
            return Outcome.CROSS_WON
        if (second == self.board.edge).any():
            return Outcome.NOUGHT_WON
        return Outcome.DRAWN if (first * second > 0).all() else None

    def legal_moves(self) -> list[int]:
        """Free cells in rising order; none where the game is over."""
        return [] if self.winner is not None else np.flatnonzero(self.marks() == EMPTY).tolist()

    def apply(self, move: int) -> Self:
        """The position after a legal move; ValueError for any other."""
        if move not in self.legal_moves():
            raise ValueError(f"{move!r} is no legal move")
        return type(self)(self.board, (*self.marked, move))

    def marks(self) -> NDArray[np.int8]:
        """(cells,) contents of the cells: `EMPTY`, `FIRST` or `SECOND`."""
        marks = np.full(self.board.cells, EMPTY, np.int8)
        marks[list(self.marked[::2])], marks[list(self.marked[1::2])] = FIRST, SECOND
        return marks

    def line_counts(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """(lines,) numbers of the first player's marks in each line, and of the second player's."""
        marks = self.marks()[all_lines(self.board)]
        return np.count_nonzero(marks == FIRST, axis=1), np.count_nonzero(marks == SECOND, axis=1)
