"""Programs as players: asked by games that lead to every position that they can meet."""

import sys
from dataclasses import replace
from textwrap import dedent

import numpy as np
import pytest
from helpers.texts import message

from tttcore.classroom.entrant import board_text, positions_to_meet
from tttcore.classroom.files import enter_file, enter_program
from tttcore.classroom.limits import Limits
from tttcore.games.classic import enumerate_states

pytestmark = pytest.mark.usefixtures("no_process_left")

LIMITS = Limits(seconds=120, all_seconds=6000, calls=30)
PROGRAM = """
    import random, sys
    seat, seed = sys.argv[1], int(sys.argv[2])
    random.seed(seed)
    board, turn = ["."] * 9, 0
    while "." in board:
        if (turn % 2 == 0) == (seat == "first"):
            free = [cell for cell in range(9) if board[cell] == "."]
            cell = {choice}
            print(cell + 1, flush=True)
            board[cell] = "m"
        else:
            line = sys.stdin.readline()
            if not line:
                break
            board[int(line) - 1] = "t"
        turn += 1
"""


@pytest.fixture
def entered(tmp_path):
    """`entered(choice)`: a program that makes such choices among the free cells, asked for everything."""

    def enter(choice, *, seat="first", limits=LIMITS):
        (tmp_path / "program.py").write_text(dedent(PROGRAM).replace("{choice}", choice), encoding="utf-8")
        (tmp_path / "own.command").write_text(f"{sys.executable} -S program.py {{seat}} {{seed}}\n", encoding="utf-8")
        return enter_file(tmp_path / "own.command", limits, seat=seat)

    return enter


@pytest.mark.parametrize(
    ("choice", "seat"), [("free[0]", "first"), pytest.param("free[-1]", "second", marks=pytest.mark.slow)]
)
def test_a_program_is_asked_in_every_position(entered, choice, seat):
    player = entered(choice, seat=seat)
    met = positions_to_meet(player.policy, ["first", "second"].index(seat))
    assert not player.faults
    assert not player.is_estimated
    assert (player.calls > 0).tolist() == met.tolist()
    assert np.count_nonzero(player.policy) == met.sum() > 20
    assert (player.name, player.kind) == ("own", "program")


def test_what_goes_wrong_is_a_blunder_of_its_position(entered, clock):
    """The second move, after eight replies; games end there, so that few are played."""
    acts = f"lambda: 99, lambda: 1 / 0, lambda: print('x' * 10**6), lambda: exec({clock.hang!r})"
    player = entered(f"free[0] if turn != 2 else ({acts})[board.index('t') % 4]()", limits=Limits(seconds=3))
    reasons = (
        "'100' is no free cell; free are 2, 3, ",
        "ended with exit code 1: ZeroDivisionError: division by zero",
        "a line of more than 10,000 bytes",
        "no move within 3 s",
    )
    assert len(player.faults) == 8
    for place, told in player.faults.items():
        assert told.startswith(reasons[board_text(place).index("O") % 4])


def test_time_ends_the_games(entered, clock):
    player = entered(f"free[0] if turn != 2 else exec({clock.hang!r})", limits=Limits(seconds=9, all_seconds=4))
    assert "The time was over before it was asked in 8 positions" in player.notes[-1]
    assert player.forfeits.sum() == player.unasked(0) == 8


@pytest.mark.slow
def test_a_program_that_errs_by_chance_is_asked_as_often_as_others(entered):
    """With a chance of 0.3 in its second move, in each of eight positions, and always in its third."""
    limits = replace(LIMITS, calls=6)
    player = entered("free[0] if turn < 2 or (turn == 2 and random.random() > 0.3) else 99", limits=limits)
    met = positions_to_meet(player.policy, 0)
    marks = np.count_nonzero(enumerate_states().positions, axis=1)
    assert player.calls[met].min() == limits.calls
    assert 0.15 < player.forfeits[met & (marks == 2)].mean() < 0.45
    assert (player.forfeits[met & (marks == 4)] == 1).all()


def test_programs_that_draw(entered):
    """Only the first move is drawn, at times an illegal one, and games end with the second, so that few are needed."""
    player = entered("random.choice((0, 0, 0, 99)) if turn == 0 else 99", limits=replace(LIMITS, calls=3))
    assert player.is_estimated
    assert player.forfeits[0] == pytest.approx(1 - player.policy[0, 0]) == pytest.approx(0.25, abs=0.2)
    assert player.calls[player.calls > 0].min() == 3
    assert "Its answers to the same question differ" in player.notes[1]


def test_programs_that_do_not_play():
    """Who may count cells otherwise is asked about it."""

    def enter(command, **options):
        return message(enter_program, command, LIMITS, name="x", **options)

    assert enter("no-such-program") == "'no-such-program' can't be started: No such file or directory"
    assert enter("'") == 'command "\'": No closing quotation'
    assert enter("  ") == "command '  ' is empty"
    told = "the program has made no legal move as the first player; "
    assert enter(f"{sys.executable} -c pass") == f"{told}ended with exit code 0"
    for cell, count_from, doubt in [
        (0, 1, ". It marked cell 0. Moves 0 to 8? Try --count-from 0."),
        (9, 0, ". It marked cell 9. Moves 1 to 9? Try --count-from 1."),
        (10, 1, ""),
    ]:
        command = f"{sys.executable} -S -c 'print({cell}, flush=True); input()'"
        free = ", ".join(str(each + count_from) for each in range(9))
        doubted = f"{told}'{cell}' is no free cell; free are {free}{doubt}"
        assert enter(command, seat="first", count_from=count_from) == doubted


def test_a_program_that_plays_one_seat_alone(entered):
    """It is refused as both; the message names its file, not the command, which may be long."""
    told = message(entered, "free[0] if seat == 'first' and turn == 0 else sys.exit(3)", seat=None)
    assert told.endswith("own.command: the program has made no legal move as the second player; ended with exit code 3")


def test_a_program_is_not_said_to_count_from_1_as_it_should(entered):
    """It marks its own cell again, of which the cell before is free."""
    player = entered("4 if board[3] == '.' else sys.exit(3)")
    assert player.faults
    assert not player.counts_from_1


def test_a_command_is_one_line(tmp_path):
    (tmp_path / "two.command").write_text("a\nb\n", encoding="utf-8")
    told = message(enter_file, tmp_path / "two.command", LIMITS)
    assert told.endswith("two.command: 2 lines; allowed: one, the command of a program")
