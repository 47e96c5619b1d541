"""Games against a person or a program: prompts, messages and refused moves, in all games; programs read moves alone."""

import random

import pytest
from reference import classic as oracles

from tttcore.classroom.dialogue import HumanPlayer, ProgramPlayer, play, read_move
from tttcore.games.classic import ClassicPosition
from tttcore.games.nine_board import NineBoard
from tttcore.games.notation import CellNotation
from tttcore.games.notation_boards import NineBoardNotation
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON
from tttcore.games.super_board import SuperBoard

X, O = 0, 1  # noqa: E741
ENDS = {CROSS_WON: "X wins.", NOUGHT_WON: "O wins.", DRAWN: "A draw."}


def lowest(position):
    return position.legal_moves()[0]


def game(seat, typed, computer=lowest, *, start=None, notation=None):
    answers, told, asked = iter(typed), [], []

    def ask(prompt):
        asked.append(prompt)
        return next(answers)

    person = HumanPlayer(notation or CellNotation(count_from=0), ask=ask, tell=told.append)
    return play(start or ClassicPosition(), computer, seat, person), told, asked


def test_a_person_wins_as_second_player():
    by_free_cells = {9: 0, 7: 1, 5: 8}
    ended, told, _ = game(X, ["3", "4", "5"], computer=lambda position: by_free_cells[len(position.legal_moves())])
    assert ended == NOUGHT_WON
    assert told[0] == "X marks 0."
    assert told[-1] == "O wins."
    assert told[-2] == CellNotation(0).draw(ClassicPosition((1, 1, 0, 2, 2, 2, 0, 0, 1)))


def test_a_person_moves_first_and_loses():
    ended, told, asked = game(O, ["8", "7", "5"])
    assert ended == NOUGHT_WON
    assert told[0] == " 0 | 1 | 2\n---+---+---\n 3 | 4 | 5\n---+---+---\n 6 | 7 | 8"
    assert asked == ["X, your cell"] * 3


def test_illegal_moves_are_asked_for_again():
    ended, told, asked = game(O, ["nine", "9", "-1", "", "4", "4", "0", "8", "q"])
    assert ended is None
    refused = [line for line in told if "is no free cell" in line]
    assert len(refused) == 6
    assert refused[0] == "'nine' is no free cell; free are 0, 1, 2, 3, 4, 5, 6, 7, 8 (q stops)"
    assert len(asked) == 9


@pytest.mark.parametrize("stop", ["q", "Q", " quit\n"])
def test_a_person_stops(stop):
    ended, told, _ = game(X, [stop])
    assert ended is None
    assert told[-1].startswith(" X | 1 | 2")


@pytest.mark.parametrize("seat", [X, O])
def test_games_end_as_in_the_twin(seat):
    """Moves of both sides, replayed by the oracle."""
    for seed in range(200):
        rng, board = random.Random(seed), oracles.BLANK
        typed = (str(rng.randrange(9)) for _ in range(1000))
        moves = []

        def drawn(position, rng=rng, moves=moves):
            moves.append((position.board, rng.choice(oracles.free_cells(position.board))))
            return moves[-1][1]

        ended, told, _ = game(seat, typed, computer=drawn)
        signs = "".join(told[-2].replace("---+---+---", "").split()).replace("|", "")
        board = tuple({"X": oracles.X, "O": oracles.O}.get(sign, 0) for sign in signs)
        assert oracles.winner(board) == {DRAWN: oracles.DRAW}.get(ended, ended)
        assert told[-1] == ENDS[ended]
        assert all(oracles.winner(before) == 0 and not before[cell] for before, cell in moves)
        assert [line for line in told if "marks" in line] == [f"{'XO'[seat]} marks {cell}." for _, cell in moves]


@pytest.mark.parametrize("start", [NineBoard(), NineBoard(rule="draw"), SuperBoard(), SuperBoard(rule="closed")])
def test_games_on_nine_boards(start):
    """A person who types numbers at random gets to an end, past every kind of refusal."""
    rng = random.Random(5)
    typed = (f"{rng.randrange(11)} {rng.randrange(11)}" for _ in range(100_000))
    ended, told, asked = game(X, typed, start=start, notation=NineBoardNotation())
    assert told[-1] == ENDS[ended]
    assert set(asked) == {"O, your board and cell"}
    for reason in ("is no move", "may not be marked now", "is taken"):
        assert any(reason in line and "\n" not in line for line in told)


def protocol_game(start, notation, lines, seat):
    heard, said, told = iter(lines), [], []
    program = ProgramPlayer(notation, hear=lambda: next(heard), say=said.append, tell=told.append)
    return play(start, lowest, seat, program), said, told


def test_only_moves_are_written():
    assert protocol_game(ClassicPosition(), CellNotation(), ["4\n", "5\n", "8\n"], seat=0) == (
        CROSS_WON,
        ["1", "2", "3"],
        ["X wins."],
    )


def test_illegal_moves_are_reported_and_asked_for_again():
    ended, said, told = protocol_game(ClassicPosition(), CellNotation(), ["4\n", "x\n", "1\n", "5\n"], seat=0)
    assert (ended, said) == (CROSS_WON, ["1", "2", "3"])
    assert told == [
        "'x' is no free cell; free are 3, 5, 6, 7, 8, 9 (q stops)",
        "'1' is no free cell; free are 3, 5, 6, 7, 8, 9 (q stops)",
        "X wins.",
    ]


def test_the_other_program_may_stop():
    assert protocol_game(NineBoard(), NineBoardNotation(), ["1 1\n", "q\n"], seat=1) == (None, ["1 2"], [])


@pytest.mark.parametrize("line", ["5", "5\n", "Your move: 5", "Round 2, your move?5", "> 5 ", "1-9: 5", "X [0-8]> 5"])
def test_a_prompt_before_a_move_is_left_out(line):
    assert read_move(CellNotation(), line, ClassicPosition()) == 4
    assert read_move(NineBoardNotation(), line.replace("5", "5, 1"), NineBoard()) == 36


@pytest.mark.parametrize(
    "line",
    ["Move 5", "(1-9)5", "Move: 5 (1-9)", "B5", "0.5", "5.", "5 it is", "5 or 6", "5:", "resign", "", "Your move: 1"],
)
def test_other_lines_are_no_moves(line):
    """Told whole."""
    with pytest.raises(ValueError, match=r"is no free cell; free are 2, 3, 4, 5, 6, 7, 8, 9$") as refused:
        read_move(CellNotation(), line, ClassicPosition((1, *[0] * 8)))
    assert str(refused.value).startswith(f"{line!r} is")
