"""The plain searches against the rules' twin, which shares nothing with them, and by hand."""

from fractions import Fraction

import pytest
from helpers.nine_board_positions import late_positions, random_positions
from reference import nine_board as twin

from tttcore.engines.nine_board.reference import HEURISTICS, WIN, best_result, evaluate, minimax, play_game, search
from tttcore.games.nine_board import NineBoard
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON
from tttcore.pipeline.rng import stream


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_values_are_the_twins(heuristic):
    for position in random_positions(100, "heuristics", heuristic):
        assert Fraction(evaluate(position, heuristic), WIN) == twin.heuristic(twin.read(position), heuristic)
    stages = [(late, 5) for late in late_positions(12, "reference", heuristic, most=5)]
    stages += [(position, 2) for position in random_positions(4, "reference", heuristic, fewest=10)]
    for position, depth in stages:
        for hurry in (0, 1):
            expected = twin.minimax(twin.read(position), heuristic, depth, Fraction(hurry, WIN))
            assert Fraction(minimax(position, heuristic, depth, hurry=hurry), WIN) == expected, position


def test_the_first_of_the_best_moves_is_chosen_whatever_is_cut_off():
    for position in random_positions(25, "first", fewest=8):
        side = 1 - 2 * position.current_player
        values = {move: minimax(position.apply(move), 1, 1) * side for move in position.legal_moves()}
        best = [move for move, value in values.items() if value == max(values.values())]
        for pruning in (True, False):
            found = search(position, heuristic=1, depth=2, pruning=pruning)
            assert (found.move, found.value) == (best[0], side * values[best[0]])
        shuffled = search(position, heuristic=1, depth=2, state=stream(0, "first").bit_generator.random_raw(1))
        assert shuffled.move in best
        assert shuffled.nodes + shuffled.cut <= found.nodes


def test_best_results_are_those_of_looking_to_the_end():
    for position in late_positions(30, "results", most=7):
        value = minimax(position, 0, 81)
        assert {WIN: CROSS_WON, -WIN: NOUGHT_WON, 0: DRAWN}[value] == best_result(position, {})


def test_a_game_is_played_to_its_end():
    moves = play_game(1, lambda step: 1, stream(0, "game").bit_generator.random_raw(1), rule="draw")
    position = NineBoard(rule="draw")
    for move in moves:
        assert position.winner is None
        position = position.apply(move)
    assert position.winner is not None
