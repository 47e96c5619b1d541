"""Drawings of n^d boards: numbers of columns, rows and layers, and all lines that the last mark completes."""

import random

import pytest

from tttcore.games.hypercube import Hypercube, all_lines
from tttcore.games.hypercube_position import HypercubePosition
from tttcore.play.drawing_hypercube import draw_board, drawn_lines, winning_cells


def test_layers_of_four_dimensions():
    """The line runs from corner to corner through all of them."""
    marks = (0, 1, 15, 2)
    assert draw_board(HypercubePosition(Hypercube(2, 4), marks[:3]), count_from=0).splitlines() == [
        "dimension 4 at 0:",
        "layer 0    layer 1",
        "   0  1       0  1",
        "0 [X] O    0  ·  ·",
        "1  ·  ·    1  ·  ·",
        "",
        "dimension 4 at 1:",
        "layer 0    layer 1",
        "   0  1       0  1",
        "0  ·  ·    0  ·  ·",
        "1  ·  ·    1  · [X]",
    ]


def test_a_long_edge_has_room_for_its_numbers():
    drawn = draw_board(HypercubePosition(Hypercube(10, 2), (9, 90))).splitlines()
    assert drawn[0] == "    1  2  3  4  5  6  7  8  9 10"
    assert drawn[1] == "1   ·  ·  ·  ·  ·  ·  ·  ·  ·  X"
    assert drawn[10] == "10  O  ·  ·  ·  ·  ·  ·  ·  ·  ·"


@pytest.mark.parametrize(
    ("edge", "dimensions"), [(2, 1), (5, 1), (4, 2), (3, 3), (4, 3), (2, 4), (4, 4), (3, 5), (2, 7)]
)
def test_number_of_lines_of_a_drawing(edge, dimensions):
    board = Hypercube(edge, dimensions)
    assert drawn_lines(board) == len(draw_board(HypercubePosition(board)).split("\n"))


@pytest.mark.parametrize(("edge", "dimensions"), [(3, 1), (3, 2), (2, 3), (3, 3), (2, 5)])
def test_the_winning_cells_are_those_of_full_lines(edge, dimensions):
    """In random games, against a list of all lines."""
    board, rng = Hypercube(edge, dimensions), random.Random(1)
    for _ in range(20):
        position = HypercubePosition(board)
        assert winning_cells(position) == []
        while moves := position.moves():
            position = position.after(rng.choice(moves))
            own = {*position.marked[(len(position.marked) - 1) % 2 :: 2]}
            full = [line for line in all_lines(board).tolist() if own.issuperset(line)]
            assert winning_cells(position) == sorted({cell for line in full for cell in line})


def test_two_lines_at_once_are_both_marked():
    """X completes the row and the column that meet in the corner."""
    position = HypercubePosition(Hypercube(3, 2), (1, 4, 2, 5, 3, 7, 6, 8, 0))
    assert winning_cells(position) == [0, 1, 2, 3, 6]
    assert draw_board(position).splitlines()[1:] == ["1 [X][X][X]", "2 [X] O  O", "3 [X] O  O"]
