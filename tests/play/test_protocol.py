"""The line protocol: moves go to standard output, messages to standard error."""

from tttcore.games.classic_position import ClassicPosition
from tttcore.games.nine_board import NineBoard
from tttcore.games.position import CROSS_WINS
from tttcore.play.dialogue import ProgramPlayer, play
from tttcore.play.notation import CellNotation
from tttcore.play.notation_nine import NineBoardNotation


def lowest(position):
    return position.moves()[0]


def game(start, notation, lines, seat):
    heard, said, told = iter(lines), [], []
    program = ProgramPlayer(notation, hear=lambda: next(heard), say=said.append, tell=told.append)
    return play(start, lowest, seat, program), said, told


def test_only_moves_are_written():
    assert game(ClassicPosition(), CellNotation(), ["4\n", "5\n", "8\n"], seat=0) == (
        CROSS_WINS,
        ["1", "2", "3"],
        ["X wins."],
    )


def test_illegal_moves_are_reported_and_asked_for_again():
    ended, said, told = game(ClassicPosition(), CellNotation(), ["4\n", "x\n", "1\n", "5\n"], seat=0)
    assert (ended, said) == (CROSS_WINS, ["1", "2", "3"])
    assert told == [
        "'x' is no free cell; free are 3, 5, 6, 7, 8, 9 (q stops)",
        "'1' is no free cell; free are 3, 5, 6, 7, 8, 9 (q stops)",
        "X wins.",
    ]


def test_the_other_program_may_stop():
    assert game(NineBoard(), NineBoardNotation(), ["1 1\n", "q\n"], seat=1) == (None, ["1 2"], [])
