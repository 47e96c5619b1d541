"""Exact games of entered players of 3x3, who may forfeit: results, values of positions, sampling error.

Points are those of a side: 1 for a win, 1/2 for a draw, 0 for a loss.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tttcore.classroom.entrant import Entrant, Side
from tttcore.games.classic import CELLS
from tttcore.games.position import OPEN
from tttcore.pipeline.jit import kernel
from tttcore.players.exact_results import PLACES, propagate
from tttcore.players.policy import Policy, game
from tttcore.stats.round_robin import DIGITS

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Meeting:
    """All games that two players can play.

    Attributes
    ----------
    ends : (3,) chance that the first player wins, draws and loses.
    reached : (5478,) chance that a game comes to a position.
    values : (5478,) expected points of the first player from there.
    low, high : its expected points if it loses, and if it wins, where nothing is known of a player's moves.
    """

    ends: Floats
    reached: Floats
    values: Floats
    low: float
    high: float

    def points(self, seat: int) -> float:
        """Expected points of the player in a seat, to `DIGITS` decimals, as in the league."""
        return _seen_from(seat, float(self.values[0]))

    def bounds(self, seat: int) -> tuple[float, float]:
        """Least and greatest expected points of the player in a seat: both are its points if all moves are known."""
        low, high = sorted([_seen_from(seat, self.low), _seen_from(seat, self.high)])
        return low, high


def _seen_from(seat: int, points: float) -> float:
    """Points of the first player, or those that are left for the second, to `DIGITS` decimals."""
    first = round(points, DIGITS)
    return first if seat == 0 else round(1 - first, DIGITS)


def sound(policy: Policy) -> Side:
    """A player that never forfeits, as a side."""
    return Side(policy, np.zeros(len(policy)))


def baseline(name: str) -> Side:
    """A baseline of `players.policy` as a side."""
    return sound(game(dead=False).opponents[name])


def meet(first: Side, second: Side) -> Meeting:
    """Play all games of two players; each takes microseconds."""
    played = game(dead=False)
    forfeits = np.where(played.seat == 0, first.forfeits, second.forfeits)
    reached, ends = propagate(played, first.policy, second.policy, forfeits)
    unknown = np.where(played.seat == 0, first.unknown, second.unknown)
    given_up = np.where(played.seat == 0, 0.0, second.forfeits)
    values = _values(first, second, given_up)
    low = high = float(values[0])
    if (reached[unknown] > 0).any():
        low, high = (float(_values(first, second, np.where(unknown, won, given_up))[0]) for won in (0.0, 1.0))
    return Meeting(ends, reached, values, low, high)


def _values(first: Side, second: Side, given_up: Floats) -> Floats:
    """(5478,) expected points of the first player, with those that it gets without a move added where a side moves."""
    played = game(dead=False)
    values = np.zeros(played.results.size)
    _backward(played.successors, played.seat, played.results, first.policy, second.policy, given_up, values)
    return values


def meet_in(seat: int, own: Side, other: Side) -> Meeting:
    """Play all games of a player in a seat with another player."""
    return meet(own, other) if seat == 0 else meet(other, own)


def point_gradient(meetings: Sequence[Meeting], seat: int) -> Floats:
    """(5478, 9) derivatives of a player's mean points by its chances of cells; a forfeit is worth nothing.

    Parameters
    ----------
    meetings : of the player in a `seat` with its opponents, each of which counts once.
    """
    played = game(dead=False)
    gradient = np.zeros(played.successors.shape)
    own = (played.seat == seat)[:, None] & (played.successors >= 0)
    for met in meetings:
        points = met.values[played.successors]
        gradient += own * (1 / len(meetings) * met.reached)[:, None] * (points if seat == 0 else 1 - points)
    return gradient


def sampling_variance(entrant: Entrant, gradient: Floats) -> float:
    """Variance of expected points that comes from estimating chances, by the delta method.

    ``sum over positions of (sum_c p_c g_c^2 - (sum_c p_c g_c)^2) / (n - 1)`` with n answers, shares p and the gradient
    g: the unbiased variance of a multinomial share, to first order, for independent answers. 0 for exact chances.

    Parameters
    ----------
    gradient : (5478, 9) derivatives by the chances of cells; those by chances of forfeits are 0.
    """
    mean = (entrant.policy * gradient).sum(axis=1)
    spread = np.round((entrant.policy * gradient**2).sum(axis=1) - mean**2, DIGITS)  # exactly 0 where cells are alike
    asked = entrant.calls > 0
    return float((np.maximum(spread[asked], 0) / np.maximum(entrant.calls[asked] - 1, 1)).sum())


@kernel
def _backward(successors, seats, results, first, second, given_up, values):
    """Fill the first player's expected points, from the last position to the first; 0 where a player has no chances."""
    for position in range(results.size - 1, -1, -1):
        if results[position] != OPEN:
            values[position] = 1 - PLACES[results[position]] / 2
            continue
        chances = first[position] if seats[position] == 0 else second[position]
        value = given_up[position]
        for cell in range(CELLS):
            if chances[cell] > 0.0:
                value += chances[cell] * values[successors[position, cell]]
        values[position] = value
