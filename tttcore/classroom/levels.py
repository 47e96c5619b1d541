"""Levels of difficulty of 3x3: a player for each, by exact results against random, careful and perfect moves."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.games.position import SEAT_INDICES, Seat
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.policy import Policy, drawn_policy, game
from tttcore.stats.round_robin import DIGITS

STRENGTHS = {"Easy": 0.25, "Medium": 0.5, "Hard": 0.75}
"""Strengths that players of these levels should have."""
UNBEATEN = "Perfect"
"""Level of a player that never loses."""
RULE = (
    "Exact results against random moves and careful ones (win or block, else at random) give each player, as stored at "
    "the end of its run, a strength: 0% for as many points as random moves get in its seats, 100% for as many as "
    "perfect moves get. Easy, medium and hard can lose and are nearest to 25%, 50% and 75%; perfect is the strongest "
    "of those that never lose."
)
"""The rule of `chosen_levels` for readers of the page."""


def chosen_levels(agents: pd.DataFrame) -> dict[str, str]:
    """Id of the player of each level, from easy to perfect, in which no two are the same.

    A player's strength in a seat is ``(p - r) / (q - r)``: ``p`` are its mean points in exact games against random and
    against careful moves, ``r`` and ``q`` those of random and of perfect moves in its place. A win has 1 point, a draw
    1/2; strengths of both seats are averaged. The levels of `STRENGTHS` go to the players nearest to them that can
    lose, `UNBEATEN` to the strongest of those that can't; the first of equals has it.

    Parameters
    ----------
    agents : a table in the schema ``agents``; its players of 3x3 come by their ids, the baselines after them.
    """
    own = agents[(agents["game"] == "3x3") & agents["last"]].sort_values("agent")
    last = pd.concat([own, baseline_agents()]).to_dict("records")
    beaten: dict[str, float] = {}
    unbeaten: dict[str, float] = {}
    for row in last:
        policy = drawn_policy(np.asarray(row["cells"], np.uint16), row["beads"])
        own_kind = unbeaten if never_loses(policy, row["seat"]) else beaten
        own_kind[row["agent"]] = round(strength(policy, row["seat"]), DIGITS)
    found = {}
    for level, wanted in STRENGTHS.items():
        found[level] = min(beaten, key=lambda agent: abs(beaten[agent] - wanted))
        del beaten[found[level]]
    return {**found, UNBEATEN: max(unbeaten, key=lambda agent: unbeaten[agent])}


def strength(policy: Policy, seat: Seat) -> float:
    """Strength of a player in its seats: 0 for one as good as random moves, 1 for one as good as perfect moves."""
    opponents = game(dead=False).opponents
    least, most = opponents["random"], opponents["perfect"]
    return float(
        np.mean([
            (_points(policy, own) - _points(least, own)) / (_points(most, own) - _points(least, own))
            for own in SEAT_INDICES[seat]
        ])
    )  # fmt: skip


def never_loses(policy: Policy, seat: Seat) -> bool:
    """True if no moves of the other side win against a player in any of its seats."""
    every = (game(dead=False).successors >= 0).astype(float)
    return all(_ends(policy, every, own)[2] == 0 for own in SEAT_INDICES[seat])


def _points(policy: Policy, own: int) -> float:
    """Mean points of a player in a seat against random and careful moves."""
    opponents = game(dead=False).opponents
    ends = [_ends(policy, opponents[name], own) for name in ("random", "careful")]
    return float(np.mean([won + drawn / 2 for won, drawn, _ in ends]))


def _ends(policy: Policy, other: Policy, own: int) -> NDArray[np.float64]:
    """(3,) chances that a player in a seat wins, draws and loses."""
    _, ends = game(dead=False).propagate(*((policy, other) if own == 0 else (other, policy)))
    return ends if own == 0 else ends[::-1]
