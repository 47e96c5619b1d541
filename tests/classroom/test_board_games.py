"""Programs on other boards than 3x3: games against stored players, results with intervals, and ratings."""

import shlex
import sys

import pandas as pd
import pytest

from tttcore.classroom import board_games
from tttcore.classroom.board_games import NINE_BOARD, PROGRAM, RANDOM, Played, board_table, evaluate_games, play_all
from tttcore.classroom.entrant import Limits
from tttcore.classroom.program import Program
from tttcore.classroom.reports import games_text
from tttcore.engines.genies.agents import move_function
from tttcore.games.hypercube import Hypercube, HypercubePosition
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON
from tttcore.pipeline.store import write
from tttcore.players.agent_table import AGENTS, AgentId, agent_row
from tttcore.stats.intervals import score_interval

pytestmark = pytest.mark.usefixtures("no_process_left")

LIMITS = Limits(seconds=10)
CUBE = Hypercube(3, 3)
WEIGHTS = [1, 5, 30, 1, 4, 20]
FIRST_FREE = """
import itertools, sys
free = [" ".join(map(str, cell[::-1])) for cell in itertools.product((1, 2, 3), repeat=3)]
if sys.argv[1] == "second":
    free.remove(input())
while free:
    print(free.pop(0), flush=True)
    free.remove(input())
"""
"""The first free cell of the cube of edge 3."""


def program(text, *arguments, limits=LIMITS):
    return Program(command=shlex.join([sys.executable, "-S", "-c", text, *arguments]), limits=limits)


@pytest.fixture
def results(tmp_path):
    """Results with a Genie of the cube, its earlier self, and one of another board."""
    rows = [
        agent_row(AgentId("post1999", "cube", 0), step=1, unit="generations", last=last, seat="both", board=(3, 3),
                  weights=weights)
        for last, weights in ((False, WEIGHTS[::-1]), (True, WEIGHTS))
    ]  # fmt: skip
    rows.append(rows[-1] | {"agent": "post1999/other/0", "edge": 4, "weights": [*range(8)]})
    write(tmp_path / "post1999/agents.parquet", pd.DataFrame(rows, columns=AGENTS.names), schema=AGENTS, provenance={})
    return tmp_path


def test_games_on_a_lattice_are_those_of_the_stored_genie(results):
    table = board_table("3x3x3", results)
    assert [*table.opponents] == [RANDOM, "post1999/cube/0"]
    played = [*play_all(program(FIRST_FREE, "{seat}"), table, seats=(0, 1), games=2)]
    assert [(game.opponent, game.seat) for game in played] == [
        (name, seat) for name in table.opponents for seat in (0, 0, 1, 1)
    ]
    choose = move_function(CUBE, WEIGHTS)
    for game in played[4:]:
        position = HypercubePosition(CUBE)
        moves = []
        while position.winner is None:
            move = position.moves()[0] if position.mover == game.seat else choose(position)
            moves.append(table.notation.write(move))
            position = position.after(move)
        assert game == Played("post1999/cube/0", game.seat, position.winner, tuple(moves), None)
    assert played == [*play_all(program(FIRST_FREE, "{seat}"), table, seats=(0, 1), games=2)]
    assert played[0].moves != played[1].moves
    found = evaluate_games("own", "3x3x3", played)
    assert found["games"] == 8
    assert found["different"] == 6
    assert "the intervals assume independent games, but some are repeated" in games_text(found)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("print('5 5', flush=True); input()", "'5 5' is no move"),
        ("print('1 1', flush=True); input()", "ended with exit code 0"),
        ("raise SystemExit(3)", "ended with exit code 3"),
        ("input(); input()", "no move within 0.5 s"),
    ],
)
def test_what_goes_wrong_loses_the_game(results, monkeypatch, text, reason):
    if text.startswith("print('5 5'"):
        board, limits = "3x3x3", LIMITS
    else:
        board, limits = NINE_BOARD, Limits(seconds=0.5, start_seconds=0)
        monkeypatch.setattr(board_games, "DEPTHS", ())
        monkeypatch.setattr(board_games, "PLAYOUTS", ())
    limits = limits if "no move" in reason else LIMITS
    table = board_table(board, results)
    played = [*play_all(program(text, limits=limits), table, seats=(0,), games=1)]
    assert all(game.winner == NOUGHT_WON for game in played)
    assert all(reason in game.forfeit for game in played)
    assert sum(evaluate_games("own", board, played)["forfeits"].values()) == len(played)


def test_scores_and_ratings():
    """Wins against one opponent in both seats and draws with another, by counts."""
    played = [Played("weak", seat, (CROSS_WON, NOUGHT_WON)[seat], (), None) for seat in (0, 1) * 5]
    played += [Played("even", seat, DRAWN, (), None) for seat in (0, 1) * 5]
    found = evaluate_games("own", "any", played)
    weak, even = found["opponents"]
    assert weak == {"opponent": "weak", "won": 10, "drawn": 0, "lost": 0, **score_interval("score", 10, 10)}
    assert even == {"opponent": "even", "won": 0, "drawn": 10, "lost": 0, **score_interval("score", 5, 10)}
    assert found["total"] == {"won": 10, "drawn": 10, "lost": 0, **score_interval("score", 15, 20)}
    ratings = {row["player"]: row["rating"] for row in found["ratings"]}
    assert [*ratings][-1] == "weak"
    assert ratings[PROGRAM] > ratings["weak"] + 200
    assert sum(ratings.values()) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("board", ["4x5", "x", "4xx4", "", "nine", "-3x-3", "999x999"])
def test_unknown_boards(tmp_path, board):
    with pytest.raises(ValueError, match=r"^--game .*: no board; allowed: 3x3, nine-board, or n times the same edge"):
        board_table(board, tmp_path)


def test_boards_that_are_too_large(tmp_path):
    with pytest.raises(ValueError, match=r"^--game 4x4x4x4x4x4x4x4x4x4: [\d,]+ lines; allowed: up to 100,000$"):
        board_table("x".join("4" * 10), tmp_path)
