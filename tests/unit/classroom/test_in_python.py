"""`tttcore.evaluate`: the same player in every form of Python is evaluated alike, as on the command line."""

import json

import numpy as np
import pytest
from helpers.texts import message

import tttcore
from tttcore import cli
from tttcore.games.board_text import board_texts
from tttcore.games.position import OPEN
from tttcore.players.policy import game

pytestmark = pytest.mark.usefixtures("in_a_folder_of_its_own")
SAME = ("baselines", "best_reply", "blunders", "decisions", "never_loses", "reply_lost")


@pytest.fixture
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def first(board, player):
    return board.index(".")


def told(evaluated, seat):
    return [evaluated["seats"][seat][key] for key in SAME]


def test_the_same_player_in_every_form(tmp_path, capsys):
    played, boards = game(dead=False), board_texts()
    going = np.flatnonzero(played.results == OPEN).tolist()
    table = {boards[place]: boards[place].index(".") for place in going}
    policy = np.zeros((len(boards), 9))
    policy[going, [*table.values()]] = 2
    (tmp_path / "own.py").write_text("def move(board, player): return board.index('.')\n")
    (tmp_path / "own.json").write_text(json.dumps(table))
    forms = [first, table, policy, tmp_path / "own.py", "own.json", lambda seen: int(seen["action_mask"].argmax())]
    for seat in ("first", "second"):
        wanted = told(tttcore.evaluate(forms[0]), seat)
        assert all(told(tttcore.evaluate(form), seat) == wanted for form in forms[1:])
    assert cli.main(["enter", "own.py", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert told(printed, "first") == json.loads(json.dumps(told(tttcore.evaluate(first), "first")))


def test_never_loses_is_exact():
    perfect = tttcore.evaluate("house/perfect")["seats"]
    assert [seat["never_loses"] for seat in perfect.values()] == [True, True]
    nearly = game(dead=False).opponents["perfect"].copy()
    nearly[0] = np.where(np.arange(9) == 4, 0.5, 0.5 / 8)
    place = board_texts().index("X...O....")
    nearly[place] = game(dead=False).opponents["random"][place]
    lost = tttcore.evaluate(nearly, seat="first")["seats"]["first"]
    assert lost["never_loses"] == (lost["reply_lost"] == 0) == (lost["best_reply"]["points"] == 0.5)


def test_a_function_that_draws_is_estimated_and_one_that_fails_forfeits():
    rng = np.random.default_rng(1)
    drawn = tttcore.evaluate(
        lambda board, _: rng.choice([cell for cell in range(9) if board[cell] == "."]), seat="first"
    )
    assert drawn["estimated"]
    (random, *_) = drawn["seats"]["first"]["baselines"]
    assert random["score_low"] < 0.645 < random["score_high"]
    broken = tttcore.evaluate(lambda board, _: 4 if board[4] == "." else None, seat="first")
    assert broken["seats"]["first"]["blunders"][0]["fault"].startswith("returns None instead of a cell")


@pytest.mark.parametrize(("player", "said"), [
    (3, "an array of shape () and type int64; allowed: (5478, 9) chances of cells, by the positions = "),
    ({}, "the table: no board on which a game goes on"),
    ({"X": 1}, "the table, board 'X': 'X' is no board"),
    ("house/nobody", "unknown agent 'house/nobody'"),
    ("x" * 765, "unknown agent 'xxxx"),
    (dict, "dict is no function of a board and a sign, or of an observation"),
    (lambda board: board.index("."), "the player has made no legal move as the first player; raises AttributeError"),
])  # fmt: skip
def test_what_is_no_player_takes_a_line(player, said):
    assert message(tttcore.evaluate, player).startswith(said)
