"""Notations: legal moves are written and read back, others refused with a reason, positions drawn."""

import random

import pytest

from tttcore.games.classic import ClassicPosition
from tttcore.games.hypercube import Hypercube, HypercubePosition, all_lines
from tttcore.games.mnk import FAR, MnkPosition, RectanglePosition, number_of
from tttcore.games.nine_board import NineBoard
from tttcore.games.notation import CellNotation, MnkNotation, RectangleNotation
from tttcore.games.notation_boards import (
    GridNotation,
    HypercubeNotation,
    NineBoardNotation,
    draw_board,
    drawn_lines,
    winning_cells,
)
from tttcore.games.super_board import SuperBoard

CUBE = Hypercube(3, 3)
SMALL = MnkNotation(limiter=1, shown=1)
WIDE = MnkNotation(limiter=99, shown=1)
EACH = [
    (ClassicPosition(), CellNotation, 9),
    (NineBoard(), NineBoardNotation, 9),
    (SuperBoard(), NineBoardNotation, 9),
    (SuperBoard(), GridNotation, 9),
    (RectanglePosition(5, 5, 3), lambda count_from: RectangleNotation(5, 5, count_from), 5),
    (HypercubePosition(CUBE), lambda count_from: HypercubeNotation(CUBE, count_from), 3),
]


def after(position, *moves):
    for move in moves:
        position = position.apply(move)
    return position


def refusal(notation, text, position):
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - every test looks at the message
        notation.read(text, position)
    message = str(refused.value)
    assert "\n" not in message
    assert len(message) < 110
    return message


@pytest.mark.parametrize("count_from", [0, 1])
@pytest.mark.parametrize(("position", "kind", "numbers"), EACH)
def test_written_moves_can_be_read(position, kind, numbers, count_from):
    notation = kind(count_from)
    written = [notation.write(move) for move in position.legal_moves()]
    assert [notation.read(text, position) for text in written] == position.legal_moves()
    assert len(set(written)) == len(written)
    assert {int(number) for text in written for number in text.split()} == set(range(count_from, count_from + numbers))


def test_coordinates_on_both_sides_of_the_middle_can_be_read():
    position, notation = MnkPosition(2, 3, ((0, 0), (-2, 1))), MnkNotation(2, 2)
    assert [notation.read(notation.write(move), position) for move in position.legal_moves()] == position.legal_moves()


@pytest.mark.parametrize("text", ["3 5", "3,5", " 3 , 5 \n", "3\t5\r\n", "03 05"])
def test_separators_do_not_matter(text):
    assert NineBoardNotation().read(text, NineBoard()) == 9 * 2 + 4


@pytest.mark.parametrize("text", ["-1 1", "-1,1", " -1 , +1 \n", "-01\t1\r\n"])
def test_separators_and_signs_of_coordinates_do_not_matter(text):
    assert SMALL.read(text, MnkPosition(1, 3)) == number_of((-1, 1))


@pytest.mark.parametrize("text", ["", "five", "0", "10", "-5", "+5", "5.0", "5 5", "1", "²", "5\0", "9" * 5000])
def test_no_free_cell(text):
    message = refusal(CellNotation(), text, after(ClassicPosition(), 0, 4, 8))
    assert message.endswith(" is no free cell; free are 2, 3, 4, 6, 7, 8")
    assert len(message) < 100


LONG = "9" * 5000
NO_MOVES = [
    (
        NineBoardNotation(),
        NineBoard(),
        "a move is a board and a cell, 1 to 9 each",
        ("", "5", "five five", "0 5", "5 0", "10 1", "1 10", "1 2 3", "-1 5", LONG),
    ),
    (
        GridNotation(0),
        NineBoard(),
        "a move is a row and a column, 0 to 8 each",
        ("", "5", "five five", "9 0", "0 9", "1 2 3", "-1 5", LONG),
    ),
    (
        RectangleNotation(7, 6),
        RectanglePosition(7, 6, 4),
        "a move is column from 1 to 7 and row from 1 to 6",
        ("", "5", "0 1", "1 0", "8 1", "1 7", "1 1 1", LONG),
    ),
    (
        HypercubeNotation(CUBE),
        HypercubePosition(CUBE),
        "a move is 3 numbers from 1 to 3: column, row, layer",
        ("", "1 1", "1 1 1 1", "0 1 1", "4 1 1", "1 1 one", "-1 1 1", f"1 {LONG}"),
    ),
    (
        SMALL,
        MnkPosition(1, 3),
        "a move is two whole numbers, x and y, from -1 to 1",
        ("", "0", "0 0 0", "zero 0", "0.0 1", "- 1 1", "--1 1", "0 ²", "0 0\0", f"1 {LONG}"),
    ),
]


@pytest.mark.parametrize(
    ("notation", "position", "allowed", "text"), [(*each, text) for *each, texts in NO_MOVES for text in texts]
)
def test_no_move(notation, position, allowed, text):
    assert refusal(notation, text, position).endswith(f" is no move; {allowed}")


@pytest.mark.parametrize("text", ["2 0", "0 -2", "100 0", "999999999 -999999999"])
def test_outside(text):
    assert refusal(SMALL, text, MnkPosition(1, 3)) == f"'{text}' is outside the board; allowed: x and y, from -1 to 1"


@pytest.mark.parametrize(
    ("notation", "text", "position"),
    [
        (HypercubeNotation(CUBE), "3 1 1", HypercubePosition(CUBE, (2,))),
        (RectangleNotation(7, 6), "3 2", RectanglePosition(7, 6, 4, (9,))),
        (SMALL, "0 1", MnkPosition(1, 3, ((0, 0), (0, 1)))),
    ],
)
def test_taken(notation, text, position):
    assert refusal(notation, text, position) == f"'{text}' is taken; allowed: a free cell, shown as ·"


def test_a_forbidden_board_and_a_taken_cell():
    position = after(NineBoard(), 9 * 2 + 4, 9 * 4 + 4, 9 * 4 + 2, 9 * 2 + 3)
    assert refusal(NineBoardNotation(), "3 1", position) == "'3 1': board 3 may not be marked now; allowed: 4"
    position = position.apply(9 * 3 + 2)
    taken = "cell 5 of board 3 is taken; free there: 1, 2, 3, 6, 7, 8, 9"
    assert refusal(NineBoardNotation(), "3 5", position) == f"'3 5': {taken}"
    assert (
        refusal(NineBoardNotation(0), "2 4", position)
        == "'2 4': cell 4 of board 2 is taken; free there: 0, 1, 2, 5, 6, 7, 8"
    )


@pytest.mark.parametrize(("text", "move"), [("0 0", 0), ("2 3", 9 + 6), ("4 4", 9 * 4 + 4), ("8 0", 9 * 6 + 6)])
def test_a_row_and_a_column_name_a_cell_of_nine_boards(text, move):
    assert GridNotation(0).read(text, NineBoard()) == move
    assert GridNotation(0).write(move) == text


def test_rows_and_columns_that_may_not_be_marked():
    sent = after(NineBoard(), 9 * 2 + 4)
    assert refusal(GridNotation(0), "0 0", sent) == (
        "'0 0' may not be marked now; allowed: 3 3, 3 4, 3 5, 4 3, 4 4, 4 5, 5 3, 5 4, 5 5"
    )
    free = SuperBoard((0b111, *[0] * 8), (0, 0b1, 0b1, 0b1, *[0] * 5), (1, 0), 9, "closed")
    assert refusal(GridNotation(), "1 1", free).endswith("allowed: 1 5, 1 6, 2 4, 2 5, 2 6, 3 4, 3 5, 3 6, 1 8, ...")


def test_a_board_that_is_closed():
    """X owns the first board, to which O sends it: all others are allowed."""
    won = SuperBoard((0b000000111, *[0] * 8), (0, 0b1, 0b1, 0b1, *[0] * 5), (1, 0), 9, "closed")
    assert (
        refusal(NineBoardNotation(), "1 4", won)
        == "'1 4': board 1 may not be marked now; allowed: 2, 3, 4, 5, 6, 7, 8, 9"
    )


def test_one_board_is_drawn():
    assert CellNotation().draw(after(ClassicPosition(), 4, 0)) == (
        " O | 2 | 3\n---+---+---\n 4 | X | 6\n---+---+---\n 7 | 8 | 9"
    )


def test_nine_boards_are_drawn():
    """The board to be marked is bracketed and alone shows its cells' numbers."""
    assert NineBoardNotation().draw(after(NineBoard(), 9 * 2 + 4, 9 * 4 + 1)) == "\n".join(
        [
            "   1   |  [2]  |   3",
            " · · · | 1 2 3 | · · ·",
            " · · · | 4 5 6 | · X ·",
            " · · · | 7 8 9 | · · ·",
            "-------+-------+-------",
            "   4   |   5   |   6",
            " · · · | · O · | · · ·",
            " · · · | · · · | · · ·",
            " · · · | · · · | · · ·",
            "-------+-------+-------",
            "   7   |   8   |   9",
            " · · · | · · · | · · ·",
            " · · · | · · · | · · ·",
            " · · · | · · · | · · ·",
        ]
    )


def test_the_grid_of_nine_boards_is_drawn():
    """Only cells that may be marked are shown as free; below stands who owns what."""
    drawn = GridNotation(0).draw(SuperBoard((0b111, 0, 0b10000000, *[0] * 6), (0, 0b100100, *[0] * 7), (1, 0), 1))
    assert drawn.splitlines() == [
        "   0 1 2 | 3 4 5 | 6 7 8",
        "0  X X X | · · O |",
        "1        | · · O |",
        "2        | · · · |   X",
        "  -------+-------+------",
        "3        |       |",
        "4        |       |",
        "5        |       |",
        "  -------+-------+------",
        "6        |       |",
        "7        |       |",
        "8        |       |",
        "X owns board 1",
    ]


def test_a_rectangle_is_drawn():
    assert RectangleNotation(3, 2).draw(RectanglePosition(3, 2, 3, (1, 5))).splitlines() == [
        "       1   2   3",
        "   1   ·   X   ·",
        "   2   ·   ·   O",
    ]


def test_winners_of_boards_are_shown():
    crosses, noughts = (0b000000111, 0, 0b010000000, *[0] * 6), (0, 0b100100100, 0, *[0] * 6)
    for rule, first in (("open", ["[0] X", "X X X", "3 4 5", "6 7 8"]), ("closed", ["0 X", "X X X", "· · ·", "· · ·"])):
        drawn = NineBoardNotation(0).draw(SuperBoard(crosses, noughts, (0b1, 0b10), 9, rule)).split("\n")
        assert [line.split("|")[0].strip() for line in drawn[:4]] == first
        assert drawn[0].split("|")[1].strip() == ("[1] O" if rule == "open" else "1 O")
        assert [line.split("|")[2] for line in drawn[:4]] == ["  [2]", " 0 1 2", " 3 4 5", " 6 X 8"]


def test_nothing_is_bracketed_when_the_game_is_over():
    won = NineBoard((0b111, *[0] * 8), (0b110000000, *[0] * 8), 2)
    assert "[" not in NineBoardNotation().draw(won)


def test_the_first_number_is_the_column():
    assert HypercubeNotation(CUBE).read("2, 1 1", HypercubePosition(CUBE)) == 1
    assert HypercubeNotation(CUBE).draw(HypercubePosition(CUBE, (1, 26))).splitlines() == [
        "layer 1       layer 2       layer 3",
        "   1  2  3       1  2  3       1  2  3",
        "1  ·  X  ·    1  ·  ·  ·    1  ·  ·  ·",
        "2  ·  ·  ·    2  ·  ·  ·    2  ·  ·  ·",
        "3  ·  ·  ·    3  ·  ·  ·    3  ·  ·  O",
    ]


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
        while moves := position.legal_moves():
            position = position.apply(rng.choice(moves))
            own = {*position.marked[(len(position.marked) - 1) % 2 :: 2]}
            full = [line for line in all_lines(board).tolist() if own.issuperset(line)]
            assert winning_cells(position) == sorted({cell for line in full for cell in line})


def test_two_lines_at_once_are_both_marked():
    """X completes the row and the column that meet in the corner."""
    position = HypercubePosition(Hypercube(3, 2), (1, 4, 2, 5, 3, 7, 6, 8, 0))
    assert winning_cells(position) == [0, 1, 2, 3, 6]
    assert draw_board(position).splitlines()[1:] == ["1 [X][X][X]", "2 [X] O  O", "3 [X] O  O"]
