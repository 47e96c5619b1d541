"""Exact evaluation of players of 3x3 in each of their seats: results, exploitability by a best response, mistakes."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.games.classic import CELLS, enumerate_states
from tttcore.games.position import OPEN, SEATS
from tttcore.league.matches import Player
from tttcore.pipeline.jit import kernel
from tttcore.players.policy import PLACES, Game, Policy, game, worst_result
from tttcore.stats.round_robin import RESULTS

OPPONENTS = ("perfect", "random")


def evaluate_players(players: Sequence[Player]) -> pd.DataFrame:
    """Evaluate every player in each of its seats, a row each.

    Returns
    -------
    agent, group, study, treatment, replicate, seat : the player and its seat.
    perfect_won, perfect_drawn, perfect_lost, random_won, random_drawn, random_lost : probabilities against a perfect
        player, which draws among all marks that keep the value, and against one that marks any free cell.
    worst : worst result with a positive probability, 1 won, 0 drawn, -1 lost.
    exploitability : expected result of a best response, see `best_response_value`.
    errors, error_states : number of positions that the player can reach against some opponent and in which it may
        make a mistake, and number of their states, in which symmetric positions count once.
    decisions, decision_states : number of reachable positions with more than one free cell, and of their states.
    """
    return pd.DataFrame([_row(player, seat) for player in players for seat in player.seats])


def _row(player: Player, seat: int) -> dict[str, object]:
    played = game(dead=False)
    identity = {name: getattr(player, name) for name in ("agent", "group", "study", "treatment", "replicate")}
    chances: dict[str, float] = {}
    for opponent in OPPONENTS:
        reached, ends = _results(player.policy, played.opponents[opponent], seat)
        chances |= {f"{opponent}_{result}": chance for result, chance in zip(RESULTS, ends, strict=True)}
    own = (reached > 0) & (played.seat == seat)  # the random opponent, the last one, reaches all that any can
    return {
        **identity,
        "seat": SEATS[seat],
        **chances,
        "worst": worst_result(chances["random_lost"], chances["random_drawn"]),
        "exploitability": best_response_value(played, player.policy, seat),
        **_counted("error", own & played.mistakes(player.policy)),
        **_counted("decision", own & played.has_choice),
    }


def _results(policy: Policy, opponent: Policy, seat: int) -> tuple[np.ndarray, list[float]]:
    """Probability of each position, and of winning, drawing and losing for the policy in `seat`."""
    reached, ends = game(dead=False).propagate(*((policy, opponent) if seat == 0 else (opponent, policy)))
    return reached, ends.tolist() if seat == 0 else ends[::-1].tolist()


def _counted(name: str, positions: np.ndarray) -> dict[str, int]:
    """Number of (5478,) positions that are True, and of their states."""
    states = np.unique(enumerate_states().state_of[positions])
    return {f"{name}s": int(np.count_nonzero(positions)), f"{name}_states": states.size}


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
    forfeits : (5478,) probability that it makes no move, so that its opponent wins; by default it never does.
    """
    values, never = np.empty(played.results.size), np.zeros(played.results.size)
    given_up = never if forfeits is None else forfeits
    _best_response(played.successors, played.seat, played.results, policy, given_up, seat, values)
    return values


@kernel
def _best_response(successors, seats, results, policy, forfeits, seat, values):
    """Fill `values` from the last position to the first; positions are in order of plies, so successors are known."""
    # `PLACES` are 0 if the first player has won, 1 for a draw, 2 if the second has. Less 1 they are the result to the
    # second player, who is the opponent if the policy has seat 0.
    sign = 1.0 if seat == 0 else -1.0
    for position in range(results.size - 1, -1, -1):
        if results[position] != OPEN:
            values[position] = sign * (PLACES[results[position]] - 1)
        elif seats[position] == seat:
            values[position] = forfeits[position]
            for cell in range(CELLS):
                if policy[position, cell] > 0.0:
                    values[position] += policy[position, cell] * values[successors[position, cell]]
        else:
            # A loss is the least result, so that the maximum can begin with it.
            values[position] = -1.0
            for cell in range(CELLS):
                if successors[position, cell] >= 0:
                    values[position] = max(values[position], values[successors[position, cell]])
