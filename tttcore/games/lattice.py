"""Tic-tac-toe on a board of any edge length in any number of dimensions.

The board of Post (1999, Methods; Appendix C, Board): edge^dimensions cells in one array, won by the first straight line
of `edge` cells, along an axis or any diagonal.

A line is a choice for each coordinate: it stays at one of `edge` values, rises from 0, or falls from edge - 1; at least
one moves. Read backwards it is the same line, so the highest coordinate that moves is taken to rise. With j that
coordinate, those above it are a number in base `edge` and those below a number in base edge + 2 (values, then rising,
then falling). That numbers the lines without gaps and without a table:

    index = (lines with a lower highest mover) + above * (edge + 2)^j + below

so that there are sum over j of edge^(dimensions - 1 - j) (edge + 2)^j = ((edge + 2)^dimensions - edge^dimensions) / 2.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.pipeline.jit import kernel

EMPTY, FIRST, SECOND = 0, 1, 2
SIGNS = "·XO"
SMALLEST_EDGE, LARGEST_EDGE = 2, 126
"""A line's marks are counted in a signed byte."""
MOST_DIMENSIONS = 100
"""Far more than any memory holds, and few enough to say how much they would need."""


@dataclass(frozen=True)
class Lattice:
    """A board.

    Attributes
    ----------
    edge : cells along an edge, from 2 to 126.
    dimensions : from 1 to 100.

    Raises
    ------
    ValueError
        If either is out of range.
    """

    edge: int
    dimensions: int

    def __post_init__(self) -> None:
        if not SMALLEST_EDGE <= self.edge <= LARGEST_EDGE:
            raise ValueError(f"edge: {self.edge!r} is out of range; allowed: from {SMALLEST_EDGE} to {LARGEST_EDGE}")
        if not 1 <= self.dimensions <= MOST_DIMENSIONS:
            raise ValueError(f"dimensions: {self.dimensions!r} is out of range; allowed: from 1 to {MOST_DIMENSIONS}")

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
        """Lines through the cell that has most: a corner, or with an odd edge the centre."""
        return (3**self.dimensions - 1) // 2 if self.edge % 2 else 2**self.dimensions - 1

    def coordinates(self, cell: int) -> tuple[int, ...]:
        """Coordinates of a cell; neighbours along the first differ by 1 in number (`Unsite`, Appendix C)."""
        self._check(cell, self.cells, "cell")
        return tuple(cell // self.edge**axis % self.edge for axis in range(self.dimensions))

    def cell(self, coordinates: Sequence[int]) -> int:
        """Number of the cell at some coordinates (`Site`, Appendix C)."""
        if len(coordinates) != self.dimensions or not all(0 <= place < self.edge for place in coordinates):
            raise ValueError(
                f"coordinates: {tuple(coordinates)}; allowed: {self.dimensions} numbers from 0 to {self.edge - 1}"
            )
        return sum(place * self.edge**axis for axis, place in enumerate(coordinates))

    def lines_through(self, cell: int) -> NDArray[np.int64]:
        """(degree,) numbers of the lines through a cell."""
        self._check(cell, self.cells, "cell")
        rays = empty_rays(self)
        return rays.line[: find_rays(cell, self.edge, self.dimensions, rays)]

    def line(self, index: int) -> NDArray[np.int64]:
        """(edge,) cells of a line, in the direction in which its highest moving coordinate rises."""
        self._check(index, self.line_count, "line")
        wide = self.edge + 2
        top = 0
        while index >= self.edge ** (self.dimensions - 1 - top) * wide**top:
            index -= self.edge ** (self.dimensions - 1 - top) * wide**top
            top += 1
        above, below = divmod(index, wide**top)
        along = np.arange(self.edge, dtype=np.int64)
        cells = above * self.edge ** (top + 1) + along * self.edge**top
        for axis in range(top):
            kind = below // wide**axis % wide
            places = {self.edge: along, self.edge + 1: along[::-1]}.get(kind, kind)
            cells = cells + places * self.edge**axis
        return cells

    def degrees(self) -> NDArray[np.int32]:
        """(cells,) lines through each cell.

        The coordinates that move along a line are all equal, or mirror images of each other. So with m coordinates at a
        distance d from the nearer end there are 2^m - 1 lines that move some of them, and (3^m - 1) / 2 where both
        ends are equally near.
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
        """The board as text (`Display`, Appendix C): rows down, columns and the third dimension across the page.

        Further dimensions are layers below each other, each under a header with its coordinates, counted from 1.

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
def all_lines(lattice: Lattice) -> NDArray[np.int64]:
    """(lines, edge) cells of each line of a board that has few."""
    return np.stack([lattice.line(index) for index in range(lattice.line_count)])


class Rays(NamedTuple):
    """Room for the lines through a cell: each line's number, its first cell and the step from cell to cell."""

    line: NDArray[np.int64]
    start: NDArray[np.int64]
    step: NDArray[np.int64]
    places: NDArray[np.int64]
    """Coordinates of the cell."""


def empty_rays(lattice: Lattice) -> Rays:
    """Room for the lines through any cell of a board."""
    degree, axes = lattice.largest_degree, lattice.dimensions
    return Rays(*(np.empty(size, np.int64) for size in (degree, degree, degree, axes)))


@kernel
def find_rays(cell, edge, dimensions, rays):
    """Find the lines through a cell, fill `rays` and return how many there are.

    For each highest mover, the lines found so far multiply with every lower coordinate that can move along: one that
    is as far from 0 as the mover rises with it, one that is as far from the other end falls.
    """
    left = cell
    for axis in range(dimensions):
        rays.places[axis] = left % edge
        left //= edge
    count = 0
    passed, power, wide = 0, 1, 1
    above = edge**dimensions
    for top in range(dimensions):
        above //= edge
        place = rays.places[top]
        begin = count
        rays.line[count] = passed + cell // (power * edge) * wide
        rays.start[count] = cell - place * power
        rays.step[count] = power
        count += 1
        lower_power, lower_wide = 1, 1
        for axis in range(top):
            at = rays.places[axis]
            end = count
            for i in range(begin, end):
                if at == place:
                    rays.line[count] = rays.line[i] + edge * lower_wide
                    rays.start[count] = rays.start[i] - at * lower_power
                    rays.step[count] = rays.step[i] + lower_power
                    count += 1
                if at == edge - 1 - place:
                    rays.line[count] = rays.line[i] + (edge + 1) * lower_wide
                    rays.start[count] = rays.start[i] + place * lower_power
                    rays.step[count] = rays.step[i] - lower_power
                    count += 1
                rays.line[i] += at * lower_wide
            lower_power *= edge
            lower_wide *= edge + 2
        passed += above * wide
        power *= edge
        wide *= edge + 2
    return count
