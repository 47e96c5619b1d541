"""Notations: legal moves are written and read back, others refused with a reason, positions drawn."""

import pytest

from tttcore.games.classic_position import ClassicPosition
from tttcore.games.nine_board import NineBoard
from tttcore.games.super_board import SuperBoard
from tttcore.play.notation import CellNotation
from tttcore.play.notation_nine import NineBoardNotation

EACH = [(ClassicPosition(), CellNotation), (NineBoard(), NineBoardNotation), (SuperBoard(), NineBoardNotation)]


def after(position, *moves):
    for move in moves:
        position = position.after(move)
    return position


def refusal(notation, text, position):
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - every test looks at the message
        notation.read(text, position)
    message = str(refused.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize("count_from", [0, 1])
@pytest.mark.parametrize(("position", "kind"), EACH)
def test_written_moves_can_be_read(position, kind, count_from):
    notation = kind(count_from)
    written = [notation.write(move) for move in position.moves()]
    assert [notation.read(text, position) for text in written] == position.moves()
    assert len(set(written)) == len(written)
    assert {int(number) for text in written for number in text.split()} == set(range(count_from, count_from + 9))


@pytest.mark.parametrize("text", ["3 5", "3,5", " 3 , 5 \n", "3\t5\r\n", "03 05"])
def test_separators_do_not_matter(text):
    assert NineBoardNotation().read(text, NineBoard()) == 9 * 2 + 4


@pytest.mark.parametrize("text", ["", "five", "0", "10", "-5", "+5", "5.0", "5 5", "1", "²", "5\0", "9" * 5000])
def test_no_free_cell(text):
    position = after(ClassicPosition(), 0, 4, 8)
    message = refusal(CellNotation(), text, position)
    assert message.endswith(" is no free cell; free are 2, 3, 4, 6, 7, 8")
    assert len(message) < 100


@pytest.mark.parametrize("text", ["", "5", "five five", "0 5", "5 0", "10 1", "1 10", "1 2 3", "-1 5", "9" * 5000])
def test_no_move_on_nine_boards(text):
    message = refusal(NineBoardNotation(), text, NineBoard())
    assert message.endswith(" is no move; a move is a board and a cell, 1 to 9 each")
    assert len(message) < 110


def test_a_forbidden_board_and_a_taken_cell():
    position = after(NineBoard(), 9 * 2 + 4, 9 * 4 + 4, 9 * 4 + 2, 9 * 2 + 3)
    assert refusal(NineBoardNotation(), "3 1", position) == "'3 1': board 3 may not be marked now; allowed: 4"
    position = position.after(9 * 3 + 2)
    taken = "cell 5 of board 3 is taken; free there: 1, 2, 3, 6, 7, 8, 9"
    assert refusal(NineBoardNotation(), "3 5", position) == f"'3 5': {taken}"
    assert (
        refusal(NineBoardNotation(0), "2 4", position)
        == "'2 4': cell 4 of board 2 is taken; free there: 0, 1, 2, 5, 6, 7, 8"
    )


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
