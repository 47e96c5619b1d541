"""Tables and genomes as players: all ways in which people keep one, and every mistake in a line."""

import json
import re

import numpy as np
import pytest
from helpers.project import ROOT
from helpers.tabular_learners import recipe_of, words
from helpers.texts import message

from tttcore import cli
from tttcore.classroom.entrant import positions_to_meet
from tttcore.classroom.files import enter_file
from tttcore.classroom.reading import Reading
from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.engines.tabular import session
from tttcore.engines.tabular.learner import Learner
from tttcore.engines.tabular.policy_evaluation import greedy_cells
from tttcore.games.board_text import board_texts, read_board
from tttcore.games.classic import enumerate_states
from tttcore.games.position import OPEN
from tttcore.games.tables import to_digits
from tttcore.players.agent_file import export_agent
from tttcore.players.agent_registry import find_agent
from tttcore.players.policy import game, uniform_policy, unpacked
from tttcore.processes.limits import Limits

GUIDE = (ROOT / "docs" / "how-to" / "entering-a-player.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```(json|csv)\n(.*?)^```", GUIDE, flags=re.MULTILINE | re.DOTALL)


@pytest.fixture
def entered(tmp_path):
    """`entered(table, suffix)`: the player of a file with this table, or text."""

    def enter(table, suffix=".json", **options):
        path = tmp_path / f"own{suffix}"
        path.write_text(table if isinstance(table, str) else json.dumps(table), encoding="utf-8")
        return enter_file(path, Limits(), **options)

    return enter


def place_of(board):
    return enumerate_states().position_index[read_board(board)]


def chances(player, board="........."):
    return {cell: chance for cell, chance in enumerate(player.policy[place_of(board)].tolist()) if chance}


def test_the_same_table_in_every_form(entered):
    """First best cell of each board of both seats."""
    played = game(dead=False)
    table = {
        board_texts()[place]: int(np.flatnonzero(played.best[place])[0])
        for place in np.flatnonzero(played.results == OPEN).tolist()
    }
    digits = {board.translate(str.maketrans(".XO", "012")): cell for board, cell in table.items()}
    forms = [
        (json.dumps(table), ".json"),
        (json.dumps({board: [cell] for board, cell in digits.items()}), ".json"),
        (json.dumps({board.replace(".", "-").lower(): str(cell) for board, cell in table.items()}), ".JSON"),
        ("board,cells\n" + "".join(f"{board},{cell}\n" for board, cell in table.items()), ".csv"),
        ("board,cells\n" + "".join(f"{board}, {cell} \n" for board, cell in digits.items()), ".csv"),
    ]
    players = [entered(text, suffix) for text, suffix in forms]
    assert all(player.policy.tolist() == players[0].policy.tolist() for player in players)
    assert players[0].seats == (0, 1)
    assert not players[0].faults
    assert players[0].policy[0].tolist() == [1.0] + [0.0] * 8


def test_missing_entries_and_taken_cells_are_blunders_where_they_are_met(entered):
    table = {".........": 4, "O...X....": 0, ".O..X....": 8, "..O.X....": 2, "XXXOO....": 5, "O.......X": 4}
    player = entered(table)
    assert player.seats == (0,)
    faults = {board_texts()[place]: reason for place, reason in player.faults.items()}
    assert faults.pop("O...X....") == "marks cell 0, which O has taken"
    assert faults.pop("..O.X....") == "marks cell 2, which O has taken"
    assert set(faults.values()) == {"the table has no entry"}
    assert len(faults) == 5 + 6
    assert player.forfeits.sum() == 2 + len(faults)


MISTAKES = """
[4] | {} | {"XXXOO....": 5} | {"X...O...": 8} | {"X...O...?": 8} | {".........": 9, "X...O....": 0} | {"format": 7}
{".........": [4, 10]} | {".........": ""} | {".........": null} | {".........": true} | {".........": {"a": 1}}
{".........": {"a": [1]}, "X........": 4} | {".........": 1, ".........": 2} | {".........": 1, "000000000": 2}
{"q": {".........": 4}} | {"q": {".........": {"4": NaN}}} | {"q": {".........": {"4": "x"}}}
{"q": {".........": {"9": 1, "0": 1}}} | {"beads": {".........": {"4": 0.5}}} | {"beads": {".........": {"4": -1}}}
{"beads": {".........": {"10": 1}}} | {"q": {"X...": {"4": 1}}} | {"q": {}, "beads": {}}
board,mark;.........,1 | board,cells | board,cells;.........,x | board,cells;........., | board,cells;"......
board,cells;.........,1;.........,2 | board,cells;.........,1,2 | genome;123
state,action,q;.........,1,1;.........,1.0,2 | state,action,q;.........,1,high | state,action,beads;.........,1,0.5
"""
"""JSON and CSV, whose lines end in a semicolon here."""


def test_mistakes(entered, tmp_path, snapshot):
    for text in ("", "[" * 10**5):
        assert message(entered, text).startswith(f"{tmp_path}/own.json: not JSON: ")  # and in Python's words, why
    cases = [("", ".csv"), ("x", ".txt")]
    cases += [(text, ".json" if text[0] in "{[" else ".csv") for text in re.split(r" \| |\n", MISTAKES.strip())]
    told = [message(entered, text.replace(";", "\n"), suffix) for text, suffix in cases]
    lines = [f"{text}\n  {each}" for (text, _), each in zip(cases, told, strict=True)]
    assert "\n".join(lines).replace(f"{tmp_path}/", "") == snapshot


def test_an_exported_player_is_itself(entered, tmp_path):
    row = find_agent(tmp_path, "house/umg")
    player = entered(json.dumps(export_agent(row)))
    assert player.seats == (1,)
    met = positions_to_meet(player.policy, 1)
    cells = unpacked(np.asarray(row["cells"], np.uint16))
    assert ((player.policy > 0) == (cells & met[:, None])).all()


@pytest.mark.needs_jit
def test_a_policy_of_rl_game_is_its_greedy_player(tmp_path):
    path = tmp_path / "own.parquet"
    learner = Learner(recipe_of(ties="random"), words())
    learner.train(100)
    session.save(path, learner)
    player = enter_file(path, Limits())
    met = positions_to_meet(player.policy, 0) | positions_to_meet(player.policy, 1)
    assert (player.name, player.seats) == ("own", (0, 1))
    assert (player.policy == np.where(met[:, None], uniform_policy(greedy_cells(learner)), 0)).all()
    assert cli.main(["export", str(path), "-o", str(tmp_path / "own.json")]) == 0
    assert (enter_file(tmp_path / "own.json", Limits()).policy == player.policy).all()
    session.save(path, Learner(recipe_of(board={"name": "finite", "size": 5}), words()))
    told = f"{path}: another game than 3x3: name finite, size 5, tie full, need 3; allowed: name finite, size 3, need 3"
    assert message(enter_file, path, Limits()) == told
    path.write_bytes(b"")
    assert message(enter_file, path, Limits()).startswith(f"{path}: damaged or cut short")


@pytest.fixture
def entered_array(tmp_path):
    """`entered_array(given)`: the player of an array in a file."""

    def enter(given, **options):
        np.save(tmp_path / "own.npy", given)
        return enter_file(tmp_path / "own.npy", Limits(), **options)

    return enter


def test_arrays_are_chances_or_genes(entered_array, entered, random_genes):
    free = enumerate_states().positions == 0
    player = entered_array(3 * free, seat="second")
    met = positions_to_meet(player.policy, 1)
    assert (player.policy == np.where(met[:, None], uniform_policy(free), 0)).all()
    (genes,) = random_genes(1, "entered")
    own, same = entered_array(genes.astype(float)), entered("genome\n" + "".join(map(str, genes)), ".csv")
    assert own.policy.tolist() == same.policy.tolist()


def test_arrays_that_are_no_players(entered_array, tmp_path, snapshot):
    free = (enumerate_states().positions == 0).astype(float)
    wrong = [np.where(free > 0, value, 0) for value in (-1, np.nan, np.inf)]
    genes = [np.array(["a"] * 765), np.full(765, 0.5), np.zeros(765)]
    cases = [np.array([{}]), np.zeros((3, 3)), *genes, np.ones((5478, 9)), *wrong]
    told = [message(entered_array, each) for each in cases]
    for content in (b"", b"\x80\x04", (tmp_path / "own.npy").read_bytes()[:-1]):
        (tmp_path / "own.npy").write_bytes(content)
        told.append(message(enter_file, tmp_path / "own.npy", Limits()))
    assert re.sub("(writes it: ).*", r"\1...", "\n".join(told)).replace(f"{tmp_path}/", "") == snapshot


def test_a_genome_in_the_order_of_stored_champions(entered, random_genes, tmp_path):
    (genes,) = random_genes(1, "entered")
    text = "".join(map(str, genes))
    player = entered(f"treatment,genome\nx,{text}\n", ".csv", seat="second")
    met = positions_to_meet(player.policy, 1)
    assert player.kind == "genome"
    assert ((player.policy > 0) == (policy_of_genome(genes) & met[:, None])).all()
    states = tmp_path / "states.txt"
    boards = [" ".join(board) for board in to_digits(enumerate_states().states)]
    states.write_text("\n".join(reversed(boards)), encoding="utf-8")
    again = entered(f"genome\n{text[::-1]}\n", ".csv", seat="second", states=states)
    assert again.policy.tolist() == player.policy.tolist()
    told = message(entered, f"genome\n{text}\n", ".csv", row=2)
    assert told.endswith("own.csv: --row 2: there are 1 genomes; allowed: 1 to 1")


FORMS = [
    {".........": [0, 1, 2, 3, 4, 5, 6, 7, 8]},
    {"cells": {".........": [0, 1, 2, 3, 4, 5, 6, 7, 8]}},
    {".........": [0, 1, 2, 3, 4, 5, 6, 7, 8], "X........": 4},
    {"q": {".........": [0, 1, 2, 3, 4, 5, 6, 7, 8]}},
    {"Beads": {".........": [4.0, 0, 0, 0, 1, 0, 0, 0, 0]}},
    {"beads": {".........": [4, 4, 1, 0]}},
    {".........": {"1": 3, "9": 1}},
    {".........": [9, 9, 1, 5]},
    {".........": 9, "X...O....": 3},
    {".........": {"2": -0.5, "3": -1}},
    {".........": {"2": 10**400, "3": 0.5}},
    {"X...O....": [9, 0.5, 0.5, -1, 9, None, 0, 0, 0], ".........": [0] * 8 + [0.5]},
    '{".........": [0.5, 0, 0, 0, 0, 0, 0, 0, 0], "X...O....": [9, 0.5, 0.5, -1, NaN, null, 0, 0, 0]}',
    {".........": {"0": 0.5}, "X...O....": {"0": 0.5}},
    {".........": "04"},
    {".........": "4 0"},
    {".........": 5, "....X....": 1, "X........": 2},
    {".........": 5, "....X....": [1, 3], ".X.......": 1},
    {".........": [5, 5, 1], ".X.......": 1},
    {".........": 4, "....X....": 0, ".X.......": 1},
    {".........": 4, "O........": 1, "XX.......": 2, "XXXOO....": 5},
]
SHEETS = [
    "Board,Cells|.........,0|X...O....,8",
    "board;cells|.........;0|X...O....;8",
    "board\tcells\r|.........\t0\r|X...O....\t8\r",
    ",board,cells|0,.........,0|1,X...O....,8",
    "Unnamed: 0,State,Action|0,.........,0|1,X...O....,8",
    ",cells|.........,0|X...O....,8",
    "board,cells|.........,0.0|X...O....,8.0",
    ";state;a;b;c;d;e;f;g;h;i|0;.........;0,5;0;0;0;0;0;0;0;0|1;X...O....;0;0;0;0;0;0;0;0;0,5",
    ",0,1,2,3,4,5,6,7,8|.........,1.0,,,,,,,,|X...O....,0.0,,,,,,,,2.0",
    "board;cell;beads|.........;0;3|X...O....;8;1|X...O....;1;0",
    "board,cells|0,8|10000,0|100020000,4",  # without their leading zeros
]
"""CSV, whose lines end in | here."""


def test_forms_are_told_apart(entered, snapshot):
    """Values of taken cells don't matter. Who may count from 1 is doubted."""
    lines = []
    sheets = [each.replace("|", "\n") + "\n" for each in SHEETS]
    for suffix, text in [*EXAMPLES, *(("json", each) for each in FORMS), *(("csv", each) for each in sheets)]:
        player = entered(text, f".{suffix}")
        lines += ["", *(text.splitlines() if isinstance(text, str) else [json.dumps(text)[:120]]), player.kind]
        for board in (".........", "....X....", "X...O...."):
            known = ", ".join(f"{cell}: {chance:.3g}" for cell, chance in chances(player, board).items())
            lines[-1] += f" | {board} {known or player.faults.get(place_of(board), 'not met')}"
        lines += player.notes
    assert "\n".join(lines[1:]) == snapshot


@pytest.mark.parametrize(
    "board",
    ["X...O....", "x___o____", "X   O    ", "100020000", "1, 0, 0, 0, -1, 0, 0, 0, 0", "1 0 0 0 2 0 0 0 0",
     "[['X', ' ', ' '], [' ', 'O', ' '], [' ', ' ', ' ']]", "(1, 0, 0, 0, 2, 0, 0, 0, 0)", "X..|.O.|...",
     "X../.O./...", "[[ 1.  0.  0.]\n [ 0. -1.  0.]\n [-0.  0.  0.]]", "(1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0)",
     "1.. .2. ..."],
)  # fmt: skip
def test_boards_as_people_write_them(entered, board):
    assert chances(entered({".........": 0, board: 8}), "X...O....") == {8: 1}


@pytest.mark.parametrize(("beads", "kind"), [(3, "matchboxes"), (1, "table")])
def test_matchboxes_need_no_box_where_one_cell_is_free(entered, beads, kind):
    """As many beads of each free cell, but no boxes for the first player's last mark; a table of cells needs these."""
    boards = enumerate_states().positions[game(dead=False).results == OPEN].tolist()
    table = {
        "".join(".XO"[mark] for mark in board): [cell for cell in range(9) if board[cell] == 0] * beads
        for board in boards
        if board.count(0) > 1 and board.count(0) % 2
    }
    player, last = entered(table), sum(board.count(0) == 1 for board in boards)
    assert (player.kind, len(player.faults)) == (kind, 0 if beads > 1 else last)


@pytest.mark.parametrize("turned", [0, 3, 7])
def test_one_board_of_each_class_carries_over(entered, random_genes, turned):
    """A genome treats symmetric boards alike, so the table of its states, however turned, is the same player."""
    (genes,) = random_genes(1, "classes")
    policy, tables, going = policy_of_genome(genes), enumerate_states(), game(dead=False).results == OPEN
    chosen = [int(np.flatnonzero(tables.state_of == state)[turned % tables.orbits[state]]) for state in range(765)]
    table = {board_texts()[place]: np.flatnonzero(policy[place]).tolist() for place in chosen if going[place]}
    player = entered(table)
    assert player.notes == (
        "No two of its boards are symmetric, so it plays on turned and mirrored boards as on these (--no-turn: not).",
    )
    assert not player.faults
    met, same = player.policy.any(axis=1), (player.policy == uniform_policy(policy)).all(axis=1)
    # On a board that is symmetric itself the cell may be carried over to an image of it.
    own_images = np.array([tables.orbits[state] < 8 for state in tables.state_of])
    assert (same | own_images)[met].all()
    assert met.sum() > 100


def test_the_first_cell_of_a_table_may_be_told(entered):
    """Lists of nine numbers have their cells by their places."""
    told = message(entered, "board,cells\n.........,0\n", ".csv", reading=Reading(count_from=1))
    assert told.endswith("line 2: '0' are no cells; allowed: one or more of 1 to 9")
    beads = entered({".........": [3, 0, 0, 0, 2, 0, 0, 0, 1]}, reading=Reading(count_from=1))
    assert chances(beads) == pytest.approx({0: 3 / 6, 4: 2 / 6, 8: 1 / 6})
    doubted = entered({".........": [5, 5, 1], ".X.......": 1}, reading=Reading(count_from=1))
    assert chances(doubted) == pytest.approx({4: 2 / 3, 0: 1 / 3})
    assert "Try --count-from" not in " ".join(doubted.notes)
