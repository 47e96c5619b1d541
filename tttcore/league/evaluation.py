"""Evaluate players of 3x3 exactly in each of their seats: results, exploitability and mistakes."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from tttcore.games.classic import enumerate_states
from tttcore.games.seats import SEATS
from tttcore.league.best_response import best_response_value
from tttcore.league.players import Player
from tttcore.players.policy import Policy, game, worst_result
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
