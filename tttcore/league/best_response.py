"""Best-response value of a fixed policy of 3x3."""

import numpy as np

from tttcore.games.classic import CELLS
from tttcore.pipeline.jit import kernel
from tttcore.players.policy import DRAWN, GOES_ON, Game, Policy


def best_response_value(played: Game, policy: Policy, seat: int) -> float:
    """Highest expected result of an opponent against a policy (its exploitability): 1 won, 0 drawn, -1 lost.

    By backward induction: the expectation where the policy is to move, the maximum where the opponent is. It is at
    least 0, since neither side can force a win in 3x3.

    Parameters
    ----------
    played : the game.
    policy : only its positions in its own `seat` matter.
    seat : 0 if the policy moves first, 1 if second.
    """
    values = np.empty(played.results.size)
    _best_response(played.following, played.seat, played.results, policy, seat, values)
    return float(values[0])


@kernel
def _best_response(following, seats, results, policy, seat, values):
    """Fill `values` from the last position to the first; positions are in order of plies, so successors are known."""
    # FIRST_WON, DRAWN and SECOND_WON are 0, 1 and 2. Less DRAWN they are -1, 0 and 1, the result to the second player,
    # who is the opponent if the policy has seat 0.
    sign = 1.0 if seat == 0 else -1.0
    for position in range(results.size - 1, -1, -1):
        if results[position] != GOES_ON:
            values[position] = sign * (results[position] - DRAWN)
        elif seats[position] == seat:
            values[position] = 0.0
            for cell in range(CELLS):
                if policy[position, cell] > 0.0:
                    values[position] += policy[position, cell] * values[following[position, cell]]
        else:
            # A loss is the least result, so that the maximum can begin with it.
            values[position] = -1.0
            for cell in range(CELLS):
                if following[position, cell] >= 0:
                    values[position] = max(values[position], values[following[position, cell]])
