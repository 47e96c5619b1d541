"""Players of the house as agents."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.base.schemas import SCHEMAS
from tttcore.players.genome import Seat
from tttcore.players.house import SAME, house
from tttcore.studies.agents.rows import Path, row

STUDY = "house"
SEATS: Mapping[tuple[int, ...], Seat] = {(0,): "first", (1,): "second", (0, 1): "both"}


def house_agents() -> pd.DataFrame:
    """Table of ``agents`` of the players of the house, whose ids are ``house/<name>``; they learn nothing: step 0."""
    return pd.DataFrame([_row(name) for name in house()], columns=SCHEMAS["agents"].names)


def _row(name: str) -> dict[str, Any]:
    seats, cells = house()[name]
    found = row(Path(STUDY, name, 0), step=0, unit="", last=True, seat=SEATS[seats], cells=cells)
    return found | {"agent": house_id(name)}


def house_id(name: str) -> str:
    """Id of a player of the house, by any of its names."""
    return f"{STUDY}/{SAME.get(name, name)}"
