"""Coordinates x and y: cells are written and read back, other input refused with a reason, boards drawn."""

import pytest

from tttcore.games.mnk import FAR, MnkPosition, number_of
from tttcore.play.notation_mnk import MnkNotation

SMALL = MnkNotation(limiter=1, shown=1)
WIDE = MnkNotation(limiter=99, shown=1)


def test_written_moves_can_be_read():
    position = MnkPosition(2, 3, ((0, 0), (-2, 1)))
    notation = MnkNotation(2, 2)
    assert [notation.read(notation.write(move), position) for move in position.moves()] == position.moves()


@pytest.mark.parametrize("text", ["-1 1", "-1,1", " -1 , +1 \n", "-01\t1\r\n"])
def test_separators_do_not_matter(text):
    assert SMALL.read(text, MnkPosition(1, 3)) == number_of((-1, 1))


@pytest.mark.parametrize(
    "text", ["", "0", "0 0 0", "zero 0", "0.0 1", "- 1 1", "--1 1", "0 ²", "0 0\0", "1 " + "9" * 5000]
)
def test_no_move(text):
    with pytest.raises(ValueError, match=r"is no move; a move is two whole numbers, x and y, from -1 to 1$") as refused:
        SMALL.read(text, MnkPosition(1, 3))
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 110


@pytest.mark.parametrize("text", ["2 0", "0 -2", "100 0", "999999999 -999999999"])
def test_outside(text):
    with pytest.raises(ValueError, match=f"^'{text}' is outside the board; allowed: x and y, from -1 to 1$"):
        SMALL.read(text, MnkPosition(1, 3))


def test_taken():
    with pytest.raises(ValueError, match=r"^'0 1' is taken; allowed: a free cell, shown as ·$"):
        SMALL.read("0 1", MnkPosition(1, 3, ((0, 0), (0, 1))))


def test_a_small_board_is_drawn():
    """x grows to the right, y upwards."""
    drawn = ["  y", "  1  ·  ·  O", "  0  ·  X  ·", " -1  X  ·  ·", "    -1  0  1  x"]
    assert SMALL.draw(MnkPosition(1, 3, ((0, 0), (1, 1), (-1, -1)))).split("\n") == drawn


def test_a_board_without_an_edge_is_drawn_around_its_marks():
    assert WIDE.draw(MnkPosition(FAR, 3)).split("\n")[-1].split() == ["-1", "0", "1", "x"]
    lines = WIDE.draw(MnkPosition(FAR, 3, ((0, 0), (9, -3), (97, 99)))).split("\n")
    assert lines[-1].split() == [*map(str, range(-2, 100)), "x"]
    assert [line.split()[0] for line in lines[1:-1]] == [*map(str, range(99, -6, -1))]
    assert [(line.split()[0], line.split().index(sign) - 3) for line in lines for sign in "XO" if sign in line] == [
        ("99", 97),
        ("0", 0),
        ("-3", 9),
    ]
    assert len({len(line) for line in lines[1:-1]}) == 1
