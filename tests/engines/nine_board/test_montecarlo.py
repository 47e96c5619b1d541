"""Monte-Carlo tree search: the oracle's tree with the same draws, playouts against exact chances, obvious moves."""

import math

import numpy as np
import oracles_tree_search as twin
import pytest
from nine_board_positions import late_positions, random_positions
from oracles_proof import winner

from tttcore.engines.nine_board.montecarlo import choose
from tttcore.games.nine_board import NineBoard
from tttcore.games.super_board import SuperBoard
from tttcore.pipeline.rng import below, stream

ROOT = math.sqrt(2)
STARTS = [NineBoard(), NineBoard(rule="draw"), SuperBoard(), SuperBoard(rule="closed")]


def state_of(*name):
    return stream(0, "tests", "montecarlo", *name).bit_generator.random_raw(1)


def played(position, plies, state):
    """A position some random moves later, the last that is open if the game ends before."""
    for _ in range(plies):
        moves = position.moves()
        following = position.after(moves[below(state, len(moves))])
        if following.winner is not None:
            break
        position = following
    return position


def search(position, playouts, *name, exploration=ROOT):
    return choose(position, playouts=playouts, exploration=exploration, state=state_of(*name))


@pytest.mark.parametrize("start", STARTS, ids=repr)
@pytest.mark.parametrize("exploration", [0.0, 0.5, ROOT])
def test_the_tree_is_the_twins(start, exploration, several):
    """Move by move as many visits, with the same draws, from positions all over the game."""
    for number in range(several(12, without_jit=3)):
        state = state_of("twin", number)
        position = played(start, below(state, 60), state)
        draws = state.copy()
        found = choose(position, playouts=120, exploration=exploration, state=state)
        root = twin.grow(position, 120, exploration, lambda choices, draws=draws: below(draws, choices))
        assert {move: visits for move, visits in enumerate(found.visits.tolist()) if visits} == {
            move: child.visits for move, child in root.children.items()
        }
        best = root.children[found.move]
        assert found.value == float(best.points[position.mover] / best.visits)
        assert found.move == min(root.children, key=lambda move: (-root.children[move].visits, move))
        assert state == draws


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_visits_add_up_and_repeat(start):
    found, again, other = (search(start, 500, name) for name in ("one", "one", "other"))
    assert found.visits.shape == (81,)
    assert found.visits.sum() == 500
    assert (found.move, found.value) == (again.move, again.value)
    np.testing.assert_array_equal(found.visits, again.visits)
    assert (found.visits != other.visits).any()


def test_few_playouts_try_as_many_moves():
    found = search(NineBoard(), 40, "few")
    assert sorted(found.visits.tolist()) == [0] * 41 + [1] * 40
    assert found.move == found.visits.argmax()


@pytest.mark.needs_jit
@pytest.mark.parametrize("rule", ["free", "draw"])
def test_playouts_are_uniform(rule):
    """Results of single playouts against the exact chances, on positions where not everything is as likely."""
    position = next(
        late for late in late_positions(500, "playouts", fewest=6, most=8, rules=[rule])
        if late.target == 9 or len(late.moves()) > 2
    )  # fmt: skip
    chance = float(twin.expected(position, position.mover))
    state = state_of("uniform", rule)
    number = 20_000
    values = np.array([choose(position, playouts=1, exploration=1, state=state).value for _ in range(number)])
    assert 0 < chance < 1
    assert values.mean() == pytest.approx(chance, abs=4 * values.std() / math.sqrt(number))


def test_a_win_is_taken():
    """X has two in a row on board 4, where O has sent him."""
    position = NineBoard()
    for move in (4 * 9, 4, 4 * 9 + 1, 9 + 4):
        position = position.after(move)
    assert position.target == 4
    found = search(position, 300, "win")
    assert found.move == 4 * 9 + 2
    assert found.value == 1


@pytest.mark.needs_jit
def test_an_opponent_is_not_sent_where_he_wins(several):
    """With few moves to look at, none is chosen that loses at once if another doesn't."""
    tried = 0
    for position in random_positions(200, "sent", fewest=15, most=40):
        losing = {move for move in position.moves() if loses_at_once(position.after(move))}
        if not losing or losing == set(position.moves()) or wins_at_once(position):
            continue
        assert search(position, 2000, "sent").move not in losing
        tried += 1
    assert tried > 20


def wins_at_once(position):
    return any(position.after(move).winner == position.mover + 1 for move in position.moves())


def loses_at_once(position):
    return position.winner is None and wins_at_once(position)


@pytest.mark.needs_jit
def test_enough_playouts_find_the_best_result():
    """On late positions, both rules, the chosen move keeps the exact result."""
    results = set()
    for position in late_positions(60, "converges", fewest=4, most=12):
        known = {}
        best = winner(position, known)
        found = search(position, 20_000, "converges", exploration=1)
        assert winner(position.after(found.move), known) == best
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
