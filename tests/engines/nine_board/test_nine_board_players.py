"""Every registered player of nine boards: legal games, reproducible moves, and strength."""

from typing import Annotated, Any

import numpy as np
import pytest
from nine_board_positions import random_positions
from scipy import stats

from tttcore.engines.nine_board.alphabeta import as_published
from tttcore.engines.nine_board.players import FixedDepth, MonteCarloPlayer, RandomPlayer, ScheduledDepth, players
from tttcore.games.nine_board import NineBoard
from tttcore.pipeline.declaration import build
from tttcore.pipeline.rng import stream

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
        assert move in position.moves()
        position = position.after(move)


def test_random_moves_are_as_likely():
    words, position = state("random"), NineBoard().after(40)
    moves = [RandomPlayer().move(position, words) for _ in range(900)]
    assert set(moves) == set(position.moves())
    assert stats.chisquare(np.bincount(moves)[position.moves()]).pvalue > 1e-4


@pytest.mark.parametrize("player", [FixedDepth(1, 3), ScheduledDepth(1, [0], [1, 3])])
def test_searchers_choose_what_the_document_would(player, several):
    words, position = state("searchers"), NineBoard().after(0)
    for _ in range(several(20, without_jit=3)):
        if position.winner is not None:
            break
        expected = as_published.search(position, heuristic=1, depth=3, state=words.copy()).move
        move = player.move(position, words)
        assert move == expected
        position = position.after(move)


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


@pytest.mark.parametrize("heuristic", [0, 1, 2])
def test_searchers_have_the_heuristic_they_ask_for(heuristic):
    words = state("heuristic", heuristic)
    for position in random_positions(20, "heuristic", fewest=10):
        expected = as_published.search(position, heuristic=heuristic, depth=2, state=words.copy()).move
        assert FixedDepth(heuristic, 2).move(position, words) == expected


def test_more_playouts_play_better():
    """A search of a hundred playouts beats one of a single playout in most games."""
    strong, weak = MonteCarloPlayer(100), MonteCarloPlayer(1)
    points = 0
    for game in range(20):
        words, position, pair = state("playouts", game), NineBoard(), (strong, weak) if game % 2 else (weak, strong)
        while position.winner is None:
            position = position.after(pair[position.mover].move(position, words))
        points += position.winner == (1 if game % 2 else 2)
    assert points >= 15
