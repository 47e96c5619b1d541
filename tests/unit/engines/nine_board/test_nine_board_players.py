"""Every registered player of nine boards: legal games, reproducible moves, and strength."""

from typing import Annotated, Any

import numpy as np
import pytest
from helpers.nine_board_positions import random_positions
from scipy import stats

from tttcore.engines.nine_board import as_published
from tttcore.engines.nine_board.montecarlo import choose
from tttcore.engines.nine_board.players import FixedDepth, MonteCarloPlayer, RandomPlayer, ScheduledDepth, players
from tttcore.games.nine_board import NineBoard
from tttcore.pipeline.declaration import build
from tttcore.pipeline.rng import next_word, stream

SETTINGS = {
    "alphabeta": {"heuristic": 1, "depth": 2},
    "scheduled": {"heuristic": 2, "until": [3], "depths": [1, 2]},
    "montecarlo": {"playouts": 20},
    "random": {},
}


def state(*name):
    return stream(0, "tests", "contenders", *name).bit_generator.random_raw(1)


@pytest.mark.parametrize("name", players.names())
def test_every_player_plays_a_legal_game(name):
    player = build(Annotated[Any, players], {"name": name, **SETTINGS[name]}, "here")
    words, again = state(name), state(name)
    position = NineBoard()
    while position.winner is None:
        move = player.move(position, words)
        assert move == player.move(position, again), "the same words give the same move"
        assert move in position.legal_moves()
        position = position.apply(move)


def test_random_moves_are_as_likely():
    words, position = state("random"), NineBoard().apply(40)
    moves = [RandomPlayer().move(position, words) for _ in range(900)]
    assert set(moves) == set(position.legal_moves())
    assert stats.chisquare(np.bincount(moves)[position.legal_moves()]).pvalue > 1e-4


@pytest.mark.parametrize("heuristic", [0, 1, 2])
def test_searchers_choose_what_the_document_would(heuristic, several):
    words = state("searchers", heuristic)
    for position in random_positions(several(20, without_jit=3), "searchers", fewest=10):
        expected = as_published.search(position, heuristic=heuristic, depth=3, state=words.copy()).move
        for player in (FixedDepth(heuristic, 3), ScheduledDepth(heuristic, [0], [1, 3])):
            assert player.move(position, words.copy()) == expected
        next_word(words)


def test_playouts_and_exploration_are_those_of_the_tree():
    options, words = {"playouts": 50, "exploration": 0.3}, state("tree")
    for position in random_positions(10, "tree"):
        expected = choose(position, **options, state=words.copy()).move
        assert MonteCarloPlayer(**options).move(position, words) == expected


@pytest.mark.parametrize(
    "make",
    [lambda hurry: FixedDepth(1, 3, hurry), lambda hurry: ScheduledDepth(1, [], [3], hurry)],
    ids=["fixed", "scheduled"],
)
def test_only_who_hurries_always_wins_at_once(make):
    """X wins at once in cell 3 of the last board, and two plies later after cell 6."""
    position = NineBoard((72, 0, 0, 40, 0, 0, 54, 80, 48), (0, 1, 64, 192, 328, 321, 264, 0, 0), target=8)
    words = state("hurry")
    patient, hurried = ({make(hurry).move(position, words) for _ in range(40)} for hurry in (False, True))
    assert (patient, hurried) == ({75, 78}, {75})
