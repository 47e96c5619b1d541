"""Baselines as rows of the table of agents."""

import pandas as pd

from tttcore.players.agent_rows import AgentId, agent_row
from tttcore.players.agent_schema import AGENTS
from tttcore.players.baselines import ALIASES, BASELINE_GROUP, baselines


def baseline_agents() -> pd.DataFrame:
    """Table of ``agents`` of all baselines, whose ids are ``house/<name>``; they don't learn, so their step is 0."""
    rows = [
        agent_row(AgentId(BASELINE_GROUP, name, 0), step=0, unit="", last=True, seat=seat, cells=cells)
        | {"agent": baseline_id(name)}
        for name, (seat, cells) in baselines().items()
    ]
    return pd.DataFrame(rows, columns=AGENTS.names)


def baseline_id(name: str) -> str:
    """Id of a baseline, given any of its names."""
    return f"{BASELINE_GROUP}/{ALIASES.get(name, name)}"
