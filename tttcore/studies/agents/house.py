"""Players of the house as agents."""

from typing import Any

import pandas as pd

from tttcore.base.schemas import SCHEMAS
from tttcore.players.house import HOUSE, SAME, house
from tttcore.studies.agents.rows import Path, row


def house_agents() -> pd.DataFrame:
    """Table of ``agents`` of the players of the house, whose ids are ``house/<name>``; they learn nothing: step 0."""
    return pd.DataFrame([_row(name) for name in house()], columns=SCHEMAS["agents"].names)


def _row(name: str) -> dict[str, Any]:
    seat, cells = house()[name]
    found = row(Path(HOUSE, name, 0), step=0, unit="", last=True, seat=seat, cells=cells)
    return found | {"agent": house_id(name)}


def house_id(name: str) -> str:
    """Id of a player of the house, by any of its names."""
    return f"{HOUSE}/{SAME.get(name, name)}"
