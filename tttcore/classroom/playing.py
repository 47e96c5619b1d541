"""Exact games of entered players of 3x3, who may forfeit: results, values of positions, sampling error.

Points are those of a side: 1 for a win, 1/2 for a draw, 0 for a loss.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tttcore.classroom.entrant import Chances, Entrant
from tttcore.games.classic import CELLS
from tttcore.games.position import CROSS_WON, NOUGHT_WON, OPEN
from tttcore.pipeline.jit import kernel
from tttcore.players.policy import PLACES, Policy, game
from tttcore.stats.round_robin import DIGITS

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Side:
    """Player in a seat: its chances of each cell, and of forfeiting."""

    policy: Policy
    forfeits: Chances


@dataclass(frozen=True, eq=False)
class Meeting:
    """All games that two players can play.

    Attributes
    ----------
    ends : (3,) chance that the first player wins, draws and loses.
    reached : (5478,) chance that a game comes to a position.
    values : (5478,) expected points of the first player from there.
    """

    ends: Floats
    reached: Floats
    values: Floats

    def points(self, seat: int) -> float:
        """Expected points of the player in a seat, to `DIGITS` decimals, as in the league."""
        first = round(float(self.values[0]), DIGITS)
        return first if seat == 0 else round(1 - first, DIGITS)


def sound(policy: Policy) -> Side:
    """A player that never forfeits, as a side."""
    return Side(policy, np.zeros(len(policy)))


def baseline(name: str) -> Side:
    """A baseline of `players.policy` as a side."""
    return sound(game(dead=False).opponents[name])


def side(entrant: Entrant) -> Side:
    """An entered player as a side."""
    return Side(entrant.policy, entrant.forfeits)


def meet(first: Side, second: Side) -> Meeting:
    """Play all games of two players; each takes microseconds."""
    played = game(dead=False)
    reached, ends, values = np.zeros(played.results.size), np.zeros(3), np.zeros(played.results.size)
    sides = (first.policy, first.forfeits, second.policy, second.forfeits)
    _forward(played.following, played.seat, played.results, *sides, reached, ends)
    _backward(played.following, played.seat, played.results, first.policy, second.policy, second.forfeits, values)
    return Meeting(ends, reached, values)


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
    gradient = np.zeros(played.following.shape)
    for met in meetings:
        _add_gradient(played.following, played.seat, met.reached, met.values, seat, 1 / len(meetings), gradient)
    return gradient


def sampling_variance(entrant: Entrant, gradient: Floats) -> float:
    """Variance of expected points that comes from estimating chances, by the delta method.

    ``sum over positions of (sum_c p_c g_c^2 - (sum_c p_c g_c)^2) / n`` with n answers, shares p and the gradient g: the
    variance of a multinomial share, to first order, for independent answers. 0 for exact chances.

    Parameters
    ----------
    gradient : (5478, 9) derivatives by the chances of cells; those by chances of forfeits are 0.
    """
    mean = (entrant.policy * gradient).sum(axis=1)
    spread = (entrant.policy * gradient**2).sum(axis=1) - mean**2
    asked = entrant.calls > 0
    return float((np.maximum(spread[asked], 0) / entrant.calls[asked]).sum())


@kernel
def _forward(following, seats, results, first, first_forfeits, second, second_forfeits, reached, ends):
    """Propagate chances forward; positions are in order of plies, so that one pass is enough."""
    reached[0] = 1.0
    for position in range(results.size):
        chance = reached[position]
        if chance == 0.0:
            continue
        if results[position] != OPEN:
            ends[PLACES[results[position]]] += chance
            continue
        if seats[position] == 0:
            chances, forfeit, loses = first[position], first_forfeits[position], NOUGHT_WON
        else:
            chances, forfeit, loses = second[position], second_forfeits[position], CROSS_WON
        ends[PLACES[loses]] += chance * forfeit
        for cell in range(CELLS):
            if chances[cell] > 0.0:
                reached[following[position, cell]] += chance * chances[cell]


@kernel
def _backward(following, seats, results, first, second, second_forfeits, values):
    """Fill the first player's expected points, from the last position to the first; 0 where a player has no chances."""
    for position in range(results.size - 1, -1, -1):
        if results[position] != OPEN:
            values[position] = 1 - PLACES[results[position]] / 2
            continue
        if seats[position] == 0:
            chances, value = first[position], 0.0
        else:
            chances, value = second[position], second_forfeits[position]
        for cell in range(CELLS):
            if chances[cell] > 0.0:
                value += chances[cell] * values[following[position, cell]]
        values[position] = value


@kernel
def _add_gradient(following, seats, reached, values, seat, weight, gradient):
    """Add to `gradient` what each mark of a player is worth to it, times the chance to come to its position."""
    for position in range(reached.size):
        if reached[position] > 0.0 and seats[position] == seat:
            for cell in range(CELLS):
                if following[position, cell] >= 0:
                    value = values[following[position, cell]]
                    worth = value if seat == 0 else 1.0 - value
                    gradient[position, cell] += weight * reached[position] * worth
