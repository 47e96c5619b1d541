"""Table of best moves against plain recursion over boards, and moves drawn from it in a kernel."""

import numpy as np
import oracles
import pytest
from scipy import stats

from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rng import next_word
from tttcore.studies.osipa2017.best_moves import (
    CODES,
    POWERS,
    best_cells,
    best_cells_table,
    perfect_move,
    position_code,
)


@kernel
def draw(table, code, state, moves):
    for i in range(moves.size):
        moves[i] = perfect_move(table, code, state)


@kernel
def take_words(state, count):
    for _ in range(count):
        next_word(state)


@pytest.fixture(scope="module")
def table(tables):
    return best_cells_table(tables)


def drawn(table, board, number):
    state, moves = np.array([3], np.uint64), np.empty(number, np.int64)
    draw(table, position_code(board), state, moves)
    return moves, state


def test_codes_are_digits_to_base_three():
    assert position_code((0, 0, 0, 0, 0, 0, 0, 0, 0)) == 0
    assert position_code((1, 2, 0, 0, 0, 0, 0, 0, 1)) == int("100000021", 3)
    assert position_code((2,) * 9) == CODES - 1
    assert position_code((1, 2, 0, 0, 0, 0, 0, 0, 1)) + 2 * POWERS[4] == position_code((1, 2, 0, 0, 2, 0, 0, 0, 1))


def test_every_position_has_its_best_cells(tables, table):
    boards = list(map(tuple, tables.positions.tolist()))
    for board in boards:
        value = oracles.best_result(board)
        assert best_cells(table, board) == [
            cell for cell in oracles.free_cells(board)
            if not oracles.winner(board) and oracles.best_result(oracles.put(board, cell)) == value
        ]  # fmt: skip
    others = np.ones(CODES, bool)
    others[[position_code(board) for board in boards]] = False
    assert others.sum() == CODES - len(boards)
    assert (table[others, 0] == 0).all()
    assert (table[others, 1:] == 9).all()


def test_cells_are_drawn_alike(table):
    for board in (oracles.BLANK, (0, 0, 0, 0, 1, 0, 0, 0, 0)):
        best = best_cells(table, board)
        counts = np.bincount(drawn(table, board, 3000)[0], minlength=9)
        assert counts[best].sum() == 3000
        assert stats.chisquare(counts[best]).pvalue > 1e-3


def test_a_move_takes_one_word(table):
    for board in (oracles.BLANK, (1, 0, 0, 0, 0, 0, 0, 0, 0)):
        moved, counted = drawn(table, board, 10)[1], np.array([3], np.uint64)
        take_words(counted, 10)
        assert moved == counted


def test_there_is_no_move_where_the_game_is_over(table):
    assert drawn(table, (1, 1, 1, 2, 2, 0, 0, 0, 0), 3)[0].tolist() == [9, 9, 9]
