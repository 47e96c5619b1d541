"""Programs as players: asked by games that lead to every position that they can meet."""

import sys
from textwrap import dedent

import numpy as np
import pytest

from tttcore.classroom.entrant import positions_to_meet
from tttcore.classroom.files import enter_file, enter_program
from tttcore.classroom.limits import Limits
from tttcore.games.classic import enumerate_states

pytestmark = pytest.mark.usefixtures("no_process_left")

LIMITS = Limits(seconds=5, all_seconds=120, calls=30)
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

    def enter(choice, *, seat="first", limits=LIMITS, text=PROGRAM):
        (tmp_path / "program.py").write_text(dedent(text).replace("{choice}", choice), encoding="utf-8")
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


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        ("free[0] if turn != 2 else 99", "'100' is no free cell; free are "),
        ("free[0] if turn != 2 else 1 / 0", "ended with exit code 1: ZeroDivisionError: division by zero"),
        ("free[0] if turn != 2 else print('x' * 10**6)", "a line of more than 10,000 bytes"),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_a_blunder_of_its_position(entered, choice, reason):
    """The second move, after eight replies; games end there, so that few are played."""
    player = entered(choice)
    assert len(player.faults) == 8
    assert all(told.startswith(reason) for told in player.faults.values())


@pytest.mark.slow
def test_a_program_that_errs_by_chance_is_asked_as_often_as_others(entered):
    """With a chance of 0.3 in its second move, in each of eight positions, and always in its third."""
    limits = Limits(seconds=5, all_seconds=120, calls=6)
    player = entered("free[0] if turn < 2 or (turn == 2 and random.random() > 0.3) else 99", limits=limits)
    met = positions_to_meet(player.policy, 0)
    marks = np.count_nonzero(enumerate_states().positions, axis=1)
    assert player.calls[met].min() == limits.calls
    assert 0.15 < player.forfeits[met & (marks == 2)].mean() < 0.45
    assert (player.forfeits[met & (marks == 4)] == 1).all()


def test_a_program_that_hangs(entered):
    player = entered("free[0] if turn != 2 else __import__('time').sleep(99)", limits=Limits(seconds=0.4))
    assert {*player.faults.values()} == {"no move within 0.4 s"}


def test_time_ends_the_games(entered):
    player = entered("free[0]", limits=Limits(all_seconds=0.3))
    assert "The time was over before" in player.notes[-1]
    assert player.forfeits.sum() > 0


def test_programs_that_draw(entered):
    """Only the first move is drawn, so that few games are needed: later ones take the first free cell."""
    limits = Limits(seconds=5, all_seconds=4, calls=30)
    player = entered("random.choice(free) if turn == 0 else free[0]", limits=limits)
    assert player.is_estimated
    assert np.count_nonzero(player.policy[0]) > 3
    assert "Its answers to the same question differ" in player.notes[1]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("no-such-program", "'no-such-program' can't be started: No such file or directory"),
        (f"{sys.executable} -c pass", "the program has made no legal move as the first player; ended with exit code 0"),
        ("'", 'command "\'": No closing quotation'),
        ("  ", "command '  ' is empty"),
    ],
)
def test_programs_that_do_not_play(command, reason):
    with pytest.raises(ValueError, match=r".") as error:
        enter_program(command, LIMITS, name="x")
    assert str(error.value) == reason


def test_a_program_that_plays_one_seat_alone(entered):
    """It is refused as both; the message names its file, not the command, which may be long."""
    limits = Limits(seconds=5, all_seconds=120, calls=3)
    with pytest.raises(
        ValueError, match=r"own.command: the program has made no legal move as the second player; ended"
    ):
        entered("free[0] if seat == 'first' else sys.exit(3)", seat=None, limits=limits)


def test_a_program_is_not_said_to_count_from_1_as_it_should(entered):
    """It marks its own cell again, of which the cell before is free."""
    player = entered("4 if board[3] == '.' else sys.exit(3)")
    assert player.faults
    assert not player.counts_from_1


def test_a_command_is_one_line(tmp_path):
    (tmp_path / "two.command").write_text("a\nb\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"two.command: 2 lines; allowed: one, the command of a program$"):
        enter_file(tmp_path / "two.command", LIMITS)


@pytest.mark.parametrize(
    ("cell", "count_from", "doubt"),
    [
        (0, 1, "It marked cell 0. Moves 0 to 8? Try --count-from 0."),
        (9, 0, "It marked cell 9. Moves 1 to 9? Try --count-from 1."),
        (10, 1, ""),
    ],
)
def test_a_program_that_may_count_otherwise_is_doubted(cell, count_from, doubt):
    command = f"{sys.executable} -S -c 'print({cell}, flush=True); input()'"
    with pytest.raises(ValueError, match=r"no legal move as the first player; .* is no free cell") as error:
        enter_program(command, LIMITS, name="x", seat="first", count_from=count_from)
    assert str(error.value).endswith(doubt or "7, 8, 9")
