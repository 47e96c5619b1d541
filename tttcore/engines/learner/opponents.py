"""Opponents that teach learners: policies that don't learn, by name, id or file."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tttcore.engines.learner.training import Table
from tttcore.games.board_text import board_texts
from tttcore.games.position import SEAT_INDICES, SEATS, Seat
from tttcore.pipeline.messages import ConfigError
from tttcore.players.agent_file import import_agent
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.baselines import BASELINE_GROUP
from tttcore.players.policy import OPPONENTS, Policy, drawn_policy, game

ITSELF = "itself"
"""Opponent of a learner that plays both sides."""
FILE = ".json"
"""Suffix of files of agents."""


@cache
def opponent_policy(name: str, seat: Seat) -> Policy:
    """Policy of an opponent; ConfigError if there is none, or it doesn't play in the seats that the learner leaves.

    Parameters
    ----------
    name : one of `OPPONENTS`, the id of a baseline, or a file that ``ttt export`` has written.
    seat : the learner's.
    """
    if name in OPPONENTS:
        return game(dead=False).opponents[name]
    if name.endswith(FILE):
        try:
            found: Any = import_agent(Path(name))
        except ConfigError:
            raise
        except ValueError as error:
            raise ConfigError(str(error)) from None
    else:
        agents = baseline_agents()
        own = agents[agents["agent"] == name]
        if own.empty:
            allowed = (
                f"{', '.join((*OPPONENTS, ITSELF))}, a baseline such as {BASELINE_GROUP}/umg, or a file NAME{FILE}"
            )
            allowed += " that `ttt export` writes of any stored player"
            raise ConfigError(f"unknown opponent {name!r}; allowed: {allowed}")
        found = own.iloc[0]
    needed = {1 - own for own in SEAT_INDICES[seat]}
    if found["game"] != "3x3" or not needed <= {*SEAT_INDICES[found["seat"]]}:
        seats = " and ".join(SEATS[each] for each in sorted(needed))
        raise ConfigError(f"{name} doesn't play 3x3 as the {seats} player; allowed: opponents that do")
    return drawn_policy(np.asarray(found["cells"], np.uint16), found["beads"])


@cache
def cumulative_table(opponent: str, seat: Seat) -> Table:
    """Cells that an opponent may mark and their cumulative chances, by board on which it has some."""
    policy, texts = opponent_policy(opponent, seat), board_texts()
    return {
        texts[place]: (np.flatnonzero(policy[place]).tolist(), policy[place][policy[place] > 0].cumsum().tolist())
        for place in np.flatnonzero(policy.any(axis=1)).tolist()
    }
