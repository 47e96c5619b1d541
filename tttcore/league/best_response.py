"""Best-response value of a fixed policy of 3x3."""

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import CELLS
from tttcore.pipeline.jit import kernel
from tttcore.players.policy import DRAWN, GOES_ON, Game, Policy


def best_response_value(played: Game, policy: Policy, seat: int) -> float:
    """Highest expected result of an opponent against a policy (its exploitability), see `best_response_values`.

    It is at least 0, since neither side can force a win in 3x3.
    """
    return float(best_response_values(played, policy, seat)[0])


def best_response_values(
    played: Game, policy: Policy, seat: int, forfeits: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """(5478,) expected result of a best response to a policy from each position: 1 won, 0 drawn, -1 lost.

    By backward induction: the expectation where the policy is to move, the maximum where the opponent is.

    Parameters
    ----------
    played : the game.
    policy : only its positions in its own `seat` matter.
    seat : 0 if the policy moves first, 1 if second.
    forfeits : (5478,) chance that it makes no move, so that its opponent wins; by default it never does.
    """
    values, never = np.empty(played.results.size), np.zeros(played.results.size)
    given_up = never if forfeits is None else forfeits
    _best_response(played.following, played.seat, played.results, policy, given_up, seat, values)
    return values


@kernel
def _best_response(following, seats, results, policy, forfeits, seat, values):
    """Fill `values` from the last position to the first; positions are in order of plies, so successors are known."""
    # FIRST_WON, DRAWN and SECOND_WON are 0, 1 and 2. Less DRAWN they are -1, 0 and 1, the result to the second player,
    # who is the opponent if the policy has seat 0.
    sign = 1.0 if seat == 0 else -1.0
    for position in range(results.size - 1, -1, -1):
        if results[position] != GOES_ON:
            values[position] = sign * (results[position] - DRAWN)
        elif seats[position] == seat:
            values[position] = forfeits[position]
            for cell in range(CELLS):
                if policy[position, cell] > 0.0:
                    values[position] += policy[position, cell] * values[following[position, cell]]
        else:
            # A loss is the least result, so that the maximum can begin with it.
            values[position] = -1.0
            for cell in range(CELLS):
                if following[position, cell] >= 0:
                    values[position] = max(values[position], values[following[position, cell]])
