"""Boards of any size: moves against replay, and the solver against minimax."""

import random

import pytest
from helpers.texts import message
from reference import classic as oracles
from reference import mnk as twin

from tttcore.engines.tabular.reference import in_a_row, played
from tttcore.games import mnk_solver
from tttcore.games.geometry import symmetries
from tttcore.games.mnk import FAR, MnkPosition, RectanglePosition, cell_of, number_of
from tttcore.games.mnk_solver import Solution, rows_of, solve
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON

BOARDS = [(0, 1), (1, 1), (1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (3, 4)]


def scanned(position):
    """Result of a game, from all its marks."""
    state = played(position.marks)
    for owner, winner in ((1, CROSS_WON), (2, NOUGHT_WON)):
        if any(in_a_row(state, cell, position.k) for cell in state if state[cell] == owner):
            return winner
    return DRAWN if len(state) == (2 * position.limiter + 1) ** 2 else None


@pytest.mark.parametrize(("limiter", "need"), BOARDS)
def test_games_end_as_the_scan_says(limiter, need):
    ends = set()
    for seed in range(60):
        rng, position = random.Random(seed), MnkPosition(limiter, need)
        while (winner := scanned(position)) is None:
            assert position.winner is None
            free = [number_of(cell) for cell in cells(limiter) if cell not in position.marks]
            assert position.legal_moves() == free == sorted(free)
            assert position.current_player == len(position.marks) % 2
            position = position.apply(rng.choice(free))
        assert position.winner == winner
        assert position.legal_moves() == []
        ends.add(winner)
    assert ends >= {CROSS_WON} if need < 3 else {CROSS_WON, NOUGHT_WON}


def cells(limiter):
    return [(x, y) for x in range(-limiter, limiter + 1) for y in range(-limiter, limiter + 1)]


def test_3x3_is_the_classic_game():
    """Every position, with cells numbered 3 (x + 1) + (y + 1)."""
    todo, seen = [(MnkPosition(1, 3), oracles.BLANK)], set()
    winners = {0: None, oracles.X_WINS: CROSS_WON, oracles.O_WINS: NOUGHT_WON, oracles.DRAW: DRAWN}
    while todo:
        position, board = todo.pop()
        if board in seen:
            continue
        seen.add(board)
        assert position.winner == winners[oracles.winner(board)]
        for move in position.legal_moves():
            x, y = cell_of(move)
            todo.append((position.apply(move), oracles.put(board, 3 * (x + 1) + y + 1)))
    assert len(seen) == 5478


@pytest.mark.parametrize(("columns", "rows", "k"), [(1, 1, 1), (4, 2, 3), (3, 5, 3), (4, 4, 4), (7, 1, 2)])
def test_boards_of_any_size_end_as_the_scan_says(columns, rows, k):
    for seed in range(30):
        rng, position = random.Random(seed), RectanglePosition(columns, rows, k)
        while True:
            state = played([(cell % columns, cell // columns) for cell in position.marked])
            won = {owner for cell, owner in state.items() if owner and in_a_row(state, cell, k)}
            full = DRAWN if len(state) == columns * rows else None
            winner = {1: CROSS_WON, 2: NOUGHT_WON}[won.pop()] if won else full
            assert position.winner == winner
            if winner is not None:
                assert position.legal_moves() == []
                break
            assert position.legal_moves() == [cell for cell in range(columns * rows) if cell not in position.marked]
            assert position.current_player == len(position.marked) % 2
            position = position.apply(rng.choice(position.legal_moves()))


@pytest.mark.parametrize("step", [(1, 0), (0, 1), (1, 1), (1, -1)])
@pytest.mark.parametrize("last", range(5))
def test_a_row_can_be_closed_anywhere_and_far_from_the_middle(step, last):
    row = [(FAR - 9 + number * step[0], -number * step[1]) for number in range(5)]
    row.append(row.pop(last))
    position = MnkPosition(FAR, 5)
    for cell in row[:-1]:
        position = position.apply(number_of(cell)).apply(number_of((-cell[0], cell[1])))
        assert position.winner is None
    assert position.apply(number_of(row[-1])).winner == CROSS_WON
    assert position.apply(number_of((0, FAR))).winner is None


def test_a_gap_and_the_others_mark_end_a_row():
    marks = ((0, 0), (2, 0), (1, 0), (5, 5), (3, 0), (5, 6), (-2, 0))
    assert MnkPosition(FAR, 3, marks).winner is None
    assert MnkPosition(FAR, 3, (*marks, (5, 7))).winner == NOUGHT_WON


def test_numbers_of_cells():
    assert [cell_of(number_of(cell)) for cell in cells(3)] == cells(3)
    assert cell_of(number_of((FAR, -FAR))) == (FAR, -FAR)


def test_mistakes(snapshot):
    """A finished game has no moves."""
    won = MnkPosition(1, 1, ((0, 0),))
    assert won.legal_moves() == []
    told = [message(won.apply, number_of((1, 1)))]
    told += [message(MnkPosition(FAR, 3).apply, move) for move in (-1, 10**9)]
    told += [message(RectanglePosition(4, 3, 3, (0,)).apply, move) for move in (0, -1, 12)]
    marked = MnkPosition(1, 3, ((0, 0),))
    told += [message(marked.apply, number_of(cell)) for cell in ((0, 0), (2, 0), (0, -2), (FAR, FAR))]
    sizes = [(0, 3, 1), (3, 0, 1), (101, 3, 3), (3, 101, 3), (3, 3, 0), (3, 4, 5)]
    told += [message(RectanglePosition, *size) for size in sizes]
    told += [message(solve, *size) for size in ((0, 1), (9, 3), (3, 0), (3, 4))]
    told += [message(solve, 3, 3, marks) for marks in ([0, 0], [9], [0, 3, 1, 4, 2])]
    assert "\n".join(told) == snapshot


SOLVED = [(2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 3), (5, 4), (5, 5)]
KNOWN = {(1, 1): 1, (2, 2): 1, (3, 3): 0, **{(size, 3): 1 for size in (4, 5, 6, 7)}, (4, 4): 0, (5, 4): 0, (6, 4): 1}
KNOWN |= {(5, 5): 0, (6, 5): 0, (7, 6): 0, (8, 7): 0}
"""Uiterwijk and van den Herik (2000), The advantage of the initiative, and what is seen without looking."""


@pytest.fixture
def small_table(monkeypatch):
    """Sixteen entries, so that most is forgotten."""
    monkeypatch.setattr(mnk_solver, "TABLE_BITS", 4)


def positions(number, size, need, *, fewest, name=""):
    """Random open positions with at least `fewest` marks."""
    chance, lines, found = random.Random(f"{size} {need} {name}"), twin.rows(size, need), []
    while len(found) < number:
        marks = chance.sample(range(size**2), chance.randrange(fewest, size**2))
        if not any(line <= set(marks[player::2]) for line in lines for player in range(2)):
            found.append(marks)
    return found


@pytest.mark.parametrize("size", range(1, 8))
def test_rows(size):
    for need in range(1, size + 1):
        rows = rows_of(size, need).tolist()
        assert {frozenset(row) for row in rows} == twin.rows(size, need)
        longer = size - need + 1
        assert len(rows) == (size**2 if need == 1 else 2 * longer * (size + longer))


@pytest.mark.needs_jit
@pytest.mark.parametrize(("board", "value"), KNOWN.items())
def test_known_boards(board, value):
    assert solve(*board).value == value


@pytest.mark.parametrize(("size", "need"), SOLVED)
def test_positions_are_worth_what_minimax_says(size, need, several, small_table):
    """Positions with up to nine free cells, many of each value where somebody can win."""
    lines, values = twin.rows(size, need), []
    for marks in positions(several(40, without_jit=8), size, need, fewest=max(0, size**2 - 9)):
        values.append(solve(size, need, marks).value)
        assert values[-1] == twin.value(size, lines, marks, {})
    assert len(set(values)) > 1 or need == size > 3 or size == 2


@pytest.mark.needs_jit
def test_every_position_of_3x3(small_table):
    lines, known = twin.rows(3, 3), {}
    twin.value(3, lines, [], known)
    for first, second in known:
        if not any(line <= marks for line in lines for marks in (first, second)):
            marks = [0] * (len(first) + len(second))
            marks[::2], marks[1::2] = first, second
            assert solve(3, 3, marks).value == known[first, second]


@pytest.mark.needs_jit
@pytest.mark.parametrize(("size", "need", "fewest"), [(4, 3, 2), (5, 4, 6), (6, 4, 12), (6, 5, 8)])
def test_a_position_is_worth_its_best_move(size, need, fewest):
    """Deep positions: each move's value is found by a search of its own, with another table and other questions."""
    lines = twin.rows(size, need)
    for marks in positions(12, size, need, fewest=fewest, name="deep"):
        player, after = len(marks) % 2, []
        for cell in set(range(size**2)) - set(marks):
            own = {*marks[player::2], cell}
            ended = any(line <= own for line in lines)
            after.append(1 - 2 * player if ended else solve(size, need, [*marks, cell]).value)
        assert solve(size, need, marks).value == (min if player else max)(after)


@pytest.mark.needs_jit
def test_images_of_a_position_are_worth_the_same(small_table):
    for marks in positions(20, 5, 4, fewest=8, name="images"):
        values = {solve(5, 4, [int(image[cell]) for cell in marks]).value for image in symmetries(edge=5)}
        assert len(values) == 1


@pytest.mark.needs_jit
def test_a_table_changes_nothing_but_the_work(monkeypatch):
    roomy = solve(5, 4)
    monkeypatch.setattr(mnk_solver, "TABLE_BITS", 10)
    crowded = solve(5, 4)
    assert roomy.value == crowded.value
    assert roomy.positions < crowded.positions
    assert solve(5, 4) == crowded


def test_what_is_seen_at_once():
    """One position for each question: rows of n on n by n, n above 3, weigh too little for anyone."""
    assert solve(4, 4) == solve(6, 6) == solve(8, 8) == Solution(0, 2)
    assert solve(3, 3, [0, 3, 1, 4]) == Solution(1, 1)
    assert solve(3, 3, [0, 3, 1, 4, 8]) == Solution(-1, 2)
