"""Boards of any size: lines against the formula, the definition and every combination of cells; display; games."""

import random
from itertools import combinations
from math import comb

import numpy as np
import pytest
from helpers.texts import message
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import lattice as twin

from tttcore.games.geometry import lines, symmetries
from tttcore.games.hypercube import Hypercube, HypercubePosition
from tttcore.games.position import DRAWN


@pytest.mark.parametrize(("edge", "dimensions"), [(2, 2), (3, 1), (3, 2), (4, 2), (6, 2), (3, 3), (4, 3), (3, 4)])
def test_lines(edge, dimensions):
    """Sets of `edge` cells, evenly spaced between two cells whose coordinates differ by edge - 1 or not at all."""
    found = lines(edge=edge, dimensions=dimensions)
    assert found.shape == (((edge + 2) ** dimensions - edge**dimensions) // 2, edge)
    expected = set()
    for one, other in combinations(np.ndindex(*[edge] * dimensions), 2):
        if all(abs(a - b) in (0, edge - 1) for a, b in zip(one, other, strict=True)):
            expected.add(frozenset(map(tuple, np.linspace(one, other, edge).round().astype(int).tolist())))
    as_cells = {frozenset(zip(*np.unravel_index(line, [edge] * dimensions), strict=True)) for line in found}
    assert as_cells == expected


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


def test_every_line_has_one_number_and_is_found_through_its_cells_and_no_other(board):
    lines = listed(board)
    assert len(lines) == ((board.edge + 2) ** board.dimensions - board.edge**board.dimensions) // 2
    assert len(set(lines)) == len(lines)
    assert set(lines) == twin.lines(board.edge, board.dimensions)
    through = [set() for _ in range(board.cells)]
    for index, line in enumerate(lines):
        for cell in line:
            through[cell].add(index)
    degrees = board.degrees()
    assert (degrees.shape, degrees.dtype) == ((board.cells,), np.int32)
    assert degrees.tolist() == [len(expected) for expected in through]
    assert board.largest_degree == max(degrees)
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
    [pytest.param(*size, marks=[pytest.mark.slow] * (max(size) == 4)) for size in CONFIRMED if size != (4, 4)],
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


def test_mistakes(snapshot):
    small = Hypercube(3, 2)
    calls = [
        *((Hypercube, edge, dimensions) for edge, dimensions in ((1, 2), (127, 2), (3, 0), (3, 101))),
        *((small.coordinates, 9), (small.lines_through, -1), (small.line, 8)),
        *((small.cell, (0, 3)), (small.cell, (0,)), (small.show, [0] * 8)),
    ]
    assert "\n".join(message(*call) for call in calls) == snapshot


SHOWN = [
    (3, 1, [(0,)], [(2,)]),
    (3, 2, [(0, 0), (1, 1)], [(1, 0), (2, 2)]),
    (3, 3, [(0, 0, 0), (1, 1, 1), (2, 2, 2)], [(1, 0, 0), (2, 2, 1)]),
    (2, 4, [(0, 0, 0, 0), (1, 0, 0, 1)], [(0, 1, 1, 0), (1, 1, 1, 1)]),
    (2, 5, [(0, 0, 0, 0, 0), (1, 1, 0, 0, 1)], [(0, 0, 1, 1, 0), (1, 1, 1, 1, 1)]),
]


def test_display(snapshot):
    shown = []
    for edge, dimensions, crosses, noughts in SHOWN:
        board = Hypercube(edge, dimensions)
        owners = {board.cell(place): 1 + (place in noughts) for place in crosses + noughts}
        shown.append(board.show([owners.get(cell, 0) for cell in range(board.cells)]))
    assert "\n\n".join(shown) == snapshot


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
