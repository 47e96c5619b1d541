"""Levels of difficulty of 3x3: a player for each, by exact results against random, careful and perfect moves."""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from tttcore.classroom.entrant import Side
from tttcore.classroom.playing import Meeting, baseline, meet_in, sound
from tttcore.games.position import SEAT_INDICES, Seat
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.policy import Policy, drawn_policy
from tttcore.stats.round_robin import DIGITS

Row = Mapping[Hashable, Any]
"""A row in the schema ``agents``."""
STRENGTHS = {"Easy": 0.25, "Medium": 0.5, "Hard": 0.75}
"""Strengths that players of these levels should have."""
UNBEATEN = "Perfect"
"""Level of a player that never loses."""
RULE = (
    "Exact results against random moves and careful ones (win or block, else at random) give each player, as stored at "
    "the end of its run, a strength: 0% for as many points as random moves get in its seats, 100% for as many as "
    "perfect moves get. Easy, medium and hard can lose and are nearest to 25%, 50% and 75%; perfect is the strongest "
    "of those that never lose. Fixed rules, players of one seat, and those whose estimates aren't stored, are passed "
    "over while others will do."
)
"""The rule of `chosen_levels` for readers of the page."""


def chosen_levels(agents: pd.DataFrame) -> dict[str, str]:
    """Id of the player of each level, from easy to perfect, in which no two are the same.

    A player's strength in a seat is ``(p - r) / (q - r)``: ``p`` are its mean points in exact games against random and
    against careful moves, ``r`` and ``q`` those of random and of perfect moves in its place. A win has 1 point, a draw
    1/2; strengths of both seats are averaged. The levels of `STRENGTHS` go to the players nearest to them that can
    lose, `UNBEATEN` to the strongest of those that can't; the first of equals has it. Fixed rules, players of one seat
    and learners without stored estimates are chosen only where others are too few.

    Parameters
    ----------
    agents : a table in the schema ``agents``; its players of 3x3 come by their ids, the baselines after them.
    """
    own = agents[(agents["game"] == "3x3") & agents["last"]].sort_values("agent")
    last = pd.concat([own, baseline_agents()]).to_dict("records")
    beaten, unbeaten = _strengths(filter(_is_preferred, last))
    if len(beaten) < len(STRENGTHS) or not unbeaten:
        others = _strengths(last)
        beaten, unbeaten = others[0] if len(beaten) < len(STRENGTHS) else beaten, unbeaten or others[1]
    found = {}
    for level, wanted in STRENGTHS.items():
        found[level] = min(beaten, key=lambda agent: abs(beaten[agent] - wanted))
        del beaten[found[level]]
    return {**found, UNBEATEN: max(unbeaten, key=lambda agent: unbeaten[agent])}


def _is_preferred(row: Row) -> bool:
    """True for a learner of both seats that can show what it goes by."""
    return row["seat"] == "both" and any(len(row[name]) for name in ("genome", "weights", "beads", "estimates"))


def _strengths(rows: Iterable[Row]) -> tuple[dict[str, float], dict[str, float]]:
    """Strengths of the players that can lose, and of those that never do, by id."""
    beaten: dict[str, float] = {}
    unbeaten: dict[str, float] = {}
    for row in rows:
        policy = drawn_policy(np.asarray(row["cells"], np.uint16), row["beads"])
        own_kind = unbeaten if never_loses(policy, row["seat"]) else beaten
        own_kind[row["agent"]] = round(strength(policy, row["seat"]), DIGITS)
    return beaten, unbeaten


def strength(policy: Policy, seat: Seat) -> float:
    """Strength of a player in its seats: 0 for one as good as random moves, 1 for one as good as perfect moves."""
    own, least, most = sound(policy), baseline("random"), baseline("perfect")
    return float(
        np.mean([
            (_points(own, each) - _points(least, each)) / (_points(most, each) - _points(least, each))
            for each in SEAT_INDICES[seat]
        ])
    )  # fmt: skip


def never_loses(policy: Policy, seat: Seat) -> bool:
    """True if a player never loses to random moves, and so to no moves at all, in any of its seats."""
    return all(_lost(meet_in(each, sound(policy), baseline("random")), each) == 0 for each in SEAT_INDICES[seat])


def _points(own: Side, seat: int) -> float:
    """Mean points of a player in a seat against random and careful moves."""
    return float(np.mean([meet_in(seat, own, baseline(name)).points(seat) for name in ("random", "careful")]))


def _lost(met: Meeting, seat: int) -> float:
    """Chance that the player of a seat loses."""
    return float(met.ends[2 - 2 * seat])
