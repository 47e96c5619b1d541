"""Monte-Carlo tree search: the reference's tree with the same draws, playouts against exact chances, best results."""

import math

import numpy as np
import pytest
from helpers.nine_board_positions import late_positions

from tttcore.engines.nine_board.montecarlo import choose
from tttcore.engines.nine_board.reference import SIGN, best_result, tree_search
from tttcore.games.nine_board import NineBoard
from tttcore.games.super_board import SuperBoard
from tttcore.pipeline.rng import randint, stream

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


def search(position, playouts, *name, exploration=ROOT):
    return choose(position, playouts=playouts, exploration=exploration, state=state_of(*name))


@pytest.mark.parametrize("start", STARTS, ids=repr)
@pytest.mark.parametrize("exploration", [0.0, 0.5, ROOT])
def test_the_tree_is_the_references(start, exploration, several):
    """Move by move as many visits, with the same draws, from positions all over the game."""
    for number in range(several(12, without_jit=3)):
        state = state_of("twin", number)
        position = played(start, randint(state, 60), state)
        draws = state.copy()
        found = choose(position, playouts=120, exploration=exploration, state=state)
        root = tree_search(position, 120, exploration, draws)
        assert {move: visits for move, visits in enumerate(found.visits.tolist()) if visits} == {
            move: child.visits for move, child in root.children.items()
        }
        best = root.children[found.move]
        assert found.value == best.points[position.current_player] / best.visits
        assert found.move == min(root.children, key=lambda move: (-root.children[move].visits, move))
        assert state == draws


@pytest.mark.needs_jit
@pytest.mark.parametrize("rule", ["free", "draw"])
def test_playouts_are_uniform(rule):
    """Results of single playouts against the exact chances, on positions where not everything is as likely."""
    position = next(
        late for late in late_positions(500, "playouts", fewest=6, most=8, rules=[rule])
        if late.target == 9 or len(late.legal_moves()) > 2
    )  # fmt: skip
    chance = expected(position, position.current_player)
    state = state_of("uniform", rule)
    number = 20_000
    values = np.array([choose(position, playouts=1, exploration=1, state=state).value for _ in range(number)])
    assert 0 < chance < 1
    assert values.mean() == pytest.approx(chance, abs=4 * values.std() / math.sqrt(number))


def expected(position, seat):
    """Mean points of a player over all ways to play on with random moves."""
    if position.winner is not None:
        return (1 + (1 - 2 * seat) * SIGN[position.winner]) / 2
    moves = position.legal_moves()
    return sum(expected(position.apply(move), seat) for move in moves) / len(moves)


@pytest.mark.needs_jit
def test_enough_playouts_find_the_best_result():
    """On late positions, both rules, the chosen move keeps the exact result."""
    results = set()
    for position in late_positions(60, "converges", fewest=4, most=12):
        known = {}
        best = best_result(position, known)
        found = search(position, 20_000, "converges", exploration=1)
        assert best_result(position.apply(found.move), known) == best
        results.add(best)
    assert results == {0, 1, 2}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"playouts": 0}, "playouts: 0 is out of range; allowed: 1 or more"),
        ({"exploration": -0.1}, "exploration: -0.1 is out of range; allowed: 0 or more"),
        ({"exploration": math.nan}, "exploration: nan is out of range; allowed: 0 or more"),
        ({"exploration": math.inf}, "exploration: inf is out of range; allowed: 0 or more"),
    ],
)
def test_mistakes(options, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        choose(NineBoard(), **{"playouts": 10, "exploration": 1.0, "state": state_of("mistakes")} | options)


def test_a_finished_game_has_no_move():
    with pytest.raises(ValueError, match=r"^the game is over: there is no move to choose$"):
        search(NineBoard(crosses=(7,) + (0,) * 8, noughts=(8, 8) + (0,) * 7), 10, "over")
