"""Barrat's rules, one by one and against the oracle on every board."""

import pytest
from reference import classic as oracles

from tttcore.players.umg_rules import barrat_choices, completing_cell, turn_of

TWINS_CENTRE = {"opponent": (oracles.X,), "anyone": (oracles.X, oracles.O)}


def board(text):
    """`X.. .O. ..X` as nine numbers."""
    return tuple(".XO".index(mark) for mark in text.replace(" ", ""))


@pytest.mark.parametrize(
    ("marks", "turn", "cells", "rule"),
    [
        ("X.. ... ...", 1, (4,), "first turn: the centre"),
        ("... .X. ...", 1, (0, 2, 6, 8), "first turn, centre taken: a corner"),
        ("XX. OO. X..", 3, (5,), "win before blocking"),
        ("XX. .O. ...", 2, (2,), "block"),
        ("O.X .X. ...", 2, (6,), "block on a diagonal"),
        ("XX. XO. ...", 2, (2,), "rows are scanned before columns"),
        ("X.X .X. O.O", 3, (7,), "win in a row"),
        ("X.. .X. ..O", 2, (2, 6), "second turn, centre held by the opponent: a corner"),
        ("X.. .O. ..X", 2, (1, 3, 5, 7), "no side held: a side"),
        ("X.. .O. .X.", 2, (2, 6, 8), "a side held: a corner"),
        ("X.O .X. O.X", 4, (1, 3, 5, 7), "later, nothing to win or block: a side"),
        ("XOX OXO .X.", 4, (8,), "of two lines to block, the first diagonal"),
    ],
)
def test_rule(marks, turn, cells, rule):
    assert barrat_choices(board(marks), turn=turn) == cells, rule


def test_weaker_centre_condition():
    """X in two opposite corners, O in the centre: the rules say a side; the port takes a losing corner."""
    trap = board("X.. .O. ..X")
    assert barrat_choices(trap, turn=2, centre="opponent") == (1, 3, 5, 7)
    assert barrat_choices(trap, turn=2, centre="anyone") == (2, 6)


@pytest.mark.parametrize("centre", TWINS_CENTRE)
def test_rules_equal_the_twins(tables, centre):
    """On every board with O to move, with a counter that is right and one that ran on."""
    boards = [marks for marks in map(tuple, tables.positions.tolist()) if marks.count(0) % 2 == 0]
    boards = [marks for marks in boards if not oracles.winner(marks)]
    for marks in boards:
        for turn in (marks.count(oracles.O) + 1, 99):
            choices = barrat_choices(marks, turn=turn, centre=centre)
            assert choices
            assert list(choices) == oracles.barrat(marks, turn, centre_holder=TWINS_CENTRE[centre])
    assert len(boards) == 2097


def test_completing_cell():
    assert completing_cell(board("XX. ... ..."), oracles.X) == 2
    assert completing_cell(board("XX. ... ..."), oracles.O) is None
    assert completing_cell(board("XXO ... ..."), oracles.X) is None
    assert completing_cell(board("X.. .X. X.."), oracles.X) == 8, "diagonals before columns"


def test_turn_of_counts_marks():
    assert turn_of(board("X.. ... ...")) == 1
    assert turn_of(board("XX. OO. X..")) == 3
