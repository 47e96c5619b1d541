"""What to look at first: a sentence about the kind of blunder that costs most."""

import re
from dataclasses import replace

import numpy as np
import pytest
from entered_pages import small_field

from tttcore.classroom.advice import advice, kind_of
from tttcore.classroom.entrant import NOT_ASKED, board_text, exact_entrant
from tttcore.classroom.evaluation import evaluate
from tttcore.games.classic import LINES, free_cells
from tttcore.games.position import OPEN
from tttcore.players.policy import cells_of_rule, game, uniform_policy


def told(policy, faults=None, **changes):
    return advice(evaluate(replace(exact_entrant("own", "x", (0, 1), policy, faults), **changes), small_field()))


PLACES = {board_text(place): place for place in range(len(game(dead=False).results))}


def open_positions():
    """Boards on which the game goes on."""
    return [board for board, place in PLACES.items() if game(dead=False).results[place] == OPEN]


def has_blunder(board):
    """Tell whether a free cell gives away what perfect play would keep."""
    best = game(dead=False).best[PLACES[board]]
    return any(not best[cell] for cell in range(9) if board[cell] == ".")


def to_move(board):
    return board, "O" if board.count("X") > board.count("O") else "X"


def cells_that_win(board, sign):
    """Free cells that give a sign three in a row."""
    return {
        cell
        for cell in range(9)
        if board[cell] == "."
        and any(all(each == cell or board[each] == sign for each in line) for line in LINES.tolist() if cell in line)
    }


@pytest.mark.parametrize(
    ("board", "cell", "sign", "before", "after", "kind"),
    [
        ("XX.OO....", 8, "X", "won", "lost", "Does not complete its own line"),
        ("XX.O.....", 8, "O", "drawn", "lost", "Does not block"),
        ("X...O...X", 2, "O", "drawn", "lost", "Lets its opponent threaten two lines at once"),
        ("X..O.....", 8, "X", "won", "drawn", "Gives away a won game"),
    ],
)
def test_kinds(board, cell, sign, before, after, kind):
    one = {"board": board, "cell": cell, "fault": None, "before": before, "after": after}
    assert kind_of(one, sign) == kind
    assert kind_of(one | {"cell": None, "fault": "gives up"}, sign) == "Loses by forfeit"


def test_perfect_forfeits_and_time():
    best = uniform_policy(game(dead=False).best)
    assert told(best) == "Perfect: it never gives away what perfect play would keep."
    silent = best.copy()
    silent[0] = 0
    for fault in ("raises KeyError: 4", "the table has no entry", "no move within 10 s"):
        assert told(silent, {0: fault}) == f"Loses by forfeit: as X on .../.../...: {fault}."
    unasked = "it was not asked often enough in 1 position"
    assert told(silent, {0: NOT_ASKED}, time_over=True) == f"Too slow: {unasked}; --all-seconds gives more."
    assert told(silent, {0: NOT_ASKED}) == f"Not known: {unasked}, to which its games no longer came."


def test_a_player_without_any_legal_move_is_told_so_with_its_first_fault():
    nothing = np.zeros_like(uniform_policy(game(dead=False).best))
    faults = dict.fromkeys(range(len(nothing)), "raises NameError in line 3")
    assert told(nothing, faults) == "Never makes a legal move: as X on .../.../...: raises NameError in line 3."
    nothing[0, 4] = 1
    assert told(nothing, faults).startswith("Loses by forfeit in 17 positions: as ")


def test_positions_are_counted_once_and_a_missed_win_names_the_cells_that_win():
    """Random marks miss a win in every position that has one, unless all other cells win in the end."""
    sentence = told(uniform_policy(cells_of_rule(free_cells)))
    number, sign, board, cells = re.fullmatch(
        r"Does not complete its own line in ([\d,]+) positions: as (.) on (.{11}) it marks \d instead of (.*)\.",
        sentence,
    ).groups()
    wins = {(each, who): cells_that_win(each, who) for each, who in map(to_move, open_positions())}
    blunders = [each for each, who in wins if wins[each, who] and has_blunder(each)]
    assert int(number.replace(",", "")) == len(blunders)
    assert {*map(int, cells.split(" or "))} == wins[board.replace("/", ""), sign]


def test_the_costliest_kind_is_told_with_its_costliest_blunder():
    """Who takes the first free cell but never completes a line."""
    sentence = told(uniform_policy(cells_of_rule(lambda board: free_cells(board)[-1:])))
    assert sentence.startswith(
        "Lets its opponent threaten two lines at once in 26 positions: as X on .../.../O.X it marks"
    )
