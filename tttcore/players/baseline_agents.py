"""Baselines as rows of the table of agents."""

from typing import Any

import pandas as pd

from tttcore.players.agent_rows import AgentId, agent_row
from tttcore.players.agent_schema import AGENTS
from tttcore.players.baselines import ALIASES, BASELINE_GROUP, baselines


def baseline_agents() -> pd.DataFrame:
    """Table of ``agents`` of all baselines, whose ids are ``house/<name>``; they don't learn, so their step is 0."""
    return pd.DataFrame([_row(name) for name in baselines()], columns=AGENTS.names)


def _row(name: str) -> dict[str, Any]:
    seat, cells = baselines()[name]
    found = agent_row(AgentId(BASELINE_GROUP, name, 0), step=0, unit="", last=True, seat=seat, cells=cells)
    return found | {"agent": baseline_id(name)}


def baseline_id(name: str) -> str:
    """Id of a baseline, given any of its names."""
    return f"{BASELINE_GROUP}/{ALIASES.get(name, name)}"
