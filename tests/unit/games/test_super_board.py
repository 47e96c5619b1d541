"""Super tic-tac-toe: positions, kernels and perft against the oracle, and the meaning of each rule."""

import random
from dataclasses import replace

import numpy as np
import pytest
from helpers.texts import message
from reference import super_board as twin

from tttcore.games import super_board
from tttcore.games.geometry import symmetries
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON
from tttcore.games.super_board import ANY, RULES, SuperBoard, perft

RESULTS = {None: None, "X": CROSS_WON, "O": NOUGHT_WON, "draw": DRAWN}


def after(moves, rule):
    """The position after (board, cell) moves."""
    position = SuperBoard(rule=rule)
    for board, cell in moves:
        position = position.apply(board * 9 + cell)
    return position


def random_game(rule, seed, *, most=81):
    """A random game of the oracle, to its end or to `most` marks."""
    chance, game = random.Random(f"{rule} {seed}"), twin.Game(rule)
    while game.result is None and len(game.history) < most:
        game = game.apply(chance.choice(game.options()))
    return game


def as_twin(position):
    """Boards, owners and board to mark of a position, as the oracle has them."""
    sign = {(0, 0): " ", (1, 0): "X", (0, 1): "O"}
    boards = [
        [sign[crosses >> cell & 1, noughts >> cell & 1] for cell in range(9)]
        for crosses, noughts in zip(position.crosses, position.noughts, strict=True)
    ]
    owners = [sign[position.won[0] >> board & 1, position.won[1] >> board & 1] for board in range(9)]
    return boards, owners, None if position.target == ANY else position.target


@pytest.mark.parametrize("rule", RULES)
def test_random_games_equal_the_twins(rule):
    results = set()
    for seed in range(60):
        finished = random_game(rule, seed)
        game, position = twin.Game(rule), SuperBoard(rule=rule)
        for ply, (board, cell) in enumerate(finished.history):
            assert position.legal_moves() == [9 * a + b for a, b in game.options()]
            assert (position.ply, position.current_player, position.winner) == (ply, ply % 2, None)
            game, position = game.apply((board, cell)), position.apply(9 * board + cell)
            assert as_twin(position) == (game.boards, game.owners, game.sent)
        assert position.winner == RESULTS[finished.result]
        assert position.legal_moves() == []
        results.add(position.winner)
    assert results == {CROSS_WON, NOUGHT_WON, DRAWN}


@pytest.mark.parametrize("rule", RULES)
def test_kernels_play_as_positions_do(rule):
    code = RULES.index(rule)
    for seed in range(60):
        position = SuperBoard(rule=rule)
        marks, won, target, player = position.arrays()
        for board, cell in random_game(rule, seed).history:
            assert [super_board.super_free(marks, won, each, code) for each in range(9)] == [
                position.free(each) for each in range(9)
            ]
            over = super_board.super_mark(marks, won, player, board, cell)
            position = position.apply(9 * board + cell)
            assert over == any(map(super_board.has_line, position.won))
            if not over:
                target, player = super_board.super_target_after(marks, won, cell, code), 1 - player
                start = position.arrays()
                np.testing.assert_array_equal(marks, start.marks)
                np.testing.assert_array_equal(won, start.won)
                assert (target, player) == (start.target if position.winner is None else -1, start.current_player)


@pytest.mark.parametrize("rule", RULES)
def test_perft_equals_the_twin(rule, several):
    for depth in range(4):
        assert perft(SuperBoard(rule=rule), depth) == twin.perft(twin.Game(rule), depth)
    for seed in range(several(60, without_jit=10)):
        game = random_game(rule, seed, most=30 + seed)
        assert perft(after(game.history, rule), 2) == twin.perft(game, 2)


@pytest.mark.needs_jit
def test_perft_known_from_the_first_position():
    """A board may first be won by a player's third mark, at ply 5, and both rules part at the ply after."""
    open_counts, closed_counts, majority_counts = (
        [perft(SuperBoard(rule=rule), depth) for depth in range(7)] for rule in RULES
    )
    assert closed_counts == majority_counts
    assert open_counts[:6] == closed_counts[:6] == [1, 81, 720, 6336, 55_080, 473_256]
    assert closed_counts[6] == 4_020_960
    assert open_counts[6] == 4_017_888


@pytest.mark.parametrize("rule", RULES)
def test_turned_games_have_turned_counts(rule):
    for image in symmetries(edge=3).tolist():
        for seed in range(5):
            moves = random_game(rule, seed, most=25 + 7 * seed).history
            position, turned = after(moves, rule), after([(image[a], image[b]) for a, b in moves], rule)
            assert turned.winner == position.winner
            assert (
                sorted(9 * image[move // 9] + image[move % 9] for move in position.legal_moves())
                == turned.legal_moves()
            )
            assert perft(turned, 2) == perft(position, 2)


MIDDLE_COLUMN = [(0, 0), (0, 1), (1, 0), (0, 4), (4, 0), (0, 7)]
"""O wins board 0 by its middle column; the next mark in a cell 0 sends it back there."""


def test_a_board_that_is_won_stays_open_or_closes():
    stays, closes, _ = (after([*MIDDLE_COLUMN, (7, 0)], rule) for rule in RULES)
    assert stays.won == closes.won == (0, 1)
    assert (stays.target, closes.target) == (0, ANY)
    assert stays.legal_moves() == [2, 3, 5, 6, 8]
    assert [move for move in closes.legal_moves() if move < 9] == []
    assert len(closes.legal_moves()) == 72 - 3


def test_a_board_keeps_its_first_owner():
    """X completes the left column of a board whose middle one is O's."""
    board = SuperBoard((0b1001, 1, *[0] * 7), (0b10010010, *[0] * 8), won=(0, 1), target=0).apply(6)
    assert board.crosses[0] == 0b1001001
    assert board.won == (0, 1)
    marks, won, *_ = replace(board, crosses=(0b1001, *board.crosses[1:])).arrays()
    assert not super_board.super_mark(marks, won, 0, 0, 6)
    assert won.tolist() == [0, 1]


def test_a_full_board_frees_the_choice_under_all_rules():
    """Board 0 is full without a line."""
    for rule in RULES:
        position = SuperBoard((0b110001101, *[0] * 8), (0b001110010, 0b1, *[0] * 7), target=2, rule=rule)
        assert position.current_player == 0
        sent = position.apply(18)
        assert sent.target == ANY
        assert [move for move in sent.legal_moves() if move < 9] == []


def test_who_owns_more_boards_has_won_by_majority():
    """The same games, but those that are drawn with closed boards."""
    told = set()
    for seed in range(60):
        moves = random_game("closed", seed).history
        closed, majority = after(moves, "closed"), after(moves, "majority")
        more = closed.won[0].bit_count() - closed.won[1].bit_count()
        if closed.winner == DRAWN:
            assert majority.winner == (CROSS_WON if more > 0 else NOUGHT_WON if more < 0 else DRAWN)
            told.add(majority.winner)
        else:
            assert majority.winner == closed.winner
    assert {CROSS_WON, NOUGHT_WON} <= told


def test_what_is_no_move_is_refused():
    """After a mark in the middle of board 0 its own cell is taken, and O is sent to board 4."""
    for move in (0, 4, 18, -1, 81, 1000, "4", None):
        assert message(SuperBoard().apply(4).apply, move) == f"{move!r} is no legal move"
    over = SuperBoard((0b111, 0b111, 0b111, *[0] * 6), (0, 0, 0, 7, 7, *[0] * 4), won=(7, 24), target=5)
    assert over.winner == CROSS_WON
    assert (over.legal_moves(), perft(over, 0), perft(over, 1)) == ([], 1, 0)
    assert message(over.apply, 45) == "45 is no legal move"
