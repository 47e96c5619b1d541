"""What to look at first: a sentence about the kind of blunder that costs most."""

from dataclasses import replace

import numpy as np
import pytest
from entered_pages import small_field

from tttcore.classroom.advice import advice, kind_of
from tttcore.classroom.entrant import NOT_ASKED, exact_entrant
from tttcore.classroom.evaluation import evaluate
from tttcore.games.classic import free_cells
from tttcore.players.policy import cells_of_rule, game, uniform_policy


def told(policy, faults=None, **changes):
    return advice(evaluate(replace(exact_entrant("own", "x", (0, 1), policy, faults), **changes), small_field()))


@pytest.mark.parametrize(
    ("board", "cell", "sign", "before", "after", "kind"),
    [
        ("XX.OO....", 8, "X", "won", "lost", "Misses a win in one"),
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


def test_the_costliest_kind_is_told_with_its_costliest_blunder():
    """Who takes the first free cell but never completes a line."""
    sentence = told(uniform_policy(cells_of_rule(lambda board: free_cells(board)[-1:])))
    assert sentence.startswith(
        "Lets its opponent threaten two lines at once in 26 positions: as X on .../.../O.X it marks"
    )
