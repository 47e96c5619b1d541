"""Exact evaluation of players of 3x3 in each of their seats: results, against the worst replies too, and mistakes."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from tttcore.games.classic import enumerate_states
from tttcore.games.position import SEATS
from tttcore.league.matches import Player
from tttcore.players.exact_results import exact_results
from tttcore.players.policy import game, worst_result


def evaluate_players(players: Sequence[Player]) -> pd.DataFrame:
    """Evaluate every player in each of its seats, a row each.

    Returns
    -------
    agent, group, study, treatment, replicate, seat : the player and its seat.
    random_won, ..., reply_lost : exact results against `policy.OPPONENTS` and the worst replies, see `exact_results`.
    worst : worst result with a positive probability, 1 won, 0 drawn, -1 lost.
    errors, error_states : number of positions that the player can reach against some opponent and in which it may
        make a mistake, and number of their states, in which symmetric positions count once.
    decisions, decision_states : number of reachable positions with more than one free cell, and of their states.
    """
    return pd.DataFrame([_row(player, seat) for player in players for seat in player.seats])


def _row(player: Player, seat: int) -> dict[str, object]:
    played = game(dead=False)
    identity = {name: getattr(player, name) for name in ("agent", "group", "study", "treatment", "replicate")}
    found = exact_results(played, player.policy, seat, played.opponents)
    own = played.reached(player.policy, seat)
    return {
        **identity,
        "seat": SEATS[seat],
        **found,
        "worst": worst_result(found["random_lost"], found["random_drawn"]),
        **_counted("error", own & played.mistakes(player.policy)),
        **_counted("decision", own & played.has_choice),
    }


def _counted(name: str, positions: np.ndarray) -> dict[str, int]:
    """Number of (5478,) positions that are True, and of their states."""
    states = np.unique(enumerate_states().state_of[positions])
    return {f"{name}s": int(np.count_nonzero(positions)), f"{name}_states": states.size}
