"""Tables as other people keep them: matchboxes, Q-tables, spreadsheets, and one board for each class of symmetry."""

import json
import re

import numpy as np
import pytest
from helpers.project import ROOT

from tttcore.classroom.entrant import board_text
from tttcore.classroom.files import enter_file
from tttcore.classroom.limits import Limits
from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.games.board_text import read_board
from tttcore.games.classic import enumerate_states
from tttcore.games.position import OPEN
from tttcore.players.policy import game, uniform_policy

GUIDE = (ROOT / "docs" / "how-to" / "entering-a-player.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```(json|csv)\n(.*?)^```", GUIDE, flags=re.MULTILINE | re.DOTALL)
FROM_0, FROM_1 = "from 0, since there is a 0 or no 9", "from 1, since there is a 9 and no 0"
BEADS = "Read as matchboxes that draw by their beads; cells are counted from 0, since there is a 0 or no 9."
Q_TABLE = "Read as a Q-table, greedy with ties drawn; cells are counted "
MIRRORED = "No two of its boards are symmetric, so it plays on turned and mirrored boards as on these."


@pytest.fixture
def entered(tmp_path):
    """`entered(text, suffix)`: the player of a file with this text."""

    def enter(text, suffix=".json"):
        path = tmp_path / f"own{suffix}"
        path.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
        return enter_file(path, Limits())

    return enter


def place_of(board):
    return enumerate_states().position_index[read_board(board)]


def chances(player, board="........."):
    return {cell: chance for cell, chance in enumerate(player.policy[place_of(board)].tolist()) if chance}


GUIDED = [
    ("table", {4: 1}),
    ("table", {4: 1}),
    *[("matchboxes", {0: 3 / 6, 4: 2 / 6, 8: 1 / 6})] * 4,
    *[("Q-table", {0: 0.5, 8: 0.5})] * 3,
]


@pytest.mark.parametrize(("example", "found"), [*zip(EXAMPLES, GUIDED, strict=True)])
def test_the_examples_of_the_guide(entered, example, found):
    suffix, text = example
    player = entered(text, f".{suffix}")
    assert (player.kind, chances(player)) == (found[0], pytest.approx(found[1]))
    reply = place_of("X...O....")
    if player.kind == "matchboxes":
        assert player.notes[0] == BEADS
        assert player.faults[reply] == "its box is empty, so it resigns"
    elif player.kind == "Q-table":
        assert player.notes[0] == f"{Q_TABLE}{FROM_1 if suffix == 'csv' else FROM_0}."
        assert chances(player, "X...O....") == {8: 1}
    else:
        assert chances(player, "....X....") == {0: 0.25, 2: 0.25, 6: 0.25, 8: 0.25}


@pytest.mark.parametrize(
    ("table", "kind", "found"),
    [
        ({".........": [0, 1, 2, 3, 4, 5, 6, 7, 8]}, "matchboxes", {cell: cell / 36 for cell in range(1, 9)}),
        ({"cells": {".........": [0, 1, 2, 3, 4, 5, 6, 7, 8]}}, "table", dict.fromkeys(range(9), 1 / 9)),
        ({".........": [0, 1, 2, 3, 4, 5, 6, 7, 8], "X........": 4}, "table", dict.fromkeys(range(9), 1 / 9)),
        ({"q": {".........": [0, 1, 2, 3, 4, 5, 6, 7, 8]}}, "Q-table", {8: 1}),
        ({"Beads": {".........": [4.0, 0, 0, 0, 1, 0, 0, 0, 0]}}, "matchboxes", {0: 0.8, 4: 0.2}),
        ({"beads": {".........": [4, 4, 1, 0]}}, "matchboxes", {4: 0.5, 0: 0.25, 1: 0.25}),
        ({".........": {"1": 3, "9": 1}}, "matchboxes", {0: 0.75, 8: 0.25}),
        ({".........": [9, 9, 1, 5]}, "matchboxes", {8: 0.5, 0: 0.25, 4: 0.25}),
        ({".........": 9, "X...O....": 3}, "table", {8: 1}),
        ({".........": {"2": -0.5, "3": -1}}, "Q-table", {2: 1}),
        ({".........": {"2": 10**400, "3": 0.5}}, "Q-table", {2: 1}),
        ({"X...O....": [9, 0.5, 0.5, -1, 9, None, 0, 0, 0], ".........": [0] * 8 + [0.5]}, "Q-table", {8: 1}),
    ],
)
def test_forms_are_told_apart(entered, table, kind, found):
    player = entered(table)
    assert (player.kind, chances(player)) == (kind, pytest.approx(found))
    assert kind == "table" or player.notes[0].startswith("Read as ")


def test_values_of_taken_cells_do_not_matter(entered):
    player = entered('{".........": [0.5, 0, 0, 0, 0, 0, 0, 0, 0], "X...O....": [9, 0.5, 0.5, -1, NaN, null, 0, 0, 0]}')
    assert chances(player, "X...O....") == {1: 0.5, 2: 0.5}


def test_a_q_table_without_a_free_cell_forfeits(entered):
    player = entered({".........": {"0": 0.5}, "X...O....": {"0": 0.5}})
    assert player.faults[place_of("X...O....")] == "the table has no value of a free cell"


@pytest.mark.parametrize(
    "board",
    ["X...O....", "x___o____", "X   O    ", "100020000", "1, 0, 0, 0, -1, 0, 0, 0, 0", "1 0 0 0 2 0 0 0 0",
     "[['X', ' ', ' '], [' ', 'O', ' '], [' ', ' ', ' ']]", "(1, 0, 0, 0, 2, 0, 0, 0, 0)", "X..|.O.|...",
     "X../.O./...", "[[ 1.  0.  0.]\n [ 0. -1.  0.]\n [-0.  0.  0.]]", "(1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0)",
     "1.. .2. ..."],
)  # fmt: skip
def test_boards_as_people_write_them(entered, board):
    assert chances(entered({".........": 0, board: 8}), "X...O....") == {8: 1}


SHEETS = {
    "header in other cases": "Board,Cells\n.........,0\nX...O....,8\n",
    "semicolons": "board;cells\n.........;0\nX...O....;8\n",
    "tabs and lines of Windows": "board\tcells\r\n.........\t0\r\nX...O....\t8\r\n",
    "index in front": ",board,cells\n0,.........,0\n1,X...O....,8\n",
    "named index in front": "Unnamed: 0,State,Action\n0,.........,0\n1,X...O....,8\n",
    "boards as the index": ",cells\n.........,0\nX...O....,8\n",
    "numbers with a point": "board,cells\n.........,0.0\nX...O....,8.0\n",
    "nine columns with an index": ";state;a;b;c;d;e;f;g;h;i\n"
    "0;.........;0,5;0;0;0;0;0;0;0;0\n1;X...O....;0;0;0;0;0;0;0;0;0,5\n",
    "numbers of nine columns with a point": ",0,1,2,3,4,5,6,7,8\n.........,1.0,,,,,,,,\nX...O....,0.0,,,,,,,,2.0\n",
    "long beads": "board;cell;beads\n.........;0;3\nX...O....;8;1\nX...O....;1;0\n",
}


@pytest.mark.parametrize("text", SHEETS.values(), ids=SHEETS.keys())
def test_spreadsheets(entered, text):
    player = entered(text, ".csv")
    assert chances(player) == {0: 1}
    assert chances(player, "X...O....") == {8: 1}


def test_lost_leading_zeros_are_told(entered):
    player = entered("board,cells\n0,8\n1,0\n200000001,4\n", ".csv")
    assert chances(player) == {8: 1}
    assert chances(player, "O.......X") == {4: 1}
    assert chances(player, "........X") == {0: 1}
    told = "2 of its boards have fewer than nine digits and got their leading zeros back, such as '0' as '000000000'."
    assert player.notes == (MIRRORED, told)


@pytest.mark.parametrize(
    ("text", "suffix", "message"),
    [
        ('{"q": {".........": 4}}', ".json", ", board '.........': '4'; allowed: nine numbers, or an object of cell"),
        ('{"q": {".........": {"4": NaN}}}', ".json", ", board '.........': 'NaN' as the value of a free cell; allo"),
        ('{"q": {".........": {"4": "x"}}}', ".json", ", board '.........': 'x' as the value of a free cell; allowe"),
        ('{"q": {".........": {"9": 1, "0": 1}}}', ".json", ", board '.........': '{\"9\": 1, \"0\": 1}' are no cel"),
        ('{"beads": {".........": {"4": 0.5}}}', ".json", ", board '.........': '0.5' beads; allowed: a whole numbe"),
        ('{"beads": {".........": {"4": -1}}}', ".json", ", board '.........': '-1' beads; allowed: a whole number "),
        ('{"beads": {".........": {"10": 1}}}', ".json", ", board '.........': '10' is no cell; allowed: 0 to 8, or"),
        ('{"q": {"X...": {"4": 1}}}', ".json", ", board 'X...': 'X...' is no board; allowed: nine characters, "),
        ('{"q": {}, "beads": {}}', ".json", ", board 'q': 'q' is no board; allowed: nine characters, "),
        ("state,action,q\n.........,1,1\n.........,1.0,2\n", ".csv", ", line 3: cell '1.0' of the board ......... i"),
        ("state,action,q\n.........,1,high\n", ".csv", ", line 2: 'high' as the value of a free cell; allowed: a fi"),
        ("state,action,beads\n.........,1,0.5\n", ".csv", ", line 2: '0.5' beads; allowed: a whole number from 0 to "),
    ],
)  # fmt: skip
def test_mistakes_of_forms(entered, tmp_path, text, suffix, message):
    with pytest.raises(ValueError, match=r".") as error:
        entered(text, suffix)
    assert str(error.value).startswith(f"{tmp_path / f'own{suffix}'}{message}")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("beads", "kind"), [(3, "matchboxes"), (1, "table")])
def test_matchboxes_need_no_box_where_one_cell_is_free(entered, beads, kind):
    """As many beads of each free cell, but no boxes for the first player's last mark; a table of cells needs these."""
    boards = enumerate_states().positions[game(dead=False).results == OPEN].tolist()
    table = {
        "".join(".XO"[mark] for mark in board): [cell for cell in range(9) if board[cell] == 0] * beads
        for board in boards
        if board.count(0) > 1 and board.count(0) % 2
    }
    player = entered(table)
    assert player.kind == kind
    assert len(player.faults) == (0 if beads > 1 else sum(board.count(0) == 1 for board in boards))


@pytest.mark.parametrize("turned", [0, 3, 7])
def test_one_board_of_each_class_carries_over(entered, random_genes, turned):
    """A genome treats symmetric boards alike, so the table of its states, however turned, is the same player."""
    (genes,) = random_genes(1, "classes")
    policy, tables, going = policy_of_genome(genes), enumerate_states(), game(dead=False).results == OPEN
    chosen = [int(np.flatnonzero(tables.state_of == state)[turned % tables.orbits[state]]) for state in range(765)]
    table = {board_text(place): np.flatnonzero(policy[place]).tolist() for place in chosen if going[place]}
    player = entered(table)
    assert player.notes == (MIRRORED,)
    assert not player.faults
    met = player.policy.any(axis=1)
    expected = uniform_policy(policy)
    same = (player.policy == expected).all(axis=1)
    # On a board that is symmetric itself the cell may be carried over to an image of it.
    own_images = np.array([tables.orbits[state] < 8 for state in tables.state_of])
    assert (same | own_images)[met].all()
    assert met.sum() > 100


DOUBT = "Some of its cells are taken; counted from 1 none is. Moves 1 to 9? Try --count-from 1."


@pytest.mark.parametrize(
    ("table", "doubted"),
    [
        ({".........": 5, "....X....": 1, "X........": 2}, False),
        ({".........": 5, "....X....": [1, 3], ".X.......": 1}, True),
        ({".........": [5, 5, 1], ".X.......": 1}, True),
        ({".........": 4, "....X....": 0, ".X.......": 1}, False),
    ],
)
def test_a_table_that_counts_from_1_without_a_9_is_doubted(tmp_path, table, doubted):
    """If some of its cells are taken as they are counted, and none is if they count from 1, as an option says."""
    path = tmp_path / "own.json"
    path.write_text(json.dumps(table), encoding="utf-8")
    assert (DOUBT in " ".join(enter_file(path, Limits()).notes)) == doubted
    if doubted:
        player = enter_file(path, Limits(), count_from=1)
        assert DOUBT not in " ".join(player.notes)
        assert 4 in chances(player)


def test_the_first_cell_of_a_table_may_be_told(tmp_path):
    """Lists of nine numbers have their cells by their places."""
    path = tmp_path / "own.csv"
    path.write_text("board,cells\n.........,0\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"line 2: '0' are no cells; allowed: one or more of 1 to 9$"):
        enter_file(path, Limits(), count_from=1)
    path = tmp_path / "beads.json"
    path.write_text(json.dumps({".........": [3, 0, 0, 0, 2, 0, 0, 0, 1]}), encoding="utf-8")
    assert chances(enter_file(path, Limits(), count_from=1)) == pytest.approx({0: 3 / 6, 4: 2 / 6, 8: 1 / 6})
