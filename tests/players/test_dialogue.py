"""A game against a person: what is asked, told and refused."""

import oracles
import pytest

from tttcore.games.classic import CROSS, CROSS_WON, DRAWN, NOUGHT, NOUGHT_WON
from tttcore.players.dialogue import drawing, play


def first_free(board):
    return oracles.free_cells(board)[0]


def game(mark, typed, player=first_free):
    answers, told = iter(typed), []
    return play(player, mark, ask=lambda prompt: next(answers), tell=told.append), told


def test_a_person_wins_as_second_player():
    ended, told = game(CROSS, ["3", "4", "5"], player=lambda board: {9: 0, 7: 1, 5: 8}[board.count(0)])
    assert ended == NOUGHT_WON
    assert told[0] == "X marks 0."
    assert told[-1] == "O wins."
    assert told[-2] == drawing((1, 1, 0, 2, 2, 2, 0, 0, 1))


def test_a_person_moves_first_and_loses():
    ended, told = game(NOUGHT, ["8", "7", "5"])
    assert ended == NOUGHT_WON
    assert told[0] == " 0 | 1 | 2\n---+---+---\n 3 | 4 | 5\n---+---+---\n 6 | 7 | 8"


def test_what_is_no_free_cell_is_asked_for_again():
    ended, told = game(NOUGHT, ["nine", "9", "-1", "", "4", "4", "0", "8", "q"])
    assert ended is None
    refused = [line for line in told if "is no free cell" in line]
    assert len(refused) == 6
    assert refused[0] == "'nine' is no free cell; free are 0, 1, 2, 3, 4, 5, 6, 7, 8 (q stops)"


@pytest.mark.parametrize("mark", [CROSS, NOUGHT])
def test_games_end_as_the_rules_say(mark):
    """Against every sequence of answers of a person who marks the last free cell, results are the twin's."""
    boards = []

    def last_free(prompt):
        return str(max(oracles.free_cells(boards[-1])))

    def player(board):
        return first_free(board)

    def tell(line):
        if "---" in line:
            signs = line.replace("\n---+---+---\n", " | ").split(" | ")
            boards.append(tuple({"X": 1, "O": 2}.get(sign.strip(), 0) for sign in signs))

    ended = play(player, mark, ask=last_free, tell=tell)
    assert ended == oracles.winner(boards[-1])
    assert ended in (CROSS_WON, NOUGHT_WON, DRAWN)
