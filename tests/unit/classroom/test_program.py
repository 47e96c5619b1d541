"""Programs as players: of 3x3, asked by games that lead to every position that they can meet; on other boards, games
against stored players, results with intervals, and ratings.
"""

import re
import shlex
import sys
from dataclasses import replace
from textwrap import dedent

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.texts import message

from tttcore.classroom import board_games
from tttcore.classroom.board_games import PROGRAM, RANDOM, Played, board_table, evaluate_games, play_all
from tttcore.classroom.boards import NINE_BOARD
from tttcore.classroom.entrant import positions_to_meet
from tttcore.classroom.files import enter_file, enter_program
from tttcore.classroom.program import Program
from tttcore.classroom.reports import games_text
from tttcore.engines.genies.agents import move_function
from tttcore.games.board_text import board_texts
from tttcore.games.classic import enumerate_states
from tttcore.games.hypercube import Hypercube, HypercubePosition
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON
from tttcore.pipeline.store import write
from tttcore.players.agent_table import AGENTS, AgentId, agent_row
from tttcore.processes.limits import Limits
from tttcore.stats.intervals import score_interval

pytestmark = pytest.mark.usefixtures("no_process_left")

LIMITS = Limits(seconds=120, all_seconds=6000, calls=30)
PLAYER = """
    import random, sys
    seat, seed = sys.argv[1], int(sys.argv[2])
    random.seed(seed)
    board, turn = ["."] * 9, 0
    while "." in board:
        if (turn % 2 == 0) == (seat == "first"):
            free = [cell for cell in range(9) if board[cell] == "."]
            cell = {choice}
            print(cell + 1, flush=True)
            board[cell] = "m"
        else:
            line = sys.stdin.readline()
            if not line:
                break
            board[int(line) - 1] = "t"
        turn += 1
"""


@pytest.fixture
def entered(tmp_path):
    """`entered(choice)`: a program that makes such choices among the free cells, asked for everything."""

    def enter(choice, *, seat="first", limits=LIMITS):
        (tmp_path / "program.py").write_text(dedent(PLAYER).replace("{choice}", choice), encoding="utf-8")
        (tmp_path / "own.command").write_text(f"{sys.executable} -S program.py {{seat}} {{seed}}\n", encoding="utf-8")
        return enter_file(tmp_path / "own.command", limits, seat=seat)

    return enter


@pytest.mark.parametrize(
    ("choice", "seat"), [("free[0]", "first"), pytest.param("free[-1]", "second", marks=pytest.mark.slow)]
)
def test_a_program_is_asked_in_every_position(entered, choice, seat):
    player = entered(choice, seat=seat)
    met = positions_to_meet(player.policy, ["first", "second"].index(seat))
    assert not player.faults
    assert not player.is_estimated
    assert (player.calls > 0).tolist() == met.tolist()
    assert np.count_nonzero(player.policy) == met.sum() > 20
    assert (player.name, player.kind) == ("own", "program")


def test_what_goes_wrong_is_a_blunder_of_its_position(entered, clock):
    """The second move, after eight replies; games end there, so that few are played."""
    acts = f"lambda: 99, lambda: 1 / 0, lambda: print('x' * 10**6), lambda: exec({clock.hang!r})"
    player = entered(f"free[0] if turn != 2 else ({acts})[board.index('t') % 4]()", limits=Limits(seconds=3))
    reasons = (
        "'100' is no free cell; free are 2, 3, ",
        "ended with exit code 1: ZeroDivisionError: division by zero",
        "a line of more than 10,000 bytes",
        "no move within 3 s",
    )
    assert len(player.faults) == 8
    for place, told in player.faults.items():
        assert told.startswith(reasons[board_texts()[place].index("O") % 4])


def test_time_ends_the_games(entered, clock):
    player = entered(f"free[0] if turn != 2 else exec({clock.hang!r})", limits=Limits(seconds=9, all_seconds=4))
    assert "The time was over before it was asked in 8 positions" in player.notes[-1]
    assert player.forfeits.sum() == player.unasked(0) == 8


@pytest.mark.slow
def test_a_program_that_errs_by_chance_is_asked_as_often_as_others(entered):
    """With a chance of 0.3 in its second move, in each of eight positions, and always in its third."""
    limits = replace(LIMITS, calls=6)
    player = entered("free[0] if turn < 2 or (turn == 2 and random.random() > 0.3) else 99", limits=limits)
    met = positions_to_meet(player.policy, 0)
    marks = np.count_nonzero(enumerate_states().positions, axis=1)
    assert player.calls[met].min() == limits.calls
    assert 0.15 < player.forfeits[met & (marks == 2)].mean() < 0.45
    assert (player.forfeits[met & (marks == 4)] == 1).all()


def test_programs_that_draw(entered):
    """Only the first move is drawn, at times an illegal one, and games end with the second, so that few are needed."""
    player = entered("random.choice((0, 0, 0, 99)) if turn == 0 else 99", limits=replace(LIMITS, calls=3))
    assert player.is_estimated
    assert player.forfeits[0] == pytest.approx(1 - player.policy[0, 0]) == pytest.approx(0.25, abs=0.2)
    assert player.calls[player.calls > 0].min() == 3
    assert "Its answers to the same question differ" in player.notes[1]


ANSWERS = """
import random, sys
random.seed(int(sys.argv[1]))
for line in sys.stdin:
    board, sign = line.split()
    free = [cell + 1 for cell in range(9) if board[cell] == "."]
    print({choice}, flush=True)
"""
"""Program that answers boards."""


def answering(choice, limits=LIMITS, **options):
    """Player of a program that answers boards."""
    command = shlex.join([sys.executable, "-S", "-c", ANSWERS.replace("{choice}", choice), "{seed}"])
    return enter_program(f"boards: {command}", limits, name="own", **options)


def test_a_program_that_answers_boards_and_draws_is_asked_often_enough_everywhere():
    """By one process; the same seed draws the same."""
    player, again = (answering("random.choice(free[:2])", replace(LIMITS, calls=5), seat="first") for _ in range(2))
    assert again.policy.tolist() == player.policy.tolist()
    met = positions_to_meet(player.policy, 0)
    assert not player.faults
    assert player.calls[met].min() == 5
    cells = np.cumsum(enumerate_states().positions == 0, axis=1)
    assert player.policy[cells > 2].sum() == 0


def test_what_goes_wrong_on_a_board_is_a_blunder_there(clock):
    """Programs that ended, were late or wrote a text are started again."""
    acts = f"lambda: 1, lambda: 1 / 0, lambda: 'none', lambda: exec({clock.hang!r})"
    choice = f"free[0] if board.count('O') != 1 else ({acts})[board.index('O') % 4]()"
    player = answering(choice, Limits(seconds=3), seat="first")
    reasons = ("'1' is no free cell; free are 2, 3, ", "ended with exit code 1: ZeroDivision", "'none' is ", "no move ")
    assert len(player.faults) == 8
    for place, told in player.faults.items():
        assert told.startswith(reasons[board_texts()[place].index("O") % 4])


def test_programs_that_do_not_answer_boards(snapshot):
    cases = {
        "one board": "free[0]); sys.exit(0",
        "two lines": "free[0]); print(free[0]",
        "a text": "'Hello'",
        "counts from 0": "free[0] - 1",
        "no answer": "exec('raise SystemExit(4)')",
    }
    told = [f"{name}: {message(answering, choice)}" for name, choice in cases.items()]
    told.append(message(play_all, program(FIRST_FREE, name="boards:"), board_table("4x4", ROOT), seats=(0,), games=1))
    assert "\n".join(told) == snapshot


def test_programs_that_do_not_play(entered, tmp_path, snapshot):
    """Who may count cells otherwise is asked about it; a file is told by its name, as its command may be long."""
    marks = f"{sys.executable} -S -c 'print(%d, flush=True); input()'"
    cases = {
        "no such program": ("no-such-program", {}),
        "an open quotation": ("'", {}),
        "nothing": ("  ", {}),
        "ends": (f"{sys.executable} -c pass", {}),
        "counts from 0": (marks % 0, {"seat": "first", "count_from": 1}),
        "counts from 1": (marks % 9, {"seat": "first", "count_from": 0}),
        "marks 10": (marks % 10, {"seat": "first", "count_from": 1}),
    }
    told = [f"{name}: {message(enter_program, each, LIMITS, name='x', **rest)}" for name, (each, rest) in cases.items()]
    told.append(message(entered, "free[0] if seat == 'first' and turn == 0 else sys.exit(3)", seat=None))
    (tmp_path / "two.command").write_text("a\nb\n", encoding="utf-8")
    told.append(message(enter_file, tmp_path / "two.command", LIMITS))
    assert "\n".join(told).replace(f"{tmp_path}/", "") == snapshot


def test_a_program_is_not_said_to_count_from_1_as_it_should(entered):
    """It marks its own cell again, of which the cell before is free."""
    player = entered("4 if board[3] == '.' else sys.exit(3)")
    assert player.faults
    assert not player.counts_from_1


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
SUPER_PLAYER = f"""
import sys
sys.path.insert(0, {str(ROOT / "tests")!r})
from reference import super_board as twin
game = twin.Game(sys.argv[2])
while True:
    if game.turn == dict(first="X", second="O")[sys.argv[1]]:
        board, cell = game.options()[-1]
        print(board // 3 * 3 + cell // 3, board % 3 * 3 + cell % 3, flush=True)
    else:
        row, column = map(int, input().split())
        board, cell = row // 3 * 3 + column // 3, row % 3 * 3 + column % 3
    game = game.apply((board, cell))
"""


CONTEST_PLAYER = """
import random, sys
while True:
    input()
    moves = [input() for _ in range(int(input()))]
    print(random.choice(moves), flush=True)
"""
"""Program as contests start it: it knows neither its seat nor the rules."""


def program(text, *arguments, limits=LIMITS, name=""):
    return Program(command=f"{name} " + shlex.join([sys.executable, "-S", "-c", text, *arguments]), limits=limits)


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
    played = play_all(program(FIRST_FREE, "{seat}"), table, seats=(0, 1), games=2)
    assert [game[:2] for game in played] == [(name, seat) for name in table.opponents for seat in (0, 1)] * 2
    choose = move_function(CUBE, WEIGHTS)
    for game in played[2:4] + played[6:]:
        position = HypercubePosition(CUBE)
        moves = []
        while position.winner is None:
            move = position.legal_moves()[0] if position.current_player == game.seat else choose(position)
            moves.append(table.notation.write(move))
            position = position.apply(move)
        assert game == Played("post1999/cube/0", game.seat, position.winner, tuple(moves), None)
    assert played[:4] == play_all(program(FIRST_FREE, "{seat}"), table, seats=(0, 1), games=1)
    assert played[0].moves != played[4].moves
    found = evaluate_games("own", "3x3x3", played, 8)
    assert found["games"] == 8
    assert found["different"] == 6
    assert "the intervals assume independent games, but some are repeated" in games_text(found)


@pytest.fixture
def against_random(monkeypatch, results):
    """The board of nine boards with moves at random as the only opponent."""
    monkeypatch.setattr(board_games, "DEPTHS", ())
    monkeypatch.setattr(board_games, "PLAYOUTS", ())
    return board_table(NINE_BOARD, results)


def test_what_goes_wrong_loses_the_game(against_random, clock):
    for text, reason in (
        ("input(); print('5 5 5', flush=True); input()", "'5 5 5' is no move"),
        ("input()", "ended with exit code 0"),
        ("raise SystemExit(3)", "ended with exit code 3"),
        (f"input(); {clock.hang}", "no move within 3 s"),
    ):
        own = program(f"print('1 1', flush=True); {text}", limits=Limits(seconds=3))
        (played,) = play_all(own, against_random, seats=(0,), games=1)
        assert (played.winner, reason in played.forfeit) == (NOUGHT_WON, True)
        assert [*evaluate_games("own", NINE_BOARD, [played], 1)["forfeits"].values()] == [1]


def test_scores_and_ratings():
    """Wins against one opponent in both seats and draws with another, by counts."""
    played = [Played("weak", seat, (CROSS_WON, NOUGHT_WON)[seat], (), None) for seat in (0, 1) * 5]
    played += [Played("even", seat, DRAWN, (), None) for seat in (0, 1) * 5]
    found = evaluate_games("own", "any", played, len(played))
    weak, even = found["opponents"]
    assert weak == {"opponent": "weak", "won": 10, "drawn": 0, "lost": 0, **score_interval("score", 10, 10)}
    assert even == {"opponent": "even", "won": 0, "drawn": 10, "lost": 0, **score_interval("score", 5, 10)}
    assert found["total"] == {"won": 10, "drawn": 10, "lost": 0, **score_interval("score", 15, 20)}
    ratings = {row["player"]: row["rating"] for row in found["ratings"]}
    assert [*ratings][-1] == "weak"
    assert ratings[PROGRAM] > ratings["weak"] + 200
    assert sum(ratings.values()) == pytest.approx(0, abs=1e-6)


def test_a_program_that_never_moves_in_a_seat_has_no_rating(against_random):
    second = "if sys.argv[1] == 'second': sys.exit(4)\nprint('1 1', flush=True); input()"
    for text, seat, reason in (
        ("print('none', flush=True); input()", "first", "'none' is no move; a move is "),
        ("raise SystemExit(3)", "first", "ended with exit code 3"),
        (second, "second", "ended with exit code 4"),
    ):
        told = message(play_all, program(f"import sys\n{text}", "{seat}"), against_random, seats=(0, 1), games=1)
        assert told.startswith(f"the player has made no legal move as the {seat} player; {reason}")


def test_the_time_for_all_games_is_kept(results, clock):
    """Games that are over count, and how many were planned is told."""
    table = board_table("3x3x3", results)
    own = program(FIRST_FREE, "{seat}", limits=Limits(all_seconds=99))
    whole = play_all(own, table, seats=(0, 1), games=1)

    def late(number):
        text = f"if {{game}} > {number}: {clock.hang}\n{FIRST_FREE}"
        return program(text, "{seat}", limits=Limits(seconds=9, all_seconds=4)), table

    told = "no game was over within 4 s (--all-seconds gives more)"
    assert message(play_all, *late(0), seats=(0, 1), games=1) == told
    for number in (3, 2):
        played = play_all(*late(number), seats=(0, 1), games=1)
        assert played == whole[:number]
        text = games_text(evaluate_games("own", "3x3x3", played, len(whole)))
        assert f"the time was over after {number} of 4 games; --all-seconds gives more" in text


@pytest.mark.needs_jit
@pytest.mark.parametrize("rule", ["open", pytest.param("closed", marks=pytest.mark.slow), "majority"])
def test_super_tic_tac_toe_is_played_against_tree_search(tmp_path, monkeypatch, rule):
    """By row and column, as programming contests do; the program knows the rules from their oracle."""
    monkeypatch.setattr(board_games, "PLAYOUTS", (20,))
    table = board_table("super", tmp_path, rule=rule, notation="row-column", count_from=0)
    assert [*table.opponents] == [RANDOM, "Monte Carlo, 20 playouts"]
    played = play_all(program(SUPER_PLAYER, "{seat}", rule), table, seats=(0, 1), games=1)
    assert [game.forfeit for game in played] == [None] * 4
    assert all(re.fullmatch("[0-8] [0-8]", move) for game in played for move in game.moves)


def test_a_program_of_a_contest_is_told_its_legal_moves(tmp_path, monkeypatch):
    monkeypatch.setattr(board_games, "PLAYOUTS", ())
    table = board_table("super", tmp_path)
    played = play_all(program(CONTEST_PLAYER, name="contest:"), table, seats=(0, 1), games=2)
    assert [game.forfeit for game in played] == [None] * 4
    assert all(re.fullmatch("[1-9] [1-9]", move) for game in played for move in game.moves)
    contest = CONTEST_PLAYER.replace("random.choice(moves)", "moves[0]")
    command = f"contest: {shlex.join([sys.executable, '-S', '-c', contest])}"
    own = enter_program(command, LIMITS, name="own", seat="first")
    assert not own.faults
    assert own.policy[0, 0] == 1


@pytest.mark.parametrize("board", ["4x5", "x", "4xx4", "", "nine", "-3x-3", "9999x9999", "4,4", "4,4,x"])
def test_unknown_boards(tmp_path, board):
    told = message(board_table, board, tmp_path)
    assert re.match(r"--game .*: no board; allowed: 3x3, nine-board, super, n times the same edge", told)
    large = message(board_table, "x".join("4" * 10), tmp_path)
    assert re.fullmatch(r"--game 4x4x4x4x4x4x4x4x4x4: [\d,]+ lines; allowed: up to 100,000", large)
