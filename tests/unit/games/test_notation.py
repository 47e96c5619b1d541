"""Notations: legal moves are written and read back, others refused with a reason, positions drawn."""

import random

import pytest
from helpers.texts import message

from tttcore.games import notation_boards
from tttcore.games.classic import ClassicPosition
from tttcore.games.hypercube import Hypercube, HypercubePosition, all_lines
from tttcore.games.mnk import FAR, MnkPosition, RectanglePosition, number_of
from tttcore.games.nine_board import NineBoard
from tttcore.games.notation import CellNotation, MnkNotation, RectangleNotation
from tttcore.games.notation_boards import GridNotation, HypercubeNotation, NineBoardNotation
from tttcore.games.super_board import SuperBoard

CUBE = Hypercube(3, 3)
SMALL = MnkNotation(limiter=1, shown=1)
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


def test_separators_and_signs_do_not_matter():
    for text in ("3 5", "3,5", " 3 , 5 \n", "3\t5\r\n", "03 05"):
        assert NineBoardNotation().read(text, NineBoard()) == 9 * 2 + 4
    for text in ("-1 1", "-1,1", " -1 , +1 \n", "-01\t1\r\n"):
        assert SMALL.read(text, MnkPosition(1, 3)) == number_of((-1, 1))
    assert HypercubeNotation(CUBE).read("2, 1 1", HypercubePosition(CUBE)) == 1, "the column is first"
    for text, move in (("0 0", 0), ("2 3", 9 + 6), ("4 4", 9 * 4 + 4), ("8 0", 9 * 6 + 6)):
        assert GridNotation(0).read(text, NineBoard()) == move
        assert GridNotation(0).write(move) == text


SENT = after(NineBoard(), 9 * 2 + 4, 9 * 4 + 4, 9 * 4 + 2, 9 * 2 + 3)
"""To board 4."""
TAKEN = SENT.apply(9 * 3 + 2)
"""To board 3, whose cells 4 and 5 are taken."""
FREE = SuperBoard((0b111, *[0] * 8), (0, 0b1, 0b1, 0b1, *[0] * 5), (1, 0), 9, "closed")
"""X owns the first board, to which O sends it: all others are allowed."""
MARKED = MnkPosition(1, 3, ((0, 0), (0, 1)))
NO_MOVES = [
    (CellNotation(), after(ClassicPosition(), 0, 4, 8), "|five|0|10|-5|+5|5.0|5 5|1|²|5\0|LONG"),
    (NineBoardNotation(), NineBoard(), "|5|five five|0 5|5 0|10 1|1 10|1 2 3|-1 5|LONG"),
    (GridNotation(0), NineBoard(), "|5|five five|9 0|0 9|1 2 3|-1 5|LONG"),
    (RectangleNotation(7, 6), RectanglePosition(7, 6, 4, (9,)), "|5|0 1|1 0|8 1|1 7|1 1 1|LONG|3 2"),
    (HypercubeNotation(CUBE), HypercubePosition(CUBE, (2,)), "|1 1|1 1 1 1|0 1 1|4 1 1|1 1 one|-1 1 1|1 LONG|3 1 1"),
    (SMALL, MARKED, "|0|0 0 0|zero 0|0.0 1|- 1 1|--1 1|0 ²|0 0\0|1 LONG|2 0|0 -2|100 0|999999999 -999999999|0 1"),
    (NineBoardNotation(), SENT, "3 1"),
    (NineBoardNotation(), TAKEN, "3 5"),
    (NineBoardNotation(0), TAKEN, "2 4"),
    (GridNotation(0), NineBoard().apply(9 * 2 + 4), "0 0"),
    (GridNotation(), FREE, "1 1"),
    (NineBoardNotation(), FREE, "1 4"),
]


def test_what_is_no_move(snapshot):
    told = [
        message(notation.read, text.replace("LONG", "9" * 5000), position)
        for notation, position, texts in NO_MOVES
        for text in texts.split("|")
    ]
    assert "\n".join(told) == snapshot
    assert max(map(len, told)) < 110


OWNED = ((0b111, 0, 0b10000000, *[0] * 6), (0, 0b100100100, *[0] * 7), (0b1, 0b10))
DRAWN = [
    (CellNotation(), after(ClassicPosition(), 4, 0)),
    (NineBoardNotation(), after(NineBoard(), 9 * 2 + 4, 9 * 4 + 1)),
    (NineBoardNotation(), NineBoard((0b111, *[0] * 8), (0b110000000, *[0] * 8), 2)),
    (GridNotation(0), SuperBoard((0b111, 0, 0b10000000, *[0] * 6), (0, 0b100100, *[0] * 7), (1, 0), 1)),
    (NineBoardNotation(0), SuperBoard(*OWNED, 9, "open")),
    (NineBoardNotation(0), SuperBoard(*OWNED, 9, "closed")),
    (RectangleNotation(3, 2), RectanglePosition(3, 2, 3, (1, 5))),
    (HypercubeNotation(CUBE), HypercubePosition(CUBE, (1, 26))),
    (SMALL, MnkPosition(1, 3, ((0, 0), (1, 1), (-1, -1)))),
    (MnkNotation(limiter=99, shown=1), MnkPosition(FAR, 3)),
    (MnkNotation(limiter=99, shown=1), MnkPosition(FAR, 3, ((0, 0), (9, -3), (12, 10)))),
]  # fmt: skip
BOARDS = [
    (HypercubePosition(Hypercube(2, 4), (0, 1, 15)), 0),
    (HypercubePosition(Hypercube(10, 2), (9, 90)), 1),
    (HypercubePosition(Hypercube(3, 2), (1, 4, 2, 5, 3, 7, 6, 8, 0)), 1),
]


def test_drawings(snapshot):
    """The board to be marked is bracketed and alone shows its numbers, none when the game is over; so are full lines.

    On a board without an edge the part around its marks is drawn, y upwards; four dimensions are pairs of layers.
    """
    drawn = [notation.draw(position) for notation, position in DRAWN]
    drawn += [notation_boards.draw_board(position, count_from=start) for position, start in BOARDS]
    assert "\n\n".join(drawn) == snapshot


@pytest.mark.parametrize(
    ("edge", "dimensions"), [(2, 1), (5, 1), (4, 2), (3, 3), (4, 3), (2, 4), (4, 4), (3, 5), (2, 7)]
)
def test_number_of_lines_of_a_drawing(edge, dimensions):
    board = Hypercube(edge, dimensions)
    assert notation_boards.drawn_lines(board) == len(notation_boards.draw_board(HypercubePosition(board)).split("\n"))


@pytest.mark.parametrize(("edge", "dimensions"), [(3, 1), (3, 2), (2, 3), (3, 3), (2, 5)])
def test_the_winning_cells_are_those_of_full_lines(edge, dimensions):
    """In random games, against a list of all lines."""
    board, rng = Hypercube(edge, dimensions), random.Random(1)
    for _ in range(20):
        position = HypercubePosition(board)
        assert notation_boards.winning_cells(position) == []
        while moves := position.legal_moves():
            position = position.apply(rng.choice(moves))
            own = {*position.marked[(len(position.marked) - 1) % 2 :: 2]}
            full = [line for line in all_lines(board).tolist() if own.issuperset(line)]
            assert notation_boards.winning_cells(position) == sorted({cell for line in full for cell in line})
