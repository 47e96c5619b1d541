"""Monte-Carlo tree search is the reference's with the same draws; every registered player plays legal games."""

import math
from typing import Annotated, Any

import numpy as np
import pytest
from helpers.nine_board_positions import late_positions, random_positions
from helpers.texts import message
from scipy import stats

from tttcore.engines.nine_board import as_published
from tttcore.engines.nine_board.montecarlo import choose
from tttcore.engines.nine_board.players import FixedDepth, MonteCarloPlayer, RandomPlayer, ScheduledDepth, players
from tttcore.engines.nine_board.reference import best_result, tree_search
from tttcore.games.nine_board import NineBoard
from tttcore.games.super_board import SuperBoard
from tttcore.pipeline.declaration import build
from tttcore.pipeline.rng import next_word, randint, stream

ROOT = math.sqrt(2)
STARTS = [NineBoard(), NineBoard(rule="draw"), SuperBoard(), SuperBoard(rule="closed"), SuperBoard(rule="majority")]


def state_of(*name):
    return stream(0, "tests", "montecarlo", *name).bit_generator.random_raw(1)


def played(position, plies, state):
    """A position some random moves later, the last that is open if the game ends before."""
    for _ in range(plies):
        moves = position.legal_moves()
        following = position.apply(moves[randint(state, len(moves))])
        if following.winner is not None:
            break
        position = following
    return position


@pytest.mark.parametrize("start", STARTS, ids=repr)
@pytest.mark.parametrize("exploration", [0.0, 0.5, ROOT])
def test_the_tree_is_the_references(start, exploration, several):
    """Move by move as many visits, with the same draws, from positions all over the game."""
    for number in range(several(5, without_jit=3)):
        state = state_of("twin", number)
        position = played(start, randint(state, 60), state)
        draws = state.copy()
        found = choose(position, playouts=120, exploration=exploration, state=state)
        root = tree_search(position, 120, exploration, draws)
        visited = {move: visits for move, visits in enumerate(found.visits.tolist()) if visits}
        assert visited == {move: child.visits for move, child in root.children.items()}
        best = root.children[found.move]
        assert found.value == best.points[position.current_player] / best.visits
        assert found.move == min(root.children, key=lambda move: (-root.children[move].visits, move))
        assert state == draws


@pytest.mark.needs_jit
def test_enough_playouts_find_the_best_result():
    """On late positions, both rules, the chosen move keeps the exact result."""
    results = set()
    for position in late_positions(30, "converges", fewest=4, most=12):
        known = {}
        best = best_result(position, known)
        found = choose(position, playouts=20_000, exploration=1, state=state_of("converges"))
        assert best_result(position.apply(found.move), known) == best
        results.add(best)
    assert results == {0, 1, 2}


def test_mistakes(snapshot):
    asked = {"playouts": 10, "exploration": 1.0, "state": state_of("mistakes")}
    changes = [{"playouts": 0}, {"exploration": -0.1}, {"exploration": math.nan}, {"exploration": math.inf}]
    told = [message(choose, NineBoard(), **asked | change) for change in changes]
    told.append(message(choose, NineBoard(crosses=(7,) + (0,) * 8, noughts=(8, 8) + (0,) * 7), **asked))
    assert "\n".join(told) == snapshot


SETTINGS = {
    "alphabeta": {"heuristic": 1, "depth": 2},
    "scheduled": {"heuristic": 2, "until": [3], "depths": [1, 2]},
    "montecarlo": {"playouts": 20},
    "random": {},
}


@pytest.mark.parametrize("name", players.names())
def test_every_player_plays_a_legal_game(name):
    player = build(Annotated[Any, players], {"name": name, **SETTINGS[name]}, "here")
    words, again = state_of(name), state_of(name)
    position = NineBoard()
    while position.winner is None:
        move = player.move(position, words)
        assert move == player.move(position, again), "the same words give the same move"
        assert move in position.legal_moves()
        position = position.apply(move)


def test_random_moves_are_as_likely():
    words, position = state_of("random"), NineBoard().apply(40)
    moves = [RandomPlayer().move(position, words) for _ in range(900)]
    assert set(moves) == set(position.legal_moves())
    assert stats.chisquare(np.bincount(moves)[position.legal_moves()]).pvalue > 1e-4


@pytest.mark.parametrize("heuristic", [0, 1, 2])
def test_searchers_choose_what_the_document_would(heuristic, several):
    words = state_of("searchers", heuristic)
    for position in random_positions(several(10, without_jit=3), "searchers", fewest=10):
        expected = as_published.search(position, heuristic=heuristic, depth=3, state=words.copy()).move
        for player in (FixedDepth(heuristic, 3), ScheduledDepth(heuristic, [0], [1, 3])):
            assert player.move(position, words.copy()) == expected
        next_word(words)


def test_playouts_and_exploration_are_those_of_the_tree():
    options, words = {"playouts": 50, "exploration": 0.3}, state_of("tree")
    for position in random_positions(10, "tree"):
        expected = choose(position, **options, state=words.copy()).move
        assert MonteCarloPlayer(**options).move(position, words) == expected


def test_only_who_hurries_always_wins_at_once():
    """X wins at once in cell 3 of the last board, and two plies later after cell 6."""
    position = NineBoard((72, 0, 0, 40, 0, 0, 54, 80, 48), (0, 1, 64, 192, 328, 321, 264, 0, 0), target=8)
    words = state_of("hurry")
    for hurry, moves in ((False, {75, 78}), (True, {75})):
        for player in (FixedDepth(1, 3, hurry), ScheduledDepth(1, [], [3], hurry)):
            assert {player.move(position, words) for _ in range(40)} == moves
