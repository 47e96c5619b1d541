"""Matches between real processes, games against a person or a program, and openings."""

import random
import shlex
import sys
from collections import Counter

import psutil
import pytest
from helpers.texts import message
from reference import classic as oracles

from tttcore.classroom.dialogue import HumanPlayer, ProgramPlayer, play, read_move
from tttcore.classroom.openings import play_opening, random_openings
from tttcore.classroom.referee import Referee, arguments, different, seed_of, totals
from tttcore.games.classic import ClassicPosition
from tttcore.games.hypercube import Hypercube, HypercubePosition
from tttcore.games.nine_board import NineBoard
from tttcore.games.notation import CellNotation
from tttcore.games.notation_boards import NineBoardNotation
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON
from tttcore.games.super_board import SuperBoard

LOWEST = """
import sys
free = list(range(1, 10))
turn = sys.argv[1] == "first"
while free:
    if turn:
        print(free.pop(0), flush=True)
    else:
        free.remove(int(input()))
    turn = not turn
"""
LOGGING = """
import sys
with open(sys.argv[1], "a") as log:
    for own in sys.argv[2:]:
        print(own, flush=True)
        print(sys.stdin.readline().strip(), file=log, flush=True)
"""


def python(program, *arguments):
    return shlex.join([sys.executable, "-S", "-c", program, *map(str, arguments)])


LOWEST_FREE = python(LOWEST, "{seat}")
ONE_SEAT = LOWEST.replace("import sys", "import sys\nif sys.argv[1] == 'first': sys.exit('not learnt')")
LICENSED = LOWEST.replace("import sys", "import sys\nif {game} == 3: sys.exit('no licence left')")
LATE = "print(1, flush=True); input()"
"""Program that has moved before something goes wrong."""
GOES = "print(input() and 5); input()"
"""Program that marks 5 and waits."""


def match(*commands, games=1, **rules):
    settings = {"start": ClassicPosition(), "notation": CellNotation(), "seconds": 120.0} | rules
    return list(Referee(**settings).match(commands, games))


@pytest.fixture(autouse=True)
def _none_left():
    yield
    assert psutil.Process().children(recursive=True) == []


def test_matches(snapshot, monkeypatch):
    """Who begins in turn; illegal moves and ends in mid-game lose; who never moves in a seat has not played."""
    draws = "for cell in (1, 3, 4, 8, 9): print(cell, flush=True); input()"
    cases = {
        "lowest free cells": (LOWEST_FREE, LOWEST_FREE, 3),
        "a draw": (python(draws), python("for cell in (2, 5, 6, 7): input(); print(cell, flush=True)"), 1),
        "resigns": (LOWEST_FREE, python("print('resign'); input()"), 2),
        "marks a taken cell": (LOWEST_FREE, python("print('1'); input()"), 1),
        "an empty line": (LOWEST_FREE, python("print(''); input()"), 2),
        "ends": (python(LATE), python(GOES), 1),
        "ends with a code": (python(f"{LATE}; raise SystemExit(3)"), python(GOES), 1),
        "ends with an error": (python(f"{LATE}; raise ValueError('no ideas')"), python(GOES), 1),
        "the first never moves": (python("raise SystemExit(2)"), LOWEST_FREE, 1),
        "the second never moves": (LOWEST_FREE, python("raise SystemExit(2)"), 1),
        "the first closes its output": (python("import os; os.close(1); input(); input()"), LOWEST_FREE, 1),
        "the second closes its output": (LOWEST_FREE, python("import os; os.close(1); input(); input()"), 1),
        "a seat that is never asked for": (LOWEST_FREE, python(ONE_SEAT, "{seat}"), 1),
        "a seat that is not learnt": (LOWEST_FREE, python(ONE_SEAT, "{seat}"), 2),
        "who has played in its seat before loses": (python(LICENSED, "{seat}"), LOWEST_FREE, 3),
        "seat, sign, game and seed": (*[python("print('{seat} {sign} {game} {seed}')")] * 2, 2),
        "a round robin": (LOWEST_FREE, python("print('resign'); input()"), LOWEST_FREE, 2),
    }
    told, played = [], []

    def play(programs, games):
        played[:] = match(*programs, games=games)

    for name, (*programs, games) in cases.items():
        played.clear()
        monkeypatch.setattr("tttcore.processes.process.GRACE", 0.1 if "closes" in name else 300.0)
        told.append(f"{name}: {message(play, programs, games)}")
        for each in played:
            game = f"  game {each.game}: {each.first} before {each.second}, {each.winner} wins: {' '.join(each.moves)}"
            told.append(f"{game} {each.forfeit or ''}".rstrip())
        sums = [" ".join(map(str, totals(played, program).values())) for program in range(1, 1 + len(programs))]
        told += [f"  won, drawn, lost: {', '.join(sums)}; {different(played)} different"] * bool(played)
    assert "\n".join(told) == snapshot
    assert totals(played, 1, 3) == {"won": 1, "drawn": 0, "lost": 1}
    endless = Referee(start=ClassicPosition(), notation=CellNotation(), seconds=120.0).match((LOWEST_FREE,) * 2, 10**15)
    assert next(endless) == match(LOWEST_FREE, LOWEST_FREE)[0]
    endless.close()


def test_the_last_move_is_passed_on_and_illegal_ones_are_not(tmp_path):
    """So that the loser knows, too."""
    match(LOWEST_FREE, python(LOGGING, tmp_path / "log", 4, 5, 9))
    assert (tmp_path / "log").read_text() == "1\n2\n3\n"
    match(python(LOGGING, tmp_path / "other", 5, 6, 7), python("print(1, flush=True); input(); print('5')"))
    assert (tmp_path / "other").read_text().split() == ["1"]


def test_seeds_differ_by_match_game_and_program_and_repeat():
    seeds = {seed_of(seed, game, program) for seed in (0, 1) for game in range(1, 11) for program in (1, 2)}
    assert len(seeds) == 40
    assert seed_of(5, 3, 2) == seed_of(5, 3, 2)
    assert max(seeds) < 10**9


def test_first_moves_may_take_longer(monkeypatch, clock):
    """By the time to start, once for each program."""
    monkeypatch.setattr("tttcore.processes.process.GRACE", 0.1)
    ahead = python("print(1, 2, 3, sep='\\n', flush=True); input(); input()")
    slow = python(f"input(); print(4, flush=True); {clock.hang}")
    (late,) = match(ahead, slow, seconds=3, start_seconds=20)
    assert (late.moves, late.forfeit) == (("1", "4", "2"), "no move within 3 s")
    assert 3 <= clock.now <= 4, "one look may come while its first move is on the way"
    (never,) = match(ahead, python(clock.hang), seconds=3, start_seconds=20)
    assert never.forfeit.startswith("no move within 23 s")


def test_a_program_of_a_contest_against_one_that_answers_boards(tmp_path):
    """What each reads before its moves, and at the end."""
    ahead = "import sys; print(*sys.argv[2:], sep='\\n', flush=True); open(sys.argv[1], 'w').write(sys.stdin.read())"
    contest, boards = (tmp_path / name for name in ("contest", "boards"))
    own, other = python(ahead, contest, "0 0", "0 1", "0 2"), python(ahead, boards, 4, 5)
    (played,) = match(f"contest: {own}", f"boards: {other}")
    assert (played.winner, played.moves, played.forfeit) == (1, ("1", "4", "2", "5", "3"), None)
    assert boards.read_text() == "X........ O\nXX.O..... O\nXXXOO.... O\n"
    read = contest.read_text().splitlines()
    assert "|".join(read[:3] + read[11:14] + read[20:]) == "-1 -1|9|0 0|1 0|7|0 1|1 1|5|0 2|1 2|2 0|2 1|2 2"
    told = message(match, "contest: x", "y", start=HypercubePosition(Hypercube(4, 2)))
    assert told == "contest: before a command is for 3x3, nine-board and super"


def test_boards_that_are_forbidden():
    (played,) = match(python("print('5 1')"), python("print('3 3')"), start=NineBoard(), notation=NineBoardNotation())
    assert played.forfeit == "'3 3': board 3 may not be marked now; allowed: 1"


@pytest.mark.parametrize(("command", "words"), [
    ("play --seat {seat} --seed {game}", ["play", "--seat", "first", "--seed", "7"]),
    ("{sign}{seed} '{seed} {other}'", ["X99", "99 {other}"]),
    ("'my program' \"{'a': 1}\"", ["my program", "{'a': 1}"]),
    ("a {opening} b", ["a", "3,5 5,1", "b"]),
])  # fmt: skip
def test_commands_are_split_as_a_shell_does(command, words):
    assert arguments(command, "first", 7, 99, "3,5 5,1") == words
    assert arguments("a {opening}", "first", 7, 99) == ["a", ""]


@pytest.mark.parametrize(("command", "told"), [
    ("", "command '' is empty"),
    ("'", 'command "\'": No closing quotation'),
    ("no-such-program -x", "'no-such-program' can't be started: No such file or directory"),
])  # fmt: skip
def test_invalid_commands(command, told):
    assert message(match, command, LOWEST_FREE) == message(match, LOWEST_FREE, command) == told


X, O = 0, 1  # noqa: E741
ENDS = {CROSS_WON: "X wins.", NOUGHT_WON: "O wins.", DRAWN: "A draw."}


def lowest(position):
    return position.legal_moves()[0]


def game(seat, typed, computer=lowest, start=ClassicPosition(), notation=CellNotation(count_from=0)):  # noqa: B008
    """How it ends, what a person who types this is told, and what it is asked."""
    answers, told, asked = iter(typed), [], []
    person = HumanPlayer(notation, ask=lambda prompt: asked.append(prompt) or next(answers), tell=told.append)
    return play(start, computer, seat, person), told, asked


def test_games_of_a_person(snapshot):
    """Who wins as second player, loses as first, is asked again after illegal moves, and stops."""
    by_free_cells = {9: 0, 7: 1, 5: 8}
    games = [
        game(X, ["3", "4", "5"], computer=lambda position: by_free_cells[len(position.legal_moves())]),
        game(O, ["8", "7", "5"]),
        game(O, ["nine", "9", "-1", "", "4", "4", "0", "8", "q"]),
        game(X, ["Q"]),
        game(X, [" quit\n"]),
    ]
    texts = ["\n".join([*told, f"asked: {asked}", f"ended: {ENDS.get(ended)}"]) for ended, told, asked in games]
    assert "\n----\n".join(texts) == snapshot


@pytest.mark.parametrize("seat", [X, O])
def test_games_end_as_in_the_twin(seat):
    """Moves of both sides, replayed by the oracle."""
    for seed in range(100):
        rng, board = random.Random(seed), oracles.BLANK
        typed = (str(rng.randrange(9)) for _ in range(1000))
        moves = []

        def drawn(position, rng=rng, moves=moves):
            moves.append((position.board, rng.choice(oracles.free_cells(position.board))))
            return moves[-1][1]

        ended, told, _ = game(seat, typed, computer=drawn)
        signs = "".join(told[-2].replace("---+---+---", "").split()).replace("|", "")
        board = tuple({"X": oracles.X, "O": oracles.O}.get(sign, 0) for sign in signs)
        assert oracles.winner(board) == {DRAWN: oracles.DRAW}.get(ended, ended)
        assert told[-1] == ENDS[ended]
        assert all(oracles.winner(before) == 0 and not before[cell] for before, cell in moves)
        assert [line for line in told if "marks" in line] == [f"{'XO'[seat]} marks {cell}." for _, cell in moves]


@pytest.mark.parametrize("start", [NineBoard(), NineBoard(rule="draw"), SuperBoard(), SuperBoard(rule="closed")])
def test_games_on_nine_boards(start):
    """A person who types numbers at random gets to an end, past every kind of refusal."""
    rng = random.Random(5)
    typed = (f"{rng.randrange(11)} {rng.randrange(11)}" for _ in range(100_000))
    ended, told, asked = game(X, typed, start=start, notation=NineBoardNotation())
    assert told[-1] == ENDS[ended]
    assert set(asked) == {"O, your board and cell"}
    for reason in ("is no move", "may not be marked now", "is taken"):
        assert any(reason in line and "\n" not in line for line in told)


def protocol_game(start, notation, lines, seat):
    heard, said, told = iter(lines), [], []
    program = ProgramPlayer(notation, hear=lambda: next(heard), say=said.append, tell=told.append)
    return play(start, lowest, seat, program), said, told


def test_only_moves_are_written():
    """Illegal ones are reported and asked for again; the other program may stop."""
    classic = (ClassicPosition(), CellNotation())
    assert protocol_game(*classic, ["4\n", "5\n", "8\n"], seat=0) == (CROSS_WON, ["1", "2", "3"], ["X wins."])
    assert protocol_game(*classic, ["4\n", "x\n", "1\n", "5\n"], seat=0) == (CROSS_WON, ["1", "2", "3"], [
        "'x' is no free cell; free are 3, 5, 6, 7, 8, 9 (q stops)",
        "'1' is no free cell; free are 3, 5, 6, 7, 8, 9 (q stops)",
        "X wins.",
    ])  # fmt: skip
    assert protocol_game(NineBoard(), NineBoardNotation(), ["1 1\n", "q\n"], seat=1) == (None, ["1 2"], [])


@pytest.mark.parametrize("line", ["5", "5\n", "Your move: 5", "Round 2, your move?5", "> 5 ", "1-9: 5", "X [0-8]> 5"])
def test_a_prompt_before_a_move_is_left_out(line):
    assert read_move(CellNotation(), line, ClassicPosition()) == 4
    assert read_move(NineBoardNotation(), line.replace("5", "5, 1"), NineBoard()) == 36


@pytest.mark.parametrize(
    "line",
    ["(1-9)5", "Move: 5 (1-9)", "B5", "0.5", "5.", "5 it is", "5 or 6", "5:", "resign", "", "Your move: 1"],
)
def test_other_lines_are_no_moves(line):
    """Told whole."""
    told = message(read_move, CellNotation(), line, ClassicPosition((1, *[0] * 8)))
    assert told == f"{line!r} is no free cell; free are 2, 3, 4, 5, 6, 7, 8, 9"


@pytest.mark.parametrize("line", ["Move 5", "Computer plays 2"])
def test_a_move_behind_words_is_told_from_no_move(line):
    told = message(read_move, CellNotation(), line, ClassicPosition((1, *[0] * 8)))
    assert told == f"{line!r} has more than a move; allowed: the move alone, or behind a colon"


@pytest.mark.parametrize(
    ("start", "notation", "plies"), [(ClassicPosition(), CellNotation(), 7), (NineBoard(), NineBoardNotation(), 30)]
)
def test_random_openings_leave_the_game_open(start, notation, plies):
    drawn = random_openings(start, notation, plies, 1)
    for number in range(20):
        position, moves = play_opening(start, notation, drawn(number))
        assert len(moves) == plies
        assert position.winner is None
        assert drawn(number).replace(",", " ") == " ".join(moves)
    again, other = random_openings(start, notation, plies, 1), random_openings(start, notation, plies, 2)
    assert [again(number) for number in range(9)] == [drawn(number) for number in range(9)]
    assert [other(number) for number in range(9)] != [drawn(number) for number in range(9)]
    assert play_opening(start, notation, "") == (start, ())


def test_first_plies_are_uniform():
    drawn = random_openings(ClassicPosition(), CellNotation(), 1, 0)
    counts = Counter(drawn(number) for number in range(9000))
    assert set(counts) == set("123456789")
    assert max(abs(count - 1000) for count in counts.values()) < 5 * 1000**0.5
