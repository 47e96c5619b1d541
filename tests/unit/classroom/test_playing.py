"""Exact games of entered players, compared with plain recursion over boards in exact fractions."""

import numpy as np
import oracles_entered as oracles
import pytest
from helpers.entrants import chances_of, made_up

from tttcore.classroom.entrant import Side, positions_to_meet
from tttcore.classroom.playing import meet, point_gradient, sampling_variance
from tttcore.games.classic import enumerate_states
from tttcore.league.evaluation import best_response_values
from tttcore.pipeline.rng import stream
from tttcore.players.policy import game


@pytest.fixture(scope="module", params=[False, True], ids=["sound", "forfeiting"])
def pair(request):
    rng = stream(1, "entered", "pair", int(request.param))
    return [made_up(name, rng, forfeiting=request.param, cells=2) for name in ("one", "other")]


def test_results_are_those_of_all_games(pair):
    """Eighths and their products are exact in floating point, so that nothing may differ."""
    one, other = pair
    met = meet(one, other)
    exact = oracles.chances(chances_of(one), chances_of(other))
    assert met.ends.tolist() == [float(chance) for chance in exact]
    assert met.values[0] == float(exact[0] + exact[1] / 2)
    assert met.points(0) == round(met.values[0], 12)
    assert met.points(1) == pytest.approx(float(exact[2] + exact[1] / 2), abs=1e-12)
    reached = oracles.reached(chances_of(one), chances_of(other))
    boards = map(tuple, enumerate_states().positions.tolist())
    assert met.reached.tolist() == [float(reached[board]) for board in boards]


@pytest.mark.parametrize("seat", [0, 1])
def test_best_replies(pair, seat):
    value = best_response_values(game(dead=False), pair[0].policy, seat, pair[0].forfeits)[0]
    assert value == float(oracles.best_reply(chances_of(pair[0]), seat))


@pytest.mark.parametrize("seat", [0, 1])
def test_positions_to_meet(pair, seat):
    boards = enumerate_states().positions[positions_to_meet(pair[0].policy, seat)]
    assert {*map(tuple, boards.tolist())} == oracles.met(chances_of(pair[0]), seat)


def test_the_gradient_is_the_slope(pair):
    """A little more of one cell changes the points by as much, since points are linear in the chances of a position."""
    one, other = pair
    met = meet(one, other)
    gradient = point_gradient([met], 0)
    position = int(np.argmax(met.reached * (game(dead=False).seat == 0) * (one.policy > 0).any(axis=1)))
    cell = int(np.argmax(one.policy[position]))
    one.policy[position, cell] += 0.25
    more = meet(one, other).points(0)
    one.policy[position, cell] -= 0.25
    assert more - met.points(0) == pytest.approx(gradient[position, cell] / 4, abs=1e-11)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_sampling_variance_is_that_of_simulated_estimates(seat, several):
    """Players are asked again and again; what the points of their estimates vary by is what the formula says."""
    rng = stream(1, "entered", "sampled", seat)
    calls = 64
    player, opponent = made_up("asked", rng, calls=calls), made_up("opponent", rng)

    def met(own):
        return meet(own, opponent) if seat == 0 else meet(opponent, own)

    expected = sampling_variance(player, point_gradient([met(player)], seat))
    asked = np.flatnonzero(player.calls)
    points = []
    for _ in range(several(400, without_jit=3)):
        policy = np.zeros_like(player.policy)
        policy[asked] = rng.multinomial(calls, player.policy[asked]) / calls
        points.append(met(Side(policy, np.zeros(len(policy)))).points(seat))
    if len(points) > 100:
        assert np.var(points) == pytest.approx(expected, rel=0.25)  # four standard errors of a variance of 400
        assert np.mean(points) == pytest.approx(met(player).points(seat), abs=4 * (expected / len(points)) ** 0.5)


def test_exact_chances_have_no_sampling_variance():
    rng = stream(1, "entered", "exact")
    player, opponent = made_up("exact", rng), made_up("opponent", rng)
    assert not player.is_estimated
    assert sampling_variance(player, point_gradient([meet(player, opponent)], 0)) == 0


def test_cells_that_are_alike_have_no_sampling_variance():
    """Not even by rounding, so that no result looks estimated that isn't."""
    rng = stream(3, "tests", "alike")
    player = made_up("own", rng, calls=20)
    gradient = np.repeat(rng.random((len(player.policy), 1)), player.policy.shape[1], axis=1)
    assert sampling_variance(player, gradient) == 0
