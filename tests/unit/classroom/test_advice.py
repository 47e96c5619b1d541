"""What to look at first: a sentence about the kind of blunder that costs most."""

import re
from dataclasses import replace

import numpy as np
import pytest
from helpers.entrants import small_field

from tttcore.classroom.advice import BLOCK, FORFEIT, FORK, FROM_1, WIN, WON, advice, kind_of
from tttcore.classroom.entrant import NOT_ASKED, board_text, exact_entrant, positions_to_meet
from tttcore.classroom.evaluation import evaluate
from tttcore.classroom.symmetric import up_to_symmetry
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
        ("XX.OO....", 8, "X", "won", "lost", WIN),
        ("XX.O.....", 8, "O", "drawn", "lost", BLOCK),
        ("X...O...X", 2, "O", "drawn", "lost", FORK),
        ("X..O.....", 8, "X", "won", "drawn", WON),
    ],
)
def test_kinds(board, cell, sign, before, after, kind):
    one = {"board": board, "cell": cell, "fault": None, "before": before, "after": after}
    assert kind_of(one, sign) == kind
    assert kind_of(one | {"cell": None, "fault": "gives up"}, sign) == FORFEIT


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
        rf"{WIN} in ([\d,]+) positions: as (.) on (.{{11}}) it marks \d instead of (.*) \(cells 0 to 8\)\.",
        sentence,
    ).groups()
    wins = {(each, who): cells_that_win(each, who) for each, who in map(to_move, open_positions())}
    blunders = [each for each, who in wins if wins[each, who] and has_blunder(each)]
    assert int(number.replace(",", "")) == len(blunders)
    assert {*map(int, cells.split(" or "))} == wins[board.replace("/", ""), sign]


def missed(rule, seat):
    """Boards of a seat that a player comes to where its mark gives something away, by whether it misses a win, a line
    of its opponent, or neither."""
    found = {WIN: set(), BLOCK: set(), "else": set()}
    met = positions_to_meet(uniform_policy(cells_of_rule(lambda board: [rule(board)])), seat)
    for board, sign in map(to_move, open_positions()):
        place = PLACES[board]
        cell = rule([".XO".index(mark) for mark in board])
        if met[place] and not game(dead=False).best[place][cell]:
            wins = cells_that_win(board, sign)
            blocks = cells_that_win(board, "XO".replace(sign, ""))
            found[WIN if wins else BLOCK if blocks - {cell} else "else"].add(board)
    return found


def first_free(board):
    return free_cells(board)[0]


def test_wins_that_it_misses_come_before_lines_that_it_leaves_and_these_before_threats():
    """Only boards count to which it comes, and on which its mark costs something."""
    boards = [missed(first_free, seat) for seat in (0, 1)]
    wins, blocks = (sum(len(each[kind]) for each in boards) for kind in (WIN, BLOCK))
    assert wins == 27
    assert blocks > wins
    sentence = told(uniform_policy(cells_of_rule(lambda board: [first_free(board)])))
    assert sentence.startswith(f"{WIN} in {wins} positions: as X on XXO/X../.OO it marks 4 instead of 6 ")

    def with_wins(board):
        sign = 1 + (board.count(1) > board.count(2))
        own = [cell for cell in free_cells(board) if completes(board, cell, sign)]
        return (own or free_cells(board))[0]

    boards = [missed(with_wins, seat) for seat in (0, 1)]
    assert not boards[0][WIN] | boards[1][WIN]
    blocks = sum(len(each[BLOCK]) for each in boards)
    assert told(uniform_policy(cells_of_rule(lambda board: [with_wins(board)]))).startswith(f"{BLOCK} in {blocks} pos")


def completes(board, cell, sign):
    return any(cell in line and all(each == cell or board[each] == sign for each in line) for line in LINES.tolist())


def test_the_example_is_the_costliest_blunder_with_its_rotations_and_mirror_images():
    """Three that are alike cost more than one that costs as much as each of them."""

    def rule(board):
        sign = 1 + (board.count(1) > board.count(2))
        free = [cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] == 0]
        for each in (sign, 3 - sign):
            for line in LINES.tolist():
                if [board[cell] for cell in line].count(each) == 2 and any(cell in free for cell in line):
                    return [cell for cell in line if cell in free]
        return free[:1]

    player = uniform_policy(cells_of_rule(rule))
    evaluated = evaluate(exact_entrant("own", "x", (1,), player), small_field())
    costs = {one["board"]: one["cost"] for one in up_to_symmetry(evaluated["seats"]["second"]["blunders"])}
    board = re.search(r"as O on (.{11}) ", advice(evaluated)).group(1).replace("/", "")
    assert costs[board] == max(costs.values()) > max(one["cost"] for one in evaluated["seats"]["second"]["blunders"])


def test_who_counts_cells_from_1_is_told_nothing_else():
    best = uniform_policy(game(dead=False).best)
    assert told(best, counts_from_1=True) == FROM_1
