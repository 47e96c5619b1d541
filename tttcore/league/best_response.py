"""The most that anybody gets from a player of 3x3 whose chances of marking each cell are known."""

import numpy as np

from tttcore.games.classic import CELLS
from tttcore.pipeline.jit import kernel
from tttcore.players.policy import DRAWN, GOES_ON, Policy, Game


def best_response_value(played: Game, player: Policy, seat: int) -> float:
    """Greatest expected result of an opponent, 1 for a win, 0 for a draw, -1 for a loss: how exploitable a player is.

    From the ends backwards: where the player is to move, the mean over its chances; where the opponent is, the most. 0
    is the least where neither side can force a win.

    Parameters
    ----------
    played : the game.
    player : of whom the positions of its own `seat` matter alone.
    seat : 0 if it moves first, 1 if second.
    """
    values = np.empty(played.results.size)
    _reply(played.following, played.seat, played.results, player, seat, values)
    return float(values[0])


@kernel
def _reply(following, seats, results, player, seat, values):
    """Positions are in order of plies, so that those that follow are known."""
    sign = 1.0 if seat == 0 else -1.0
    for position in range(results.size - 1, -1, -1):
        if results[position] != GOES_ON:
            values[position] = sign * (results[position] - DRAWN)
        elif seats[position] == seat:
            values[position] = 0.0
            for cell in range(CELLS):
                if player[position, cell] > 0.0:
                    values[position] += player[position, cell] * values[following[position, cell]]
        else:
            values[position] = -1.0
            for cell in range(CELLS):
                if following[position, cell] >= 0:
                    values[position] = max(values[position], values[following[position, cell]])
