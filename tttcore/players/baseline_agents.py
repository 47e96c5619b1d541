"""Players of the house as agents."""

from typing import Any

import pandas as pd

from tttcore.players.agent_rows import Path, row
from tttcore.players.agent_schema import AGENTS
from tttcore.players.baselines import HOUSE, SAME, house


def house_agents() -> pd.DataFrame:
    """Table of ``agents`` of the players of the house, whose ids are ``house/<name>``; they learn nothing: step 0."""
    return pd.DataFrame([_row(name) for name in house()], columns=AGENTS.names)


def _row(name: str) -> dict[str, Any]:
    seat, cells = house()[name]
    found = row(Path(HOUSE, name, 0), step=0, unit="", last=True, seat=seat, cells=cells)
    return found | {"agent": house_id(name)}


def house_id(name: str) -> str:
    """Id of a player of the house, by any of its names."""
    return f"{HOUSE}/{SAME.get(name, name)}"
