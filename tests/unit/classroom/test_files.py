"""Tables and genomes as players: all ways to write one, and every mistake in a line."""

import json

import numpy as np
import pytest

from tttcore.classroom.entrant import board_text, positions_to_meet
from tttcore.classroom.files import enter_file
from tttcore.classroom.limits import Limits
from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.games.classic import enumerate_states
from tttcore.games.position import OPEN
from tttcore.games.tables import to_digits
from tttcore.players.agent_file import export_agent
from tttcore.players.agent_registry import find_agent
from tttcore.players.policy import game, unpacked


@pytest.fixture
def entered(tmp_path):
    """`entered(text, suffix)`: the player of a file with this text."""

    def enter(text, suffix=".json", **options):
        path = tmp_path / f"own{suffix}"
        path.write_text(text, encoding="utf-8")
        return enter_file(path, Limits(), **options)

    return enter


def whole_table():
    """First best cell of each board of both seats."""
    played = game(dead=False)
    return {
        board_text(place): int(np.flatnonzero(played.best[place])[0])
        for place in np.flatnonzero(played.results == OPEN).tolist()
    }


def as_digits(board):
    return board.translate(str.maketrans(".XO", "012"))


def test_the_same_table_in_every_form(entered):
    table = whole_table()
    forms = [
        (json.dumps(table), ".json"),
        (json.dumps({as_digits(board): [cell] for board, cell in table.items()}), ".json"),
        (json.dumps({board.replace(".", "-").lower(): str(cell) for board, cell in table.items()}), ".JSON"),
        ("board,cells\n" + "".join(f"{board},{cell}\n" for board, cell in table.items()), ".csv"),
        ("board,cells\n" + "".join(f"{as_digits(board)}, {cell} \n" for board, cell in table.items()), ".csv"),
    ]
    players = [entered(text, suffix) for text, suffix in forms]
    assert all(player.policy.tolist() == players[0].policy.tolist() for player in players)
    assert players[0].seats == (0, 1)
    assert not players[0].faults
    assert players[0].policy[0].tolist() == [1.0] + [0.0] * 8


@pytest.mark.parametrize("cells", ["[4, 0]", '"04"', '"4 0"'])
def test_several_cells_are_drawn_from_uniformly(entered, cells):
    assert entered(f'{{".........": {cells}}}').policy[0].tolist() == [0.5, 0, 0, 0, 0.5, 0, 0, 0, 0]


def test_missing_entries_and_taken_cells_are_blunders_where_they_are_met(entered):
    table = {".........": 4, "O...X....": 0, ".O..X....": 8, "..O.X....": 2, "XXXOO....": 5, "O.......X": 4}
    player = entered(json.dumps(table))
    assert player.seats == (0,)
    faults = {board_text(place): reason for place, reason in player.faults.items()}
    assert faults.pop("O...X....") == "marks cell 0, which O has taken"
    assert faults.pop("..O.X....") == "marks cell 2, which O has taken"
    assert set(faults.values()) == {"the table has no entry"}
    assert len(faults) == 5 + 6
    assert player.forfeits.sum() == 2 + len(faults)


def test_boards_that_can_not_occur_are_told(entered):
    player = entered('{".........": 4, "O........": 1, "XX.......": 2, "XXXOO....": 5}', ".json")
    assert player.notes == ("2 of its boards can't occur in a game and are ignored, such as 'O........'.",)


@pytest.mark.parametrize(
    ("text", "suffix", "message"),
    [
        ("", ".json", ": not JSON: Expecting value: line 1 column 1 (char 0)"),
        ("[" * 10**5, ".json", ": not JSON: "),
        ("[4]", ".json", ": no JSON object of boards and cells, such as {\"X...O....\": 8}"),
        ("{}", ".json", ": no board on which a game goes on; allowed: boards of "),
        ('{"XXXOO....": 5}', ".json", ": no board on which a game goes on; allowed: boards of "),
        ('{"X...O...": 8}', ".json", ", board 'X...O...': 'X...O...' is no board; allowed: nine characters, "),
        ('{"X...O...?": 8}', ".json", ", board 'X...O...?': 'X...O...?' is no board; "),
        ('{".........": 9, "X...O....": 0}', ".json", ", board '.........': '9' are no cells; allowed: one or more "),
        ('{".........": [4, 10]}', ".json", ", board '.........': '[4, 10]' are no cells; allowed: one or more of 0"),
        ('{".........": ""}', ".json", ", board '.........': '' are no cells; "),
        ('{".........": null}', ".json", ", board '.........': 'null' are no cells; "),
        ('{".........": true}', ".json", ", board '.........': 'true' are no cells; "),
        ('{".........": {"a": 1}}', ".json", ", board '.........': 'a' is no cell; allowed: 0 to 8, or 1 to 9"),
        ('{".........": {"a": [1]}, "X........": 4}', ".json", ", board '.........': '{\"a\": [1]}' are no cells; "),
        ('{".........": 1, ".........": 2}', ".json", ": the key '.........' is there twice; allowed: once"),
        ('{".........": 1, "000000000": 2}', ".json", ", board '000000000': the board '000000000' is there twice, a"),
        ('{"format": 7}', ".json", ": no agent of format 1, as `ttt export` writes it"),
        ("board,mark\n.........,1\n", ".csv", ": columns are board, mark; allowed: board and cells; state, action a"),
        ("", ".csv", ": columns are none; allowed: board and cells; "),
        ("board,cells\n", ".csv", ": no board on which a game goes on; "),
        ("board,cells\n.........,x\n", ".csv", ", line 2: 'x' are no cells; allowed: one or more of 0 to 8"),
        ("board,cells\n.........,\n", ".csv", ", line 2: '' are no cells; "),
        ("board,cells\n.........,1\n.........,2\n", ".csv", ", line 3: the board '.........' is there twice, also in "),
        ('board,cells\n"......', ".csv", ", line 2: broken CSV: unexpected end of data"),
        ("board,cells\n.........,1,2\n", ".csv", ", line 2: broken CSV: 3 instead of 2 fields"),
        ("genome\n123\n", ".csv", ", line 2: genome '123' has 3 characters instead of 765, "),
        ("x", ".txt", ": no kind of player; allowed: .py, .command, .json, .csv"),
    ],
)  # fmt: skip
def test_mistakes(entered, tmp_path, text, suffix, message):
    with pytest.raises(ValueError, match=r".") as error:
        entered(text, suffix)
    told = str(error.value)
    assert told.startswith(f"{tmp_path / f'own{suffix}'}{message}")
    assert "\n" not in told


def test_an_exported_player_is_itself(entered, tmp_path):
    row = find_agent(tmp_path, "house/umg")
    player = entered(json.dumps(export_agent(row)))
    assert player.seats == (1,)
    met = positions_to_meet(player.policy, 1)
    cells = unpacked(np.asarray(row["cells"], np.uint16))
    assert ((player.policy > 0) == (cells & met[:, None])).all()


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
    with pytest.raises(ValueError, match=r"own.csv: --row 2: there are 1 genomes; allowed: 1 to 1$"):
        entered(f"genome\n{text}\n", ".csv", row=2)
