"""Boards of any size: lines against the formula, the definition and every combination of cells; display; games."""

import random
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import lattice as twin

from tttcore.games.geometry import lines, symmetries
from tttcore.games.hypercube import Hypercube, HypercubePosition
from tttcore.games.position import DRAWN


def lines_by_search(edge, dimensions):
    """Sets of `edge` cells, evenly spaced between two cells whose coordinates differ by edge - 1 or not at all."""
    cells = [tuple(cell) for cell in np.ndindex(*[edge] * dimensions)]
    found = set()
    for one, other in combinations(cells, 2):
        if all(abs(a - b) in (0, edge - 1) for a, b in zip(one, other, strict=True)):
            points = np.linspace(one, other, edge).round().astype(int)
            found.add(frozenset(map(tuple, points.tolist())))
    return found


@pytest.mark.parametrize(("edge", "dimensions"), [(2, 2), (3, 1), (3, 2), (4, 2), (6, 2), (3, 3), (4, 3), (3, 4)])
def test_lines(edge, dimensions):
    found = lines(edge=edge, dimensions=dimensions)
    assert found.shape == (((edge + 2) ** dimensions - edge**dimensions) // 2, edge)
    as_cells = [frozenset(zip(*np.unravel_index(line, [edge] * dimensions), strict=True)) for line in found]
    assert set(as_cells) == lines_by_search(edge, dimensions)


@pytest.mark.parametrize("edge", [2, 3, 4])
def test_symmetries_are_a_group_that_keeps_the_lines(edge):
    group = symmetries(edge=edge)
    assert group[0].tolist() == list(range(edge**2))
    as_set = {tuple(row) for row in group.tolist()}
    assert len(as_set) == 8
    assert all(tuple(one[other].tolist()) in as_set for one in group for other in group)
    kept = {frozenset(line) for line in lines(edge=edge, dimensions=2).tolist()}
    assert all({frozenset(row[list(line)].tolist()) for line in kept} == kept for row in group)


def test_order_of_symmetries():
    """Quarter turns to the left, then the same of the mirror image."""
    square = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8]])
    assert symmetries(edge=3)[1].reshape(3, 3).tolist() == [[2, 5, 8], [1, 4, 7], [0, 3, 6]]
    assert symmetries(edge=3)[4].reshape(3, 3).tolist() == square[:, ::-1].tolist()


SIZES = [
    (2, 1),
    (3, 1),
    (126, 1),
    (2, 2),
    (3, 2),
    (4, 2),
    (9, 2),
    (2, 3),
    (3, 3),
    (4, 3),
    (6, 3),
    (3, 4),
    (4, 4),
    (2, 6),
]
CONFIRMED = [(edge, dimensions) for edge in (2, 3, 4) for dimensions in (2, 3, 4)]
"""Boards for which the document looked at all combinations of cells (Results)."""


@pytest.fixture(params=SIZES, ids=lambda size: "edge {} in {}".format(*size))
def board(request):
    return Hypercube(*request.param)


def listed(board):
    """Each line as a set of cells, by number."""
    return [frozenset(board.line(index).tolist()) for index in range(board.line_count)]


def test_every_line_has_one_number(board):
    lines = listed(board)
    assert len(lines) == ((board.edge + 2) ** board.dimensions - board.edge**board.dimensions) // 2
    assert len(set(lines)) == len(lines)
    assert set(lines) == twin.lines(board.edge, board.dimensions)


def test_each_line_is_found_through_its_cells_and_no_other(board):
    through = [set() for _ in range(board.cells)]
    for index, line in enumerate(listed(board)):
        for cell in line:
            through[cell].add(index)
    for cell, expected in enumerate(through):
        found = board.lines_through(cell)
        assert found.dtype == np.int64
        assert len(found) == len(expected)
        assert set(found.tolist()) == expected


def test_cells_of_a_line_are_in_their_order(board):
    for index in range(board.line_count):
        assert board.line(index).shape == (board.edge,)
        places = np.array([board.coordinates(cell) for cell in board.line(index).tolist()])
        steps = np.unique(np.diff(places, axis=0), axis=0)
        assert len(steps) == 1
        assert steps[steps != 0][-1] == 1  # the highest coordinate that moves rises


def test_degrees(board):
    degrees = board.degrees()
    assert (degrees.shape, degrees.dtype) == ((board.cells,), np.int32)
    expected = [len(lines) for lines in twin.lines_through(board.edge, board.dimensions)]
    assert degrees.tolist() == expected
    assert board.largest_degree == max(expected)


@pytest.mark.parametrize(("edge", "dimensions"), [(4, 10), (5, 7), (100, 3), (7, 5)])
def test_degrees_of_large_boards_count_each_line_once_per_cell(edge, dimensions):
    board = Hypercube(edge, dimensions)
    degrees = board.degrees()
    assert degrees.sum(dtype=np.int64) == edge * board.line_count
    assert degrees.max() == board.largest_degree
    for cell in np.random.default_rng(4).integers(board.cells, size=20).tolist():
        assert degrees[cell] == len(board.lines_through(cell))


@pytest.mark.parametrize(("edge", "dimensions"), CONFIRMED)
def test_lines_among_all_combinations_of_cells(edge, dimensions):
    """The document's confirmation, combinations being decided upon in groups (see the oracle)."""
    found, decided = twin.lines_among_grouped_combinations(edge, dimensions)
    board = Hypercube(edge, dimensions)
    assert decided == comb(board.cells, edge)
    assert found == set(listed(board))


@pytest.mark.parametrize(
    ("edge", "dimensions"),
    [pytest.param(*size, marks=[pytest.mark.slow] * (size == (4, 3))) for size in CONFIRMED if size != (4, 4)],
)
def test_lines_among_combinations_one_by_one(edge, dimensions):
    """The same without groups, for all but the 174,792,640 combinations of the largest board."""
    assert twin.lines_among_combinations(edge, dimensions) == set(listed(Hypercube(edge, dimensions)))


@st.composite
def lines_of_large_boards(draw):
    """A board, the number of a line, and the place of one of its cells."""
    board = Hypercube(draw(st.integers(2, 126)), draw(st.integers(1, 8)))
    return board, draw(st.integers(0, board.line_count - 1)), draw(st.integers(0, board.edge - 1))


@settings(max_examples=100)
@given(lines_of_large_boards())
def test_numbers_on_boards_too_large_to_list(drawn):
    board, index, place = drawn
    line = board.line(index)
    through = board.lines_through(int(line[place])).tolist()
    assert through.count(index) == 1
    assert len(set(through)) == len(through)
    shared = [set(board.line(other).tolist()) & set(line.tolist()) for other in through[:20] if other != index]
    assert all(cells == {int(line[place])} for cells in shared)


@settings(max_examples=200)
@given(st.integers(2, 126), st.lists(st.integers(0, 2**30), min_size=1, max_size=8))
def test_coordinates_and_back(edge, numbers):
    coordinates = tuple(number % edge for number in numbers)
    board = Hypercube(edge, len(coordinates))
    assert board.coordinates(board.cell(coordinates)) == coordinates


def test_cells_are_numbered_with_the_first_coordinate_running_fastest(board):
    in_order = [board.coordinates(cell) for cell in range(board.cells)]
    assert in_order == twin.cells(board.edge, board.dimensions)
    assert [board.cell(place) for place in in_order] == list(range(board.cells))


BAD = [
    (lambda: Hypercube(1, 2), "edge: 1 is out of range; allowed: from 2 to 126"),
    (lambda: Hypercube(127, 2), "edge: 127 is out of range; allowed: from 2 to 126"),
    (lambda: Hypercube(3, 0), "dimensions: 0 is out of range; allowed: from 1 to 100"),
    (lambda: Hypercube(3, 2).coordinates(9), "cell: 9 is out of range; allowed: from 0 to 8"),
    (lambda: Hypercube(3, 2).lines_through(-1), "cell: -1 is out of range; allowed: from 0 to 8"),
    (lambda: Hypercube(3, 2).line(8), "line: 8 is out of range; allowed: from 0 to 7"),
    (lambda: Hypercube(3, 2).cell((0, 3)), r"coordinates: \(0, 3\); allowed: 2 numbers from 0 to 2"),
    (lambda: Hypercube(3, 2).cell((0,)), r"coordinates: \(0,\); allowed: 2 numbers from 0 to 2"),
    (lambda: Hypercube(3, 2).show([0] * 8), "marks: 8; allowed: 9, one for each cell"),
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[message for _, message in BAD])
def test_mistakes(call, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        call()


def marked(board, crosses, noughts):
    """Marks of a board with these coordinates taken."""
    marks = [0] * board.cells
    for player, places in ((1, crosses), (2, noughts)):
        for place in places:
            marks[board.cell(place)] = player
    return marks


LINE = """\
X · O"""

SQUARE = """\
X O ·
· X ·
· · O"""

CUBE = """\
X O ·   · · ·   · · ·
· · ·   · X ·   · · ·
· · ·   · · O   · · X"""

FOUR_DIMENSIONS = """\
dimension 4 at 1:
X ·   · ·
· ·   O ·

dimension 4 at 2:
· X   · ·
· ·   · O"""

FIVE_DIMENSIONS = """\
dimension 4 at 1, dimension 5 at 1:
X ·   · ·
· ·   · ·

dimension 4 at 2, dimension 5 at 1:
· ·   O ·
· ·   · ·

dimension 4 at 1, dimension 5 at 2:
· ·   · ·
· X   · ·

dimension 4 at 2, dimension 5 at 2:
· ·   · ·
· ·   · O"""

SHOWN = {
    "line": (3, 1, [(0,)], [(2,)], LINE),
    "square": (3, 2, [(0, 0), (1, 1)], [(1, 0), (2, 2)], SQUARE),
    "cube": (3, 3, [(0, 0, 0), (1, 1, 1), (2, 2, 2)], [(1, 0, 0), (2, 2, 1)], CUBE),
    "4": (2, 4, [(0, 0, 0, 0), (1, 0, 0, 1)], [(0, 1, 1, 0), (1, 1, 1, 1)], FOUR_DIMENSIONS),
    "5": (2, 5, [(0, 0, 0, 0, 0), (1, 1, 0, 0, 1)], [(0, 0, 1, 1, 0), (1, 1, 1, 1, 1)], FIVE_DIMENSIONS),
}


@pytest.mark.parametrize(("edge", "dimensions", "crosses", "noughts", "text"), SHOWN.values(), ids=SHOWN)
def test_display(edge, dimensions, crosses, noughts, text):
    board = Hypercube(edge, dimensions)
    assert board.show(marked(board, crosses, noughts)) == text


@pytest.mark.parametrize(("edge", "dimensions"), [(2, 2), (3, 2), (4, 2), (3, 3), (5, 1)])
@pytest.mark.parametrize("seed", range(4))
def test_random_games_end_as_the_twin_says(edge, dimensions, seed):
    drawn, position, marks = random.Random(seed), HypercubePosition(Hypercube(edge, dimensions)), [0] * edge**dimensions

    def full(player):
        return any(all(marks[cell] == player for cell in line) for line in twin.lines(edge, dimensions))

    while position.winner is None:
        assert position.legal_moves() == [cell for cell, mark in enumerate(marks) if not mark]
        assert not full(1)
        assert not full(2)
        assert twin.hopeless_after(edge, dimensions, position.marked) is None
        move = drawn.choice(position.legal_moves())
        marks[move] = position.current_player + 1
        position = position.apply(move)
    assert position.legal_moves() == []
    winners = [player for player in (1, 2) if full(player)]
    assert position.winner == (winners[0] if winners else DRAWN)
    if not winners:
        assert twin.hopeless_after(edge, dimensions, position.marked) == len(position.marked)
    with pytest.raises(ValueError, match="is no legal move"):
        position.apply(0)
