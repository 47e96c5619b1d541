"""Tables in the forms in which learners keep them are the players that they are, or refused in a line."""

import json
import random

import numpy as np
import pytest
from helpers.project import ROOT
from helpers.texts import message

from tttcore.classroom.files import enter_file
from tttcore.classroom.playing import baseline, meet_in
from tttcore.classroom.reading import Reading
from tttcore.games.board_text import board_texts
from tttcore.learner import after, free
from tttcore.players.policy import game
from tttcore.processes.limits import Limits

EXAMPLES = ROOT / "docs" / "learners"


@pytest.fixture
def entered(tmp_path):
    """`entered(table, suffix)`: the player of a file with this table, or text."""

    def enter(table, suffix=".json", **reading):
        path = tmp_path / f"own{suffix}"
        path.write_text(table if isinstance(table, str) else json.dumps(table), encoding="utf-8")
        return enter_file(path, Limits(), reading=Reading(**reading))

    return enter


def points(player, seat=0):
    return meet_in(seat, player, baseline("random")).points(seat)


def played(number=40):
    """Table of a Q-learner that has played some games with itself, by pairs of board and cell."""

    namespace: dict = {}
    exec((EXAMPLES / "q_learning.py").read_text(), namespace)
    learner = namespace["QLearning"]()
    learner.rng = random.Random(8)
    learner.start()
    for _ in range(number):
        board, made = "." * 9, []
        while free(board) and len(made) < 5:
            made.append((board, learner.move(board)))
            board = after(*made[-1])
        learner.end(made[::2], board, learner.rng.choice([1, 0, -1]))
        learner.end(made[1::2], board, learner.rng.choice([1, 0, -1]))
    return learner


def as_it_is(learner):
    """Chances of a learner on every board, from what it says itself."""
    chances = np.zeros((len(board_texts()), 9))
    for place, board in enumerate(board_texts()):
        if game(dead=False).results[place] == -1:
            cells = learner.cells(board)
            chances[place, cells] = 1 / len(cells)
    return chances


def test_a_lazily_built_table_is_the_agent_that_it_is(entered):
    """Boards and actions that it lacks have the default value, whatever form the table has."""
    learner = played()
    nested: dict = {}
    for (board, cell), value in learner.q.items():
        nested.setdefault(board, {})[str(cell)] = value
    pairs, cells = learner.q.items(), range(9)
    lines = [f"{board},{cell},{value}" for (board, cell), value in pairs]
    rows = [";".join([board, *(str(told.get(str(cell), "")) for cell in cells)]) for board, told in nested.items()]
    placed = {
        board: {f"({int(cell) // 3}, {int(cell) % 3})": value for cell, value in told.items()}
        for board, told in nested.items()
    }
    sides = {"X": 1, "O": 0}
    seen = {board: {".": 0, "XO"[board.count(".") % 2 == 0]: 1} for board in nested}
    forms = {
        "objects": (nested, ".json"),
        "named": ({"q": nested}, ".json"),
        "pairs": ({f"{board}:{cell}": value for (board, cell), value in pairs}, ".json"),
        "blanks": ({f"{board.replace('.', ' ')}:{cell}": value for (board, cell), value in pairs}, ".json"),
        "tuples": ({str(pair): value for pair, value in pairs}, ".json"),
        "bars": ({f"{'|'.join(board)}|{cell}": value for (board, cell), value in pairs}, ".json"),
        "rows and columns": (placed, ".json"),
        "a table per seat": (
            {
                sign: {board: told for board, told in nested.items() if board.count(".") % 2 == odd}
                for sign, odd in sides.items()
            },
            ".json",
        ),
        "lines": ("\n".join(["state,action,q_value", *lines]), ".csv"),
        "columns": ("\n".join([";".join(["state", *(f"q{cell}" for cell in cells)]), *rows]), ".csv"),
        "mover's view": (
            {str([seen[board].get(sign, -1) for sign in board]): told for board, told in nested.items()},
            ".json",
        ),
    }
    wanted = as_it_is(learner)
    for name, (table, suffix) in forms.items():
        player = entered(table, suffix, turned=False)
        met = player.policy.any(axis=1)
        np.testing.assert_allclose(player.policy[met], wanted[met], err_msg=name)
        assert met.sum() > 1000, name
        assert any("are missing; there it draws any free cell (--missing uniform)" in note for note in player.notes), (
            name
        )


def test_a_default_beside_the_values_is_that_of_what_the_table_lacks(entered):
    table = {".........": {"0": 0.5, "4": 0.9}}
    assert np.flatnonzero(entered({"q": table, "default": 0.6}).policy[0]).tolist() == [4]
    assert np.flatnonzero(entered({"q": table, "default": 1.0}).policy[0]).tolist() == [1, 2, 3, 5, 6, 7, 8]
    assert message(entered, {"q": table, "default": "x"}).endswith("default: '\"x\"'; allowed: a number")


def test_missing_boards_are_as_the_user_says_and_told_with_what_that_changes(entered):
    table = {"q": {".........": {"4": 0.5}}}
    found = {missing: entered(table, missing=missing) for missing in ("uniform", "first", "resign")}
    assert points(found["resign"]) == 0
    assert points(found["uniform"]) > 0.7
    (note,) = (note for note in found["resign"].notes if "missing" in note)
    assert f"0.000 points as the first player against random moves, and {points(found['uniform']):.3f}" in note
    assert points(found["first"]) not in (0, points(found["uniform"]))
    cells = entered({".........": 4})
    assert points(cells) == 0
    assert "it resigns (--missing resign)" in " ".join(cells.notes)
    box = entered({"beads": {".........": [0, 0, 0, 0, 9, 0, 0, 0, 2]}})
    assert "it draws any free cell" in " ".join(box.notes)


def test_values_of_boards_after_a_move(entered):
    """For the player who has made it: the greatest is taken, boards without a value have the default."""
    csv = "state,value\nX........,0.4\n....X....,0.9\nX...O....,-0.5\n"
    player = entered(csv, ".csv")
    assert player.kind == "table of values"
    boards = {board: place for place, board in enumerate(board_texts())}
    assert np.flatnonzero(player.policy[0]).tolist() == [4]
    assert np.flatnonzero(player.policy[boards["X........"]]).tolist() == [1, 2, 3, 5, 6, 7, 8]
    assert entered({"X........": 0.4, "....X....": 0.9, "X...O....": -0.5}).policy.tolist() == player.policy.tolist()
    assert entered({"values": {"X........": 4, "....X....": 9}}).kind == "table of values"
    assert "no board on which a game goes on" not in message(entered, csv, ".csv")


@pytest.mark.parametrize(("table", "suffix", "kind"), [
    ({".........": {"0": 0.0, "4": 1.0}}, ".json", "Q-table"),
    ("state,q0,q1,q2,q3,q4,q5,q6,q7,q8\n.........,0,0,0,0,1,0,0,0,0\n", ".csv", "Q-table"),
    ({".........": {"0": 3, "4": 2}}, ".json", "matchboxes"),
    ("board,0,1,2,3,4,5,6,7,8\n.........,0,0,0,0,2,0,0,0,0\n", ".csv", "matchboxes"),
    ({".........": {"0": -1, "4": 2}}, ".json", "Q-table"),
])  # fmt: skip
def test_names_and_numbers_tell_beads_from_values(entered, table, suffix, kind):
    assert entered(table, suffix).kind == kind


def test_what_may_be_either_is_asked_for(entered):
    either = {".........": {"0": 0, "4": 1}}
    assert message(entered, either).endswith(
        "its numbers are 0 and 1, beads or values; say which: --kind beads, or --kind q"
    )
    assert [entered(either, kind=kind).kind for kind in ("q", "beads")] == ["Q-table", "matchboxes"]


def test_boards_of_the_wrong_seat_and_of_both_views(entered):
    """A perfect table seen by the player to move never loses, in either seat; nor do boards for X alone change."""
    perfect, boards = game(dead=False).best, board_texts()
    seen = {}
    for place, board in enumerate(boards):
        if game(dead=False).results[place] == -1:
            own = "XO"[board.count(".") % 2 == 0]
            signs = [0 if sign == "." else 1 if sign == own else -1 for sign in board]
            seen[str(signs)] = {str(cell): float(perfect[place, cell]) for cell in free(board)}
    player = entered(seen)
    assert player.seats == (0, 1)
    for seat in (0, 1):
        assert meet_in(seat, player, baseline("perfect")).points(seat) == 0.5
    assert "Its boards are seen by the player to move" in " ".join(player.notes)
    both = {"X": {".........": {"4": 1.5}}, "O": {".........": {"0": 1.5}}}
    assert message(entered, both).endswith(
        "the board '.........' is there for both seats; allowed: for the one to move"
    )


def test_a_nearly_symmetric_table_can_decline_to_be_one(entered):
    table = {"q": {".........": {"0": 0.9}, "XO.......": {"4": 0.9}}}
    place = board_texts().index("O..X.....")
    turned, apart = (entered(table, turned=each, missing="resign") for each in (None, False))
    assert "turned and mirrored boards as on these" in " ".join(turned.notes)
    assert "turned and mirrored" not in " ".join(apart.notes)
    assert np.flatnonzero(entered(table, turned=True).policy[0]).tolist() == [0]
    assert not apart.policy[place].any()
    twice = table["q"] | {".OX......": {"3": 0.9}}
    assert "turned and mirrored" not in " ".join(entered(twice).notes)
    assert message(entered, twice, turned=True) == "accepted"
