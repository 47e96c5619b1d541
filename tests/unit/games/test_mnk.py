"""m,n,k-games played at random, move by move, against a scan of the board; 3x3 in full."""

import random

import pytest
from reference import classic as oracles

from tttcore.engines.tabular.reference import in_a_row, played
from tttcore.games.mnk import FAR, MnkPosition, RectanglePosition, cell_of, number_of
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
            winner = (
                {1: CROSS_WON, 2: NOUGHT_WON}[won.pop()] if won else DRAWN if len(state) == columns * rows else None
            )
            assert position.winner == winner
            if winner is not None:
                assert position.legal_moves() == []
                break
            assert position.legal_moves() == [cell for cell in range(columns * rows) if cell not in position.marked]
            assert position.current_player == len(position.marked) % 2
            position = position.apply(rng.choice(position.legal_moves()))


@pytest.mark.parametrize("numbers", [(0, 3, 1), (3, 0, 1), (101, 3, 3), (3, 101, 3), (3, 3, 0), (3, 4, 5)])
def test_sizes_that_are_refused(numbers):
    with pytest.raises(
        ValueError, match=r"^m, n, k: .*; allowed: m and n from 1 to 100, k from 1 to the larger of both$"
    ):
        RectanglePosition(*numbers)


@pytest.mark.parametrize("move", [0, -1, 12])
def test_illegal_moves_on_a_board_of_any_size(move):
    with pytest.raises(ValueError, match=f"^{move} is no legal move$"):
        RectanglePosition(4, 3, 3, (0,)).apply(move)


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


@pytest.mark.parametrize("cell", [(0, 0), (2, 0), (0, -2), (FAR, FAR)])
def test_illegal_moves_are_refused(cell):
    with pytest.raises(ValueError, match=f"^{number_of(cell)} is no legal move$"):
        MnkPosition(1, 3, ((0, 0),)).apply(number_of(cell))


@pytest.mark.parametrize("move", [-1, 10**9])
def test_moves_that_are_on_no_board_are_refused(move):
    with pytest.raises(ValueError, match=f"^{move} is no legal move$"):
        MnkPosition(FAR, 3).apply(move)


def test_a_finished_game_has_no_moves():
    won = MnkPosition(1, 1, ((0, 0),))
    assert won.legal_moves() == []
    with pytest.raises(ValueError, match="no legal move"):
        won.apply(number_of((1, 1)))
