"""Levels of difficulty of 3x3: stages of one learner, by exact results against random, careful and perfect moves."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
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
    "Exact results against random moves and careful ones (win or block, else at random) give each player a strength: "
    "0% for as many points as random moves get in its seats, 100% for as many as perfect moves get. Levels are stages "
    "of one learner that never loses in the end: easy, medium and hard can lose and are nearest to 25%, 50% and 75%. "
    "Without such a learner they are different players, fixed rules and those of one seat only if others are too few."
)
"""The rule of `chosen_levels` for readers of the page."""


def chosen_levels(agents: pd.DataFrame) -> dict[str, str]:
    """Player of each level, from easy to perfect: its id, with ``@`` and a step if it has several. No two are the same.

    All are stages of one learner of both seats that never loses at its end, if there is one: easy, medium and hard
    those that can lose nearest to `STRENGTHS`; of several learners, the one whose stages are nearest in all.

    A player's strength in a seat is ``(p - r) / (q - r)``: ``p`` are its mean points in exact games against random and
    against careful moves, ``r`` and ``q`` those of random and of perfect moves in its place. A win has 1 point, a draw
    1/2; strengths of both seats are averaged. Without such a learner the levels of `STRENGTHS` go to the players
    nearest to them that can lose, as they end, `UNBEATEN` to the strongest of those that can't; the first of equals has
    it. Fixed rules, players of one seat and learners without stored estimates are chosen only where others are too few.

    Parameters
    ----------
    agents : a table in the schema ``agents``; its players of 3x3 come by their ids, the baselines after them.
    """
    of_3x3 = agents[agents["game"] == "3x3"].sort_values(["agent", "step"])
    staged = [levels for _, rows in of_3x3.groupby("agent") if (levels := _stages(rows.to_dict("records")))]
    if staged:
        return min(staged, key=lambda levels: levels[0])[1]
    last = pd.concat([of_3x3[of_3x3["last"]], baseline_agents()]).to_dict("records")
    beaten, unbeaten = _strengths(filter(_is_preferred, last))
    if len(beaten) < len(STRENGTHS) or not unbeaten:
        others = _strengths(last)
        beaten, unbeaten = others[0] if len(beaten) < len(STRENGTHS) else beaten, unbeaten or others[1]
    found = {}
    for level, wanted in STRENGTHS.items():
        found[level] = min(beaten, key=lambda agent: abs(beaten[agent] - wanted))
        del beaten[found[level]]
    found[UNBEATEN] = max(unbeaten, key=lambda agent: unbeaten[agent])
    steps = {agent: steps.tolist() for agent, steps in of_3x3.groupby("agent")["step"]}
    return {
        level: f"{agent}@{steps[agent][-1]}" if len(steps.get(agent, ())) > 1 else agent
        for level, agent in found.items()
    }


def _stages(rows: Sequence[Row]) -> tuple[float, dict[str, str]] | None:
    """Levels among a learner's stages, after the distance of their strengths from `STRENGTHS`; None if it has none."""
    *earlier, last = rows
    if not _is_preferred(last) or not _strengths([last])[1]:
        return None
    found, _ = _strengths(earlier, "step")
    if len(found) < len(STRENGTHS):
        return None
    levels: dict[str, int] = {}
    distance = 0.0
    for level, wanted in STRENGTHS.items():
        levels[level] = min(found, key=lambda step: abs(found[step] - wanted))
        distance += abs(found.pop(levels[level]) - wanted)
    levels[UNBEATEN] = last["step"]
    return distance, {level: f"{last['agent']}@{step}" for level, step in levels.items()}


def _is_preferred(row: Row) -> bool:
    """True for a learner of both seats that can show what it goes by."""
    return row["seat"] == "both" and any(len(row[name]) for name in ("genome", "weights", "beads", "estimates"))


def _strengths(rows: Iterable[Row], key: str = "agent") -> tuple[dict[Any, float], dict[Any, float]]:
    """Strengths of the players that can lose, and of those that never do, by their value in a column."""
    beaten: dict[Any, float] = {}
    unbeaten: dict[Any, float] = {}
    for row in rows:
        policy = drawn_policy(np.asarray(row["cells"], np.uint16), row["beads"])
        own_kind = unbeaten if never_loses(policy, row["seat"]) else beaten
        own_kind[row[key]] = round(strength(policy, row["seat"]), DIGITS)
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
