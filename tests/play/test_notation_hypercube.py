"""Coordinates in any number of dimensions: cells are written and read back, other input refused with a reason."""

import pytest

from tttcore.games.hypercube import Hypercube
from tttcore.games.hypercube_position import HypercubePosition
from tttcore.play.notation_hypercube import HypercubeNotation

CUBE = Hypercube(3, 3)


@pytest.mark.parametrize("count_from", [0, 1])
def test_written_moves_can_be_read(count_from):
    position, notation = HypercubePosition(CUBE), HypercubeNotation(CUBE, count_from)
    assert [notation.read(notation.write(move), position) for move in position.moves()] == position.moves()


def test_the_first_number_is_the_column():
    assert HypercubeNotation(CUBE).read("2, 1 1", HypercubePosition(CUBE)) == 1
    assert HypercubeNotation(CUBE).draw(HypercubePosition(CUBE, (1, 26))).splitlines() == [
        "layer 1       layer 2       layer 3",
        "   1  2  3       1  2  3       1  2  3",
        "1  ·  X  ·    1  ·  ·  ·    1  ·  ·  ·",
        "2  ·  ·  ·    2  ·  ·  ·    2  ·  ·  ·",
        "3  ·  ·  ·    3  ·  ·  ·    3  ·  ·  O",
    ]


@pytest.mark.parametrize("text", ["", "1 1", "1 1 1 1", "0 1 1", "4 1 1", "1 1 one", "-1 1 1", "1 " + "9" * 5000])
def test_no_move(text):
    with pytest.raises(
        ValueError, match=r"is no move; a move is 3 numbers from 1 to 3: column, row, layer$"
    ) as refused:
        HypercubeNotation(CUBE).read(text, HypercubePosition(CUBE))
    assert len(str(refused.value)) < 110


def test_taken():
    with pytest.raises(ValueError, match=r"^'3 1 1' is taken; allowed: a free cell, shown as ·$"):
        HypercubeNotation(CUBE).read("3 1 1", HypercubePosition(CUBE, (2,)))
