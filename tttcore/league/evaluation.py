"""What players of 3x3 are evaluate_players, each in each of its seats, exactly."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from tttcore.games.classic import enumerate_states
from tttcore.games.seats import SEATS
from tttcore.league.best_response import best_response_value
from tttcore.league.players import Player
from tttcore.players.policy import Policy, game, worst_result

RESULTS = ("won", "drawn", "lost")
AGAINST = ("perfect", "random")


def evaluate_players(players: Sequence[Player]) -> pd.DataFrame:
    """A row for each player and seat that it plays in.

    Returns
    -------
    agent, group, study, treatment, replicate, seat : who, and where.
    perfect_won, perfect_drawn, perfect_lost, random_won, random_drawn, random_lost : chances against a perfect player,
        that draws from all marks that keep the value, and against one that marks any free cell.
    worst : the least result that has a chance, 1 won, 0 drawn, -1 lost.
    exploitability : expected result of the best reply, see `best_response_value`.
    errors, error_states : positions that it can come to, whatever the opponent marks, in which it may give value away;
        and states of these, as positions that are equal up to symmetry count once.
    decisions, decision_states : positions that it can come to with more than one cell to mark, and states of these.
    """
    return pd.DataFrame([_row(player, seat) for player in players for seat in player.seats])


def _row(player: Player, seat: int) -> dict[str, object]:
    played = game(dead=False)
    who = {name: getattr(player, name) for name in ("agent", "group", "study", "treatment", "replicate")}
    chances: dict[str, float] = {}
    for opponent in AGAINST:
        reached, ends = _met(player.chances, played.opponents[opponent], seat)
        chances |= {f"{opponent}_{result}": chance for result, chance in zip(RESULTS, ends, strict=True)}
    own = (reached > 0) & (played.seat == seat)  # nothing is left out by who marks any cell
    return {
        **who,
        "seat": SEATS[seat],
        **chances,
        "worst": worst_result(chances["random_lost"], chances["random_drawn"]),
        "exploitability": best_response_value(played, player.chances, seat),
        **_counted("error", own & played.mistakes(player.chances)),
        **_counted("decision", own & played.choices),
    }


def _met(player: Policy, opponent: Policy, seat: int) -> tuple[np.ndarray, list[float]]:
    """Chance of each position, and of each result as the player in `seat` sees it."""
    reached, ends = game(dead=False).propagate(*((player, opponent) if seat == 0 else (opponent, player)))
    return reached, ends.tolist() if seat == 0 else ends[::-1].tolist()


def _counted(name: str, positions: np.ndarray) -> dict[str, int]:
    """How many of (5478,) positions there are, and of how many states."""
    states = np.unique(enumerate_states().state_of[positions])
    return {f"{name}s": int(np.count_nonzero(positions)), f"{name}_states": states.size}
