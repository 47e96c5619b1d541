"""Rules of nine boards against an oracle without bits: whole games, perft, symmetries, full boards, draws."""

import numpy as np
import pytest
from helpers.nine_board_positions import image, late_positions, random_positions
from reference import nine_board as twin

from tttcore.games.nine_board import ANY, COMPLETING, LINES, RULES, NineBoard, perft
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON
from tttcore.pipeline.rng import stream

ENDS = {"X": CROSS_WON, "O": NOUGHT_WON, twin.DRAW: DRAWN, None: None}


def agree(position, game):
    """Assert that position and oracle agree."""
    assert position.winner == ENDS[game.winner()]
    assert [divmod(move, 9) for move in position.legal_moves()] == game.legal_moves()
    assert "XO"[position.current_player] == game.sign
    assert position.ply == len(game.marks)


@pytest.mark.parametrize("rule", RULES)
def test_whole_games_are_those_of_the_twin(rule, several):
    rng = stream(0, "tests", "whole games", rule)
    ends = set()
    for _ in range(several(60, without_jit=20)):
        position, game = NineBoard(rule=rule), twin.Game(rule=rule)
        while position.legal_moves():
            agree(position, game)
            move = int(rng.choice(position.legal_moves()))
            position, game = position.apply(move), game.apply(divmod(move, 9))
        agree(position, game)
        ends.add(position.winner)
    assert {CROSS_WON, NOUGHT_WON} <= ends


def test_positions_with_full_boards_are_those_of_the_twin():
    winners = set()
    for position in late_positions(60, "rules"):
        agree(position, twin.read(position))
        for move in position.legal_moves():
            after = position.apply(move)
            agree(after, twin.read(position).apply(divmod(move, 9)))
            winners.add(after.winner)
    assert winners == {None, DRAWN, CROSS_WON, NOUGHT_WON}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("depth", range(4))
def test_ways_to_play_on_from_the_start(rule, depth):
    assert perft(NineBoard(rule=rule), depth) == twin.count(twin.Game(rule=rule), depth)


def test_ways_to_play_two_plies_by_a_formula():
    """The board that the first mark names is as good as new, unless it is its own."""
    assert perft(NineBoard(), 2) == 9 * 8 * 9 + 9 * 8


def test_ways_to_play_on_from_anywhere(several):
    for position in random_positions(several(60, without_jit=20), "perft", fewest=3):
        for depth in range(1, 4):
            assert perft(position, depth) == twin.count(twin.read(position), depth), position


def test_ways_to_play_on_to_the_end():
    for position in late_positions(40, "ends", most=7):
        for depth in range(81 - position.ply + 2):
            assert perft(position, depth) == twin.count(twin.read(position), depth), position


def test_finished_games_have_no_way_to_go_on():
    won = NineBoard(crosses=(7,) + (0,) * 8, noughts=(0, 3, 0, 0, 1, 0, 0, 0, 0), target=2)
    assert [perft(won, depth) for depth in range(3)] == [1, 0, 0]


def test_symmetries_leave_the_ways_to_play_on(several):
    assert len({tuple(symmetry) for symmetry in twin.SYMMETRIES}) == 8
    for position in random_positions(several(30, without_jit=6), "symmetries"):
        for symmetry in twin.SYMMETRIES:
            assert perft(image(position, symmetry), 3) == perft(position, 3)


@pytest.mark.parametrize(("rule", "target", "winner", "moves"), [("free", ANY, None, 72), ("draw", 0, DRAWN, 0)])
def test_rules_differ_once_a_full_board_is_named(rule, target, winner, moves):
    position = NineBoard((0b010110000,) + (0,) * 8, (0b101001110,) + (0,) * 8, target=0, rule=rule)
    after = position.apply(0)
    assert (after.target, after.winner, len(after.legal_moves())) == (target, winner, moves)


@pytest.mark.parametrize("move", [-1, 0, 9, 80, 81, 4.5, None, "40"])
def test_illegal_moves_are_refused(move):
    position = NineBoard().apply(4).apply(40)
    with pytest.raises(ValueError, match="is no legal move"):
        position.apply(move)


def test_completing_cells_against_every_line():
    assert sorted(LINES) == sorted(sum(1 << cell for cell in line) for line in twin.LINES)
    for marks in range(512):
        cells = {cell for cell in range(9) if marks >> cell & 1}
        completing = {
            cell
            for cell in set(range(9)) - cells
            if any(cell in line and set(line) <= cells | {cell} for line in twin.LINES)
        }
        assert {cell for cell in range(9) if COMPLETING[marks] >> cell & 1} == completing


def test_what_kernels_get():
    position = NineBoard().apply(40).apply(37)
    marks, target, player = position.arrays()
    assert marks.dtype == np.int64
    assert marks.tolist() == [[0, 0, 0, 0, 16, 0, 0, 0, 0], [0, 0, 0, 0, 2, 0, 0, 0, 0]]
    assert (target, player) == (1, 0)
